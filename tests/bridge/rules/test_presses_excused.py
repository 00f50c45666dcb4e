"""Presses without a move that are none of the player's: late ones, in a pause, pressed back, before the game."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import Confidence
from drivers.placement import Sensing
from drivers.reports import ClockTimes
from tests.bridge.rules.table import Table, mirrored

H3 = "0:h2- 0.3:h3P"
KNOCKED_OFF = f"{H3} 0.35:g2- 0.8:W 1.5:B 2.5:g2P 2.9:W"
KNOCKED_ASIDE = f"{H3} 0.35:g2- 0.4:g4P 0.8:W 1.5:B 2.5:g4- 2.8:g2P 3.2:W"
FOUND_LATER = f"{H3} 0.35:g2- 0.4:g4P 0.8:W 4.5:B 6.5:g4- 6.8:g2P 7.2:W"
BLACK_MOVES = chess.Board().mirror().fen()


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize(
    "script",
    [
        pytest.param(f"{H3} 0.8:h7- 1.2:h6p 1.3:W 1.9:B", id="after the reply"),
        pytest.param(f"{H3} 0.8:W 3:W", id="twice"),
        pytest.param(f"{H3} 0.8:W 2:pause 4:B 6:black 8:h7- 8.4:h6p 8.8:B", id="in a pause"),
        pytest.param(f"{H3} 0.8:W 2:pause 3:B 5:W 6:black", id="to and fro in a pause"),
        pytest.param("0:B", id="the game is started"),
        pytest.param("0:B 0.1:h2- 0.5:h3P 1:W", id="the game is started, and the first move begun at once"),
    ],
)
def test_no_press_without_a_move(script: str, color: chess.Color, sensing: Sensing) -> None:
    fen, script = (chess.STARTING_FEN, script) if color else (BLACK_MOVES, mirrored(script))
    assert Table(fen, sensing=sensing).play(script).wait().raised == []


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("lifted", [3.1, 3.25, 5.0])
def test_who_presses_back_is_not_told_of_when_the_opponent_moves_at_once(
    lifted: float, color: chess.Color, sensing: Sensing
) -> None:
    script = f"{H3} 0.8:W 2:B 3:W {lifted}:h7- {lifted + 0.4}:h6p 7:B 9:g2- 9.4:g3P 9.8:W"
    fen, script = (chess.STARTING_FEN, script) if color else (BLACK_MOVES, mirrored(script))
    table = Table(fen, sensing=sensing).play(script).wait()
    assert (table.raised, table.alert.color, table.alert.ply) == (["clock_without_move"], not color, 2)


def test_the_clock_is_set_before_the_game() -> None:
    table = Table()
    table.tell(ClockTimes(300.0, 300.0, None), 0.0)
    table.play("1:W 2:B 3:W").wait()
    assert table.raised == []
    table.tell(ClockTimes(300.0, 300.0, chess.WHITE), table.now)
    table.play(f"{table.now + 1}:W").wait()
    assert table.raised == ["clock_without_move"]


def test_a_move_made_in_a_pause_is_completed_by_the_press() -> None:
    table = Table().play(f"{H3} 0.8:W 2:pause 3:h7- 3.3:h6p 4:B").wait()
    assert (table.moves, table.raised) == ("h3 h6", [])


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("year", EDITIONS)
@pytest.mark.parametrize("script", [KNOCKED_OFF, KNOCKED_ASIDE, FOUND_LATER])
def test_the_opponent_presses_back(script: str, year: str, sensing: Sensing) -> None:
    table = Table(edition=year, sensing=sensing).play(script).wait()
    assert table.moves == "h3"
    assert table.closed == ["displaced_piece"]
    pressed_back = ["clock_without_move"] if script is KNOCKED_OFF and year != "1997" else []
    assert table.raised == [*pressed_back, "displaced_piece"]


def test_a_press_back_is_told_as_what_it_may_be() -> None:
    alert = next(alert for alert in Table().play(KNOCKED_OFF).game.alerts if alert.kind.value == "clock_without_move")
    assert (alert.color, alert.confidence) == (chess.BLACK, Confidence.WEAK)
    assert "pressed back" in alert.explanation


def test_a_press_back_while_nothing_stands_wrong_is_a_press_without_a_move() -> None:
    table = Table(edition="1997").play(f"{H3} 0.8:W 2:B").wait()
    assert table.raised == ["clock_without_move"]


def test_what_is_done_after_a_press_without_a_move_is_still_told() -> None:
    table = Table().play(f"{H3} 0.8:W 2:B 3:a2- 3.3:a3P 3.8:W").wait()
    assert table.raised == ["clock_without_move", "touch_out_of_turn", "displaced_piece"]
