"""A placement: what stands on the 64 squares, as one integer that python-chess's bitboards fit into.

A square holds a *code* of four bits: 0 empty, 1–6 a white piece by python-chess's piece type, the same plus 8
for a black one, 7 some white piece, 15 some black piece, 8 some piece (`?`). A placement keeps the four bits in
four planes of 64: bit `k` of the code of square `s` is bit `64 * k + s`. So placements compare with `==`, hash as
themselves without collisions, change by one XOR, and their difference folds straight into a bitboard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import TypeAlias, assert_never

import chess

Code: TypeAlias = int
"""What one square reads: see the module's text."""

Placement: TypeAlias = int
"""What 64 squares read: four bit planes, see the module's text."""

EMPTY: Code = 0
SOME_WHITE: Code = 7
SOME_PIECE: Code = 8
SOME_BLACK: Code = 15
EMPTY_BOARD: Placement = 0

PLANE = (1 << 64) - 1
BLACK_BIT = 8

_SYMBOLS = ("", "P", "N", "B", "R", "Q", "K", "W", "?", "p", "n", "b", "r", "q", "k", "w")
_CODES = {symbol: code for code, symbol in enumerate(_SYMBOLS)}
SPREAD: Sequence[int] = tuple(sum(1 << (64 * bit) for bit in range(4) if code >> bit & 1) for code in range(16))
"""`SPREAD[code] << square` is the placement with only that code on that square."""
_EVERY_PLANE = SPREAD[15]
_CODE_OF_SPREAD = {spread: code for code, spread in enumerate(SPREAD)}
"""Looking it up is three times as fast as gathering the four bits (measured)."""


class Sensing(Enum):
    """What a square of an e-board can tell apart."""

    IDENTITY = "identifying"
    """Piece and colour."""
    COLOR = "color"
    """Only the colour."""
    OCCUPANCY = "occupancy"
    """Only that something stands there."""


def code_of(piece: chess.Piece | None) -> Code:
    """The code of a piece of python-chess; None is an empty square."""
    if piece is None:
        return EMPTY
    return piece.piece_type if piece.color else piece.piece_type | BLACK_BIT


def piece_of(code: Code) -> chess.Piece | None:
    """The piece of a code, or None when the square is empty or the piece is not known exactly."""
    kind = code & 7
    return chess.Piece(kind, code < BLACK_BIT) if 1 <= kind <= 6 else None


def symbol_of(code: Code) -> str:
    """`""` for empty, a FEN letter, `?` for some piece, `W` or `w` for some white or black piece."""
    return _SYMBOLS[code]


def code_from_symbol(symbol: str) -> Code:
    """The code written as `symbol_of` writes it. Raises ValueError for any other text."""
    try:
        return _CODES[symbol]
    except KeyError:
        raise ValueError(f"{symbol!r} is no piece: expected one of PNBRQKpnbrqk, ?, or nothing") from None


def placement_of(board: chess.BaseBoard) -> Placement:
    """The placement of a board of python-chess."""
    return (
        (board.pawns | board.bishops | board.queens)
        | (board.knights | board.bishops | board.kings) << 64
        | (board.rooks | board.queens | board.kings) << 128
        | board.occupied_co[chess.BLACK] << 192
    )


def code_at(placement: Placement, square: chess.Square) -> Code:
    """What one square reads."""
    return _CODE_OF_SPREAD[placement >> square & _EVERY_PLANE]


def with_code(placement: Placement, square: chess.Square, code: Code) -> Placement:
    """The placement after one square changed."""
    return placement ^ (SPREAD[code_at(placement, square) ^ code] << square)


def difference(one: Placement, other: Placement) -> chess.Bitboard:
    """The squares that read differently, as a bitboard."""
    changed = one ^ other
    return (changed | changed >> 64 | changed >> 128 | changed >> 192) & PLANE


def occupied(placement: Placement) -> chess.Bitboard:
    """The squares that are not empty, as a bitboard."""
    return (placement | placement >> 64 | placement >> 128 | placement >> 192) & PLANE


