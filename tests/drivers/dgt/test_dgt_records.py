"""The records of a DGT e-Board's memory, byte by byte (DGT's protocol header), and a virtual memory with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.emulated_memory import EmulatedMemory
from drivers.dgt.records import ClockPressed, FieldChanged, Record, Tag, decode, encode
from drivers.dgt.wire import MEMORY_BYTES, START_FIELDS

E2, E4, E7, WHITE_PAWN = 0x34, 0x24, 0x0C, 1

records = st.one_of(
    st.builds(FieldChanged, st.integers(0, 63), st.integers(0, 15), st.booleans()),
    st.builds(ClockPressed, st.booleans(), st.integers(0, 9 * 3600 + 3599)),
    st.sampled_from(Tag),
)


@pytest.mark.parametrize(
    ("data", "meaning"),
    [
        ("40 34", FieldChanged(E2, 0)),
        ("41 24", FieldChanged(E4, WHITE_PAWN)),
        ("51 24", FieldChanged(E4, WHITE_PAWN, quick=True)),
        ("71 30 28", ClockPressed(left=True, seconds=5428)),
        ("60 09 59", ClockPressed(left=False, seconds=599)),
        ("6A", Tag.POWERUP),
        ("6B", Tag.EOF),
        ("6C", Tag.FOURROWS),
        ("6D", Tag.EMPTYBOARD),
        ("6E", Tag.DOWNLOADED),
        ("6F", Tag.BEGINPOS),
        ("7A", Tag.BEGINPOS_ROT),
        ("7B", Tag.START),
        ("7C", Tag.WATCHDOG),
        ("7F", Tag.NOP),
    ],
)
def test_records_of_every_kind(data: str, meaning: Record) -> None:
    assert list(decode(bytes.fromhex(data))) == [meaning]
    assert encode(meaning) == bytes.fromhex(data)


@pytest.mark.parametrize(
    ("data", "meanings"),
    [
        ("00 01 2F 3F 7D 7E 40 34", [FieldChanged(E2, 0)]),  # delays and tags of newer firmware
        ("60 7F 00 40 34", [FieldChanged(E2, 0)]),  # no decimal digits
        ("40 34 41", [FieldChanged(E2, 0)]),
        ("40 34 71 30", [FieldChanged(E2, 0)]),
        ("", []),
    ],
)
def test_what_is_no_record_is_skipped(data: str, meanings: list[Record]) -> None:
    assert list(decode(bytes.fromhex(data))) == meanings


@given(st.lists(records))
def test_records_survive_writing_and_reading(written: list[Record]) -> None:
    assert list(decode(b"".join(map(encode, written)))) == written


@given(st.binary(max_size=300))
def test_anything_can_be_read(data: bytes) -> None:
    assert len(list(decode(data))) <= len(data)


def with_change(fields: bytes, field: int, code: int) -> bytes:
    return fields[:field] + bytes((code,)) + fields[field + 1 :]


def changed(memory: EmulatedMemory, fields: bytes, field: int, code: int, now: float) -> bytes:
    after = with_change(fields, field, code)
    memory.changed(field, fields[field], after, now)
    return after


def written_after(memory: EmulatedMemory, before: int) -> list[Record]:
    """The records after so many, without the one that ends every download."""
    return [record for record in decode(memory.download()) if record is not Tag.NOP][before:-1]


def test_a_memory_begins_with_power_and_what_stands_on_the_board() -> None:
    first, *pieces, position = written_after(EmulatedMemory(START_FIELDS), 0)
    assert (first, position) == (Tag.POWERUP, Tag.BEGINPOS)
    assert len(pieces) == 32


def test_a_memory_is_read_as_a_whole_and_knows_it() -> None:
    memory = EmulatedMemory(START_FIELDS)
    first, second = memory.download(), memory.download()
    assert len(first) == len(second) == MEMORY_BYTES
    assert first[-1] == second[-1] == Tag.EOF
    assert second[-2] == Tag.DOWNLOADED


def test_a_memory_overwrites_its_oldest() -> None:
    memory = EmulatedMemory(START_FIELDS)
    fields = START_FIELDS
    for second in range(MEMORY_BYTES):
        fields = changed(memory, fields, E2, WHITE_PAWN * (second % 2), float(second))
    written = list(decode(memory.download()))
    assert len(written) == MEMORY_BYTES // 2
    assert set(written[:-1]) == {FieldChanged(E2, WHITE_PAWN), FieldChanged(E2, 0)}


def test_changes_within_a_quarter_of_a_second_are_marked() -> None:
    memory = EmulatedMemory(START_FIELDS)
    fields = changed(memory, START_FIELDS, E2, 0, 1.0)
    fields = changed(memory, fields, E4, WHITE_PAWN, 1.2)
    changed(memory, fields, E7, 0, 1.5)
    assert written_after(memory, 34) == [
        FieldChanged(E2, 0),
        FieldChanged(E4, WHITE_PAWN, quick=True),
        FieldChanged(E7, 0),
    ]


@pytest.mark.parametrize("merging", [False, True])
def test_a_piece_lifted_and_put_back_leaves_less_in_a_memory_that_merges(merging: bool) -> None:
    memory = EmulatedMemory(START_FIELDS, merging=merging)
    fields = changed(memory, START_FIELDS, E2, 0, 1.0)
    changed(memory, fields, E2, WHITE_PAWN, 2.0)
    written = written_after(memory, 34)
    assert written[-1] == FieldChanged(E2, WHITE_PAWN)
    assert len(written) == (1 if merging else 2)


def test_positions_are_noted_again_only_after_three_pieces_had_left() -> None:
    memory = EmulatedMemory(START_FIELDS)
    fields = START_FIELDS
    for field in (56, 57, 58):  # a1, b1, c1
        fields = changed(memory, fields, field, 0, 1.0)
        fields = changed(memory, fields, field, START_FIELDS[field], 2.0)
    assert written_after(memory, 34).count(Tag.BEGINPOS) == 1


def test_other_positions_that_are_noted() -> None:
    assert written_after(EmulatedMemory(START_FIELDS[::-1]), 33) == [Tag.BEGINPOS_ROT]
    assert written_after(EmulatedMemory(bytes(64)), 0) == [Tag.POWERUP, Tag.EMPTYBOARD]
    other_start = START_FIELDS[:56] + bytes(sorted(START_FIELDS[56:]))
    assert written_after(EmulatedMemory(other_start), 33) == [Tag.FOURROWS]


def test_a_memory_that_is_full_forgets_the_oldest() -> None:
    memory, fields = EmulatedMemory(START_FIELDS), START_FIELDS
    for turn in range(MEMORY_BYTES):
        fields = changed(memory, fields, E2, 0 if fields[E2] else WHITE_PAWN, float(turn))
    download = memory.download()
    assert len(download) == MEMORY_BYTES
    assert Tag.POWERUP not in list(decode(download))
