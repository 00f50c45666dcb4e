"""Every article that an alert cites exists in the edition that the game is played under."""

from __future__ import annotations

import re
from collections import defaultdict

import chess
import pytest
from hypothesis import given, settings

from benchmarks.table import Played
from bridge.laws import ARTICLES, EDITIONS
from bridge.rules.alerts import Alert
from bridge.rules.notices import AlertRaised
from drivers.hand import CLUB, VIOLATIONS, Incident, expected_alerts, possible
from drivers.placement import Sensing
from drivers.reports import FlagFell, LinkDown
from tests.bridge.rules.streams import GAMES, acts_of, games, incidents_in, seeds, sensings
from tests.bridge.rules.table import Table

REFERENCE = re.compile(r"FIDE Laws of Chess \((\d{4})\) Art\. (\S+)")
WITHOUT_ARTICLE = {
    "out_of_sync",
    "link_lost",
    "result_signal",
    "game_reset",
    "promotion_choice_needed",
    "ambiguous_move",
    "moves_missing",
    "identity_doubtful",
}
"""What the sensors, the line or the program cannot do is in no Laws."""


def cited(alerts: list[Alert], edition: str) -> dict[str, set[str]]:
    """The numbers of the articles that the alerts cite, by kind; all of them exist in the edition."""
    numbers: dict[str, set[str]] = defaultdict(set)
    for alert in alerts:
        if alert.article == "":
            assert alert.kind.value in WITHOUT_ARTICLE
            continue
        found = REFERENCE.fullmatch(alert.article)
        assert found, alert.article
        assert found[1] == edition
        assert found[2] in ARTICLES[edition], alert.article
        numbers[alert.kind.value].add(found[2])
    return numbers


def alerts_of(table: Table) -> list[Alert]:
    return [notice.alert for notice in table.notices if isinstance(notice, AlertRaised)]


@settings(max_examples=20)
@pytest.mark.parametrize("edition", EDITIONS)
@given(games, sensings, seeds)
def test_articles_exist_in_games_full_of_incidents(edition: str, played: Played, sensing: Sensing, seed: int) -> None:
    table = Table(played.start.fen(), chess960=played.start.chess960, sensing=sensing, edition=edition)
    table.take(acts_of(played, CLUB, seed, incidents_in(played, seed, one_in=2))).wait()
    table.tell(FlagFell(chess.WHITE), table.now)
    table.tell(LinkDown("pulled"), table.now)
    assert cited(alerts_of(table), edition)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "incident",
    sorted(VIOLATIONS - {Incident.ILLEGAL_CASTLING}, key=lambda each: each.value),
    ids=lambda each: each.value,
)
def test_each_breach_is_told_with_an_article_of_the_edition(edition: str, incident: Incident) -> None:
    played, ply = first_place(incident)
    table = Table(played.start.fen(), chess960=played.start.chess960, edition=edition)
    table.take(acts_of(played, CLUB, 0, {ply: incident})).wait()
    (kind,) = expected_alerts(incident, edition)
    assert kind in cited(alerts_of(table), edition)


def first_place(incident: Incident) -> tuple[Played, int]:
    """The first half-move of our games at which the incident can happen."""
    for played in GAMES:
        board = played.start.copy()
        for ply, move in enumerate(played.moves, 1):
            if possible(incident, board, move):
                return played, ply
            board.push(move)
    raise AssertionError(f"{incident} can happen in none of our games")


SCRIPTS = {
    "castling_incomplete": ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0:e1- 0.4:g1K 2:W"),
    "illegal_move": ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0:e1- 0.4:g1K 0.8:h1- 1.2:f1R 2:W"),  # castling into check
    "capture_incomplete": ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "0:e5- 0.4:d6P 1.2:W"),
    "touch_out_of_turn": (chess.STARTING_FEN, "0:e7- 1:e7p"),
    "flag": (chess.STARTING_FEN, ""),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", SCRIPTS)
def test_what_hands_seldom_do_is_told_with_an_article_of_the_edition(edition: str, kind: str) -> None:
    fen, script = SCRIPTS[kind]
    table = Table(fen, edition=edition).play(script).wait()
    table.tell(FlagFell(chess.BLACK), table.now)
    assert kind in cited(alerts_of(table), edition)
