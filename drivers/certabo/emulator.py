"""A virtual Certabo board with a set of pieces whose chips are known: what stands on it on one side, bytes on the
other. It says about three times a second what all its cells read.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from drivers.certabo.chips import (
    CHIP_SIZE,
    FIRST_NUMBER,
    LAST_NUMBER,
    square_of_cell,
    virtual_chip,
)
from drivers.eboard import EmulatorOptions
from drivers.placement import EMPTY, Code, code_at, from_fen
from drivers.tabutronic.emulator import NO_FAULTS, Faults, LineEmulator

PERIOD = 0.3
"""Seconds between two lines; the first ones after opening a real board came 0.32 to 0.34 s after each other. A line
takes 0.21 s.
"""
_START = from_fen(chess.STARTING_BOARD_FEN)
_NUMBERED = 256
"""A cell holds the code of its piece times this, plus the piece's number; or else a random reading, as a negative
number.
"""


class CertaboEmulator(LineEmulator):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, faults: Faults = NO_FAULTS) -> None:
        self._box: dict[Code, list[int]] = {}
        self._standing = [self._from_box(code_at(_START, square_of_cell(cell))) for cell in range(64)]
        super().__init__(options, faults, self._standing, PERIOD)

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square. A piece that comes is the one of its kind that was last taken off."""
        cell = square_of_cell(square)
        old = self._standing[cell]
        if old // _NUMBERED == code:
            return
        if old:
            self._box[old // _NUMBERED].append(old % _NUMBERED)
        self._standing[cell] = self._from_box(code)
        self._put(square, self._standing[cell], now)

    def _from_box(self, code: Code) -> int:
        if code == EMPTY:
            return 0
        return code * _NUMBERED + self._box.setdefault(code, list(range(LAST_NUMBER, FIRST_NUMBER - 1, -1))).pop()

    def _numbers(self, cells: Sequence[int]) -> tuple[int, ...]:
        return tuple(number for value in cells for number in self._chip(value))

    def _chip(self, value: int) -> bytes:
        if value == 0:
            return bytes(CHIP_SIZE)
        if value < 0:
            return (-value).to_bytes(CHIP_SIZE, "big")
        return virtual_chip(value // _NUMBERED, value % _NUMBERED)

    def _ghost(self) -> int:
        return -self._random.randrange(1, 256**CHIP_SIZE)
