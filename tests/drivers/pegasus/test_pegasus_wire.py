"""Bytes as the programs that talk to real boards send and read them."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.heard import Acknowledged, Change, Other, Reading
from drivers.pegasus.reader import KEY_MISSING, KEY_REFUSED, UNCALIBRATED, PegasusReader
from drivers.pegasus.wire import (
    Frame,
    Message,
    command_frames,
    field_of_square,
    fields_of,
    key_command,
    lights,
    message_frames,
    placement_of,
    square_of_field,
    squares_lit,
)
from drivers.placement import EMPTY, SOME_PIECE, Sensing, from_fen, seen_by
from drivers.reports import Battery, Garbled, Identified

START = seen_by(Sensing.OCCUPANCY, from_fen(chess.STARTING_BOARD_FEN))
START_DUMP = bytes.fromhex("86 00 43" + 16 * " 01" + 32 * " 00" + 16 * " 01")


def heard(*messages: str, has_key: bool = True) -> list[object]:
    return list(PegasusReader(has_key=has_key).feed(bytes.fromhex(" ".join(messages))))


# ---- from the board ----


@pytest.mark.parametrize(
    ("message", "meaning"),
    [
        (START_DUMP.hex(), Reading(START)),
        ("8E 00 05 34 00", Change(chess.E2, EMPTY)),
        ("8E 00 05 24 01", Change(chess.E4, SOME_PIECE)),
        ("8E 00 05 00 01", Change(chess.A8, SOME_PIECE)),
        ("8E 00 05 3F 00", Change(chess.H1, EMPTY)),
        ("A5 00 04 01", Acknowledged()),
        ("A5 00 04 00", KEY_REFUSED),
        ("A0 00 0C 58 0C 7F 01 1E 05 00 00 02", Battery(88, charging=False)),
        ("A0 00 0C 64 0C 7F 01 1E 05 00 00 01", Battery(100, charging=True)),
        ("A0 00 0C 65 0C 7F 01 1E 05 00 00 01", Other()),
        ("93 00 05 01 00", Other()),
        ("96 00 05 01 00", Other()),
        ("A4 00 04 01", Other()),
        ("90 00 05 08 01", Other()),
        ("86 00 43" + 64 * " 7F", KEY_REFUSED),
        ("86 00 43" + 64 * " 01", UNCALIBRATED),
    ],
)
def test_what_messages_mean(message: str, meaning: object) -> None:
    assert heard(message) == [meaning]


def test_who_it_is_comes_together_with_the_number() -> None:
    maker = "DGT\r\n2021".encode("ascii").hex()
    serial = b"P00112233A".hex()
    assert heard("92 00 0C" + maker, "93 00 05 01 03", "A2 00 0D" + serial) == [
        Other(),
        Other(),
        Identified("P00112233A", "1.3", "DGT\r\n2021"),
    ]


def test_without_a_key_nothing_about_squares_is_believed() -> None:
    assert heard(START_DUMP.hex(), "8E 00 05 34 00", "A5 00 04 00", has_key=False) == [
        KEY_MISSING,
        Other(),
        Acknowledged(),
    ]


def test_after_a_refusal_no_dump_is_believed_until_the_key_is_taken() -> None:
    assert heard("A5 00 04 00", START_DUMP.hex(), "A5 00 04 01", START_DUMP.hex()) == [
        KEY_REFUSED,
        KEY_REFUSED,
        Acknowledged(),
        Reading(START),
    ]


DAMAGED = {
    "a field beyond the last": "8E 00 05 40 01",
    "a field that is neither empty nor occupied": "8E 00 05 34 02",
    "a dump of pieces, as other boards by DGT send it": "86 00 43 08 09" + 62 * " 00",
    "a dump of a draughts board": "86 00 67" + 100 * " 01",
    "a dump that is one short": "86 00 42" + 63 * " 01",
    "a battery of seven bytes": "A0 00 0A 58 0C 7F 01 1E 05 00",
    "an absurd length": "A2 7F 7F" + 10 * " 41",
    "a length of nothing": "93 00 00",
    "no id": "01 02 03 04",
    "no second byte": "8E",
    "cut in the middle": "86 00 43" + 30 * " 01",
}


@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
def test_damage_is_garbled_and_the_next_message_is_read(damaged: str) -> None:
    *garbled, last = heard(damaged, "8E 00 05 34 00")
    assert last == Change(chess.E2, EMPTY)
    assert garbled
    assert all(isinstance(each, Garbled) for each in garbled)


@given(st.lists(st.binary(max_size=80)))
def test_any_bytes_are_read_without_complaint(pieces: list[bytes]) -> None:
    reader = PegasusReader(has_key=True)
    for piece in pieces:
        reader.feed(piece)
    reader.give_up()
    assert not reader.pending
    assert reader.feed(START_DUMP)[-1] in (Reading(START), KEY_REFUSED)


@given(st.integers(min_value=0, max_value=len(START_DUMP)))
def test_a_dump_in_two_pieces(cut: int) -> None:
    frames = message_frames()
    assert frames.feed(START_DUMP[:cut]) + frames.feed(START_DUMP[cut:]) == [Frame(Message.BOARD_DUMP, START_DUMP[3:])]


# ---- to the board ----


def test_commands_as_they_are_sent() -> None:
    assert key_command(bytes.fromhex("01 23 45 67 09 2B")) == bytes.fromhex("63 07 01 23 45 67 09 2B 00")
    assert lights(()) == bytes.fromhex("60 02 00 00")
    assert lights((chess.E2, chess.E4)) == bytes.fromhex("60 07 05 40 00 01 24 34 00")


def test_lights_as_another_program_sends_them() -> None:
    assert squares_lit(bytes.fromhex("60 07 05 02 00 01 34 24 00")) == {chess.E2, chess.E4}


@given(st.frozensets(st.sampled_from(chess.SQUARES)))
def test_the_lights_that_are_meant_shine(squares: frozenset[chess.Square]) -> None:
    command = lights(squares)
    assert command[1] == len(command) - 2
    assert squares_lit(command) == squares


def test_commands_are_taken_apart() -> None:
    said = bytes.fromhex("63 07 01 23 45 67 09 2B 00 40 FF 42 60 02 00 00 44")
    assert [each for each in command_frames().feed(said) if not isinstance(each, Garbled)] == [
        bytes.fromhex("63 07 01 23 45 67 09 2B 00"),
        b"\x40",
        b"\x42",
        bytes.fromhex("60 02 00 00"),
        b"\x44",
    ]


# ---- fields ----


def test_fields_are_numbered_from_a8() -> None:
    numbers = {"a8": 0x00, "h8": 0x07, "e7": 0x0C, "e4": 0x24, "e2": 0x34, "a1": 0x38, "e1": 0x3C, "h1": 0x3F}
    assert {name: field_of_square(chess.parse_square(name)) for name in numbers} == numbers
    assert [square_of_field(field_of_square(square)) for square in chess.SQUARES] == list(chess.SQUARES)


@given(st.binary(min_size=64, max_size=64).map(lambda some: bytes(byte & 1 for byte in some)))
def test_fields_come_back(fields: bytes) -> None:
    assert fields_of(placement_of(fields)) == fields
