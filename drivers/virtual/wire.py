"""What a virtual e-board and its host say to each other: lines of ASCII.

    to the e-board    ?            tell what stands
    from it           rnbqkbnr/…   the placement as in a FEN: after `?`, and by itself when it changes
                      +w, +b       White or Black has pressed the clock

Any program can speak so at a pseudo-terminal or over TCP.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import chess

from drivers.framing import Cut, Frames
from drivers.heard import Heard, Reading
from drivers.placement import Placement, from_fen, to_fen
from drivers.reports import Press

ASK_SQUARES = b"?\n"
LONGEST = 64 + 7
"""Bytes of the longest placement, without the end of its line: 64 pieces and 7 strokes."""

PRESSES: Mapping[chess.Color, bytes] = {chess.WHITE: b"+w\n", chess.BLACK: b"+b\n"}

_COLORS = {line: color for color, line in PRESSES.items()}
_LINE = re.compile(rb"([1-8KQRBNPkqrbnp/]{15,%d}|\+[wb])\n" % LONGEST)
_BEGUN = re.compile(rb"(?:[1-8KQRBNPkqrbnp/]{1,%d}|\+[wb]?)\Z" % LONGEST)


def placement_line(placement: Placement) -> bytes:
    """The line that says what stands."""
    return to_fen(placement).encode("ascii") + b"\n"


def line_frames() -> Frames[Heard]:
    """The lines in the stream from the e-board."""
    return Frames(_cut)


def command_frames() -> Frames[bytes]:
    """The commands in the stream from the host, whole."""
    return Frames(_cut_command)


def _cut(buffer: bytes, at: int) -> Cut[Heard] | None:
    found = _LINE.match(buffer, at)
    if found is None:
        return None if _BEGUN.match(buffer, at) else (at + 1, None)
    if (color := _COLORS.get(found[0])) is not None:
        return found.end(), (Press(color),)
    try:
        return found.end(), (Reading(from_fen(found[1].decode("ascii"))),)
    except ValueError:
        return found.end(), None  # as a whole: its end alone could be a placement


def _cut_command(buffer: bytes, at: int) -> Cut[bytes] | None:
    if buffer.startswith(ASK_SQUARES, at):
        return at + len(ASK_SQUARES), (ASK_SQUARES,)
    return None if ASK_SQUARES.startswith(buffer[at:]) else (at + 1, None)
