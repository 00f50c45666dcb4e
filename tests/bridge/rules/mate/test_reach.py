"""Where men can ever get to: at least to where they do get."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.rules.mate.reach import reach_of
from tests.bridge.rules.mate.rows import own_rows
from tests.bridge.rules.positions import boards

LOCKED = [row.position.board() for row in own_rows() if not row.position.castling_rights]
choices = st.lists(st.integers(0, 1 << 16), max_size=60)


def without_castling(board: chess.Board) -> chess.Board:
    board = board.copy(stack=False)
    board.castling_rights, board.ep_square = chess.BB_EMPTY, None
    return board


starts = st.one_of(
    boards().map(without_castling), st.sampled_from(LOCKED).filter(lambda board: board.is_valid()).map(without_castling)
)


def follow(where: dict[int, int], board: chess.Board, move: chess.Move) -> None:
    """Take the move in a map from squares to the home squares of the men on them."""
    if board.is_en_passant(move):
        del where[chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))]
    where[move.to_square] = where.pop(move.from_square)


@given(starts, choices)
def test_no_man_ever_leaves_its_reach(start: chess.Board, played: list[int]) -> None:
    board = start.copy()
    reach = {chess.lsb(man.home): man.reach for man in reach_of(board).men}
    where = {square: square for square in chess.scan_forward(board.occupied)}
    assert reach.keys() == where.keys()
    for choice in played:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[choice % len(moves)]
        follow(where, board, move)
        assert reach[where[move.to_square]] >> move.to_square & 1, board.fen()
        board.push(move)


@pytest.mark.parametrize(
    ("fen", "man", "squares"),
    [
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.D4, chess.BB_D4),
        ("4k3/8/8/8/p7/P7/8/4K3 w - - 0 1", chess.A3, chess.BB_ALL),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", chess.A2, chess.BB_ALL),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.E8, chess.BB_RANK_8 | chess.BB_RANK_7 | chess.BB_RANK_6),
        ("4k3/8/p6p/8/8/P2p3P/3P4/4K3 w - - 0 1", chess.D2, chess.BB_ALL),
    ],
    ids=[
        "a pawn that is held up",
        "a pawn whose enemy a king can take",
        "a free pawn",
        "a king behind a wall",
        "a pawn that a king can free",
    ],
)
def test_reach(fen: str, man: chess.Square, squares: chess.Bitboard) -> None:
    (found,) = [each for each in reach_of(chess.Board(fen)).men if each.home == chess.BB_SQUARES[man]]
    assert found.reach == squares
