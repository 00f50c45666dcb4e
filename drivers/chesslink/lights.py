"""The 81 LEDs of a ChessLink board, at the corners of its squares.

Their numbers follow the order of the squares: the first is the outer corner of h1 where White sits at the maker's name,
the ninth the outer corner of h8, the last the outer corner of a8 (published description of the protocol). Each plays
the eight bits of its pattern over and over.
"""

from __future__ import annotations

import chess

from drivers.chesslink.wire import LIGHTS
from drivers.corners import Corner, painted, shining

SLOT = 0x22
"""Time of one bit of a pattern, in units of 4.096 ms: 139 ms, as slow as a hand can be asked to look."""
PATTERNS = (0xCC, 0x33, 0xF0, 0x0F, 0x99, 0x66, 0xC3, 0x3C)
"""One for each group of squares that touch each other, all of them blinking, no two in the same rhythm."""


def lights_command(squares: frozenset[chess.Square]) -> str:
    """The command that lights exactly these squares, given as the e-board names them."""
    if not squares:
        return "X"
    patterns = [0] * LIGHTS
    for corner, pattern in painted(squares, PATTERNS).items():
        patterns[_number(corner)] = pattern
    return f"L{SLOT:02X}" + "".join(f"{pattern:02X}" for pattern in patterns)


def lit_squares(patterns: bytes) -> frozenset[chess.Square]:
    """The squares whose LEDs play the same pattern, as the e-board names them."""
    return shining({(x, y): patterns[_number((x, y))] for x in range(9) for y in range(9)})


def _number(corner: Corner) -> int:
    files, ranks = corner
    return (8 - files) * 9 + ranks
