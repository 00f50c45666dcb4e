"""A virtual DGT e-Board in single-board mode, with its clock: what stands on it on one side, bytes on the other.

It begins with the start position, and sends nothing until the host switches an update mode on. Commands of bus mode
are swallowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from random import Random

import chess

from drivers.dgt import clock
from drivers.dgt.clock import Ack, NoClock
from drivers.dgt.emulated_clock import EmulatedClock
from drivers.dgt.emulated_memory import EmulatedMemory
from drivers.dgt.outlet import NO_FAULTS, Faults, Outlet
from drivers.dgt.wire import (
    CLOCK_MESSAGE,
    Command,
    CommandSplitter,
    Frame,
    HostCommand,
    Message,
    field_of_square,
    two_sevens,
    wire_of_code,
)
from drivers.eboard import EmulatorOptions
from drivers.placement import Code, Placement, code_at, from_fen
from drivers.scan import Scan

FIRMWARE = (1, 8)
HARDWARE = (1, 0)
LONG_SERIAL_PREFIX = "30000"
MAKER_TEXT = "touchmove\r\nvirtual e-board, not made by DGT\r\n"
"""DGT's protocol header forbids others to answer with its trade mark."""
BATTERY_STATUS = bytes((88, 12, 0x7F, 1, 30, 5, 0, 0, 0x02))
"""88 %, discharging."""
CLOCK_PERIOD = 1.0
"""In the mode UPDATE the clock is sent at least that often, in seconds."""

_CLOCK_VERSION = 0x20
_ACK_OK, _ACK_ERROR = 0x10, 0x40
_CLOCK_DISPLAY, _CLOCK_ICONS, _CLOCK_END, _CLOCK_BUTTON, _CLOCK_ASK_VERSION = 0x01, 0x02, 0x03, 0x08, 0x09
_CLOCK_SET, _CLOCK_BEEP, _CLOCK_ASCII = 0x0A, 0x0B, 0x0C
_ACKS: Mapping[int, Ack] = {
    **{
        what: Ack(_ACK_OK, what)
        for what in (_CLOCK_DISPLAY, _CLOCK_ICONS, _CLOCK_END, _CLOCK_BUTTON, _CLOCK_BEEP, _CLOCK_ASCII)
    },
    _CLOCK_ASK_VERSION: Ack(_ACK_OK, _CLOCK_ASK_VERSION, _CLOCK_VERSION),
    _CLOCK_SET: Ack(_ACK_ERROR, _CLOCK_SET),  # the clock is not in its remote mode
}
"""What the clock answers to a command; it obeys none, because it is in the middle of a game."""


class Mode(Enum):
    """What the board sends without being asked."""

    IDLE = "idle"
    UPDATE = "update"
    """Changes of fields; the clock on change and at least every second."""
    UPDATE_BOARD = "update board"
    """Changes of fields."""
    UPDATE_NICE = "update nice"
    """Changes of fields and of the clock."""


_MODES: Mapping[int, Mode] = {
    Command.SEND_RESET: Mode.IDLE,
    Command.SEND_UPDATE: Mode.UPDATE,
    Command.SEND_UPDATE_BRD: Mode.UPDATE_BOARD,
    Command.SEND_UPDATE_NICE: Mode.UPDATE_NICE,
}
_CLOCK_MODES = frozenset({Mode.UPDATE, Mode.UPDATE_NICE})


