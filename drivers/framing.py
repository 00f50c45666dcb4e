"""Cuts a stream of bytes into messages; what is no message comes out as `Garbled`, never as an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from drivers.reports import Garbled

GARBLED_KEPT = 64
"""Bytes kept of what could not be read."""

UNFINISHED = "a message without its end"

T = TypeVar("T")

Cut: TypeAlias = tuple[int, Sequence[T] | None]
"""Where a piece of the stream ends, and the messages in it: none at all for padding, None when it is damage."""


class Frames(Generic[T]):
    """The messages in a stream.

    `cut` is told the buffer and where a piece begins, and says where it ends; None when that is not known before
    more has come. It must know after as many bytes as the longest message has, or memory would grow without bound.
    `rest` makes messages of a piece whose end did not come in time, or None when there are none in it.
    """

    def __init__(
        self,
        cut: Callable[[bytes, int], Cut[T] | None],
        rest: Callable[[bytes], Sequence[T] | None] = lambda _: None,
    ) -> None:
        self._cut = cut
        self._rest = rest
        self._buffer = b""

    @property
    def pending(self) -> bool:
        """Whether the beginning of a message waits for its rest."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[T | Garbled]:
        """What is complete now. The beginning of a message is kept for the next call."""
        buffer = self._buffer + data
        found: list[T | Garbled] = []
        at = noise = 0
        while at < len(buffer) and (cut := self._cut(buffer, at)) is not None:
            end, messages = cut
            if messages is not None:
                found += _garbled(buffer[noise:at], "no message")
                found += messages
                noise = end
            at = end
        found += _garbled(buffer[noise:at], "no message")
        self._buffer = buffer[at:]
        return found

    def give_up(self) -> list[T | Garbled]:
        """The rest of a message did not come in time. What came instead of it may be messages."""
        found: list[T | Garbled] = []
        damage = b""
        while rest := self._buffer:
            self._buffer = b""
            messages = self._rest(rest)
            if messages is not None:
                return [*found, *_garbled(damage, UNFINISHED), *messages]
            damage += rest[:1]
            for each in self.feed(rest[1:]):
                if isinstance(each, Garbled):
                    damage += each.data
                else:
                    found += [*_garbled(damage, UNFINISHED), each]
                    damage = b""
        return [*found, *_garbled(damage, UNFINISHED)]

    def clear(self) -> None:
        """Forget the beginning of a message."""
        self._buffer = b""


def _garbled(data: bytes, reason: str) -> list[Garbled]:
    return [Garbled(data[:GARBLED_KEPT], reason)] if data else []
