"""The legal moves that the sensors support: the one that was played is always among them."""

from __future__ import annotations

from typing import Any

import chess
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bridge.rules.position import position_of
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.successors import played, supported_moves
from drivers.placement import EMPTY, Sensing, placement_of, seen_by, with_code
from tests.bridge.rules.positions import boards


def reading_of(board: chess.Board, sensing: Sensing) -> Reading:
    return Reading(None, None, position_of(board), seen_by(sensing, placement_of(board)), 0, 0.0)


def results(board: chess.Board, sensed: int, sensing: Sensing, fresh: int = chess.BB_ALL) -> dict[chess.Move, Any]:
    found = supported_moves(reading_of(board, sensing), sensed, sensing, fresh)
    return {move: (position, shown) for move, position, shown in found}


def supported(board: chess.Board, sensed: int, sensing: Sensing = Sensing.IDENTITY) -> set[chess.Move]:
    return set(results(board, sensed, sensing))


@given(boards(), st.data(), st.sampled_from([Sensing.IDENTITY, Sensing.COLOR]))
def test_the_move_that_was_played_is_supported_with_its_result(
    board: chess.Board, data: st.DataObject, sensing: Sensing
) -> None:
    moves = list(board.legal_moves)
    assume(moves)
    move = data.draw(st.sampled_from(moves))
    after = board.copy(stack=False)
    after.push(move)
    sensed = seen_by(sensing, placement_of(after))
    assume(sensed != seen_by(sensing, placement_of(board)))  # king and rook that change places have one color
    found = results(board, sensed, sensing)
    assert set(found) <= set(moves)
    assert found[move] == (position_of(after), sensed)


@given(st.integers(0, 959), st.booleans(), st.sampled_from(Sensing))
def test_castling_of_chess960_is_supported_whatever_the_board_can_tell(
    start: int, color: chess.Color, sensing: Sensing
) -> None:
    board = chess.Board.from_chess960_pos(start)
    for square in chess.SquareSet(board.knights | board.bishops | board.queens):
        board.remove_piece_at(square)
    board.turn = color
    castlings = list(board.generate_castling_moves())
    assert castlings
    for move in castlings:
        after = board.copy(stack=False)
        after.push(move)
        sensed = seen_by(sensing, placement_of(after))
        assert results(board, sensed, sensing)[move] == (position_of(after), sensed)


@pytest.mark.parametrize("sensing", [Sensing.COLOR, Sensing.OCCUPANCY])
def test_king_and_rook_that_change_places_are_supported_when_one_of_them_was_touched(sensing: Sensing) -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    sensed, castling = seen_by(sensing, placement_of(board)), chess.Move.from_uci("f1g1")
    for square in (chess.F1, chess.G1):
        assert castling in results(board, sensed, sensing, chess.BB_SQUARES[square])
    assert results(board, sensed, sensing, chess.BB_E8) == {}
    standard = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert results(standard, seen_by(sensing, placement_of(standard)), sensing, chess.BB_E1) == {}


@given(boards(), st.data())
def test_occupancy_supports_every_capture_of_a_piece_that_is_gone(board: chess.Board, data: st.DataObject) -> None:
    captures = [move for move in board.legal_moves if board.is_capture(move) and not board.is_en_passant(move)]
    assume(captures)
    move = data.draw(st.sampled_from(captures))
    sensed = seen_by(Sensing.OCCUPANCY, placement_of(board))
    sensed = with_code(sensed, move.from_square, EMPTY)
    same = {other for other in captures if other.from_square == move.from_square}
    assert same <= supported(board, sensed, Sensing.OCCUPANCY)


@given(boards(), st.data())
def test_pieces_that_are_known_leave_one_move_with_that_result(board: chess.Board, data: st.DataObject) -> None:
    moves = list(board.legal_moves)
    assume(moves)
    after = board.copy(stack=False)
    after.push(data.draw(st.sampled_from(moves)))
    sensed = placement_of(after)
    found = results(board, sensed, Sensing.IDENTITY)
    assert [move for move, (_, shown) in found.items() if shown == sensed] == [after.peek()]


@given(boards(), st.data(), st.integers(0, chess.BB_ALL))
def test_only_moves_from_or_to_a_fresh_square(board: chess.Board, data: st.DataObject, fresh: int) -> None:
    moves = list(board.legal_moves)
    assume(moves)
    after = board.copy(stack=False)
    after.push(data.draw(st.sampled_from(moves)))
    found = set(results(board, placement_of(after), Sensing.IDENTITY))
    since = set(results(board, placement_of(after), Sensing.IDENTITY, fresh))
    plain = {move for move in found if not board.is_castling(move)}
    touched = {
        move for move in plain if fresh & (chess.BB_SQUARES[move.from_square] | chess.BB_SQUARES[move.to_square])
    }
    assert touched <= since <= found


@given(boards(), st.sampled_from(Sensing))
def test_nothing_moved_supports_nothing(board: chess.Board, sensing: Sensing) -> None:
    assert not supported(board, seen_by(sensing, placement_of(board)), sensing) - set(board.generate_castling_moves())


def test_castling_is_supported_before_the_rook_has_moved() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    sensed = placement_of(chess.Board("4k3/8/8/8/8/8/8/6KR w - - 0 1"))
    assert chess.Move.from_uci("e1g1") in supported(board, sensed)


def test_occupancy_supports_every_piece_that_may_have_promoted() -> None:
    board = chess.Board("8/5P2/3k4/8/8/8/6K1/8 w - - 0 1")
    sensed = seen_by(Sensing.OCCUPANCY, placement_of(chess.Board("5Q2/8/3k4/8/8/8/6K1/8 b - - 0 1")))
    names = {move.uci() for move in supported(board, sensed, Sensing.OCCUPANCY)}
    assert names == {"f7f8q", "f7f8r", "f7f8b", "f7f8n"}


def test_an_illegal_move_has_a_result_too() -> None:
    board = chess.Board()
    move, after, shown = played(position_of(board), chess.Move.from_uci("e1e3"), Sensing.IDENTITY)
    assert after.board().piece_at(move.to_square) == chess.Piece(chess.KING, chess.WHITE)
    assert shown == after.placement
