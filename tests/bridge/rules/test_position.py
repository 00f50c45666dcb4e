"""A position is all that python-chess knows about the board, frozen."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given

from bridge.rules.position import position_from_fen, position_of
from drivers.placement import placement_of
from tests.bridge.rules.positions import boards


@given(boards())
def test_board_comes_back_as_it_was(board: chess.Board) -> None:
    position = position_of(board)
    back = position.board()
    assert back == board
    assert vars(back).keys() == vars(board).keys()
    assert set(back.legal_moves) == set(board.legal_moves)
    assert (back.chess960, back.status()) == (board.chess960, board.status())
    assert position.placement == placement_of(board)
    assert position.fen == board.fen()


@given(boards())
def test_the_same_position_is_equal_and_hashes_alike(board: chess.Board) -> None:
    one, other = position_of(board), position_of(board.copy())
    assert one == other
    assert len({one, other}) == 1


@given(boards())
def test_playing_on_the_board_does_not_touch_the_position(board: chess.Board) -> None:
    position = position_of(board)
    for move in position.board().legal_moves:
        played = position.board()
        played.push(move)
        assert position == position_of(board)


def test_position_from_a_fen() -> None:
    assert position_from_fen(chess.STARTING_FEN) == position_of(chess.Board())
    board = position_from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1", chess960=True).board()
    assert board.parse_san("O-O").uci() == "f1h1"
    with pytest.raises(ValueError, match="expected"):
        position_from_fen("rubbish")
