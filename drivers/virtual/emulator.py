"""The virtual e-board itself: its squares, and who sets them."""

from __future__ import annotations

import chess

from drivers.eboard import EmulatorOptions
from drivers.placement import Code, Sensing
from drivers.virtual.wire import PRESSES, command_frames, placement_line
from drivers.virtual_board import VirtualBoard


class VirtualEmulator(VirtualBoard):
    """Implements `drivers.eboard.Emulator`. What changes in one moment is told as one change, like king and rook that
    are set together.
    """

    def __init__(self, options: EmulatorOptions) -> None:
        super().__init__(options, Sensing.IDENTITY, command_frames())

    def press(self, color: chess.Color, now: float) -> None:
        """The player of `color` pressed the clock."""
        self._send(PRESSES[color], now)

    def _obey(self, command: bytes, now: float) -> None:  # noqa: ARG002 - there is only one
        self._tell(now)

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:  # noqa: ARG002 - all squares are sent
        self._tell(now)

    def _tell(self, now: float) -> None:
        """A placement that was not sent yet is out of date, unless somebody pressed after it."""
        if self._out and self._out[-1] not in PRESSES.values():
            self._out.pop()
        self._send(placement_line(self._placement), now)
