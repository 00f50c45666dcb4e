"""States keep all that decides which moves can be played."""

from __future__ import annotations

import chess
from hypothesis import given

from bridge.rules.endings.mate.states import set_up, state_of
from tests.bridge.rules.positions import boards


@given(boards(), boards())
def test_board_is_set_up_again(board: chess.Board, other: chess.Board) -> None:
    state = state_of(board)
    again = chess.Board(other.fen(), chess960=board.chess960)
    set_up(again, state)
    assert set(again.legal_moves) == set(board.legal_moves)
    assert again.board_fen() == board.board_fen()
    assert state_of(again) == state


def test_en_passant_counts_only_where_it_is_possible() -> None:
    with_pawn = chess.Board("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    without = chess.Board("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")
    nobody = chess.Board("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")
    nobody_either = chess.Board("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    assert state_of(with_pawn) != state_of(without)
    assert state_of(nobody) == state_of(nobody_either)
