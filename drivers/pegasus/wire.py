"""The bytes of a DGT Pegasus, both directions together.

It frames its messages as DGT's other boards do (`drivers.seven_bit`), and knows some of their commands; only that
something stands on a field is told. Fields are numbered 0 = a8 … 63 = h1. Sources: DGT's protocol header; the programs
DGTCentaurMods, BearChess, dgtdriver by mono424, pegasus_bridge and PegasusChessComChromeExtension, which talk to real
boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

import chess

from drivers.framing import Cut, Frames
from drivers.placement import Placement, occupied, some_pieces
from drivers.seven_bit import HEADER, ID_BIT, message_end


class Message(IntEnum):
    """Ids of messages from the board."""

    BOARD_DUMP = 0x86
    FIELD_UPDATE = 0x8E
    SERIALNR = 0x91
    TRADEMARK = 0x92
    VERSION = 0x93
    HARDWARE_VERSION = 0x96
    BATTERY_STATUS = 0xA0
    LONG_SERIALNR = 0xA2
    LOCK_STATE = 0xA4
    DEVKEY_STATE = 0xA5


class Command(IntEnum):
    """Commands to the board. Those of DGT's other boards that could do harm (4E, 51, 53) have no name here either."""

    SEND_RESET = 0x40
    SEND_BRD = 0x42
    SEND_UPDATE_BRD = 0x44
    RETURN_SERIALNR = 0x45
    SEND_TRADEMARK = 0x47
    REQ_HARDWARE_VERSION = 0x48
    SEND_BATTERY_STATUS = 0x4C
    SEND_VERSION = 0x4D
    RETURN_LONG_SERIALNR = 0x55
    REQ_DEVKEY_STATE = 0x5A
    SET_LEDS = 0x60
    DEVELOPER_KEY = 0x63


KEY_BYTES = 6
FIELDS = 64
EMPTY_FIELD, OCCUPIED_FIELD = 0x00, 0x01
LOCKED_FIELD = 0x7F
"""What a board that has not taken a key may show on all its fields; others show them all occupied."""
CHARGING = 0x01
"""In the last byte of BATTERY_STATUS."""
LONGEST = HEADER + 256
"""Bytes of the longest message: a trade mark."""

LEDS_ON = 0x05
LEDS_SPEED = 0x40
"""How fast the board walks from one light to the next: so that they seem to shine together. 02 is slow."""
LEDS_FOR_EVER = 0x00
LEDS_BRIGHTNESS = 0x01
LIGHTS_OFF = bytes((Command.SET_LEDS, 2, 0, 0))

_LENGTHS: Mapping[int, int] = {
    Message.BOARD_DUMP: HEADER + FIELDS,
    Message.FIELD_UPDATE: 5,
    Message.SERIALNR: 8,
    Message.VERSION: 5,
    Message.HARDWARE_VERSION: 5,
    Message.BATTERY_STATUS: 12,
    Message.LONG_SERIALNR: 13,
    Message.LOCK_STATE: 4,
    Message.DEVKEY_STATE: 4,
}
"""Total lengths that messages of fixed size have; any other length is damage."""
_WITH_LENGTH = frozenset({Command.SET_LEDS, Command.DEVELOPER_KEY})
"""Commands whose next byte says how many follow, a zero at the end among them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message from the board; `id` may be one that `Message` does not name."""

    id: int
    payload: bytes

    def to_bytes(self) -> bytes:
        """The message as the board sends it."""
        length = HEADER + len(self.payload)
        return bytes((self.id, length >> 7, length & 0x7F)) + self.payload


def message_frames() -> Frames[Frame]:
    """The messages in the stream from the board."""
    return Frames(_cut)


def command_frames() -> Frames[bytes]:
    """The commands in the stream from the host, whole."""
    return Frames(_cut_command)


def key_command(key: bytes) -> bytes:
    """The command that unlocks the board; `key` has `KEY_BYTES`."""
    return bytes((Command.DEVELOPER_KEY, len(key) + 1)) + key + b"\x00"


def lights(squares: Iterable[chess.Square]) -> bytes:
    """The command that lights exactly these squares of the board."""
    fields = bytes(sorted(field_of_square(square) for square in squares))
    if not fields:
        return LIGHTS_OFF
    how = bytes((LEDS_ON, LEDS_SPEED, LEDS_FOR_EVER, LEDS_BRIGHTNESS))
    return bytes((Command.SET_LEDS, len(how) + len(fields) + 1)) + how + fields + b"\x00"


def squares_lit(command: bytes) -> frozenset[chess.Square]:
    """The squares that shine after this command of SET_LEDS."""
    if len(command) < 7 or command[2] != LEDS_ON:
        return frozenset()
    return frozenset(square_of_field(field) for field in command[6:-1] if field < FIELDS)


def placement_of(fields: bytes) -> Placement:
    """What 64 fields show."""
    return some_pieces(sum(chess.BB_SQUARES[square_of_field(at)] for at, field in enumerate(fields) if field))


def fields_of(placement: Placement) -> bytes:
    """The 64 fields that show it."""
    shown = occupied(placement)
    return bytes(shown >> square_of_field(field) & 1 for field in range(FIELDS))


def square_of_field(field: int) -> chess.Square:
    """The square of a field on a board with White at fields 48–63."""
    return field ^ 0x38


def field_of_square(square: chess.Square) -> int:
    """The field of a square on a board with White at fields 48–63."""
    return square ^ 0x38


def _cut(buffer: bytes, at: int) -> Cut[Frame] | None:
    cut = message_end(buffer, at, _plausible)
    if cut is None:
        return None
    end, is_message = cut
    frame = Frame(buffer[at], buffer[at + HEADER : end])
    return end, (frame,) if is_message and _sound(frame) else None


def _plausible(message: int, length: int) -> bool:
    fixed = _LENGTHS.get(message)
    return HEADER <= length <= LONGEST if fixed is None else length == fixed


def _sound(frame: Frame) -> bool:
    """Whether the payload can be what such a message says."""
    match frame:
        case Frame(Message.BOARD_DUMP, fields):
            return set(fields) <= {EMPTY_FIELD, OCCUPIED_FIELD, LOCKED_FIELD}
        case Frame(Message.FIELD_UPDATE, payload):
            return payload[0] < FIELDS and payload[1] in {EMPTY_FIELD, OCCUPIED_FIELD}
        case _:
            return True


def _cut_command(buffer: bytes, at: int) -> Cut[bytes] | None:
    if buffer[at] >= ID_BIT:
        return at + 1, None
    if buffer[at] not in _WITH_LENGTH:
        return at + 1, (buffer[at : at + 1],)
    if len(buffer) < at + 2:
        return None
    end = at + 2 + buffer[at + 1]
    return None if len(buffer) < end else (end, (buffer[at:end],))
