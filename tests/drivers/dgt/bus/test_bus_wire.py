"""Frames of bus mode: the protocol sheet's worked bytes, and streams in which something is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.bus.wire import (
    BusFrame,
    BusSplitter,
    Command,
    Order,
    OrderSplitter,
    Reply,
)
from drivers.dgt.wire import MEMORY_BYTES
from drivers.reports import Garbled

COMMANDS = {
    # DGT's protocol header, its own check value: a command to the board 10 06
    "81 10 06 17": Order(Command.SEND_CLK, 0x806),
    # computed for the board 1025, whose address the header gives as 08 01
    "81 08 01 0A": Order(Command.SEND_CLK, 1025),
    "82 08 01 0B": Order(Command.SEND_BRD, 1025),
    "83 08 01 0C": Order(Command.SEND_CHANGES, 1025),
    "84 08 01 0D": Order(Command.REPEAT_CHANGES, 1025),
    "85 08 01 0E": Order(Command.SET_START_GAME, 1025),
    "86 08 01 0F": Order(Command.SEND_FROM_START, 1025),
    "87 08 01 10": Order(Command.PING, 1025),
    "8A 08 01 13": Order(Command.IGNORE_NEXT_PING, 1025),
    "8B 08 01 14": Order(Command.SEND_VERSION, 1025),
    "87 00 00 07": Order(Command.PING),
    "8B 00 00 0B": Order(Command.SEND_VERSION),
}
REPLIES = {
    "87 00 06 08 01 16": BusFrame(Reply.PING, 1025),
    "88 00 06 08 01 17": BusFrame(Reply.START_GAME_WRITTEN, 1025),
    "89 00 08 08 01 01 08 23": BusFrame(Reply.VERSION, 1025, bytes((1, 8))),
    "85 00 06 08 01 14": BusFrame(Reply.UPDATE, 1025),
    "85 00 0A 08 01 40 34 41 24 71": BusFrame(Reply.UPDATE, 1025, bytes.fromhex("40 34 41 24")),
    "84 00 0D 08 01 01 30 00 01 30 28 13 37": BusFrame(Reply.BWTIME, 1025, bytes.fromhex("01 30 00 01 30 28 13")),
    "85 00 0D 08 01 40 34 41 24 71 30 28 3D": BusFrame(Reply.UPDATE, 1025, bytes.fromhex("40 34 41 24 71 30 28")),
}
PING, VERSION = bytes.fromhex("87 00 06 08 01 16"), bytes.fromhex("89 00 08 08 01 01 08 23")
PINGED, TOLD = BusFrame(Reply.PING, 1025), BusFrame(Reply.VERSION, 1025, bytes((1, 8)))


def split(*pieces: bytes) -> list[BusFrame | Garbled]:
    splitter = BusSplitter()
    return [found for piece in pieces for found in splitter.feed(piece)]


@pytest.mark.parametrize("text", COMMANDS)
def test_commands(text: str) -> None:
    wire = bytes.fromhex(text)
    assert COMMANDS[text].to_bytes() == wire
    assert OrderSplitter().feed(wire, 0.0) == [COMMANDS[text]]


@pytest.mark.parametrize("text", REPLIES)
def test_replies(text: str) -> None:
    wire = bytes.fromhex(text)
    assert REPLIES[text].to_bytes() == wire
    assert split(wire) == [REPLIES[text]]
    assert split(*(bytes((byte,)) for byte in wire)) == [REPLIES[text]]
    assert split(wire * 3) == [REPLIES[text]] * 3


BURST = bytes.fromhex("DF 0D 12 03")
TOO_LONG = bytes.fromhex("87 00 07 08 01 16 00")
DAMAGED = {
    "garbage before": (b"\x12\x34" + PING, [Garbled(b"\x12\x34", "no reply"), PINGED]),
    "garbage between": (PING + b"\x7f" + VERSION, [PINGED, Garbled(b"\x7f", "no reply"), TOLD]),
    "another maker's burst": (BURST + PING, [Garbled(BURST, "no reply"), PINGED]),
    "a wrong checksum": (PING[:-1] + b"\x17" + VERSION, [Garbled(PING[:-1] + b"\x17", "a wrong checksum"), TOLD]),
    "cut off by the next one": (VERSION[:5] + PING, [Garbled(VERSION[:5], "no reply"), PINGED]),
    "a length that none has": (TOO_LONG + PING, [Garbled(TOO_LONG, "no reply"), PINGED]),
    "longer than any memory": (b"\x85\x7f\x7f" + PING, [Garbled(b"\x85\x7f\x7f", "no reply"), PINGED]),
    "two at once": (
        bytes(one | other for one, other in zip(PING, bytes.fromhex("87 00 06 08 02 17"), strict=True)) + VERSION,
        [Garbled(bytes.fromhex("87 00 06 08 03 17"), "a wrong checksum"), TOLD],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "found"), DAMAGED.values(), ids=DAMAGED)
def test_after_damage_the_next_reply_is_read(data: bytes, found: list[BusFrame | Garbled]) -> None:
    assert split(data) == found


def test_a_reply_that_does_not_go_on_is_given_up() -> None:
    splitter = BusSplitter()
    assert splitter.feed(VERSION[:6]) == []
    assert splitter.pending
    assert splitter.give_up() == [Garbled(VERSION[:6], "a reply without its end")]
    assert not splitter.pending
    assert splitter.give_up() == []


@given(st.lists(st.binary(max_size=40), max_size=30))
def test_any_bytes_are_read_without_an_error_and_kept_within_bounds(pieces: list[bytes]) -> None:
    splitter = BusSplitter()
    for piece in pieces:
        for found in splitter.feed(piece):
            assert isinstance(found, BusFrame) or len(found.data) <= 64
        assert len(splitter._buffer) <= MEMORY_BYTES + 6


@given(
    st.binary(max_size=30),
    st.builds(
        BusFrame,
        st.sampled_from([Reply.UPDATE, Reply.FROM_START, Reply.SERIALNR]),
        st.integers(0, 0x3FFF),
        st.lists(st.integers(0, 0x7F), max_size=200).map(bytes),
    ),
)
def test_a_reply_is_found_after_any_garbage(garbage: bytes, frame: BusFrame) -> None:
    """Bytes that could begin a reply are left out: they may take a part of the next one for their rest."""
    low = bytes(byte & 0x7F for byte in garbage)
    assert split(low + frame.to_bytes())[-1] == frame


def test_bytes_that_are_no_command_are_told_one_by_one() -> None:
    orders = OrderSplitter()
    assert orders.feed(b"\x42\x00" + COMMANDS_BYTES + b"\x4b", 0.0) == [0x42, 0, Order(Command.PING, 1025), 0x4B]


COMMANDS_BYTES = bytes.fromhex("87 08 01 10")


def test_a_command_with_a_wrong_checksum_is_none() -> None:
    assert OrderSplitter().feed(bytes.fromhex("87 08 01 11"), 0.0) == [0x87, 0x08, 0x01, 0x11]


def test_half_a_command_is_forgotten() -> None:
    orders = OrderSplitter()
    assert orders.feed(COMMANDS_BYTES[:2], 0.0) == []
    assert orders.feed(COMMANDS_BYTES, 1.0) == [Order(Command.PING, 1025)]
