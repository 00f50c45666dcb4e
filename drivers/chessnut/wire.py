"""The bytes of Chessnut boards, both directions together.

A message is an opcode, the number of bytes that follow, and these bytes; there is no check sum. Over Bluetooth Low
Energy and USB HID the messages are the same, but for the length of a position. Sources: Chessnut's own description
and EasyLinkSDK, and the programs chessnutair, picochess and chessnutdriver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache

import chess

from drivers.framing import Cut, Frames
from drivers.heard import Acknowledged, Heard, Other, Reading
from drivers.placement import Code, Placement, code_from_symbol, codes, fits_one_set, from_codes
from drivers.reports import Battery, Identified


class Message(IntEnum):
    """Opcodes of messages from the board that come unasked, or answer what this program asks."""

    POSITION = 0x01
    KEY = 0x0F
    ACKNOWLEDGED = 0x23
    VERSION = 0x28
    BATTERY = 0x2A


class Command(IntEnum):
    """Opcodes of commands to the board.

    42 (hex; a Chessnut Move drives its pieces) and 39 (delete a stored game) have no name here on purpose: nothing in
    this program may ever send them to a board.
    """

    LIGHTS = 0x0A
    MODE = 0x21
    VERSION = 0x27
    BATTERY = 0x29


HEADER = 2
"""Bytes of a message before its payload."""
SQUARE_BYTES = 32
"""Two squares a byte, at the beginning of a position."""
COUNTER_BYTES = 4
LONGEST_RUN = 0xFFFFFF
"""Seconds; 194 days without being switched off."""
RADIO_POSITION, HID_POSITION = 0x24, 0x3D
"""The lengths of a position: 32 bytes of squares, and 4 of a counter or 29 of which nothing is known."""
SHORTEST_POSITION = HEADER + SQUARE_BYTES
"""Bytes of a position that a radio link with a small MTU has cut off, and of which nothing is lost but the counter."""
CHARGING_BIT = 0x80
POSITIONS_KEPT = 2048
"""Positions whose bytes are not taken apart again: boards repeat theirs five times a second."""

REAL_TIME = bytes((Command.MODE, 1, 0))
"""Send positions from now on."""
UPLOAD = bytes((Command.MODE, 1, 1))
"""Send stored games, and no positions."""
ASK_VERSION = bytes((Command.VERSION, 1, 1))
ASK_BATTERY = bytes((Command.BATTERY, 1, 0))

_LENGTHS: Mapping[int, range | tuple[int, ...]] = {
    Message.POSITION: (RADIO_POSITION, HID_POSITION),
    Message.KEY: (1,),
    Message.ACKNOWLEDGED: (1,),
    Message.VERSION: range(2, HID_POSITION + 1),
    Message.BATTERY: (2,),
}
"""Lengths of payloads; any other is damage. No message is longer than a HID report."""

_HEADS = (bytes((Message.POSITION, RADIO_POSITION)), bytes((Message.POSITION, HID_POSITION)))

_CODES: Sequence[Code] = tuple(map(code_from_symbol, ("", *"qkbpnRPrBNQK")))
_WIRE: Mapping[Code, int] = {code: wire for wire, code in enumerate(_CODES)}


@lru_cache(POSITIONS_KEPT)
def placement_of(squares: bytes) -> Placement | None:
    """What 32 bytes say: h8 and g8 (low four bits first), f8 … a1. None when they name no piece."""
    nibbles = [nibble for byte in squares for nibble in (byte & 0x0F, byte >> 4)]
    if max(nibbles) >= len(_CODES):
        return None
    return from_codes(_CODES[nibbles[_place(square)]] for square in chess.SQUARES)


@lru_cache(POSITIONS_KEPT)
def squares_of(placement: Placement) -> bytes:
    """The 32 bytes that say this."""
    nibbles = [0] * 64
    for square, code in enumerate(codes(placement)):
        nibbles[_place(square)] = _WIRE[code]
    return bytes(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))


def lights(squares: Iterable[chess.Square]) -> bytes:
    """The command that lights exactly these squares: a byte for each rank from the 8th, bit 7 for the a-file."""
    ranks = bytearray(8)
    for square in squares:
        ranks[7 - chess.square_rank(square)] |= 0x80 >> chess.square_file(square)
    return bytes((Command.LIGHTS, len(ranks))) + ranks


def squares_lit(ranks: bytes) -> frozenset[chess.Square]:
    """The squares that a payload of eight bytes lights."""
    return frozenset(
        square for square in chess.SQUARES if ranks[7 - chess.square_rank(square)] & 0x80 >> chess.square_file(square)
    )


def message_frames() -> Frames[Heard]:
    """The messages in the stream from the board."""
    return Frames(_cut, _rest)


def command_frames() -> Frames[bytes]:
    """The commands in the stream from the host, whole."""
    return Frames(_cut_command)


def _place(square: chess.Square) -> int:
    return 63 - square


def _cut(buffer: bytes, at: int) -> Cut[Heard] | None:
    lengths = _LENGTHS.get(buffer[at])
    if lengths is None:
        return at + 1, None
    if len(buffer) < at + HEADER:
        return None
    if buffer[at + 1] not in lengths:
        return at + 1, None
    end = at + HEADER + buffer[at + 1]
    if len(buffer) < end:
        return None
    heard = _understand(buffer[at], buffer[at + HEADER : end])
    return (at + 1, None) if heard is None else (end, (heard,))


def _rest(rest: bytes) -> Sequence[Heard] | None:
    """A position whose counter was cut off by a small MTU; all other halves are damage."""
    if len(rest) < SHORTEST_POSITION or rest[0] != Message.POSITION:
        return None
    heard = _position(rest[HEADER:])
    return None if heard is None else (heard,)


def _understand(opcode: int, payload: bytes) -> Heard | None:
    understand = _UNDERSTAND.get(opcode)
    return Other() if understand is None else understand(payload)


def _position(payload: bytes) -> Reading | None:
    """The squares; None when the message was put together from two. Then it either has a counter of half a year, or
    the head of the second one among its squares, where it reads as a king too many.
    """
    counter = payload[SQUARE_BYTES:]
    if len(counter) == COUNTER_BYTES and int.from_bytes(counter, "little") > LONGEST_RUN:
        return None
    placement = placement_of(payload[:SQUARE_BYTES])
    if placement is None or (any(head in payload for head in _HEADS) and not fits_one_set(placement)):
        return None
    return Reading(placement)


def _battery(payload: bytes) -> Battery | Other:
    """Newer boards set a bit in the percentage, older ones a byte behind it; a charge of nothing is a board that does
    not know its charge yet.
    """
    charge, state = payload
    if charge == 0:
        return Other()
    return Battery(min(charge & ~CHARGING_BIT, 100), charging=bool(charge & CHARGING_BIT) or state == 1)


def _version(payload: bytes) -> Identified | None:
    """The text behind a byte that says which of its two versions it is."""
    text = payload[1:].decode("latin-1").strip("\0 ")
    return Identified("", text) if text.isascii() and text.isprintable() else None


_UNDERSTAND: Mapping[int, Callable[[bytes], Heard | None]] = {
    Message.POSITION: _position,
    Message.BATTERY: _battery,
    Message.VERSION: _version,
    Message.ACKNOWLEDGED: lambda _: Acknowledged(),
}


def _cut_command(buffer: bytes, at: int) -> Cut[bytes] | None:
    if len(buffer) < at + HEADER:
        return None
    end = at + HEADER + buffer[at + 1]
    return None if len(buffer) < end else (end, (buffer[at:end],))
