"""Whole games played by hand are recorded move for move: calmly, sloppily, through a slow scan, as a DGT's bytes."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.exam.marks import made_and_withdrawn
from benchmarks.exam.profiles import SLOW_SCAN
from benchmarks.table import Followed, Played, Sight, follow, games_in
from benchmarks.wire import follow_bytes
from bridge.rules.notices import AlertRaised, Notice
from drivers import registry
from drivers.hand import CALM, SLOPPY, Act, Between, Style, play
from drivers.placement import Sensing

HOUSE = Path(__file__).parents[3]
GAMES = list(games_in([HOUSE / "tests" / "games", HOUSE / "bridge" / "demo"]))
SLOW = Sight(scan=SLOW_SCAN)
SEEDS = (1, 2, 3)
UNHURRIED = replace(CALM, carry=Between(0.9, 1.5), pause=Between(0.9, 1.2), fetch=Between(1.5, 3.0))
"""Slow enough for e-boards that look at their squares three times a second."""


def acts_of(played: Played, style: Style, seed: int = 0) -> list[Act]:
    return list(play(played.start, played.moves, style, random.Random(f"{played.name} {seed}")))


def uci(followed: Followed) -> list[str]:
    return [played.move.uci() for played in followed.game.moves]


def alerts(notices: tuple[tuple[float, Notice], ...]) -> list[str]:
    return [f"{at:.1f} {told.alert.explanation}" for at, told in notices if isinstance(told, AlertRaised)]


def expected(played: Played) -> list[str]:
    return [move.uci() for move in played.moves]


def test_there_are_games_of_both_kinds() -> None:
    assert len(GAMES) >= 10
    assert {played.start.chess960 for played in GAMES} == {True, False}


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.name)
def test_calm_games_are_recorded_move_for_move_without_an_alert(played: Played) -> None:
    followed = follow(played.start, acts_of(played, CALM))
    assert uci(followed) == expected(played)
    assert not alerts(followed.notices)
    assert not made_and_withdrawn(followed)


@pytest.mark.parametrize("played", GAMES, ids=lambda played: played.name)
def test_calm_games_are_recorded_through_the_bytes_of_a_dgt(played: Played) -> None:
    followed = follow_bytes(played.start, acts_of(played, CALM))
    assert uci(followed) == expected(played)
    assert not alerts(followed.notices)


@pytest.mark.parametrize("kind", ["certabo", "chesslink", "eone", "sentio"])
@pytest.mark.parametrize("played", [GAMES[0], GAMES[-1]], ids=lambda played: played.name)
def test_calm_games_are_recorded_through_the_bytes_of_every_kind(played: Played, kind: str) -> None:
    """Without a clock. What a pawn becomes, boards that know no pieces do not tell."""
    tells = 4 if registry.eboard(kind).sensing is Sensing.OCCUPANCY else 5
    followed = follow_bytes(played.start, acts_of(played, UNHURRIED), kind=kind, turned=True)
    assert [text[:tells] for text in uci(followed)] == [text[:tells] for text in expected(played)]


@pytest.mark.parametrize("seed", SEEDS)
def test_sloppy_games_are_recorded_move_for_move(seed: int) -> None:
    wrong = []
    for played in GAMES:
        followed = follow(played.start, acts_of(played, SLOPPY, seed))
        if uci(followed) != expected(played) or alerts(followed.notices):
            wrong.append((played.name, alerts(followed.notices)))
    assert not wrong


@pytest.mark.parametrize("seed", SEEDS)
def test_sloppy_games_seen_by_a_slow_scan(seed: int) -> None:
    """One game in ten may differ: between two scans more can happen than can be told."""
    followed = {played.name: follow(played.start, acts_of(played, SLOPPY, seed), SLOW) for played in GAMES}
    wrong = [played.name for played in GAMES if uci(followed[played.name]) != expected(played)]
    assert len(wrong) <= len(GAMES) // 10
