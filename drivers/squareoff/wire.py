"""The messages of the Square Off Pro, both directions together.

All are ASCII: a number, `#`, a body, `*`. Sources: the programs BearChess and squareoffdriver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import chess

from drivers.framing import Cut, Frames
from drivers.heard import Acknowledged, Change, Heard, Other, Reading
from drivers.placement import EMPTY, SOME_PIECE, Placement, occupied, some_pieces
from drivers.reports import Battery

NEW_GAME = b"14#1*"
"""Only then are changes told."""
READY = b"14#GO*"
ASK_SQUARES = b"30#R*"
ASK_BATTERY = b"4#*"
LIGHTS_OFF = b"25#*"

CHANGE, BATTERY, VOLTAGE, LIGHTS, SQUARES = "0", "4", "22", "25", "30"
"""The numbers of messages with a body that says something."""
LIFTED, PLACED = "u", "d"
LONGEST = 3 + 2 * 64 + 1
"""Bytes of the longest message: lights on all squares."""
VOLTS_EMPTY, VOLTS_FULL = 3.3, 4.2
"""Of one lithium-ion cell, as usual; the makers of the board tell no percentage."""

_MESSAGE = re.compile(rb"(\d{1,2})#([0-9A-Za-z.]{0,%d})\*" % (2 * 64))
_BEGUN = re.compile(rb"\d{1,2}(?:#[0-9A-Za-z.]{0,%d})?\Z" % (2 * 64))
_CHANGE = re.compile(r"([a-h][1-8])([ud])")
_SQUARES = re.compile(r"[01]{64}")
_NUMBER = re.compile(r"\d{1,5}(?:\.\d{1,3})?")


def message(number: str, body: str) -> bytes:
    """A whole message."""
    return f"{number}#{body}*".encode("ascii")


def bits_of(placement: Placement) -> str:
    """`1` for each square on which something stands: a1, a2 … a8, b1 … h8."""
    return f"{chess.flip_diagonal(occupied(placement)):064b}"[::-1]


def lights(squares: Iterable[chess.Square]) -> tuple[bytes, ...]:
    """The commands that light exactly these squares. All go out first, because nobody tells whether a command replaces
    the one before.
    """
    names = "".join(chess.square_name(square) for square in sorted(squares))
    return (LIGHTS_OFF, message(LIGHTS, names)) if names else (LIGHTS_OFF,)


def message_frames() -> Frames[Heard]:
    """The messages in the stream from the board."""
    return Frames(_cut)


def command_frames() -> Frames[bytes]:
    """The commands in the stream from the host, whole."""
    return Frames(_cut_command)


def parts(whole: bytes) -> tuple[str, str]:
    """The number and the body of a whole message."""
    number, _, body = whole.decode("ascii").partition("#")
    return number, body.removesuffix("*")


def _cut_command(buffer: bytes, at: int) -> Cut[bytes] | None:
    found = _MESSAGE.match(buffer, at)
    if found:
        return found.end(), (found[0],)
    return None if _BEGUN.match(buffer, at) else (at + 1, None)


def _cut(buffer: bytes, at: int) -> Cut[Heard] | None:
    cut = _cut_command(buffer, at)
    if cut is None or not cut[1]:
        return (cut[0], None) if cut else None
    heard = _understand(*parts(cut[1][0]))
    return (at + 1, None) if heard is None else (cut[0], (heard,))


def _understand(number: str, body: str) -> Heard | None:
    if message(number, body) == READY:
        return Acknowledged()
    understand = _UNDERSTAND.get(number)
    return Other() if understand is None else understand(body)


def _change(body: str) -> Change | None:
    found = _CHANGE.fullmatch(body)
    if found is None:
        return None
    return Change(chess.parse_square(found[1]), SOME_PIECE if found[2] == PLACED else EMPTY)


def _reading(body: str) -> Reading | None:
    if not _SQUARES.fullmatch(body):
        return None
    return Reading(some_pieces(chess.flip_diagonal(int(body[::-1], 2))))


def _charge(body: str) -> Battery | Other:
    """The charge from a voltage: volts, or thousandths of them as the maker's later boards tell. Other numbers mean
    nothing that is known.
    """
    if not _NUMBER.fullmatch(body):
        return Other()
    volts = float(body) / 1000 if float(body) >= 1000 else float(body)
    if not 2 < volts < 5:
        return Other()
    share = (volts - VOLTS_EMPTY) / (VOLTS_FULL - VOLTS_EMPTY)
    return Battery(round(100 * min(max(share, 0.0), 1.0)), charging=False)


_UNDERSTAND: Mapping[str, Callable[[str], Heard | None]] = {
    CHANGE: _change,
    SQUARES: _reading,
    VOLTAGE: _charge,
    BATTERY: _charge,
}
