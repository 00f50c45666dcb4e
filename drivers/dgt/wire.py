"""The bytes of a DGT e-Board in single-board mode, both directions together.

Source of every constant: DGT's protocol header as described in `docs/boards/dgt.md`. A message from the board is an
id with bit 7 set, its total length in twice 7 bits, and a payload whose bytes never have bit 7 set: so a receiver can
find its way back on any byte from 80 (hex) up. There is no checksum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import chess

from drivers.placement import EMPTY, SOME_PIECE, Code, Placement, code_from_symbol, from_codes
from drivers.reports import Garbled
from drivers.seven_bit import message_end


class Message(IntEnum):
    """Ids of messages from the board."""

    BOARD_DUMP = 0x86
    BWTIME = 0x8D
    FIELD_UPDATE = 0x8E
    EE_MOVES = 0x8F
    BUSADRES = 0x90
    SERIALNR = 0x91
    TRADEMARK = 0x92
    VERSION = 0x93
    HARDWARE_VERSION = 0x96
    BATTERY_STATUS = 0xA0
    LONG_SERIALNR = 0xA2


class Command(IntEnum):
    """Commands to the board.

    4E (boot loader), 51 and 53 (scan half of the squares from now on) have no name here on purpose: nothing in this
    program may ever send them to a board.
    """

    SEND_RESET = 0x40
    SEND_CLK = 0x41
    SEND_BRD = 0x42
    SEND_UPDATE = 0x43
    SEND_UPDATE_BRD = 0x44
    RETURN_SERIALNR = 0x45
    RETURN_BUSADRES = 0x46
    SEND_TRADEMARK = 0x47
    REQ_HARDWARE_VERSION = 0x48
    SEND_EE_MOVES = 0x49
    SEND_UPDATE_NICE = 0x4B
    SEND_BATTERY_STATUS = 0x4C
    SEND_VERSION = 0x4D
    RETURN_LONG_SERIALNR = 0x55


ID_BIT = 0x80
"""Set in the first byte of a message, and in no other."""
HEADER = 3
"""Bytes of a message before its payload."""
MEMORY_BYTES = 0x1F00
"""Bytes of a board's memory, and of a message with all of it beside the header."""
LONGEST = HEADER + MEMORY_BYTES
"""Bytes of the longest message: EE_MOVES with the whole memory of the board."""
GARBLED_KEPT = 64
"""Bytes kept of what could not be read."""
CHARGING = 0x01
"""In the last byte of BATTERY_STATUS."""
WIRE_RATE = 960.0
"""Bytes per second at 9600 baud, 8N1."""

_LENGTHS: Mapping[int, tuple[int, ...]] = {
    Message.BOARD_DUMP: (67, 103),  # 103: a draughts board
    Message.BWTIME: (10,),
    Message.FIELD_UPDATE: (5,),
    Message.BUSADRES: (5,),
    Message.SERIALNR: (8, 12),  # 12: very old firmware adds its version
    Message.VERSION: (5,),
    Message.HARDWARE_VERSION: (5,),
    Message.BATTERY_STATUS: (12,),
    Message.LONG_SERIALNR: (13, 14),  # 14: a Revelation II, with its firmware in front
}
"""Total lengths that messages of fixed size have; any other length is damage."""

_PIECES = "PRNBKQprnbkq"
_CODES: Sequence[Code] = (EMPTY, *map(code_from_symbol, _PIECES), SOME_PIECE, SOME_PIECE, SOME_PIECE)
_WIRE = {code: wire for wire, code in reversed(tuple(enumerate(_CODES)))}

START_FIELDS = bytes(
    _PIECES.index(piece) + 1 if piece != "." else 0 for piece in "rnbqkbnrpppppppp" + 32 * "." + "PPPPPPPPRNBQKBNR"
)
"""The start position in the order of the field numbers, with White at fields 48–63."""
OUTER_FIELDS = frozenset((*range(16), *range(48, 64)))
"""Where pieces stand at the start of a game, whatever its variant."""


def code_of_wire(wire: int) -> Code:
    """The placement code of a piece code; the three "result" pieces of DGT (0D to 0F) are some piece. Only the low
    four bits count.
    """
    return _CODES[wire & 0x0F]


def wire_of_code(code: Code) -> int:
    """The piece code for a placement code; a piece that is not known exactly becomes a "result" piece."""
    return _WIRE.get(code, _WIRE[SOME_PIECE])


def square_of_field(field: int) -> chess.Square:
    """The square of a field number (0 = a8 … 63 = h1) on a board with White at fields 48–63; only the low six bits
    count.
    """
    return (field & 0x3F) ^ 0x38


def field_of_square(square: chess.Square) -> int:
    """The field number of a square on a board with White at fields 48–63."""
    return square ^ 0x38


