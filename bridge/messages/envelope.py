"""One message for the broker, and the envelope that every payload travels in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from bridge.messages.topics import VERSION


@dataclass(frozen=True, slots=True)
class Message:
    """What is published: an empty payload deletes a retained message. `seq` orders everything one bridge says."""

    topic: str
    payload: bytes
    retain: bool
    qos: int
    seq: int


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who speaks and when: `seq` of the first message to be written, `session` of this run of the program, and the
    wall time, with a time zone.
    """

    seq: int
    session: str
    at: datetime


class Envelope(msgspec.Struct, frozen=True):
    """The envelope of every payload. `ts`: UTC, ISO 8601 with milliseconds."""

    v: int
    seq: int
    session: str
    ts: str
    data: Any


_encode = msgspec.json.Encoder().encode


def timestamp(at: datetime) -> str:
    """UTC in ISO 8601 with milliseconds and `Z`. Raises ValueError for a time without a zone."""
    if at.tzinfo is None:
        raise ValueError("a wall time needs its time zone")
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Pile:
    """Messages in the order of writing; each takes the next sequence number."""

    def __init__(self, stamp: Stamp) -> None:
        self._stamp = stamp
        self.messages: list[Message] = []

    @property
    def _seq(self) -> int:
        return self._stamp.seq + len(self.messages)

    def state(self, topic: str, data: msgspec.Struct, *, qos: int = 1) -> None:
        """Add a retained message: what a late subscriber must know."""
        self._add(topic, data, retain=True, qos=qos)

    def event(self, topic: str, data: msgspec.Struct) -> None:
        """Add a message that is not retained: news for those who listen now."""
        self._add(topic, data, retain=False, qos=1)

    def clear(self, topic: str) -> None:
        """Delete what is retained at the topic."""
        self.messages.append(Message(topic, b"", True, 1, self._seq))

    def _add(self, topic: str, data: msgspec.Struct, *, retain: bool, qos: int) -> None:
        payload = _encode(Envelope(VERSION, self._seq, self._stamp.session, timestamp(self._stamp.at), data))
        self.messages.append(Message(topic, payload, retain, qos, self._seq))


def state_message(topic: str, data: msgspec.Struct, stamp: Stamp) -> Message:
    """One retained message."""
    pile = Pile(stamp)
    pile.state(topic, data)
    return pile.messages[0]
