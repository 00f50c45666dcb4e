"""Lines of decimal numbers behind a colon, as the boards of Certabo and TabuTronic send them.

Source: the maker's own programs (CERTABO/Nano, `reader_writer.py`), and the parsers of picochess and cer2nut with the
bytes recorded for their tests. Over USB a line ends with CR LF and perhaps a blank before; the maker's Bluetooth relay
takes these off, so that only the colon of the next line, or a pause, tells where a line ends. `L` and `D`, the
acknowledgements of the lamps, may stand anywhere; Bluetooth modules strew in NUL and FF.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from drivers.reports import Garbled

WIRE_RATE = 3840.0
"""Bytes per second at 38,400 baud, 8N1."""
GARBLED_KEPT = 64
"""Bytes kept of what could not be read."""

_MARKS = re.compile(rb"([:\r\n])")
_NUMBERS = b" 0123456789"
_ACKNOWLEDGEMENT = re.compile(rb"[LD]")
_STREWN = bytes(byte for byte in range(0x20) if byte not in b"\r\n") + b"\xffLD"
_LONGEST_LINE = 320 * len(b"255 ")


@dataclass(frozen=True, slots=True)
class Numbers:
    """A whole line; each number is 0 to 255. The same line again is the same tuple."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command for the lamps was taken: `L` by lamps of one color, `D` by those that know colors."""

    letter: str


Found: TypeAlias = Numbers | Acknowledged | Garbled


class LineSplitter:
    """Cuts the stream from the board into lines of exactly `count` numbers; what is none comes out as `Garbled`, never
    as an error. Two halves of lines are never put together.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._last_line = b""
        self._last: Numbers | None = None
        self.clear()

    def clear(self) -> None:
        """A new line was opened: forget half lines. What comes first is the rest of one."""
        self._line: bytes | None = None
        self._skipping = False
        self._begins = True
        self._has_line_ends = False

    @property
    def pending(self) -> bool:
        """Whether the beginning of a line waits for its rest."""
        return self._line is not None

    def feed(self, data: bytes) -> list[Found]:
        """What is complete now. The beginning of a line is kept for the next call."""
        found: list[Found] = [Acknowledged(letter.decode()) for letter in _ACKNOWLEDGEMENT.findall(data)]
        for piece in _MARKS.split(data.translate(None, _STREWN)):
            if piece == b":":
                self._end(found)
                self._line, self._skipping, self._begins = b"", False, False
            elif piece in {b"\r", b"\n"}:
                self._end(found)
                self._has_line_ends = True
            elif self._line is None:
                self._pass_over(piece, found)
            else:
                self._go_on(piece, found)
        return found

    @property
    def ends_with_a_pause(self) -> bool:
        """Whether a pause would end the line that was begun: lines have no ends here, and this one is whole."""
        return not self._has_line_ends and _numbers(self._line or b"", self._count) is not None

    def pause(self) -> list[Found]:
        """Nothing came for a moment, and `ends_with_a_pause`."""
        found: list[Found] = []
        self._end(found)
        return found

    def give_up(self) -> list[Found]:
        """The rest of a line did not come in time."""
        line, self._line = self._line, None
        return [] if line is None else [_garbled(line, "a line without its end")]

    def _end(self, found: list[Found]) -> None:
        """The line that was begun ends here."""
        line, self._line = self._line, None
        if line is None:
            return
        if self._last is None or line != self._last_line:
            self._last_line, self._last = line, _numbers(line, self._count)
        if self._last is not None:
            found.append(self._last)
        else:
            count = len(line.split())
            found.append(_garbled(line, f"a line of {count} numbers, where {self._count} from 0 to 255 are expected"))

    def _go_on(self, piece: bytes, found: list[Found]) -> None:
        """More of the line that was begun. It is given up as soon as it cannot become one."""
        line = self._line = (self._line or b"") + piece
        if piece.translate(None, _NUMBERS) or len(line) > _LONGEST_LINE:
            found.append(_garbled(line, "no line of numbers"))
            self._line, self._skipping = None, True

    def _pass_over(self, noise: bytes, found: list[Found]) -> None:
        """What stands outside a line is told once; at the very beginning, numbers are the rest of a line."""
        if self._skipping or not noise.strip() or (self._begins and not noise.translate(None, _NUMBERS)):
            return
        self._skipping = True
        found.append(_garbled(noise, "no line"))


def _numbers(line: bytes, count: int) -> Numbers | None:
    """The numbers of a line; None when they are not exactly `count`, each from 0 to 255."""
    words = line.split()
    if len(words) != count or any(len(word) > 3 for word in words):
        return None
    values = tuple(map(int, words))
    return Numbers(values) if max(values) <= 255 else None


def _garbled(data: bytes, reason: str) -> Garbled:
    return Garbled(bytes(data[:GARBLED_KEPT]), reason)


def line_of(values: tuple[int, ...], end: bytes = b"\r\n") -> bytes:
    """A line as a board sends it."""
    return b":" + " ".join(map(str, values)).encode("ascii") + end
