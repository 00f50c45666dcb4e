"""The bytes of iChessOne boards, both directions together.

A message is `=`, a letter for its kind, and its content; there is neither length nor check sum. The host writes
letters, of which each command has its own. Sources: the programs picochess and BearChess, which agree but for the
order of two colors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import chess

from drivers.framing import Cut, Frames
from drivers.heard import Heard, Reading
from drivers.placement import Code, Placement, code_from_symbol, codes, from_codes
from drivers.reports import Battery, Identified

HEAD = ord("=")
POSITION, BATTERY, VERSION = b"=p", b"=b", b"=h"
SQUARE_BYTES = 32
BATTERY_BYTES = 2
LONGEST_VERSION = 32
"""Bytes of a version that are believed; it has no end of its own."""
CHARGING = 1

TELL_CHANGES = b"CPIRQ"
"""Send the position whenever it changes."""
TELL_NOTHING = b"CPOFF"
ASK_POSITION = b"RP"
ASK_BATTERY = b"RB"
ASK_VERSION = b"RH"
STATUS_OFF = b"CSOFF"
LIGHTS = b"EL"
LIGHTS_BYTES = 14
"""Bytes of a command for lights behind its letters."""

_BRIGHTNESS_AND_RED = 0x80
_OTHER_COLORS = 0x0F
"""Blue in BearChess; picochess says green. Either can be seen."""
_ROW = 0x00
"""Lights beside the board; none."""
_REPLACE = 0x01
_FOR_EVER = 0xFF

_CODES: Sequence[Code] = tuple(map(code_from_symbol, ("", *"PNBRQKpnbrqk")))
_WIRE: Mapping[Code, int] = {code: wire for wire, code in enumerate(_CODES)}
_TEXT = re.compile(rb"[ -<>-~]*")
_COMMANDS = (TELL_CHANGES, TELL_NOTHING, ASK_POSITION, ASK_BATTERY, ASK_VERSION, STATUS_OFF)


def placement_of(squares: bytes) -> Placement | None:
    """What 32 bytes say: a8 and b8 (high four bits first), c8 … h1. None when they name no piece."""
    nibbles = [nibble for byte in squares for nibble in (byte >> 4, byte & 0x0F)]
    if max(nibbles) >= len(_CODES):
        return None
    return from_codes(_CODES[nibbles[_place(square)]] for square in chess.SQUARES)


def squares_of(placement: Placement) -> bytes:
    """The 32 bytes that say this."""
    nibbles = [0] * 64
    for square, code in enumerate(codes(placement)):
        nibbles[_place(square)] = _WIRE[code]
    return bytes(high << 4 | low for high, low in zip(nibbles[::2], nibbles[1::2], strict=True))


def lights(squares: Iterable[chess.Square]) -> bytes:
    """The command that lights exactly these squares: a byte for each rank from the 8th, bit 0 for the a-file."""
    ranks = bytearray(8)
    for square in squares:
        ranks[7 - chess.square_rank(square)] |= 1 << chess.square_file(square)
    colors = bytes((_BRIGHTNESS_AND_RED, _OTHER_COLORS)) if any(ranks) else bytes(2)
    return LIGHTS + colors + bytes((_ROW, *ranks, _ROW, _REPLACE, _FOR_EVER))


def squares_lit(command: bytes) -> frozenset[chess.Square]:
    """The squares that a whole command lights."""
    ranks = command[len(LIGHTS) + 3 :]
    return frozenset(
        square for square in chess.SQUARES if ranks[7 - chess.square_rank(square)] >> chess.square_file(square) & 1
    )


def message_frames() -> Frames[Heard]:
    """The messages in the stream from the board."""
    return Frames(_cut, _rest)


def command_frames() -> Frames[bytes]:
    """The commands in the stream from the host, whole."""
    return Frames(_cut_command)


def _place(square: chess.Square) -> int:
    return square ^ 0x38


def _cut(buffer: bytes, at: int) -> Cut[Heard] | None:
    if buffer[at] != HEAD:
        following = buffer.find(HEAD, at)
        return (len(buffer) if following < 0 else following), None
    body = at + len(POSITION)
    match buffer[at:body]:
        case b"=p":
            return _cut_position(buffer, at, body)
        case b"=b":
            end = body + BATTERY_BYTES
            return None if len(buffer) < end else (end, (_battery(*buffer[body:end]),))
        case b"=h":
            end = min(_text_end(buffer, body), body + LONGEST_VERSION)
            waits = end == len(buffer) < body + LONGEST_VERSION
            return None if waits else (end, (_version(buffer[body:end]),))
        case head:
            return (at + 1, None) if len(head) > 1 else None


def _cut_position(buffer: bytes, at: int, body: int) -> Cut[Heard] | None:
    """A byte that begins a message is no pair of squares: what is cut off by one was no position."""
    end = body + SQUARE_BYTES
    following = buffer.find(HEAD, body, end)
    if following >= 0:
        return following, None
    if len(buffer) < end:
        return None
    placement = placement_of(buffer[body:end])
    return (at + 1, None) if placement is None else (end, (Reading(placement),))


def _rest(rest: bytes) -> Sequence[Heard] | None:
    """A version ends when nothing more comes; all other halves are damage."""
    return (_version(rest[len(VERSION) :]),) if rest.startswith(VERSION) else None


def _text_end(buffer: bytes, start: int) -> int:
    text = _TEXT.match(buffer, start)
    return text.end() if text else start


def _battery(status: int, percent: int) -> Battery:
    return Battery(min(percent, 100), charging=status == CHARGING)


def _version(text: bytes) -> Identified:
    return Identified("", text.decode("ascii").strip())


def _cut_command(buffer: bytes, at: int) -> Cut[bytes] | None:
    for command in _COMMANDS:
        if buffer.startswith(command, at):
            return at + len(command), (command,)
    if buffer.startswith(LIGHTS, at):
        end = at + len(LIGHTS) + LIGHTS_BYTES
        return None if len(buffer) < end else (end, (buffer[at:end],))
    beginning = buffer[at:]
    begun = any(command.startswith(beginning) for command in (*_COMMANDS, LIGHTS))
    return None if begun else (at + 1, None)
