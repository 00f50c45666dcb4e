"""What the proof without moves claims is never refuted by moves."""

from __future__ import annotations

import chess
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bridge.rules.endings.mate.answer import Strategy, Verdict, within
from bridge.rules.endings.mate.blocked import _guarded, blocked
from bridge.rules.endings.mate.play_outs import play_outs
from bridge.rules.endings.mate.reach import Man
from bridge.rules.endings.mate.search import search
from tests.bridge.rules.endings.mate.rows import Row, own_rows

ROWS = [row for row in own_rows() if row.right is not Verdict.UNKNOWN]
ATTACK = 1500
"""Nodes that a refutation may take with each method."""


def seen_by(row: Row) -> chess.Board:
    """The board with the side that is asked about as White."""
    board = row.position.board()
    return board if row.color else board.mirror()


WALLS = [board for board in map(seen_by, ROWS) if blocked(board)]


@pytest.mark.parametrize("row", [row for row in ROWS if row.right is Verdict.YES], ids=lambda row: row.name)
def test_nothing_is_claimed_where_there_is_a_mate(row: Row) -> None:
    board = row.position.board()
    for move in (row.line or "").split():
        assert not blocked(board if row.color else board.mirror())
        board.push_uci(move)


def test_enough_walls_are_proved() -> None:
    assert len(WALLS) >= 20


@pytest.mark.parametrize(
    ("wall", "right"),
    [
        ("4k3/8/7p/p2p2pP/P2P2P1/8/8/4K3 w - {} 0 1", "g6"),
        ("4k3/8/8/p1p2p1p/PpP2P1P/pPp5/P1P5/RB2K3 w {} - 0 1", "Q"),
    ],
    ids=["en passant", "castling"],
)
def test_nothing_is_claimed_while_more_is_possible(wall: str, right: str) -> None:
    for board in (chess.Board(wall.format(each)) for each in ("-", right)):
        proved = str(board.fen()) == wall.format("-")
        assert blocked(board) == proved
        assert blocked(board.mirror()) == proved


def test_pawns_guard_from_where_they_stand_and_from_where_they_get() -> None:
    stuck = Man(chess.WHITE, chess.PAWN, chess.BB_D4, chess.BB_D4, chess.BB_C5 | chess.BB_E5)
    free = Man(chess.WHITE, chess.PAWN, chess.BB_A2, chess.BB_A2 | chess.BB_A3, chess.BB_B3)
    assert _guarded([stuck, free]) == chess.BB_C5 | chess.BB_E5 | chess.BB_B3 | chess.BB_B4


def finds(strategy: Strategy) -> bool:
    attack = within(ATTACK, strategy)
    try:
        while True:
            next(attack)
    except StopIteration as end:
        return end.value.verdict is Verdict.YES


@st.composite
def changed_walls(draw: st.DrawFn) -> chess.Board:
    """A wall, or a position like one, in which a few men were put elsewhere, added or taken away."""
    board = draw(st.sampled_from([*WALLS, *map(seen_by, ROWS)])).copy(stack=False)
    for _ in range(draw(st.integers(0, 4))):
        square = draw(st.sampled_from(chess.SQUARES))
        men = [man for man in chess.SQUARES if board.piece_type_at(man) not in (None, chess.KING)]
        match draw(st.sampled_from(["move", "add", "remove"])):
            case "move" if board.piece_at(square) is None:
                board.set_piece_at(square, board.remove_piece_at(draw(st.sampled_from(chess.SQUARES))))
            case "add" if board.piece_at(square) is None:
                kinds = st.sampled_from(chess.PIECE_TYPES[:-1])
                board.set_piece_at(square, chess.Piece(draw(kinds), draw(st.booleans())))
            case "remove" if men:
                board.remove_piece_at(draw(st.sampled_from(men)))
    board.castling_rights, board.ep_square = chess.BB_EMPTY, None
    board.turn = draw(st.booleans())
    assume(board.is_valid() and any(board.legal_moves))
    return board


@settings(max_examples=300)
@given(changed_walls())
def test_no_play_out_refutes_it(board: chess.Board) -> None:
    if blocked(board):
        assert not finds(play_outs(board)), board.fen()
        assert not finds(search(board)), board.fen()
