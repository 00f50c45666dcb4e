"""Messages as boards by DGT send them: only the first byte has bit 7 set, so that a receiver finds its way on any.

An id, the length of the whole message in twice seven bits, and a payload of seven-bit bytes; there is no check sum.
Source: DGT's protocol header.
"""

from __future__ import annotations

import re
from collections.abc import Callable

ID_BIT = 0x80
"""Set in the first byte of a message, and in no other."""
HEADER = 3
"""Bytes of a message before its payload."""

_NEXT_ID = re.compile(rb"[\x80-\xff]")


def message_end(buffer: bytes | bytearray, at: int, plausible: Callable[[int, int], bool]) -> tuple[int, bool] | None:
    """Where the piece of the stream that begins at `at` ends, and whether it is a whole message; None: not yet known.

    `plausible` is asked whether a message of this id has this length in bytes.
    """
    following = _NEXT_ID.search(buffer, at + 1)
    limit = following.start() if following else len(buffer)
    if buffer[at] < ID_BIT:
        return limit, False
    if limit - at < HEADER:
        return (limit, False) if following else None
    length = buffer[at + 1] << 7 | buffer[at + 2]
    if not plausible(buffer[at], length):
        return at + 1, False
    if limit - at < length:
        return (limit, False) if following else None
    return at + length, True
