"""The bytes of bus mode, both directions together.

Source of every constant: DGT's protocol header as described in `docs/boards/dgt-bus.md`. A command has four bytes: its
code with bit 7 set, the e-board's address in twice 7 bits, and a checksum. A reply has an id with bit 7 set, its total
length and the address in twice 7 bits each, data, and a checksum. The checksum is the sum of all bytes before it, of
which 7 bits are kept. Some ids mean something else in single-board mode: whoever reads knows which mode he asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from drivers.dgt.wire import GARBLED_KEPT, ID_BIT, MEMORY_BYTES, two_sevens
from drivers.reports import Garbled
from drivers.seven_bit import message_end


class Command(IntEnum):
    """Commands to one e-board, or to all of them.

    88 (end bus mode) and 89 (reset) have no name here on purpose: on a shared line nothing in this program may ever
    send them, nor any command of single-board mode, which would make all e-boards talk at once.
    """

    SEND_CLK = 0x81
    SEND_BRD = 0x82
    SEND_CHANGES = 0x83
    REPEAT_CHANGES = 0x84
    SET_START_GAME = 0x85
    SEND_FROM_START = 0x86
    PING = 0x87
    IGNORE_NEXT_PING = 0x8A
    SEND_VERSION = 0x8B
    REQ_SERIALNR = 0x91


class Reply(IntEnum):
    """Ids of replies."""

    BRD_DUMP = 0x83
    BWTIME = 0x84
    UPDATE = 0x85
    FROM_START = 0x86
    PING = 0x87
    START_GAME_WRITTEN = 0x88
    VERSION = 0x89
    UPDATE_EVEN = 0x8B
    """Newer firmware takes turns between this id and UPDATE for packets of changes."""
    SERIALNR = 0xB0


EVERYBODY = 0
"""The address that all e-boards listen to."""
LAST_ADDRESS = 0x3FFF
"""Addresses have 14 bits."""
PING_SECONDS = 1.1
"""Within so long after a ping to everybody each e-board answers, at a moment of its own choice."""
COMMAND_SIZE = 4
OVERHEAD = 6
"""Bytes of a reply beside its data."""

NO_REPLY = "no reply"
"""Why most bytes that cannot be read cannot."""

_HEADER = 5
_LENGTHS: Mapping[int, tuple[int, ...]] = {
    Reply.BRD_DUMP: (70,),
    Reply.BWTIME: (13,),
    Reply.PING: (6,),
    Reply.START_GAME_WRITTEN: (6,),
    Reply.VERSION: (8, 6),  # 6: firmware up to 1.2
}
"""Total lengths of replies of fixed size; any other length is damage."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command and whom it is for."""

    code: int
    address: int = EVERYBODY

    def to_bytes(self) -> bytes:
        """The command as it goes over the line."""
        return with_checksum(bytes((self.code,)) + two_sevens(self.address))


@dataclass(frozen=True, slots=True)
class BusFrame:
    """A reply of one e-board; `id` may be one that `Reply` does not name."""

    id: int
    address: int
    data: bytes = b""

    def to_bytes(self) -> bytes:
        """The reply as it goes over the line."""
        head = bytes((self.id,)) + two_sevens(OVERHEAD + len(self.data)) + two_sevens(self.address)
        return with_checksum(head + self.data)


def with_checksum(message: bytes) -> bytes:
    """The message with its last byte."""
    return message + bytes((sum(message) & 0x7F,))


class BusSplitter:
    """Cuts the stream from the line into replies; what is no reply comes out as `Garbled`, never as an error."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def pending(self) -> bool:
        """Whether the beginning of a reply waits for its rest."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[BusFrame | Garbled]:
        """What is complete now. The beginning of a reply is kept for the next call."""
        self._buffer += data
        found: list[BusFrame | Garbled] = []
        at = noise = 0
        reason = NO_REPLY
        while at < len(self._buffer):
            cut = _cut(self._buffer, at)
            if cut is None:
                break
            end, what = cut
            if isinstance(what, BusFrame):
                self._flush(found, noise, at, reason)
                found.append(what)
                noise, reason = end, NO_REPLY
            elif what != NO_REPLY:
                reason = what
            at = end
        self._flush(found, noise, at, reason)
        del self._buffer[:at]
        return found

    def give_up(self) -> list[Garbled]:
        """The rest of a reply did not come in time."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        return [Garbled(rest[:GARBLED_KEPT], "a reply without its end")] if rest else []

    def clear(self) -> None:
        """Forget the beginning of a reply."""
        self._buffer.clear()

    def _flush(self, found: list[BusFrame | Garbled], start: int, end: int, reason: str) -> None:
        if start < end:
            found.append(Garbled(bytes(self._buffer[start : min(end, start + GARBLED_KEPT)]), reason))


def _cut(buffer: bytearray, at: int) -> tuple[int, BusFrame | str] | None:
    """Where the piece of the stream that begins at `at` ends, and the reply or why it is none; None: not yet known."""
    piece = message_end(buffer, at, _plausible)
    if piece is None:
        return None
    end, whole = piece
    if not whole:
        return end, NO_REPLY
    if sum(buffer[at : end - 1]) & 0x7F != buffer[end - 1]:
        return at + 1, "a wrong checksum"
    address = buffer[at + 3] << 7 | buffer[at + 4]
    return end, BusFrame(buffer[at], address, bytes(buffer[at + _HEADER : end - 1]))


def _plausible(reply: int, length: int) -> bool:
    fixed = _LENGTHS.get(reply)
    return length in fixed if fixed else OVERHEAD <= length <= OVERHEAD + MEMORY_BYTES


class OrderSplitter:
    """Cuts the stream from the host into commands, as each e-board on the line does. What is none stays a bare byte."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[Order | int]:
        """The commands that are complete at `now` (seconds), and the bytes that belong to none."""
        if now - self._last > HALF_ORDER_SECONDS:
            self._buffer.clear()
        self._last = now
        self._buffer += data
        found: list[Order | int] = []
        while self._buffer:
            if self._buffer[0] < ID_BIT:
                found.append(self._buffer.pop(0))
                continue
            if len(self._buffer) < COMMAND_SIZE:
                break
            code, high, low, checksum = self._buffer[:COMMAND_SIZE]
            if sum(self._buffer[: COMMAND_SIZE - 1]) & 0x7F != checksum or high & ID_BIT or low & ID_BIT:
                found.append(self._buffer.pop(0))
                continue
            found.append(Order(code, high << 7 | low))
            del self._buffer[:COMMAND_SIZE]
        return found


HALF_ORDER_SECONDS = 0.2
"""A command that has not continued for so long is dropped. Assumed: at 9600 baud its bytes are 1 ms apart."""
