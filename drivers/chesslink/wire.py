"""The bytes of ChessLink, both directions together.

Source of every constant: the published description of the protocol (`magic-board.md` of python-mchess, 25 October
2017), and for newer boards what BearChess and mono424's chesslinkdriver do. A message is a letter, a payload of a
length that the letter fixes, and the exclusive or of both as two hexadecimal digits; all of it 7-bit ASCII. Bit 7 makes
the number of ones in each byte odd: it is set here, so that the same bytes go over every kind of line. There is no mark
where a message begins or ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce
from operator import xor

import chess

from drivers.placement import EMPTY, Code, Placement, code_at, code_from_symbol, from_codes, symbol_of
from drivers.reports import Garbled


class Reply(Enum):
    """The letters with which messages of the board begin."""

    STATUS = "s"
    VERSION = "v"
    LIGHTS = "l"
    LIGHTS_OFF = "x"
    WRITTEN = "w"
    READ = "r"
    GAME = "g"
    """What the eONE believes about the game."""
    IDENTITY = "i"


EMPTY_LETTER = "."
IDENTITY_HEAD = b"i00"
LONGEST_IDENTITY = 100
"""Bytes. One table gives this length; BearChess reads to a line feed instead, and both end it here."""
LIGHTS = 81
"""LEDs, at the corners of the squares."""
WIRE_RATE = 3840.0
"""Bytes per second at 38,400 baud: 7 bits and a parity bit are as long as 8 bits."""
PLACEMENTS_KEPT = 2048
"""A board tells all squares after every scan, and most scans see what the one before saw."""

_DIGITS = b"0123456789ABCDEF"
_LETTERS = b"KQRBNPkqrbnp."
_SUM = 2  # bytes of the checksum
_SHAPES: Mapping[int, tuple[bytes, int]] = {
    ord(Reply.STATUS.value): (_LETTERS, 64),
    ord(Reply.GAME.value): (_LETTERS, 64),
    ord(Reply.VERSION.value): (_DIGITS, 4),
    ord(Reply.WRITTEN.value): (_DIGITS, 4),
    ord(Reply.READ.value): (_DIGITS, 4),
    ord(Reply.LIGHTS.value): (b"", 0),
    ord(Reply.LIGHTS_OFF.value): (b"", 0),
}
"""The characters that a payload is made of, and their number."""
_BEGINNING = re.compile(b"[sgvwrlxi]")
_LINE_END = b"\r\n"

_WITHOUT_PARITY = bytes(byte & 0x7F for byte in range(256))
_WITH_PARITY = bytes(byte if byte.bit_count() % 2 else byte | 0x80 for byte in range(128)) * 2


def checksum(text: bytes | bytearray) -> bytes:
    """The two digits that follow a letter and its payload (7-bit codes)."""
    return b"%02X" % reduce(xor, text, 0)


def to_bytes(text: str) -> bytes:
    """A letter and its payload as they go over the line: with checksum and parity."""
    plain = text.encode("ascii")
    return (plain + checksum(plain)).translate(_WITH_PARITY)


@lru_cache(PLACEMENTS_KEPT)
def placement_of_letters(letters: str) -> Placement:
    """The placement of 64 letters, the first of them White's h1, then g1 … a1, h2 … a8. So it is when the maker's name
    is in front of White.
    """
    return from_codes(_code_of(letters[square ^ 7]) for square in chess.SQUARES)


@lru_cache(PLACEMENTS_KEPT)
def letters_of_placement(placement: Placement) -> str:
    """The opposite of `placement_of_letters`; what is not known exactly is written as a white pawn."""
    return "".join(letter_of(code_at(placement, square ^ 7)) for square in chess.SQUARES)


def letter_of(code: Code) -> str:
    """The letter for a piece, or for none."""
    symbol = symbol_of(code) or EMPTY_LETTER
    return symbol if symbol.encode() in _LETTERS else "P"


def _code_of(letter: str) -> Code:
    return EMPTY if letter == EMPTY_LETTER else code_from_symbol(letter)


@dataclass(frozen=True, slots=True)
class Frame:
    """One message of the board."""

    reply: Reply
    payload: str


class FrameSplitter:
    """Cuts the stream from the board into messages; what is no message comes out as `Garbled`, never as an error.

    Wrong parity alone is no reason to refuse a byte: the eONE sends such bytes, and a port may be set to 7 bits.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def pending(self) -> bool:
        """Whether the beginning of a message waits for its rest."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[Frame | Garbled]:
        """What is complete now. The beginning of a message is kept for the next call."""
        self._buffer += data.translate(_WITHOUT_PARITY)
        found: list[Frame | Garbled] = []
        at = noise = 0
        while (beginning := _BEGINNING.search(self._buffer, at)) is not None:
            at = beginning.start()
            cut = _cut(self._buffer, at)
            if cut is None:
                break
            at, frame = cut
            if frame is not None:
                self._flush(found, noise, beginning.start())
                found.append(frame)
                noise = at
        else:
            at = len(self._buffer)
        self._flush(found, noise, at)
        del self._buffer[:at]
        return found

    def give_up(self) -> list[Frame | Garbled]:
        """The rest of a message did not come in time: what is left may still hold a whole one."""
        found: list[Frame | Garbled] = []
        while self._buffer:
            found.append(Garbled(bytes(self._buffer[:1]), "a message without its end"))
            del self._buffer[:1]
            found += self.feed(b"")
        return _joined(found)

    def clear(self) -> None:
        """Forget the beginning of a message."""
        self._buffer.clear()

    def _flush(self, found: list[Frame | Garbled], start: int, end: int) -> None:
        noise = bytes(self._buffer[start:end])
        if noise.strip(_LINE_END):
            found.append(Garbled(noise[:GARBLED_KEPT], "no message"))


GARBLED_KEPT = 64
"""Bytes kept of what could not be read."""


def _joined(found: list[Frame | Garbled]) -> list[Frame | Garbled]:
    """The same with neighbouring garbage as one piece."""
    joined: list[Frame | Garbled] = []
    for each in found:
        last = joined[-1] if joined else None
        if isinstance(each, Garbled) and isinstance(last, Garbled):
            joined[-1] = Garbled((last.data + each.data)[:GARBLED_KEPT], last.reason)
        else:
            joined.append(each)
    return joined


def _cut(buffer: bytearray, at: int) -> tuple[int, Frame | None] | None:
    """Where the search goes on after the letter at `at`, with the message that begins there, if one does; None: not
    yet known.
    """
    if buffer[at] == IDENTITY_HEAD[0]:
        return _cut_identity(buffer, at)
    characters, size = _SHAPES[buffer[at]]
    end = at + 1 + size
    payload, told = bytes(buffer[at + 1 : end]), bytes(buffer[end : end + _SUM])
    if payload.translate(None, characters) or told.translate(None, _DIGITS):
        return at + 1, None
    if len(told) < _SUM:
        return None
    if told != checksum(buffer[at:end]):
        return at + 1, None
    return end + _SUM, Frame(Reply(chr(buffer[at])), payload.decode("ascii"))


def _cut_identity(buffer: bytearray, at: int) -> tuple[int, Frame | None] | None:
    """As `_cut`: its end is where the checksum fits first, or else a line feed."""
    text, line_end, _ = bytes(buffer[at : at + LONGEST_IDENTITY]).partition(b"\n")
    if not (IDENTITY_HEAD.startswith(text[:3]) or text.startswith(IDENTITY_HEAD)) or not text.strip().isascii():
        return at + 1, None
    for end in range(len(IDENTITY_HEAD), len(text) - _SUM + 1):
        if text[end : end + _SUM] == checksum(text[:end]):
            return at + end + _SUM, _identity(text[:end])
    if line_end:
        return at + len(text) + 1, _identity(text)
    return (at + 1, None) if len(text) == LONGEST_IDENTITY else None


def _identity(text: bytes) -> Frame:
    return Frame(Reply.IDENTITY, text[len(IDENTITY_HEAD) :].decode("ascii").strip())


_COMMAND_SIZES: Mapping[int, int] = {
    ord("V"): 0,
    ord("S"): 0,
    ord("X"): 0,
    ord("T"): 0,
    ord("L"): 2 + 2 * LIGHTS,
    ord("W"): 4,
    ord("R"): 2,
    ord("I"): 2,
}
"""The lengths of the payloads of commands that boards know."""


HALF_COMMAND_SECONDS = 0.2
"""A command that has not continued for so long is dropped; the longest takes 0.05 s."""


class CommandSplitter:
    """Cuts the stream from the host into commands, as the board does: what has wrong parity or a wrong checksum is
    dropped without a word.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[str]:
        """The commands that are complete at `now` (seconds): letter and payload."""
        if now - self._last > HALF_COMMAND_SECONDS:
            self._buffer.clear()
        self._last = now
        self._buffer += data
        found = []
        while self._buffer:
            plain = self._buffer.translate(_WITHOUT_PARITY)
            size = _COMMAND_SIZES.get(plain[0])
            end = 1 + (size or 0)
            if size is not None and len(plain) < end + _SUM and _is_odd(self._buffer):
                break
            whole = self._buffer[: end + _SUM]
            if size is None or not _is_odd(whole) or not _is_command(plain[: end + _SUM]):
                del self._buffer[:1]
                continue
            found.append(plain[:end].decode("ascii"))
            del self._buffer[: end + _SUM]
        return found


def _is_command(plain: bytearray) -> bool:
    return not plain[1:].translate(None, _DIGITS) and plain[-_SUM:] == checksum(plain[:-_SUM])


def _is_odd(data: bytes | bytearray) -> bool:
    return all(byte.bit_count() % 2 for byte in data)