def surely_of(color: chess.Color, placement: Placement) -> chess.Bitboard:
    """The squares that read a piece of this side, as a bitboard."""
    black = placement >> 192
    kinds = placement | placement >> 64 | placement >> 128
    return kinds & PLANE & (~black if color else black)


def may_be_of(color: chess.Color, placement: Placement) -> chess.Bitboard:
    """The squares that read a piece of this side, or some piece, as a bitboard."""
    not_surely_white = placement >> 192
    if not color:
        return not_surely_white
    kinds = placement | placement >> 64 | placement >> 128
    return kinds & PLANE ^ not_surely_white


def squares_with(placement: Placement, code: Code) -> chess.Bitboard:
    """The squares that read exactly `code`, as a bitboard."""
    mask = PLANE
    for bit in range(4):
        plane = placement >> (64 * bit)
        mask &= plane if code >> bit & 1 else ~plane
    return mask


def fits_one_set(placement: Placement) -> bool:
    """Whether no side has more than one king or eight pawns, as many as are in a box."""
    return all(
        squares_with(placement, king).bit_count() <= 1 and squares_with(placement, pawn).bit_count() <= 8
        for king, pawn in ((chess.KING, chess.PAWN), (chess.KING | BLACK_BIT, chess.PAWN | BLACK_BIT))
    )


def seen_by(sensing: Sensing, placement: Placement) -> Placement:
    """What an e-board of this sensing kind shows when these pieces stand on it."""
    match sensing:
        case Sensing.IDENTITY:
            return placement
        case Sensing.COLOR:
            squares = occupied(placement)
            return squares | squares << 64 | squares << 128 | (placement >> 192) << 192
        case Sensing.OCCUPANCY:
            return occupied(placement) << 192
        case _:
            assert_never(sensing)


def code_seen_by(sensing: Sensing, code: Code) -> Code:
    """What an e-board of this sensing kind shows for one piece."""
    if code == EMPTY or sensing is Sensing.IDENTITY:
        return code
    return code | 7 if sensing is Sensing.COLOR and code != SOME_PIECE else SOME_PIECE


def from_codes(codes: Iterable[Code]) -> Placement:
    """The placement of 64 codes in python-chess's order of squares (a1, b1 … h8)."""
    return sum(SPREAD[code] << square for square, code in enumerate(codes))


def some_pieces(squares: chess.Bitboard) -> Placement:
    """The placement of some piece on each of these squares."""
    return squares << 192


def codes(placement: Placement) -> Iterator[Code]:
    """The 64 codes in python-chess's order of squares (a1, b1 … h8)."""
    return (code_at(placement, square) for square in chess.SQUARES)


def turned(placement: Placement) -> Placement:
    """The same pieces seen from the other side of the table (180°)."""
    return from_codes(reversed(tuple(codes(placement))))


def from_fen(text: str) -> Placement:
    """The placement written in the first field of a FEN; `?` is some piece. Raises ValueError if it is not one."""
    placement = EMPTY_BOARD
    ranks = text.split("/")
    if len(ranks) != 8:
        raise ValueError(f"{text!r} is no placement: expected 8 ranks separated by '/'")
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for char in row:
            if char.isdigit():
                file += int(char)
            else:
                if file < 8:
                    placement |= SPREAD[code_from_symbol(char)] << chess.square(file, rank)
                file += 1
        if file != 8:
            raise ValueError(f"{text!r} is no placement: rank {rank + 1} has {file} files, not 8")
    return placement


def to_fen(placement: Placement) -> str:
    """The first field of a FEN; pieces not known exactly are written as `symbol_of` writes them."""
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(symbol_of(code_at(placement, chess.square(file, rank))) or "1" for file in range(8))
        for empty in range(8, 1, -1):
            row = row.replace("1" * empty, str(empty))
        rows.append(row)
    return "/".join(rows)