class DgtEmulator:
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, faults: Faults = NO_FAULTS) -> None:
        random = Random(options.seed)
        self._serial = options.serial
        self._turned = options.turned
        self._faults = faults
        self._outlet = Outlet(faults, random)
        self._commands = CommandSplitter()
        self._clock = EmulatedClock(options.start_seconds, options.increment, white_right=options.turned)
        cells = [0] * 64
        start = from_fen(chess.STARTING_BOARD_FEN)
        for square in chess.SQUARES:
            cells[self._field(square)] = wire_of_code(code_at(start, square))
        self._scan = Scan(cells, options.scan, phase=random.random() * options.scan)
        self._memory = EmulatedMemory(cells, merging=faults.merging)
        self._mode = Mode.IDLE
        self._clock_sent_at = 0.0
        self._dead_until = 0.0
        self._powered = True
        self._answers: Mapping[int, Callable[[], Frame]] = {
            Command.SEND_CLK: self._bwtime,
            Command.SEND_BRD: lambda: Frame(Message.BOARD_DUMP, bytes(self._scan.seen)),
            Command.RETURN_SERIALNR: lambda: Frame(Message.SERIALNR, self._short_serial),
            Command.RETURN_BUSADRES: lambda: Frame(Message.BUSADRES, two_sevens(int(self._short_serial) & 0x3FFF)),
            Command.SEND_TRADEMARK: lambda: Frame(Message.TRADEMARK, MAKER_TEXT.encode("ascii")),
            Command.REQ_HARDWARE_VERSION: lambda: Frame(Message.HARDWARE_VERSION, bytes(HARDWARE)),
            Command.SEND_EE_MOVES: lambda: Frame(Message.EE_MOVES, self._memory.download()),
            Command.SEND_BATTERY_STATUS: lambda: Frame(Message.BATTERY_STATUS, BATTERY_STATUS),
            Command.SEND_VERSION: lambda: Frame(Message.VERSION, bytes(FIRMWARE)),
            Command.RETURN_LONG_SERIALNR: lambda: Frame(Message.LONG_SERIALNR, self._long_serial),
        }

    # ---- the physical world ----

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square."""
        self._advance(now)
        self._scan.put(self._field(square), wire_of_code(code), now)
        self._advance(now)

    def set_placement(self, placement: Placement, now: float) -> None:
        """Hands changed the whole board."""
        for square in chess.SQUARES:
            self.set_square(square, code_at(placement, square), now)

    def press(self, color: chess.Color, now: float) -> None:
        """The player of `color` pressed the clock."""
        self._work_clock(lambda: self._clock.press(color, now), now)

    def start_clock(self, color: chess.Color, now: float) -> None:
        """The arbiter started the clock, and the time of `color` runs."""
        self._work_clock(lambda: self._clock.start(color, now), now)

    def stop_clock(self, now: float) -> None:
        """The arbiter stopped the clock."""
        self._work_clock(lambda: self._clock.stop(now), now)

    def fall_silent(self, seconds: float, now: float) -> None:
        """For so long nothing reaches the host, and nothing from the host is heard; the mode is kept."""
        self._advance(now)
        self._outlet.cut()
        self._dead_until = now + seconds

    def power_cycle(self, seconds: float, now: float) -> None:
        """The board is without power for so long, and remembers nothing of it; after that it sends nothing until it is
        told to.
        """
        self.fall_silent(seconds, now)
        self._mode = Mode.IDLE
        self._powered = False

    # ---- the line ----

    @property
    def lit(self) -> frozenset[chess.Square]:
        """A DGT e-Board has no lights."""
        return frozenset()

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        self._advance(now)
        if now < self._dead_until:
            return
        for command in self._commands.feed(data, now):
            self._obey(command, now)
        self._advance(now)

    def data_to_send(self) -> bytes:
        """The bytes that have reached the host since the last call."""
        return self._outlet.take()

    def next_timeout(self) -> float | None:
        """When something happens next by itself."""
        moments = (self._next_event(), self._outlet.next_departure())
        return min((moment for moment in moments if moment is not None), default=None)

    def handle_timeout(self, now: float) -> None:
        """Let time pass."""
        self._advance(now)

    # ---- inside ----

    @property
    def _short_serial(self) -> bytes:
        digits = "".join(char for char in self._serial if char in "0123456789")
        return digits[-5:].rjust(5, "0").encode("ascii")

    @property
    def _long_serial(self) -> bytes:
        whole = self._serial if len(self._serial) == 10 else LONG_SERIAL_PREFIX + self._short_serial.decode("ascii")
        return whole.encode("ascii")

    def _field(self, square: chess.Square) -> int:
        field = field_of_square(square)
        return 63 - field if self._turned else field

    def _obey(self, command: HostCommand, now: float) -> None:
        mode = _MODES.get(command.code)
        answer = self._answers.get(command.code)
        if mode is not None:
            self._mode = mode
            if mode in _CLOCK_MODES:
                self._send_clock(now)
        elif command.code == CLOCK_MESSAGE:
            self._acknowledge(command.data, now)
        elif answer is not None and command.code not in self._faults.unsupported:
            self._send(answer(), now)

    def _acknowledge(self, data: bytes, now: float) -> None:
        """The clock answers, if there is one and the mode lets the answer through."""
        ack = _ACKS.get(data[1]) if len(data) > 1 else None
        if ack is None or self._mode not in _CLOCK_MODES or not self._faults.clock_connected:
            return
        if self._faults.zero_times:
            self._send(Frame(Message.BWTIME, bytes(7)), now)
        self._send(Frame(Message.BWTIME, clock.encode(ack)), now, self._faults.ack_delay)

    def _bwtime(self) -> Frame:
        reading = self._clock.times() if self._faults.clock_connected else NoClock()
        return Frame(Message.BWTIME, clock.encode(reading))

    def _send_clock(self, now: float) -> None:
        self._clock_sent_at = now
        self._send(self._bwtime(), now)

    def _send(self, frame: Frame, now: float, delay: float = 0.0) -> None:
        if now >= self._dead_until:
            self._outlet.send(frame.to_bytes(), now, delay)

    def _work_clock(self, work: Callable[[], None], now: float) -> None:
        """Somebody works the clock, and the board notices when that shows."""
        self._advance(now)
        before = self._clock.times()
        work()
        after = self._clock.times()
        if before.right_high != after.right_high and self._faults.clock_connected:
            left = not before.right_high
            self._memory.pressed(left=left, seconds=(after.left if left else after.right).seconds)
        self._clock_changed(before != after, now)
        self._advance(now)

    def _clock_changed(self, changed: bool, now: float) -> None:
        if changed and self._mode in _CLOCK_MODES and self._faults.clock_connected:
            self._send_clock(now)

    def _next_event(self) -> float | None:
        """When the pointer of the scan, the clock, or the regular clock message is due next."""
        moments = [self._scan.next_sighting(), self._clock.next_change()]
        if self._mode is Mode.UPDATE:
            moments.append(self._clock_sent_at + CLOCK_PERIOD)
        return min((moment for moment in moments if moment is not None), default=None)

    def _advance(self, now: float) -> None:
        """Everything that happens by itself until `now`, in its order."""
        while (moment := self._next_event()) is not None and moment <= now:
            self._happen(moment)
        if not self._powered and now >= self._dead_until:
            self._powered = True
            self._memory.power_up(self._scan.seen)
        self._outlet.advance(now)

    def _remember(self, cell: int, before: int, moment: float) -> None:
        if self._powered:
            self._memory.changed(cell, before, self._scan.seen, moment)

    def _happen(self, moment: float) -> None:
        seen = self._scan.seen
        for sighting in self._scan.advance(moment):
            self._remember(sighting.cell, seen[sighting.cell], moment)
            if self._mode is not Mode.IDLE:
                self._send(Frame(Message.FIELD_UPDATE, bytes((sighting.cell, sighting.code))), sighting.at)
        before = self._clock.times()
        self._clock.tick(moment)
        self._clock_changed(before != self._clock.times(), moment)
        if self._mode is Mode.UPDATE and moment >= self._clock_sent_at + CLOCK_PERIOD:
            self._send_clock(moment)
