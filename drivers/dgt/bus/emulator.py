"""Several virtual DGT e-Boards on one line: they hear everything, and talk at once when they are allowed to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from drivers.dgt.bus.emulated_board import EmulatedBoard
from drivers.dgt.bus.wire import OrderSplitter
from drivers.dgt.outlet import NO_FAULTS, Faults, Outlet
from drivers.dgt.wire import WIRE_RATE
from drivers.eboard import EmulatorOptions

BYTE_SECONDS = 1 / WIRE_RATE
PIECE_BYTES = 16
"""A USB converter hands over what it has got after 16 ms at the latest, which is as many bytes at 9600 baud."""


class Medium:
    """The wire to the host. What several say at the same time arrives as one: each bit that any of them sets is set."""

    def __init__(self) -> None:
        self._slots: dict[int, int] = {}

    def say(self, data: bytes, start: float) -> None:
        """Put these bytes on the wire, from `start` on (seconds)."""
        for slot, byte in enumerate(data, round(start / BYTE_SECONDS)):
            self._slots[slot] = self._slots.get(slot, 0) | byte

    def next_piece(self) -> float | None:
        """When the host gets something: at the end of what is said without a pause, or when the converter is full."""
        if not self._slots:
            return None
        first = last = min(self._slots)
        while last + 1 in self._slots and last + 1 < first + PIECE_BYTES:
            last += 1
        return (last + 1) * BYTE_SECONDS

    def advance(self, now: float) -> list[tuple[float, bytes]]:
        """What the host has got by `now`, each piece with its moment."""
        pieces = []
        while (end := self.next_piece()) is not None and end <= now:
            slots = sorted(slot for slot in self._slots if (slot + 1) * BYTE_SECONDS <= end)
            pieces.append((end, bytes(self._slots.pop(slot) for slot in slots)))
        return pieces

    def cut(self) -> None:
        """Lose everything that is on its way."""
        self._slots.clear()


class DgtBusEmulator:
    """Implements `drivers.eboard.SharedEmulator`. `deafness`: the chance that an e-board does not hear a command."""

    def __init__(
        self,
        options: Sequence[EmulatorOptions],
        faults: Faults = NO_FAULTS,
        deafness: float = 0.0,
        build: Callable[[EmulatorOptions], EmulatedBoard] = EmulatedBoard,
    ) -> None:
        self._random = Random(sum(each.seed for each in options))
        self._deafness = deafness
        self.worlds: Sequence[EmulatedBoard] = tuple(map(build, options))
        self._orders = OrderSplitter()
        self._medium = Medium()
        self._outlet = Outlet(faults, self._random)

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        heard_at = now + len(data) * BYTE_SECONDS
        for order in self._orders.feed(data, now):
            for board in self.worlds:
                if self._deafness and self._random.random() < self._deafness:
                    continue
                if isinstance(order, int):
                    board.hear_byte(order, now)
                elif (answer := board.obey(order, now)) is not None:
                    delay, frame = answer
                    self._medium.say(frame.to_bytes(), heard_at + delay)
        self.handle_timeout(now)

    def data_to_send(self) -> bytes:
        """The bytes that have reached the host since the last call."""
        return self._outlet.take()

    def next_timeout(self) -> float | None:
        """When something reaches the host next."""
        moments = (self._medium.next_piece(), self._outlet.next_departure())
        return min((moment for moment in moments if moment is not None), default=None)

    def handle_timeout(self, now: float) -> None:
        """Let time pass."""
        for end, piece in self._medium.advance(now):
            self._outlet.send(piece, end)
        self._outlet.advance(now)

    def unplug(self) -> None:
        """The cable to the host is pulled: what is on its way is lost."""
        self._medium.cut()
        self._outlet.cut()


class AloneOnBus:
    """Implements `drivers.eboard.Emulator`: one e-board that has the line for itself, in bus mode."""

    def __init__(self, options: EmulatorOptions) -> None:
        self._line = DgtBusEmulator([options])
        (world,) = self._line.worlds
        self.set_square, self.press = world.set_square, world.press
        self.start_clock, self.stop_clock = world.start_clock, world.stop_clock
        self.lit = world.lit
        self.receive, self.data_to_send = self._line.receive, self._line.data_to_send
        self.next_timeout, self.handle_timeout = self._line.next_timeout, self._line.handle_timeout
