"""Lifts from before a gap, or found when it ended, accuse nobody: who lifted the piece, and when, is not known."""

from __future__ import annotations

import chess
import pytest

from drivers.placement import EMPTY, with_code
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.table import Table, mirrored

GAP = "gap"
WHITE_TO_MOVE = chess.STARTING_FEN
BLACK_TO_MOVE = chess.Board().mirror().fen()
TOUCHING = {"touch_move_violation", "castling_rook_first", "two_hands_suspected", "touch_out_of_turn", "touch_review"}
CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


def gap(table: Table, seconds: float = 5.0) -> None:
    """Nobody listens for so long; then all squares are read."""
    table.tell(LinkDown("the cable is out"), table.now)
    table.wait(seconds)
    table.tell(LinkUp(), table.now)
    table.tell(Dump(table.standing), table.now + 0.2)


def played(before: str, after: str, *, fen: str = WHITE_TO_MOVE, broken: bool, edition: str = "2023") -> list[str]:
    """The alerts about touches when this is played, with a gap at 4 s if the link is `broken`."""
    table = Table(fen, edition=edition).play(before)
    if broken:
        table.wait_until(4.0)
        gap(table)
    table.play(after).wait()
    return [kind for kind in table.raised if kind in TOUCHING]


STORIES = {
    "touched before it, another played after it": ("0:b1- 2:b1N", "11:e2- 11.4:e4P 12:W", "touch_move_violation"),
    "lifted before it, put back after it": ("0:b1-", "11:b1N 12:e2- 12.4:e4P 13:W", "touch_move_violation"),
    "held over it, and another one touched meanwhile": (
        "0:e2-",
        "11:b1- 13:b1N 13.5:e4P 14:W",
        None,
    ),
    "the opponent's piece, lifted before it": ("0:b8-", "11:b8n 13:e2- 13.4:e4P 14:W", "touch_out_of_turn"),
}


@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("color", chess.COLORS)
def test_nobody_is_accused(story: str, color: chess.Color) -> None:
    before, after, kind = STORIES[story]
    fen = WHITE_TO_MOVE if color else BLACK_TO_MOVE
    if not color:
        before, after = mirrored(before), mirrored(after)
    assert played(before, after, fen=fen, broken=True) == []
    if kind is not None:
        assert played(before, after, fen=fen, broken=False) == [kind], "else this test tests nothing"


@pytest.mark.parametrize("edition", ["1997", "2014"])
def test_nor_is_the_arbiter_asked_whether_it_was_meant(edition: str) -> None:
    assert played("0:b1-", "11:b1N", broken=True, edition=edition) == []
    assert played("0:b1-", "11:b1N", broken=False, edition=edition) == ["touch_review"]


def test_a_king_lifted_before_it_was_not_touched_after_the_rook() -> None:
    assert played("0:e1-", "11:h1- 11.5:g1K 12:f1R 13:W", fen=CASTLING, broken=True) == []


@pytest.mark.parametrize("edition", ["1997", "2023"])
def test_a_piece_that_is_found_off_its_square_may_have_been_lifted_by_anybody(edition: str) -> None:
    for square in (chess.B1, chess.B8):
        table = Table(edition=edition)
        table.tell(LinkDown("the cable is out"), table.now)
        table.wait_until(5.0)
        table.standing = with_code(table.standing, square, EMPTY)
        table.tell(LinkUp(), 5.0)
        table.tell(Dump(table.standing), 5.2)
        table.play("9:b1N 9.1:b8n 10:e2- 10.4:e4P 11:W").wait()
        assert not TOUCHING & set(table.raised)


@pytest.mark.parametrize("color", chess.COLORS)
def test_what_is_touched_after_it_binds_as_ever(color: chess.Color) -> None:
    script = "11:b1- 13:b1N 14:e2- 14.4:e4P 15:W"
    fen = WHITE_TO_MOVE if color else BLACK_TO_MOVE
    assert played("", script if color else mirrored(script), fen=fen, broken=True) == ["touch_move_violation"]
