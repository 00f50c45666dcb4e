"""A virtual Sentio: it feels that something stands on a square, and says so ten times a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess

from drivers.eboard import EmulatorOptions
from drivers.placement import EMPTY, Code
from drivers.sentio.reader import values_of
from drivers.tabutronic.emulator import NO_FAULTS, Faults, LineEmulator

PERIOD = 0.1
"""Seconds between two lines; a guess, nobody has measured it. The line itself takes 0.01 s."""
WELL = replace(NO_FAULTS, line_end=b"\r\n")
"""Without the blank at the end that the larger boards have."""
START = [1] * 16 + [0] * 32 + [1] * 16


class SentioEmulator(LineEmulator):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, faults: Faults = WELL) -> None:
        super().__init__(options, faults, START, PERIOD)

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square."""
        self._put(square, int(code != EMPTY), now)

    def _numbers(self, cells: Sequence[int]) -> tuple[int, ...]:
        return values_of(sum(1 << (cell ^ 0x38) for cell, occupied in enumerate(cells) if occupied))

    def _ghost(self) -> int:
        return 1
