"""Lamps at the corners of the squares: 9 × 9 of them, so that squares side by side share lamps.

The corners of two squares that shine can be all four corners of a third one that should not (e2 and e4 make e3). So
each group of touching squares gets a paint of its own, a color or a rhythm, and a square shines only when its four
corners are painted alike. What cannot be helped: a dark square whose corners all belong to one group looks as that
group does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import chess

Corner: TypeAlias = tuple[int, int]
"""Distances from the corner of a1 that no other square has: towards the h-file, and towards the 8th rank; 0 to 8."""

DARK = 0
"""The paint of a corner that does not shine."""


def corners_of(square: chess.Square) -> tuple[Corner, ...]:
    """The four corners of a square."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return (file, rank), (file + 1, rank), (file, rank + 1), (file + 1, rank + 1)


def painted(squares: frozenset[chess.Square], paints: Sequence[int]) -> dict[Corner, int]:
    """The corners that must shine so that these squares do, each with its paint. Groups take the paints in turn, the
    group with the lowest square first.
    """
    return {
        corner: paints[number % len(paints)]
        for number, group in enumerate(_groups(squares))
        for square in group
        for corner in corners_of(square)
    }


def shining(corners: Mapping[Corner, int]) -> frozenset[chess.Square]:
    """The squares whose four corners are painted alike."""
    return frozenset(square for square in chess.SQUARES if _paint_of(square, corners) != DARK)


def _paint_of(square: chess.Square, corners: Mapping[Corner, int]) -> int:
    paints = {corners.get(corner, DARK) for corner in corners_of(square)}
    return paints.pop() if len(paints) == 1 else DARK


def _groups(squares: frozenset[chess.Square]) -> Iterator[chess.SquareSet]:
    """The squares in groups that touch each other nowhere, not even at a corner."""
    left = chess.SquareSet(squares)
    while left:
        group = grown = chess.SquareSet.from_square(min(left))
        while grown:
            group |= grown
            neighbours = chess.SquareSet()
            for square in grown:
                neighbours |= chess.SquareSet(chess.BB_KING_ATTACKS[square])
            grown = neighbours & left - group
        left -= group
        yield group
