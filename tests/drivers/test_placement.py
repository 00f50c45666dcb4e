"""Placements: one integer that must say exactly what 64 squares read."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.placement import (
    EMPTY,
    EMPTY_BOARD,
    SOME_BLACK,
    SOME_PIECE,
    SOME_WHITE,
    Sensing,
    code_at,
    code_from_symbol,
    code_of,
    code_seen_by,
    codes,
    difference,
    fits_one_set,
    from_codes,
    from_fen,
    may_be_of,
    occupied,
    piece_of,
    placement_of,
    seen_by,
    some_pieces,
    squares_with,
    surely_of,
    symbol_of,
    to_fen,
    turned,
    with_code,
)

PIECES = [chess.Piece(kind, color) for kind in chess.PIECE_TYPES for color in chess.COLORS]
any_code = st.integers(0, 15)
exact_code = st.sampled_from([EMPTY, *map(code_of, PIECES)])
any_codes = st.lists(any_code, min_size=64, max_size=64)
placements = any_codes.map(from_codes)
exact = st.lists(exact_code, min_size=64, max_size=64).map(from_codes)
squares = st.sampled_from(chess.SQUARES)


def test_start_position_reads_as_python_chess_has_it() -> None:
    start = placement_of(chess.Board())
    assert code_at(start, chess.E1) == code_of(chess.Piece(chess.KING, chess.WHITE))
    assert code_at(start, chess.D8) == code_of(chess.Piece(chess.QUEEN, chess.BLACK))
    assert code_at(start, chess.E4) == EMPTY
    assert to_fen(start) == chess.STARTING_BOARD_FEN
    assert occupied(start) == chess.Board().occupied
    assert occupied(EMPTY_BOARD) == chess.BB_EMPTY


@given(any_codes)
def test_codes_there_and_back(read: list[int]) -> None:
    assert list(codes(from_codes(read))) == read


@given(placements)
def test_fen_there_and_back(placement: int) -> None:
    assert from_fen(to_fen(placement)) == placement


@given(exact)
def test_fen_is_that_of_python_chess(placement: int) -> None:
    board = chess.BaseBoard(to_fen(placement))
    assert placement_of(board) == placement
    assert board.board_fen() == to_fen(placement)


@given(placements, squares, any_code)
def test_one_square_changes_and_no_other(placement: int, square: int, code: int) -> None:
    changed = with_code(placement, square, code)
    assert code_at(changed, square) == code
    assert difference(placement, changed) & ~chess.BB_SQUARES[square] == chess.BB_EMPTY
    assert with_code(changed, square, code_at(placement, square)) == placement


@given(placements, placements)
def test_difference_names_the_squares_that_read_differently(one: int, other: int) -> None:
    differs = {square for square in chess.SQUARES if code_at(one, square) != code_at(other, square)}
    assert set(chess.SquareSet(difference(one, other))) == differs


@given(placements, any_code)
def test_squares_with_a_code(placement: int, code: int) -> None:
    expected = {square for square in chess.SQUARES if code_at(placement, square) == code}
    assert set(chess.SquareSet(squares_with(placement, code))) == expected


SIDES: dict[int, dict[str, set[chess.Color]]] = {
    SOME_WHITE: {"surely": {True}, "maybe": {True}},
    SOME_BLACK: {"surely": {False}, "maybe": {False}},
    SOME_PIECE: {"surely": set(), "maybe": {True, False}},
    EMPTY: {"surely": set(), "maybe": set()},
    **{code_of(piece): {"surely": {piece.color}, "maybe": {piece.color}} for piece in PIECES},
}


@given(placements, st.booleans())
def test_whose_pieces_stand_on_the_squares(placement: int, color: chess.Color) -> None:
    known = {square: SIDES[code] for square, code in enumerate(codes(placement))}
    assert set(chess.SquareSet(surely_of(color, placement))) == {
        square for square, sides in known.items() if color in sides["surely"]
    }
    assert set(chess.SquareSet(may_be_of(color, placement))) == {
        square for square, sides in known.items() if color in sides["maybe"]
    }


@given(exact, st.sampled_from(Sensing), st.booleans())
def test_what_an_eboard_surely_sees_of_a_side_is_right(placement: int, sensing: Sensing, color: chess.Color) -> None:
    seen, own = seen_by(sensing, placement), surely_of(color, placement)
    assert surely_of(color, seen) in (own, chess.BB_EMPTY)
    assert surely_of(color, seen) & ~own == chess.BB_EMPTY
    assert own & ~may_be_of(color, seen) == chess.BB_EMPTY


@given(exact, st.sampled_from(Sensing))
def test_an_eboard_sees_each_square_as_it_sees_the_piece_on_it(placement: int, sensing: Sensing) -> None:
    assert list(codes(seen_by(sensing, placement))) == [code_seen_by(sensing, code) for code in codes(placement)]
    assert occupied(seen_by(sensing, placement)) == occupied(placement)
    assert seen_by(sensing, seen_by(sensing, placement)) == seen_by(sensing, placement)


@pytest.mark.parametrize(
    ("sensing", "white", "black"),
    [(Sensing.COLOR, SOME_WHITE, SOME_BLACK), (Sensing.OCCUPANCY, SOME_PIECE, SOME_PIECE)],
)
def test_what_less_able_eboards_see_of_a_piece(sensing: Sensing, white: int, black: int) -> None:
    for piece in PIECES:
        assert code_seen_by(sensing, code_of(piece)) == (white if piece.color else black)
    assert code_seen_by(sensing, EMPTY) == EMPTY
    assert code_seen_by(sensing, SOME_PIECE) == SOME_PIECE


@given(placements)
def test_turning_twice_changes_nothing(placement: int) -> None:
    assert turned(turned(placement)) == placement
    assert code_at(turned(placement), chess.A1) == code_at(placement, chess.H8)


@given(any_code)
def test_symbols_there_and_back(code: int) -> None:
    assert code_from_symbol(symbol_of(code)) == code


def test_pieces_there_and_back() -> None:
    assert [piece_of(code_of(piece)) for piece in PIECES] == PIECES
    assert [piece_of(code) for code in (EMPTY, SOME_WHITE, SOME_BLACK, SOME_PIECE)] == [None] * 4
    assert code_of(None) == EMPTY
    assert [symbol_of(code_of(piece)) for piece in PIECES] == [piece.symbol() for piece in PIECES]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8/8/8", "expected 8 ranks"),
        ("8/8/8/8/8/8/8/7", "rank 1 has 7 files, not 8"),
        ("8/8/8/8/ppppppppp/8/8/8", "rank 4 has 9 files, not 8"),
        ("8/8/8/8/8/8/8/x7", "'x' is no piece"),
        ("8/8/8/8/8/8/8/8P", "rank 1 has 9 files, not 8"),
        ("", "expected 8 ranks"),
    ],
)
def test_what_is_no_placement(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        from_fen(text)


SETS = {
    "start position": (chess.STARTING_BOARD_FEN, True),
    "nothing": ("8/8/8/8/8/8/8/8", True),
    "promoted queens": ("QQQQQQQQ/8/8/8/8/8/8/K6k", True),
    "two white kings": ("k7/8/8/8/8/8/8/K6K", False),
    "two black kings": ("k7/8/8/8/8/8/8/K6k", False),
    "nine white pawns": ("8/PPPPPPPP/P7/8/8/8/8/8", False),
    "nine black pawns": ("8/pppppppp/p7/8/8/8/8/8", False),
    "sixteen pawns": ("8/pppppppp/PPPPPPPP/8/8/8/8/8", True),
    "pieces that nobody knows": ("????????/????????/????????/8/8/8/8/WWWWwwww", True),
}


@pytest.mark.parametrize(("fen", "fits"), SETS.values(), ids=SETS)
def test_a_box_has_two_kings_and_sixteen_pawns(fen: str, fits: bool) -> None:
    assert fits_one_set(from_fen(fen)) is fits


def test_some_pieces_are_what_an_e_board_shows_that_knows_none() -> None:
    assert some_pieces(chess.Board().occupied) == seen_by(Sensing.OCCUPANCY, placement_of(chess.Board()))
    assert code_at(some_pieces(chess.BB_H8), chess.H8) == SOME_PIECE
