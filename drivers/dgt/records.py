"""The records of an e-board's memory: what happened on it, in order, without times.

The first byte of a record says what it is. Unknown bytes are skipped one by one, and a record without its end is
dropped. Delay records of newer firmware (01 to 3F) have a coding that is not public: they are skipped too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from drivers.dgt.wire import from_bcd, to_bcd


class Tag(IntEnum):
    """Records of one byte."""

    POWERUP = 0x6A
    """The e-board got power; then follows a record for every piece on it."""
    EOF = 0x6B
    FOURROWS = 0x6C
    EMPTYBOARD = 0x6D
    DOWNLOADED = 0x6E
    BEGINPOS = 0x6F
    BEGINPOS_ROT = 0x7A
    START = 0x7B
    """SET_START_GAME; then follows a record for every piece on it."""
    WATCHDOG = 0x7C
    """The e-board has restarted itself; then follows what follows on POWERUP."""
    NOP = 0x7F


@dataclass(frozen=True, slots=True)
class FieldChanged:
    """A field reads `code` (a piece code, 0: empty). `quick`: less than about 250 ms after the record before."""

    field: int
    code: int
    quick: bool = False


@dataclass(frozen=True, slots=True)
class ClockPressed:
    """The lever went down on the `left` or right side, seen from the clock's front; its time stopped at `seconds`."""

    left: bool
    seconds: int


Record: TypeAlias = FieldChanged | ClockPressed | Tag

_FIELD, _QUICK = 0x40, 0x10
_CLOCK, _LEFT = 0x60, 0x10


def decode(data: bytes) -> Iterator[Record]:
    """The records in the data of a reply, in order."""
    at = 0
    while at < len(data):
        first = data[at]
        if first & 0x60 == _FIELD:
            if at + 1 < len(data):
                yield FieldChanged(data[at + 1] & 0x3F, first & 0x0F, bool(first & _QUICK))
            at += 2
        elif first & 0x60 == _CLOCK and first & 0x0F <= 9:
            if at + 2 < len(data) and (pressed := _pressed(*data[at : at + 3])) is not None:
                yield pressed
            at += 3
        else:
            if first in _TAGS:
                yield Tag(first)
            at += 1


def encode(record: Record) -> bytes:
    """The bytes of a record."""
    match record:
        case FieldChanged(field, code, quick):
            return bytes((_FIELD | _QUICK * quick | code, field))
        case ClockPressed(left, seconds):
            minutes, rest = divmod(seconds, 60)
            hours, minutes = divmod(minutes, 60)
            return bytes((_CLOCK | _LEFT * left | min(hours, 9), to_bcd(minutes), to_bcd(rest)))
        case Tag():
            return bytes((record,))


def _pressed(first: int, minutes: int, rest: int) -> ClockPressed | None:
    whole, part = from_bcd(minutes), from_bcd(rest)
    if whole is None or part is None:
        return None
    return ClockPressed(bool(first & _LEFT), (first & 0x0F) * 3600 + whole * 60 + part)


_TAGS = frozenset(Tag)
