"""Which packets the host has of an e-board's memory."""

from __future__ import annotations

from drivers.dgt.bus.memory import Memory, fields_after
from drivers.dgt.bus.wire import BusFrame, Reply
from drivers.dgt.wire import MEMORY_BYTES

LIFT, PLACE = bytes.fromhex("40 34"), bytes.fromhex("41 24")
START = bytes.fromhex("7B 41 34")


def packet(data: bytes, reply: Reply = Reply.UPDATE) -> BusFrame:
    return BusFrame(reply, 1025, data)


def test_a_repeated_packet_is_known_by_its_bytes() -> None:
    memory = Memory()
    assert not memory.has(packet(b""))
    memory.unsure = True
    memory.take(packet(LIFT))
    assert not memory.unsure
    assert memory.has(packet(LIFT))
    assert not memory.has(packet(PLACE))


def test_two_packets_with_the_same_id_have_lost_one_between_them_on_newer_firmware_only() -> None:
    memory = Memory()
    memory.take(packet(LIFT))
    assert not memory.lacks_one_before(packet(PLACE))
    assert not memory.lacks_one_before(packet(PLACE, Reply.UPDATE_EVEN))
    memory.take(packet(PLACE, Reply.UPDATE_EVEN))
    assert memory.lacks_one_before(packet(LIFT, Reply.UPDATE_EVEN))
    assert not memory.lacks_one_before(packet(LIFT))


def test_what_is_missing_since_the_start() -> None:
    memory = Memory()
    memory.note(LIFT)
    assert not memory.knows_start
    assert memory.missing_in(START + LIFT) == b""
    memory.note(PLACE + START)
    memory.note(LIFT)
    assert memory.knows_start
    assert memory.missing_in(START + LIFT + PLACE) == PLACE
    assert memory.missing_in(START + LIFT) == b""
    assert memory.missing_in(START + PLACE + LIFT) == b"", "another story"


def test_no_more_is_kept_than_an_eboard_can_remember() -> None:
    memory = Memory()
    memory.note(START)
    for _ in range(MEMORY_BYTES):
        memory.note(LIFT)
    assert not memory.knows_start


def test_fields_after_the_start_of_a_game() -> None:
    records = "7B 48 00 41 34 41 38 40 34 41 24 71 30 28"
    fields = fields_after(bytes.fromhex(records))
    assert fields is not None
    assert {field: code for field, code in enumerate(fields) if code} == {0: 8, 0x38: 1, 0x24: 1}
    assert fields_after(bytes.fromhex("48 00")) is None
    assert fields_after(b"") is None
