"""Where the pieces are in the middle of a move, and which piece a square means."""

from __future__ import annotations

import chess
from hypothesis import given

from bridge.rules.touch.whereabouts import Whereabouts, begun, done, parts_of, victim_left
from tests.bridge.rules.positions import boards

E2, E4, E5 = chess.E2, chess.E4, chess.E5


def test_a_piece_is_known_by_the_square_it_came_from() -> None:
    moved = Whereabouts().released(E2, E4)
    assert moved.piece_from(E4) == E2
    assert moved.piece_from(E5) == E5
    assert moved.released(E2, E5).piece_from(E5) == E2
    assert Whereabouts().resting(E2, E4).piece_from(E4) == E2


def test_a_piece_in_the_hand_comes_before_the_one_that_took_its_square() -> None:
    seen = Whereabouts().lifted(chess.F1).released(chess.H1, chess.F1)
    assert seen.piece_from(chess.F1) == chess.F1
    assert seen.released(chess.F1, chess.G1).piece_from(chess.F1) == chess.H1


def test_a_piece_touched_where_it_stands_now_is_not_lifted_from_its_home() -> None:
    seen = Whereabouts().released(E2, E5).lifted(E2).released(chess.F1, E2)
    assert seen.piece_from(E2) == chess.F1


def test_the_piece_that_has_always_stood_there_is_taken_off_first() -> None:
    stood = chess.BB_D5 | chess.BB_C3
    seen = Whereabouts().released(chess.C3, chess.D5)
    assert seen.piece_on(chess.D5, stood) == chess.D5
    assert seen.released(chess.D5, None).piece_on(chess.D5, stood) == chess.C3
    assert seen.piece_on(chess.D5, chess.BB_C3) == chess.C3


def test_put_back_is_as_before() -> None:
    assert Whereabouts().is_as_before
    assert Whereabouts().lifted(E2).resting(E2, E4).is_as_before
    assert not Whereabouts().released(E2, None).is_as_before
    assert Whereabouts().released(E2, E4).put_back(E2) == Whereabouts()
    assert Whereabouts().released(E2, E4).released(E2, E2) == Whereabouts()


@given(boards())
def test_every_legal_move_is_done_when_all_its_parts_are(board: chess.Board) -> None:
    legal = frozenset(board.legal_moves)
    for move in legal:
        parts = parts_of(board, move)
        seen = Whereabouts(moved=parts.own, new=parts.new)
        assert move in begun(board, legal, seen)
        assert victim_left(board, move, seen) == (parts.victim is not None)
        if parts.victim is not None:
            assert move not in done(board, legal, seen)
            seen = seen.released(parts.victim, None)
        assert done(board, legal, seen) == {move}


@given(boards())
def test_the_parts_of_a_move_are_the_pieces_that_it_changes(board: chess.Board) -> None:
    for move in board.legal_moves:
        parts = parts_of(board, move)
        after = board.copy(stack=False)
        after.push(move)
        pieces = board.piece_map()
        lifted = {
            home: pieces.pop(home) for home in (*parts.own, *((parts.victim,) if parts.victim is not None else ()))
        }
        pieces |= {place: lifted[home] for home, place in parts.own.items() if place is not None}
        if parts.new is not None:
            pieces[parts.new[1]] = chess.Piece(parts.new[0], board.turn)
        assert pieces == after.piece_map()
