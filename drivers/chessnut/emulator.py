"""A virtual Chessnut Air: what stands on it on one side, bytes on the other.

It sends nothing until the host switches the real-time mode on.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from drivers.chessnut.wire import (
    CHARGING_BIT,
    HEADER,
    HID_POSITION,
    RADIO_POSITION,
    REAL_TIME,
    SQUARE_BYTES,
    UPLOAD,
    Command,
    Message,
    command_frames,
    lights,
    squares_lit,
    squares_of,
)
from drivers.eboard import EmulatorOptions
from drivers.placement import Code, Sensing
from drivers.virtual_board import VirtualBoard

PERIOD = 0.2
"""Seconds between two positions of a Chessnut Air."""
FIRMWARE = "CNCA100_V201"
"""As an Air answers."""
LIGHTS_LENGTH = len(lights(()))


@dataclass(frozen=True, slots=True)
class Habits:
    """How boards differ. `only_changes`: positions are sent when something has changed, as adapters for other boards
    do, not all the time. `hid`: positions as USB HID reports. `mtu`: the most bytes of a notification, the rest is
    lost; 0 for no limit. `percent` and `charging`: the battery. `state_byte`: charging is told in the second byte,
    not in a bit. `answers_version`, `answers_battery`: whether these questions are known.
    """

    only_changes: bool = False
    hid: bool = False
    mtu: int = 0
    percent: int = 85
    charging: bool = False
    state_byte: bool = False
    answers_version: bool = True
    answers_battery: bool = True


class ChessnutEmulator(VirtualBoard):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, habits: Habits = Habits()) -> None:
        super().__init__(options, Sensing.IDENTITY, command_frames())
        self._habits = habits
        self._real_time = False
        self._due: float | None = None

    def power_cycle(self, seconds: float, now: float) -> None:
        """The board is without power for so long; after that it sends nothing until it is told to."""
        self.fall_silent(seconds, now)
        self._real_time, self._due = False, None
        self._shining = frozenset()

    def _obey(self, command: bytes, now: float) -> None:
        match command[0]:
            case Command.MODE if command in {REAL_TIME, UPLOAD}:
                self._answer(bytes((Message.ACKNOWLEDGED, 1, 0)), now)
                self._real_time = command == REAL_TIME
                self._due = None
                if self._real_time:
                    self._tell_regularly(now)
            case Command.LIGHTS if len(command) == LIGHTS_LENGTH:
                self._shining = squares_lit(command[HEADER:])
                self._answer(bytes((Message.ACKNOWLEDGED, 1, 0)), now)
            case Command.VERSION if self._habits.answers_version:
                self._answer(bytes((Message.VERSION, 1 + len(FIRMWARE), 1)) + FIRMWARE.encode("ascii"), now)
            case Command.BATTERY if self._habits.answers_battery:
                self._answer(bytes((Message.BATTERY, 2, *self._battery())), now)
            case 0x31:  # how many games are stored
                self._answer(bytes((0x32, 1, 0)), now)
            case _:
                pass

    def _battery(self) -> tuple[int, int]:
        habits = self._habits
        if habits.state_byte:
            return habits.percent, int(habits.charging)
        return habits.percent | habits.charging * CHARGING_BIT, 0

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:  # noqa: ARG002 - all squares are sent
        if self._real_time and self._habits.only_changes:
            self._send_position(now)

    def _next_message(self) -> float | None:
        return self._due

    def _tell_regularly(self, now: float) -> None:
        self._send_position(now)
        self._due = None if self._habits.only_changes else now + PERIOD

    def _send_position(self, now: float) -> None:
        length = HID_POSITION if self._habits.hid else RADIO_POSITION
        seconds = (int(now) & 0xFFFFFFFF).to_bytes(4, "little")
        behind = bytes(length - SQUARE_BYTES) if self._habits.hid else seconds
        self._answer(bytes((Message.POSITION, length)) + squares_of(self._placement) + behind, now)

    def _answer(self, message: bytes, now: float) -> None:
        self._send(message[: self._habits.mtu or None], now)
