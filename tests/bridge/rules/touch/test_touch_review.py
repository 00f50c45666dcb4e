"""A piece lifted and put back: the older editions ask whether the touch was meant."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import Confidence, Severity
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

KNIGHT = "0:b1- 1.5:b1N"
WHITE_MOVED = "0:e2- 0.3:e4P 0.6:W"


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize(("year", "article"), [("1997", "4.3"), ("2014", "4.3")])
def test_it_is_told_at_once(year: str, article: str, sensing: Sensing) -> None:
    table = Table(edition=year, sensing=sensing).play(KNIGHT)
    assert table.raised == ["touch_review"]
    alert = table.alert
    assert (alert.ply, alert.color, alert.squares) == (1, chess.WHITE, (chess.B1,))
    assert (alert.severity, alert.confidence) == (Severity.INFO, Confidence.STRONG)
    assert alert.permitted == ("b1a3", "b1c3")
    assert alert.article == f"FIDE Laws of Chess ({year}) Art. {article}"
    assert alert.explanation == "White lifted the knight on b1 for 1.5 s and put it back."
    assert "whether the touch was meant" in alert.cannot_show


def test_black_too_and_before_the_opponent_has_pressed() -> None:
    table = Table(edition="2014").play("0:e2- 0.3:e4P 1.5:g8- 2.3:g8n")
    assert table.raised == ["touch_review"]
    assert (table.alert.ply, table.alert.color, table.alert.confidence) == (2, chess.BLACK, Confidence.WEAK)
    table = Table(edition="2014").play(f"{WHITE_MOVED} {mirrored('1.5:g1- 2.9:g1N')}")
    assert table.alert.permitted == ("g8f6", "g8h6")


@pytest.mark.parametrize("year", [year for year in EDITIONS if EDITIONS[year].reviews_touch_put_back])
def test_a_contact_that_flickers_is_asked_about_once_and_once_more_when_it_is_certain(year: str) -> None:
    shortly = " ".join(f"{at}:b1- {at + 0.75}:b1N" for at in range(0, 100, 2))
    for_long = " ".join(f"{at}:b1- {at + 1.5}:b1N" for at in range(100, 200, 2))
    table = Table(edition=year).play(f"{shortly} {for_long}")
    assert [alert.confidence for alert in table.game.alerts] == [Confidence.WEAK, Confidence.STRONG]


@pytest.mark.parametrize("year", [year for year in EDITIONS if not EDITIONS[year].reviews_touch_put_back])
def test_later_editions_count_it_as_meant(year: str) -> None:
    assert Table(edition=year).play(KNIGHT).wait().raised == []


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("0:b1- 0.3:b1N", "straightened"),
        ("0:f1- 1.5:f1B", "a bishop that cannot move binds to nothing"),
        ("0:e7- 1.5:e7p", "a piece of the opponent alone"),
    ],
)
def test_it_is_not_told(script: str, why: str) -> None:
    assert "touch_review" not in Table(edition="2014").play(script).wait().raised, why


def test_it_is_closed_when_the_move_is_completed() -> None:
    table = Table(edition="2014").play(f"{KNIGHT} 3:b1- 3.4:c3N 3.8:W").wait()
    assert (table.moves, table.raised, table.closed) == ("Nc3", ["touch_review"], ["touch_review"])


def test_then_a_breach_is_told() -> None:
    table = Table(edition="2014").play(f"{KNIGHT} 3:g1- 3.4:f3N 3.8:W").wait()
    assert (table.raised, table.closed) == (["touch_review", "touch_move_violation"], ["touch_review"])


def test_once_for_each_touch() -> None:
    table = Table(edition="1997").play(f"{KNIGHT} 3:g1- 4:g1N").wait()
    assert table.raised == ["touch_review", "touch_review"]
    assert table.alert.permitted == ("b1a3", "b1c3")
