"""One virtual DGT e-Board on a shared line: what stands on it on one side, answers to commands on the other."""

from __future__ import annotations

from random import Random

import chess

from drivers.dgt import clock
from drivers.dgt.bus.emulated_memory import EmulatedMemory
from drivers.dgt.bus.wire import EVERYBODY, LAST_ADDRESS, PING_SECONDS, BusFrame, Command, Order, Reply
from drivers.dgt.emulated_clock import EmulatedClock
from drivers.dgt.records import Tag
from drivers.dgt.wire import Command as SingleCommand
from drivers.dgt.wire import field_of_square, wire_of_code
from drivers.eboard import EmulatorOptions
from drivers.placement import Code, Placement, code_at, from_fen
from drivers.scan import Scan

FIRMWARE = bytes((1, 8))
TO_BUS_MODE = 0x4A
"""The only command of single-board mode that does not end bus mode."""
QUICKEST_SECONDS, SLOWEST_SECONDS = 0.002, 0.008
"""How long an e-board thinks before it answers. DGT's protocol header: some milliseconds, 20 at most."""
START_SECONDS = 0.07
"""The same when it is told that a game starts."""

_SINGLE_COMMANDS = frozenset(SingleCommand)
_TO_ALL = frozenset({Command.PING, Command.SEND_VERSION})


class EmulatedBoard:
    """Implements `drivers.eboard.World`. `answers_serial`: its firmware knows REQ_SERIALNR. `alternating`: it lets
    packets of changes bear two ids in turn.
    """

    def __init__(
        self,
        options: EmulatorOptions,
        *,
        merging: bool = True,
        answers_serial: bool = True,
        alternating: bool = False,
    ) -> None:
        self._random = Random(options.seed)
        self._turned = options.turned
        self._answers_serial = answers_serial
        self._alternating = alternating
        self._even = False
        digits = "".join(char for char in options.serial if char in "0123456789")
        self._serial = digits[-5:].rjust(5, "0")
        self.address = int(self._serial) & LAST_ADDRESS
        self._clock = EmulatedClock(options.start_seconds, options.increment, white_right=options.turned)
        start = from_fen(chess.STARTING_BOARD_FEN)
        cells = [0] * 64
        for square in chess.SQUARES:
            cells[self._field(square)] = wire_of_code(code_at(start, square))
        self._scan = Scan(cells, options.scan, phase=self._random.random() * options.scan)
        self._memory = EmulatedMemory(merging=merging)
        self._memory.begin(Tag.POWERUP, self._scan.seen)
        self._ignores_next_ping = False
        self._dead_until = 0.0
        self.in_bus_mode = True

    # ---- the physical world ----

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square."""
        self._look(now)
        self._scan.put(self._field(square), wire_of_code(code), now)
        self._look(now)

    def set_placement(self, placement: Placement, now: float) -> None:
        """Hands changed the whole board."""
        for square in chess.SQUARES:
            self.set_square(square, code_at(placement, square), now)

    def press(self, color: chess.Color, now: float) -> None:
        """The player of `color` pressed the clock."""
        self._look(now)
        self._clock.tick(now)
        counts = self._clock.running and self._clock.high == color
        self._clock.press(color, now)
        if counts:
            left = self._clock.white_right != color
            times = self._clock.times()
            self._memory.pressed(left, (times.left if left else times.right).seconds)

    def start_clock(self, color: chess.Color, now: float) -> None:
        """The arbiter started the clock, and the time of `color` runs."""
        self._clock.start(color, now)

    def stop_clock(self, now: float) -> None:
        """The arbiter stopped the clock."""
        self._clock.stop(now)

    @property
    def lit(self) -> frozenset[chess.Square]:
        """A DGT e-Board has no lights."""
        return frozenset()

    def fall_silent(self, seconds: float, now: float) -> None:
        """For so long the e-board neither hears nor answers; it goes on remembering."""
        self._dead_until = now + seconds

    def power_cycle(self, seconds: float, now: float) -> None:
        """The e-board is without power for so long, and then begins anew; its memory is kept."""
        self._look(now)
        self.fall_silent(seconds, now)
        self._memory.begin(Tag.POWERUP, self._scan.seen)
        self.in_bus_mode = True
        self._ignores_next_ping = False

    # ---- the line ----

    def hear_byte(self, byte: int, now: float) -> None:
        """A byte that is no part of a bus command: one of single-board mode ends bus mode. Its answers are those of
        `drivers.dgt`; here nothing is said in that mode.
        """
        if now < self._dead_until:
            return
        if byte == TO_BUS_MODE:
            self.in_bus_mode = True
        elif byte in _SINGLE_COMMANDS:
            self.in_bus_mode = False

    def obey(self, order: Order, now: float) -> tuple[float, BusFrame] | None:
        """The answer, and how many seconds it takes to begin."""
        if now < self._dead_until:
            return None
        if not self.in_bus_mode:
            self.in_bus_mode = True  # the command that ends single-board mode is not carried out
            return None
        if order.address != self.address and not (order.address == EVERYBODY and order.code in _TO_ALL):
            return None
        self._look(now)
        if order.code == Command.PING and order.address == EVERYBODY:
            return self._answer_call()
        made = self._answer(order.code)
        if made is None:
            return None
        reply, data = made
        delay = START_SECONDS if order.code == Command.SET_START_GAME else 0.0
        return delay + self._random.uniform(QUICKEST_SECONDS, SLOWEST_SECONDS), BusFrame(reply, self.address, data)

    def _answer_call(self) -> tuple[float, BusFrame] | None:
        if self._ignores_next_ping:
            self._ignores_next_ping = False
            return None
        return self._random.uniform(0.0, PING_SECONDS), BusFrame(Reply.PING, self.address)

    def _answer(self, code: int) -> tuple[Reply, bytes] | None:
        match code:
            case Command.SEND_CLK:
                return Reply.BWTIME, clock.encode(self._clock.times())
            case Command.SEND_BRD:
                return Reply.BRD_DUMP, bytes(self._scan.seen)
            case Command.SEND_CHANGES:
                self._even = self._alternating and not self._even
                return self._update_id, self._memory.send_changes()
            case Command.REPEAT_CHANGES:
                return self._update_id, self._memory.repeat_changes()
            case Command.SEND_FROM_START:
                return Reply.FROM_START, self._memory.from_start()
            case Command.SET_START_GAME:
                self._memory.begin(Tag.START, self._scan.seen)
                return Reply.START_GAME_WRITTEN, b""
            case Command.PING:
                return Reply.PING, b""
            case Command.IGNORE_NEXT_PING:
                self._ignores_next_ping = True
                return Reply.PING, b""
            case Command.SEND_VERSION:
                return Reply.VERSION, FIRMWARE
            case Command.REQ_SERIALNR if self._answers_serial:
                return Reply.SERIALNR, self._serial.encode("ascii")
            case _:
                return None

    # ---- inside ----

    @property
    def _update_id(self) -> Reply:
        return Reply.UPDATE_EVEN if self._even else Reply.UPDATE

    def _field(self, square: chess.Square) -> int:
        field = field_of_square(square)
        return 63 - field if self._turned else field

    def _look(self, now: float) -> None:
        """What the scan saw until now goes into the memory, and the clock shows the time."""
        before = self._scan.seen
        for sighting in self._scan.advance(now):
            self._memory.changed(sighting.cell, sighting.code, before[sighting.cell], sighting.at)
        self._clock.tick(now)
