"""Whole games played by hand are recorded move for move: calmly, sloppily, through a slow scan, as a DGT's bytes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import chess
import pytest

from benchmarks.table import RUN_ON_SECONDS, Followed, Played, follow, games_in
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import AlertRaised, DumpWanted, MovesWithdrawn, Notice, Stage
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers.dgt import EBOARD
from drivers.dgt.codec import DgtCodec
from drivers.dgt.emulator import DgtEmulator
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.emulation import perform
from drivers.hand import CALM, SLOPPY, Act, Style, play
from drivers.placement import placement_of

HOUSE = Path(__file__).parents[3]
GAMES = list(games_in([HOUSE / "tests" / "games", HOUSE / "bridge" / "demo"]))
SLOW_SCAN = 0.23  # seconds, measured on DGT boards
SEEDS = (1, 2, 3)
OPENING_SECONDS = 3.0  # codec and board introduce themselves before the game


def acts_of(played: Played, style: Style, seed: int = 0) -> list[Act]:
    return list(play(played.start, played.moves, style, random.Random(f"{played.name} {seed}")))


def uci(followed: Followed) -> list[str]:
    return [played.move.uci() for played in followed.game.moves]


def alerts(notices: tuple[tuple[float, Notice], ...]) -> list[str]:
    return [f"{at:.1f} {told.alert.explanation}" for at, told in notices if isinstance(told, AlertRaised)]


def made_and_withdrawn(followed: Followed) -> int:
    return sum(
        played.stage is not Stage.TENTATIVE
        for _, told in followed.notices
        if isinstance(told, MovesWithdrawn)
        for played in told.withdrawn
    )


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
    followed = through_dgt(played, acts_of(played, CALM))
    assert uci(followed) == expected(played)
    assert not alerts(followed.notices)


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
    followed = {played.name: follow(played.start, acts_of(played, SLOPPY, seed), SLOW_SCAN) for played in GAMES}
    wrong = [played.name for played in GAMES if uci(followed[played.name]) != expected(played)]
    assert len(wrong) <= len(GAMES) // 10


def through_dgt(played: Played, acts: list[Act]) -> Followed:
    """The game on a virtual DGT board, read by the codec, in virtual time; both are woken when they ask for it."""
    return _Wire(played.start).run(acts)


class _Wire:
    """Emulator, codec and rules, one behind the other."""

    def __init__(self, start: chess.Board) -> None:
        self.emulator = DgtEmulator(EmulatorOptions(scan=EBOARD.scan_period))
        self.codec = DgtCodec(CodecOptions())
        setup = Setup(position_of(start), scan_period=EBOARD.scan_period, shortest_lift=EBOARD.shortest_lift)
        self.game = new_game(setup, 0.0)
        self.notices: list[tuple[float, Notice]] = []
        self.emulator.set_placement(placement_of(start), 0.0)
        self.codec.start(0.0)
        self.exchange(0.0)
        self.wait_until(OPENING_SECONDS)
        self.emulator.start_clock(start.turn, OPENING_SECONDS)

    def run(self, acts: list[Act]) -> Followed:
        for act in acts:
            now = OPENING_SECONDS + act.at
            self.wait_until(now)
            perform(self.emulator, act.does, now)
            self.exchange(now)
        self.wait_until(now + RUN_ON_SECONDS)
        return Followed(self.game, tuple(self.notices))

    def wait_until(self, limit: float) -> None:
        while (now := self.next_moment()) < limit:
            self.emulator.handle_timeout(now)
            if (due := self.codec.next_timeout()) is not None and due <= now:
                self.take(self.codec.handle_timeout(now), now)
            if (due := wake_at(self.game)) is not None and due <= now:
                self.take([TimePassed()], now)
            self.exchange(now)

    def next_moment(self) -> float:
        moments = (self.emulator.next_timeout(), self.codec.next_timeout(), wake_at(self.game))
        return min(moment for moment in moments if moment is not None)

    def exchange(self, now: float) -> None:
        """Bytes go both ways until there are no more."""
        while (commands := self.codec.data_to_send()) or (messages := self.emulator.data_to_send()):
            if commands:
                self.emulator.receive(commands, now)
            else:
                self.take(self.codec.receive(messages, now), now)

    def take(self, received: Iterable[Input], now: float) -> None:
        for each in received:
            self.game, notices = step(self.game, each, now)
            self.notices += ((now, notice) for notice in notices)
            if DumpWanted() in notices:
                self.codec.request_dump(now)
