"""Cutting a stream into messages."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.framing import Cut, Frames
from drivers.reports import Garbled

MESSAGE = re.compile(rb"<([a-z]{0,9})>")
BEGUN = re.compile(rb"<[a-z]{0,9}\Z")


def cut(buffer: bytes, at: int) -> Cut[str] | None:
    """`<word>` is a message, a blank is padding, everything else damage."""
    if buffer[at : at + 1] == b" ":
        return at + 1, ()
    if found := MESSAGE.match(buffer, at):
        return found.end(), (found[1].decode(),)
    return None if BEGUN.match(buffer, at) else (at + 1, None)


def frames() -> Frames[str]:
    return Frames(cut, lambda rest: ("half",) if len(rest) > 5 else None)


def noise(data: bytes) -> Garbled:
    return Garbled(data, "no message")


STREAMS = {
    "nothing": (b"", []),
    "one": (b"<a>", ["a"]),
    "glued": (b"<a><b><>", ["a", "b", ""]),
    "padded": (b" <a>   <b> ", ["a", "b"]),
    "damage before": (b"??<a>", [noise(b"??"), "a"]),
    "damage between": (b"<a>??<b>", ["a", noise(b"??"), "b"]),
    "damage after": (b"<a>??", ["a", noise(b"??")]),
    "cut off by another": (b"<ab<c>", [noise(b"<ab"), "c"]),
    "too long": (b"<abcdefghij>", [noise(b"<abcdefghij>")]),
    "only the beginning of much damage is kept": (b"?" * 100 + b"<a>", [noise(b"?" * 64), "a"]),
}


@pytest.mark.parametrize(("stream", "found"), STREAMS.values(), ids=STREAMS)
def test_a_stream_at_once(stream: bytes, found: list[str | Garbled]) -> None:
    assert frames().feed(stream) == found


@given(st.lists(st.sampled_from([b"<a>", b"<bc>", b" ", b"?", b"<d"])), st.data())
def test_pieces_of_any_size_bring_the_same_messages(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    slow = frames()
    pieces = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    found = [each for piece in pieces for each in slow.feed(piece)]
    whole = frames().feed(stream)
    assert [each for each in found if isinstance(each, str)] == [each for each in whole if isinstance(each, str)]
    skipped = [b"".join(each.data for each in some if isinstance(each, Garbled)) for some in (found, whole)]
    assert skipped[0] == skipped[1]


def test_half_a_message_waits() -> None:
    slow = frames()
    assert slow.feed(b"<a") == []
    assert slow.pending
    assert slow.feed(b">") == ["a"]
    assert not slow.pending


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        (b"<ab", [Garbled(b"<ab", "a message without its end")]),
        (b"<abcdef", ["half"]),
        (b"", []),
    ],
)
def test_half_a_message_is_given_up(rest: bytes, found: list[str | Garbled]) -> None:
    slow = frames()
    slow.feed(rest)
    assert slow.give_up() == found
    assert not slow.pending
    assert slow.feed(b"<b>") == ["b"]


def long_cut(buffer: bytes, at: int) -> Cut[str] | None:
    """`!` begins a message of 20 bytes, `<word>` is one as well, everything else damage."""
    if buffer[at : at + 1] == b"!":
        return None if len(buffer) < at + 20 else (at + 20, ("long",))
    return cut(buffer, at)


def test_what_came_instead_of_the_end_is_read() -> None:
    slow = Frames(long_cut)
    assert slow.feed(b"!??<a>?<b><c") == []
    assert slow.give_up() == [
        Garbled(b"!??", "a message without its end"),
        "a",
        Garbled(b"?", "a message without its end"),
        "b",
        Garbled(b"<c", "a message without its end"),
    ]
    assert not slow.pending


def test_half_a_message_is_forgotten() -> None:
    slow = frames()
    slow.feed(b"<a")
    slow.clear()
    assert slow.feed(b"<b>") == ["b"]