def placement_of_fields(wire_codes: bytes) -> Placement:
    """The placement of 64 piece codes in the order of the field numbers, on a board with White at fields 48–63."""
    return from_codes(code_of_wire(wire_codes[field_of_square(square)]) for square in chess.SQUARES)


def from_bcd(byte: int) -> int | None:
    """The number 0–99 that two decimal digits of four bits each make; None when they are no digits."""
    tens, ones = divmod(byte, 16)
    return tens * 10 + ones if tens <= 9 and ones <= 9 else None


def to_bcd(number: int) -> int:
    """A number 0–99 as two decimal digits of four bits each."""
    tens, ones = divmod(number, 10)
    return tens << 4 | ones


def two_sevens(number: int) -> bytes:
    """A number below 16384 as twice 7 bits, high ones first."""
    return bytes((number >> 7, number & 0x7F))


@dataclass(frozen=True, slots=True)
class Frame:
    """One message from the board; `id` may be one that `Message` does not name."""

    id: int
    payload: bytes

    def to_bytes(self) -> bytes:
        """The message as it goes over the line."""
        return bytes((self.id,)) + two_sevens(HEADER + len(self.payload)) + self.payload


class FrameSplitter:
    """Cuts the stream from the board into messages; what is no message comes out as `Garbled`, never as an error."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def pending(self) -> bool:
        """Whether the beginning of a message waits for its rest."""
        return bool(self._buffer)

    @property
    def in_memory_dump(self) -> bool:
        """Whether it is the memory of the board that comes: up to 8 s in which nothing else does."""
        return self._buffer.startswith(bytes((Message.EE_MOVES,)))

    def feed(self, data: bytes) -> list[Frame | Garbled]:
        """What is complete now. The beginning of a message is kept for the next call."""
        self._buffer += data
        found: list[Frame | Garbled] = []
        at = noise = 0
        while at < len(self._buffer):
            cut = _cut(self._buffer, at)
            if cut is None:
                break
            end, frame = cut
            if frame is not None:
                self._flush(found, noise, at)
                found.append(frame)
                noise = end
            at = end
        self._flush(found, noise, at)
        del self._buffer[:at]
        return found

    def give_up(self) -> list[Garbled]:
        """The rest of a message did not come in time."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        return [Garbled(rest[:GARBLED_KEPT], "a message without its end")] if rest else []

    def clear(self) -> None:
        """Forget the beginning of a message."""
        self._buffer.clear()

    def _flush(self, found: list[Frame | Garbled], start: int, end: int) -> None:
        if start < end:
            found.append(Garbled(bytes(self._buffer[start : min(end, start + GARBLED_KEPT)]), "no message"))


def _cut(buffer: bytearray, at: int) -> tuple[int, Frame | None] | None:
    """Where the piece of the stream that begins at `at` ends, and the message if it is one; None: not yet known."""
    cut = message_end(buffer, at, _plausible)
    if cut is None:
        return None
    end, is_message = cut
    return end, Frame(buffer[at], bytes(buffer[at + HEADER : end])) if is_message else None


def _plausible(message: int, length: int) -> bool:
    fixed = _LENGTHS.get(message)
    return length in fixed if fixed else HEADER <= length <= LONGEST


@dataclass(frozen=True, slots=True)
class HostCommand:
    """One command from the host; `data` is what a command of variable length carries, without its length byte."""

    code: int
    data: bytes = b""


CLOCK_MESSAGE = 0x2B
SET_LEDS = 0x60
_WITH_LENGTH = frozenset({CLOCK_MESSAGE, 0x2C, SET_LEDS, 0x63})
"""Commands whose next byte says how many follow: clock, I2C clock, LEDs, developer key."""
BUS_COMMAND_SIZE = 4
HALF_COMMAND_SECONDS = 0.2
"""A command that has not continued for so long is dropped: some hosts write a wrong length."""


class CommandSplitter:
    """Cuts the stream from the host into commands, as the board does. Commands of bus mode are swallowed."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[HostCommand]:
        """The commands that are complete at `now` (seconds)."""
        if now - self._last > HALF_COMMAND_SECONDS:
            self._buffer.clear()
        self._last = now
        self._buffer += data
        found: list[HostCommand] = []
        while self._buffer:
            size = _command_size(self._buffer)
            if size is None or size > len(self._buffer):
                break
            command = bytes(self._buffer[:size])
            del self._buffer[:size]
            if command[0] < ID_BIT:
                found.append(HostCommand(command[0], command[2:]))
        return found


def _command_size(buffer: bytearray) -> int | None:
    """Bytes that the command at the head of the buffer takes, None when it is too short to tell."""
    if buffer[0] in _WITH_LENGTH:
        return 2 + buffer[1] if len(buffer) > 1 else None
    if buffer[0] < ID_BIT:
        return 1
    if len(buffer) < BUS_COMMAND_SIZE:
        return None
    return BUS_COMMAND_SIZE if sum(buffer[:3]) & 0x7F == buffer[3] else 1
