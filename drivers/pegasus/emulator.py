"""A virtual DGT Pegasus: what stands on it on one side, bytes on the other.

It is locked until the host names a developer key, and sends changes only after it was told to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import chess

from drivers.eboard import EmulatorOptions
from drivers.pegasus.wire import (
    FIELDS,
    LOCKED_FIELD,
    OCCUPIED_FIELD,
    Command,
    Frame,
    Message,
    command_frames,
    field_of_square,
    fields_of,
    squares_lit,
)
from drivers.placement import Code, Sensing
from drivers.virtual_board import VirtualBoard

FIRMWARE = (1, 0)
HARDWARE = (1, 0)
LONG_SERIAL = 10
"""Characters of a long serial number: a P, digits, and a letter."""
MAKER_TEXT = "touchmove\r\nvirtual e-board, not made by DGT\r\n"
"""DGT's protocol header forbids others to answer with its trade mark."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How boards differ. `key`: the only developer key that is taken, None for any. `answers_key`: it is told whether
    the key was taken. `locked_field`: what a locked board shows on all fields. `calibrated`: else all read occupied.
    `percent` and `charging`: the battery. `unsupported`: commands that the firmware does not know.
    """

    key: bytes | None = None
    answers_key: bool = True
    locked_field: int = LOCKED_FIELD
    calibrated: bool = True
    percent: int = 88
    charging: bool = False
    unsupported: frozenset[int] = frozenset()


class PegasusEmulator(VirtualBoard):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, habits: Habits = Habits()) -> None:
        super().__init__(options, Sensing.OCCUPANCY, command_frames())
        self._habits = habits
        self._serial = options.serial
        self._unlocked = self._telling = False
        self._answers: Mapping[int, Callable[[], Frame]] = {
            Command.SEND_BRD: lambda: Frame(Message.BOARD_DUMP, self._fields()),
            Command.RETURN_SERIALNR: lambda: Frame(Message.SERIALNR, self._serial[-5:].rjust(5, "0").encode("ascii")),
            Command.SEND_TRADEMARK: lambda: Frame(Message.TRADEMARK, MAKER_TEXT.encode("ascii")),
            Command.REQ_HARDWARE_VERSION: lambda: Frame(Message.HARDWARE_VERSION, bytes(HARDWARE)),
            Command.SEND_BATTERY_STATUS: self._battery,
            Command.SEND_VERSION: lambda: Frame(Message.VERSION, bytes(FIRMWARE)),
            Command.RETURN_LONG_SERIALNR: lambda: Frame(Message.LONG_SERIALNR, self._long_serial()),
            Command.REQ_DEVKEY_STATE: self._key_state,
        }

    def power_cycle(self, seconds: float, now: float) -> None:
        """The board is without power for so long; after that it is locked, and sends nothing until it is told to."""
        self.fall_silent(seconds, now)
        self._unlocked = self._telling = False
        self._shining = frozenset()

    def calibrate(self, now: float) -> None:
        """From now on its squares are read."""
        self._advance(now)
        self._habits = Habits()

    def _obey(self, command: bytes, now: float) -> None:
        code = command[0]
        answer = self._answers.get(code)
        if code in self._habits.unsupported:
            return
        if code == Command.DEVELOPER_KEY:
            self._unlocked = self._habits.key in {None, command[2:-1]}
            if self._habits.answers_key:
                self._send(self._key_state().to_bytes(), now)
        elif code == Command.SEND_RESET:
            self._telling = False
        elif code == Command.SEND_UPDATE_BRD:
            self._telling = True
        elif code == Command.SET_LEDS:
            self._shining = squares_lit(command)
        elif answer is not None:
            self._send(answer().to_bytes(), now)

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:
        if self._telling and self._unlocked and self._habits.calibrated:
            for square, code in changes:
                update = bytes((field_of_square(square), int(bool(code))))
                self._send(Frame(Message.FIELD_UPDATE, update).to_bytes(), now)

    def _fields(self) -> bytes:
        if not self._unlocked:
            return bytes((self._habits.locked_field,)) * FIELDS
        return fields_of(self._placement) if self._habits.calibrated else bytes((OCCUPIED_FIELD,)) * FIELDS

    def _battery(self) -> Frame:
        state = 0x01 if self._habits.charging else 0x02
        return Frame(Message.BATTERY_STATUS, bytes((self._habits.percent, 12, 0x7F, 1, 30, 5, 0, 0, state)))

    def _key_state(self) -> Frame:
        return Frame(Message.DEVKEY_STATE, bytes((self._unlocked,)))

    def _long_serial(self) -> bytes:
        whole = self._serial if len(self._serial) == LONG_SERIAL else f"P{self._serial[-8:].rjust(8, '0')}A"
        return whole.encode("ascii")
