"""Touching pieces while the opponent has the move: a hint for the arbiter, unless it may be the beginning of a capture.

The e-board cannot show whose hand it was.
"""

from __future__ import annotations

import chess
import pytest

from bridge.rules.alerts import Confidence, Severity
from drivers.placement import Sensing
from tests.bridge.rules.mirror import play, seen_by
from tests.bridge.rules.table import Table

OPENING = "0:g1- 0.3:f3N 0.6:W 1:a7- 1.3:a6p 1.6:B 2:h1- 2.3:g1R 2.6:W 3:a6- 3.3:a5p 3.6:B"
"""1.Nf3 a6 2.Rg1 a5: the square g1 was left once, and another white piece stands there now."""


@pytest.mark.parametrize(
    ("square", "piece", "ply"),
    [("d7", "p", 5), ("g8", "n", 5)],
)
def test_a_piece_put_back_by_the_player_who_is_not_to_move_is_told(square: str, piece: str, ply: int) -> None:
    table = Table().play(f"{OPENING} 6:{square}- 7:{square}{piece}").wait(1.0)
    assert table.raised == ["touch_out_of_turn"]
    alert = table.alert
    assert (alert.squares, alert.ply, alert.color) == ((chess.parse_square(square),), ply, chess.BLACK)
    assert (alert.severity, alert.confidence) == (Severity.INFO, Confidence.WEAK)


def test_white_out_of_turn_is_told_as_well() -> None:
    table = Table().play(f"{OPENING} 6:e2- 6.3:e4P 6.6:W 8:d2- 9:d2P").wait(1.0)
    assert table.raised == ["touch_out_of_turn"]
    assert (table.alert.squares, table.alert.color) == ((chess.D2,), chess.WHITE)


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", Sensing)
def test_a_contact_that_flickers_is_told_once_for_each_move(sensing: Sensing, color: chess.Color) -> None:
    flickers = " ".join(f"{at}:h7- {at + 1}:h7p" for at in range(6, 206, 2))
    more = " ".join(f"{at}:h7- {at + 1}:h7p" for at in range(220, 240, 2))
    moves = "210:b1- 210.4:c3N 210.8:W 212:g8- 212.4:f6n 212.8:B"
    table = play(chess.STARTING_FEN, f"{flickers} {moves} {more}", color, sensing=sensing)
    assert table.raised == ["touch_out_of_turn"] * 2
    assert [alert.ply for alert in table.game.alerts] == [1, 3]


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ("6:d7- 6.2:d7p", "a bump"),
        ("6:d2- 6.2:d7- 7.4:d7p 7.6:d2P", "while an own piece is in the hand"),
        ("6:d2- 7:d7- 8:d7p 8.2:d3P 8.6:W", "by the player to move, who thought of taking it"),
    ],
)
def test_what_may_be_harmless_is_not_told(events: str, why: str) -> None:
    assert "touch_out_of_turn" not in Table().play(f"{OPENING} {events}").wait(1.0).raised, why


PROMOTION = "1r4k1/P7/8/8/8/8/6PP/6K1 w - - 0 1"
NEW_PIECE_FIRST = "0:b8- 0.8:b8Q 1.6:a7- 2:W"


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", Sensing)
def test_a_new_piece_put_down_before_the_pawn_goes_is_no_touch(sensing: Sensing, color: chess.Color) -> None:
    """On an occupancy board it looks as if the piece that is taken had been lifted and put back."""
    table = play(PROMOTION, NEW_PIECE_FIRST, color, sensing=sensing)
    assert table.moves == seen_by(color, "axb8=Q+")
    assert "touch_out_of_turn" not in table.raised


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", Sensing)
def test_another_piece_on_the_last_rank_is_touched_out_of_turn_as_ever(sensing: Sensing, color: chess.Color) -> None:
    table = play(PROMOTION, "0:g8- 0.8:g8k", color, sensing=sensing)
    assert table.raised == ["touch_out_of_turn"]


def test_a_piece_put_back_on_the_arbiters_word_is_not_told_again() -> None:
    table = Table().play(f"{OPENING} 6:d7- 6.4:d6p 6.8:W 12:d6- 12.4:d7p").wait()
    assert table.raised == ["illegal_move"]
    assert "a piece of the opponent was moved" in table.alert.explanation


def test_nor_is_what_happens_while_the_clock_is_stopped() -> None:
    assert Table().play(f"{OPENING} 6:pause 7:d7- 9:d7p 11:white").wait().raised == []


def test_a_new_piece_put_down_before_the_pawn_is_taken_off_is_no_touch() -> None:
    start = "1r2r1k1/1P2Bpbp/P5p1/3q1b2/3p4/R5P1/3Q1P1P/4RBK1 b - - 0 32"
    table = Table(start, sensing=Sensing.OCCUPANCY).play("0:f5- 0.4:c8b 0.8:B 8:c8- 8.8:c8Q 9.2:b7- 9.6:W").wait()
    assert table.moves == "Bc8 bxc8=Q"
    assert "touch_out_of_turn" not in table.raised


@pytest.mark.parametrize("sensing", Sensing)
def test_a_piece_moved_out_of_turn_is_told_on_every_board(sensing: Sensing) -> None:
    table = Table(sensing=sensing).play(f"{OPENING} 6:g8- 6.4:f6n").wait()
    assert table.raised == ["touch_out_of_turn", "displaced_piece"]
