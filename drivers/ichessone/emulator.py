"""A virtual iChessOne: what stands on it on one side, bytes on the other."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from drivers.eboard import EmulatorOptions
from drivers.ichessone.wire import (
    ASK_BATTERY,
    ASK_POSITION,
    ASK_VERSION,
    BATTERY,
    LIGHTS,
    POSITION,
    TELL_CHANGES,
    TELL_NOTHING,
    VERSION,
    command_frames,
    squares_lit,
    squares_of,
)
from drivers.placement import Code, Sensing
from drivers.virtual_board import VirtualBoard

HARDWARE = "1.0"


@dataclass(frozen=True, slots=True)
class Habits:
    """How boards differ. `percent` and `charging`: the battery. `answers_version`, `answers_battery`: whether these
    questions are known. `notification`: the most bytes of one notification; a longer message comes in several.
    """

    percent: int = 72
    charging: bool = False
    answers_version: bool = True
    answers_battery: bool = True
    notification: int = 20


class IChessOneEmulator(VirtualBoard):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, habits: Habits = Habits()) -> None:
        super().__init__(options, Sensing.IDENTITY, command_frames())
        self._habits = habits
        self._tells_changes = False

    def power_cycle(self, seconds: float, now: float) -> None:
        """The board is without power for so long; after that it tells no change until it is told to."""
        self.fall_silent(seconds, now)
        self._tells_changes = False
        self._shining = frozenset()

    def _obey(self, command: bytes, now: float) -> None:
        if command == TELL_CHANGES:
            self._tells_changes = True
        elif command == TELL_NOTHING:
            self._tells_changes = False
        elif command == ASK_POSITION:
            self._send_position(now)
        elif command == ASK_BATTERY and self._habits.answers_battery:
            self._answer(BATTERY + bytes((self._habits.charging, self._habits.percent)), now)
        elif command == ASK_VERSION and self._habits.answers_version:
            self._answer(VERSION + HARDWARE.encode("ascii"), now)
        elif command.startswith(LIGHTS):
            self._shining = squares_lit(command)

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:  # noqa: ARG002 - all squares are sent
        if self._tells_changes:
            self._send_position(now)

    def _send_position(self, now: float) -> None:
        self._answer(POSITION + squares_of(self._placement), now)

    def _answer(self, message: bytes, now: float) -> None:
        for start in range(0, len(message), self._habits.notification):
            self._send(message[start : start + self._habits.notification], now)
