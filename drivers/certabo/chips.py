"""The chips under the pieces of a Certabo board, and which piece each of them belongs to.

A cell reads five numbers, the same ones whenever it reads the same chip, and zeros where no chip is. Which piece a chip
is under, nobody but the owner of the set can tell: that is the set's calibration. Sources: the maker's programs, and
haklein's certabo-lichess for what counts as nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import chess

from drivers.placement import BLACK_BIT, Code, symbol_of

Chip: TypeAlias = bytes
"""What a cell reads: five numbers, or nothing."""

CHIP_SIZE = 5
NUMBERS = 64 * CHIP_SIZE
NO_CHIP: Chip = b""
MOST_ZEROS = 2
"""A reading with more zeros is no chip: what is left of one that a cell was just out of reach of."""


def chips_of(values: tuple[int, ...]) -> tuple[Chip, ...]:
    """What the 64 cells read, from a8 to h1, in a line of 320 numbers."""
    return tuple(_chip(bytes(values[at : at + CHIP_SIZE])) for at in range(0, NUMBERS, CHIP_SIZE))


def _chip(numbers: bytes) -> Chip:
    return numbers if numbers.count(0) <= MOST_ZEROS else NO_CHIP


def square_of_cell(cell: int) -> chess.Square:
    """The square of a cell, and the cell of a square: the cells are counted from a8 to h1."""
    return cell ^ 0x38


# ---- the set of the virtual board ----

_HEAD = bytes((18, 0, 200))
_KINDS = "PRNBQK"
FIRST_NUMBER, LAST_NUMBER = 101, 164
"""The pieces of one kind and color are numbered with these: enough for a board full of them."""


def virtual_chip(code: Code, number: int) -> Chip:
    """The chip under the piece with this number in the set of the virtual board. Kinds count from 1, black ones from
    17; a piece that is not known exactly has a chip that is in no set.
    """
    kind = _KINDS.find(symbol_of(code & 7) or "?") + 1
    return _HEAD + bytes((kind + (16 if code >= BLACK_BIT else 0), number))


VIRTUAL_SET: Mapping[Chip, Code] = {
    virtual_chip(kind | color, number): kind | color
    for kind in chess.PIECE_TYPES
    for color in (0, BLACK_BIT)
    for number in range(FIRST_NUMBER, LAST_NUMBER + 1)
}
"""The calibration of the virtual board, which so needs none. No real set is known to have such chips."""
