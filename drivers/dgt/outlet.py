"""The wire from an emulated DGT e-Board to the host: its speed, its delays, and everything that can go wrong on it."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass
from random import Random

from drivers.dgt.wire import ID_BIT, Command

BURST = 8
"""The most bytes in one burst of noise."""
PIECE = 128
"""The most bytes that leave at once: every message but the memory does."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong, and other weaknesses of real boards.

    `byte_loss` and `bit7` are probabilities of each byte (to be lost, to arrive with bit 7 flipped); `noise`,
    `truncation` and `duplication` are probabilities of each message (to follow a burst of random bytes, to be cut
    off, to be sent twice). `ack_delay`: seconds after which the clock acknowledges. `zero_times`: an all-zero BWTIME
    comes before each acknowledgement. `unsupported`: commands that the firmware does not know. `clock_connected`:
    whether a clock is plugged in. `rate`: bytes per second of the line, 0 for no limit. `merging`: the memory keeps
    only the last record of a piece that alone moves.
    """

    byte_loss: float = 0.0
    bit7: float = 0.0
    noise: float = 0.0
    truncation: float = 0.0
    duplication: float = 0.0
    ack_delay: float = 0.05
    zero_times: bool = False
    unsupported: frozenset[Command] = frozenset()
    clock_connected: bool = True
    rate: float = 0.0
    merging: bool = False


NO_FAULTS = Faults()


class Outlet:
    """Messages on their way to the host. Everything random comes from `random`."""

    def __init__(self, faults: Faults, random: Random) -> None:
        self._faults = faults
        self._random = random
        self._out = bytearray()
        self._waiting: list[tuple[float, int, bytes]] = []
        self._numbers = itertools.count()
        self._busy_until = 0.0

    def send(self, message: bytes, now: float, delay: float = 0.0) -> None:
        """Put a message on the wire at `now`, or `delay` seconds later. On a wire of limited speed it leaves in pieces,
        each when its last byte would have left.
        """
        damaged = self._damage(message)
        ready = now + delay
        if self._faults.rate <= 0:
            heapq.heappush(self._waiting, (ready, next(self._numbers), damaged))
            return
        for at in range(0, len(damaged), PIECE):
            piece = damaged[at : at + PIECE]
            ready = self._busy_until = max(ready, self._busy_until) + len(piece) / self._faults.rate
            heapq.heappush(self._waiting, (ready, next(self._numbers), piece))

    def next_departure(self) -> float | None:
        """When the next message is through."""
        return self._waiting[0][0] if self._waiting else None

    def advance(self, now: float) -> None:
        """Let go what is through by `now`."""
        while self._waiting and self._waiting[0][0] <= now:
            self._out += heapq.heappop(self._waiting)[2]

    def cut(self) -> None:
        """Lose everything that is on its way."""
        self._waiting.clear()
        self._out.clear()
        self._busy_until = 0.0

    def take(self) -> bytes:
        """What has reached the host since the last call."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _damage(self, message: bytes) -> bytes:
        faults, chance = self._faults, self._random.random
        if faults.duplication and chance() < faults.duplication:
            message += message
        if faults.truncation and chance() < faults.truncation:
            message = message[: self._random.randrange(len(message))]
        if faults.noise and chance() < faults.noise:
            message = self._random.randbytes(self._random.randint(1, BURST)) + message
        if faults.byte_loss:
            message = bytes(byte for byte in message if chance() >= faults.byte_loss)
        if faults.bit7:
            message = bytes(byte ^ ID_BIT if chance() < faults.bit7 else byte for byte in message)
        return message
