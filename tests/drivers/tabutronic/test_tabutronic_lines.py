"""Lines of numbers, in pieces of any size and with everything that was met between them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.reports import Garbled
from drivers.tabutronic.lines import Acknowledged, Found, LineSplitter, Numbers, line_of

START = (255, 255, 0, 0, 0, 0, 255, 255)
E4 = (255, 255, 0, 0, 8, 0, 247, 255)
LINE, E4_LINE = b":255 255 0 0 0 0 255 255\r\n", b":255 255 0 0 8 0 247 255\r\n"


def lines_in(found: list[Found]) -> list[tuple[int, ...]]:
    return [each.values for each in found if isinstance(each, Numbers)]


def garbled_in(found: list[Found]) -> list[Garbled]:
    return [each for each in found if isinstance(each, Garbled)]


def fed(*pieces: bytes) -> list[Found]:
    splitter = LineSplitter(8)
    return list(itertools.chain.from_iterable(map(splitter.feed, pieces)))


def test_a_line_byte_by_byte() -> None:
    assert line_of(START) == LINE
    assert fed(*(bytes((byte,)) for byte in LINE + E4_LINE)) == [Numbers(START), Numbers(E4)]


@pytest.mark.parametrize("cut", range(len(LINE + E4_LINE)))
def test_a_stream_may_be_cut_anywhere(cut: int) -> None:
    stream = LINE + E4_LINE
    assert fed(stream[:cut], stream[cut:]) == [Numbers(START), Numbers(E4)]


@pytest.mark.parametrize(
    "line",
    [
        b":255 255 0 0 0 0 255 255 \r\n",  # with the blank of the large boards
        b":255 255 0 0 0 0 255 255\n",
        b":255 255 0 0 0 0 255 255\r",
        b": 255  255 0 0 0 0 255 255:",  # the next one begins
        b":255 255 0 0 0 0 25\x005 255\xff\r\n",  # strewn in by a Bluetooth module
        b":255 255 0 0 0 0 2L55 255\r\n",  # the lamps acknowledge in the middle of a number
        b"L:255 255 0 0 0 0 255 255D\r\n",
    ],
)
def test_every_way_in_which_a_line_was_met(line: bytes) -> None:
    assert lines_in(fed(line)) == [START]
    assert not garbled_in(fed(line))


@pytest.mark.parametrize(
    "line",
    [
        b":255 255 0 0 0 0 255\r\n",
        b":255 255 0 0 0 0 255 255 0\r\n",
        b":255 255 0 0 0 0 255 256\r\n",
        b":255 255 0 0 0 0 255 2555\r\n",
        b":255 255 0 0 0 0 255 x\r\n",
        b":255 255 0 0 0 0 255 -1\r\n",
        b":\r\n",
        b"::",
    ],
)
def test_what_is_no_such_line_is_garbage_once(line: bytes) -> None:
    splitter = LineSplitter(8)
    found = splitter.feed(line)
    assert lines_in(found) == []
    assert len(garbled_in(found)) == 1
    assert lines_in(splitter.feed(LINE)) == [START]


def test_garbage_says_how_many_numbers_were_found() -> None:
    (garbled,) = garbled_in(fed(b":" + b"0 " * 320 + b"\r\n"))
    assert garbled.reason == "a line of 320 numbers, where 8 from 0 to 255 are expected"
    assert len(garbled.data) == 64


def test_acknowledgements_are_found_wherever_they_stand() -> None:
    assert fed(b"L\r\n:255 25D5 0 0 0 0 255 255\r\n") == [Acknowledged("L"), Acknowledged("D"), Numbers(START)]


def test_the_rest_of_a_line_at_the_beginning_is_no_garbage_later_it_is() -> None:
    splitter = LineSplitter(8)
    assert splitter.feed(b"0 255 255\r\n" + LINE) == [Numbers(START)]
    assert [type(each) for each in splitter.feed(b"0 255 255\r\n0 1\r\n" + LINE)] == [Garbled, Numbers]


def test_two_halves_are_never_put_together() -> None:
    found = fed(LINE[:12], E4_LINE)
    assert lines_in(found) == [E4]
    assert len(garbled_in(found)) == 1


# ---- lines without an end ----


def test_without_line_ends_a_pause_ends_a_line() -> None:
    splitter = LineSplitter(8)
    assert splitter.feed(LINE.strip()) == []
    assert splitter.ends_with_a_pause
    assert splitter.pause() == [Numbers(START)]
    assert splitter.feed(E4_LINE.strip() + LINE.strip()) == [Numbers(E4)]
    assert splitter.pause() == [Numbers(START)]
    assert not splitter.pending


def test_a_pause_within_a_line_ends_nothing() -> None:
    splitter = LineSplitter(8)
    splitter.feed(LINE.strip()[:-4])
    assert not splitter.ends_with_a_pause
    splitter.clear()
    splitter.feed(LINE + E4_LINE.strip()[:-1])  # the last number may go on
    assert not splitter.ends_with_a_pause


def test_half_a_line_is_given_up() -> None:
    splitter = LineSplitter(8)
    splitter.feed(LINE[:9])
    assert splitter.pending
    assert [type(each) for each in splitter.give_up()] == [Garbled]
    assert splitter.give_up() == []


# ---- anything ----


@pytest.mark.parametrize("data", [b"0", b" ", b":", b"255 ", b":1 ", b"\r\n", b"A", b"L", b"\xff"])
def test_what_never_ends_is_not_kept(data: bytes) -> None:
    splitter = LineSplitter(8)
    told = sum(len(garbled_in(splitter.feed(data * 100))) for _ in range(1000))
    assert told <= 1 or data.startswith(b":")
    assert len(splitter._line or b"") <= 1280


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_no_bytes_raise_and_the_next_line_is_found(pieces: list[bytes]) -> None:
    splitter = LineSplitter(8)
    for piece in pieces:
        for each in splitter.feed(piece):
            assert not isinstance(each, Garbled) or 0 <= len(each.data) <= 64
    assert lines_in(splitter.feed(LINE + E4_LINE))[-1] == E4
