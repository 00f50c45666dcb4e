"""The commands of the Chess Peripheral Protocol, both directions together.

It is published for home-made e-boards with Bluetooth Low Energy, and the library ArduinoBleChess and the boards of
OPENCHESSBOARD speak it. A command is text, one in each write or notification, and has no end of its own. Whatever
pieces an e-board names, its sensors may only know that something stands there: so only that is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import chess

from drivers.framing import Cut, Frames
from drivers.heard import Acknowledged, Heard, Other, Reading
from drivers.placement import Placement, some_pieces

ASK_STATE = b"get_state"
"""Tell all squares now, and again at each change until a round begins."""
FEATURE = b"feature "
GET_STATE, STATE_STREAM, SUBMOVE_STATE = b"get_state", b"state_stream", b"submove_state"
"""Features: that the squares can be asked for; that each change is told, by the name of the protocol's text, and by
that of the library.
"""
BEGIN, STATE, SYNC, UNSYNC = b"begin", b"state", b"sync", b"unsync"
YES, NO = b"ok", b"nok"
LONGEST_PLACEMENT = 71
"""Characters for 64 squares and the strokes between the ranks."""
PLACEMENTS_KEPT = 256
"""Placements whose text is not read again: boards repeat theirs twice a second."""
LONGEST_TEXT = 128
"""Bytes of a command with free text that are believed."""

_STATES = (STATE, SYNC, UNSYNC, b"unsync_settable", b"unsync_setible")
"""Commands with all squares; the last two are one, spelt in two ways."""
_TEXTS = (b"err", b"msg", b"move", b"undo", b"redo", b"drop", b"option", b"set_option", b"resign", b"draw_offer")
"""Commands whose end only silence tells; nothing that this program asks is answered by one."""
_WORDS = (*(state + b" " for state in _STATES), *_TEXTS, YES, NO)
_FIRST_LETTERS = frozenset(word[0] for word in _WORDS)
_PIECES = b"pnbrqkPNBRQKw?"
_DIGITS = b"12345678"
_BEHIND_A_STATE = frozenset(b" \r\nw-KQkqabcdefgh0123456789")
"""The other fields of a FEN."""


def message_frames() -> Frames[Heard]:
    """The commands in the stream from the board."""
    return Frames(_cut, _rest)


def command_frames() -> Frames[bytes]:
    """The commands from the host: one in each write."""
    return Frames(lambda buffer, at: (len(buffer), (buffer[at:],)))


def _cut(buffer: bytes, at: int) -> Cut[Heard] | None:
    if buffer[at] not in _FIRST_LETTERS:
        return _skip(buffer, at)
    word = next((word for word in _WORDS if buffer.startswith(word, at)), None)
    if word is None:
        beginning = buffer[at : at + LONGEST_TEXT]
        return None if any(word.startswith(beginning) for word in _WORDS) else _skip(buffer, at)
    if word in {YES, NO}:
        return at + len(word), (Acknowledged(word == YES),)
    if word in _TEXTS:
        return None if len(buffer) < at + LONGEST_TEXT else (at + LONGEST_TEXT, (Other(),))
    return _cut_placement(buffer, at + len(word))


def _skip(buffer: bytes, at: int) -> Cut[Heard]:
    """What begins no command may be the rest of a FEN, else it is damage."""
    return at + 1, () if buffer[at] in _BEHIND_A_STATE else None


def _cut_placement(buffer: bytes, start: int) -> Cut[Heard] | None:
    """A command with all squares, which ends with the last of the first rank."""
    found = _placement(buffer[start : start + LONGEST_PLACEMENT])
    if found is None:
        return None
    length, placement = found
    return start + length, None if placement is None else (Reading(placement),)


@lru_cache(PLACEMENTS_KEPT)
def _placement(text: bytes) -> tuple[int, Placement | None] | None:
    """How long the placement at the beginning of a text is, and what it shows; None for that when it is damaged, None
    for all when it is not complete.
    """
    standing, rank, file = chess.BB_EMPTY, 7, 0
    for at, char in enumerate(text):
        if char in _DIGITS:
            file += char - _DIGITS[0] + 1
        elif char in _PIECES:
            standing |= 1 << 8 * rank + file
            file += 1
        elif char == ord("/") and file == 8 and rank > 0:
            rank, file = rank - 1, 0
        else:
            return at, None
        if file > 8:
            return at, None
        if (rank, file) == (0, 8):
            return at + 1, some_pieces(standing)
    return None


def _rest(rest: bytes) -> Sequence[Heard] | None:
    """A text ends when nothing more comes; all other halves are damage."""
    return (Other(),) if rest.startswith(_TEXTS) else None
