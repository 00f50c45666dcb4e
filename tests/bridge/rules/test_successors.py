"""The legal moves that the sensors support: the one that was played is always among them."""

from __future__ import annotations

import chess
from hypothesis import assume, given
from hypothesis import strategies as st

from bridge.rules.position import position_of
from bridge.rules.reading import Reading
from bridge.rules.successors import played, supported_moves
from drivers.placement import Sensing, placement_of, seen_by
from tests.bridge.rules.positions import boards


def reading_of(board: chess.Board, sensing: Sensing) -> Reading:
    return Reading(None, None, position_of(board), seen_by(sensing, placement_of(board)), 0, 0.0)


def supported(board: chess.Board, sensed: int, sensing: Sensing = Sensing.IDENTITY) -> set[chess.Move]:
    return {move for move, *_ in supported_moves(reading_of(board, sensing), sensed, sensing)}


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
    results = {
        each: (position, shown)
        for each, position, shown in supported_moves(reading_of(board, sensing), sensed, sensing)
    }
    assert set(results) <= set(moves)
    assert results[move] == (position_of(after), sensed)


@given(boards(), st.data())
def test_pieces_that_are_known_leave_one_move_with_that_result(board: chess.Board, data: st.DataObject) -> None:
    moves = list(board.legal_moves)
    assume(moves)
    after = board.copy(stack=False)
    after.push(data.draw(st.sampled_from(moves)))
    sensed = placement_of(after)
    reading = reading_of(board, Sensing.IDENTITY)
    exact = [move for move, _, shown in supported_moves(reading, sensed, Sensing.IDENTITY) if shown == sensed]
    assert exact == [after.peek()]


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
