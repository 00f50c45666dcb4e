"""Messages and commands of a DGT e-Board, byte by byte."""

from __future__ import annotations

import itertools

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt import wire
from drivers.dgt.wire import CommandSplitter, Frame, FrameSplitter, HostCommand, Message
from drivers.placement import SOME_BLACK, SOME_PIECE, symbol_of, to_fen
from drivers.reports import Garbled

UPDATE = bytes.fromhex("8E 0005  24 01")  # FIELD_UPDATE, 5 bytes: field 24 (e4) reads a white pawn
VERSION = bytes.fromhex("93 0005  01 08")  # VERSION 1.8
SERIAL = bytes.fromhex("91 0008  33 30 31 32 33")  # SERIALNR "30123"
STREAM = UPDATE + VERSION + SERIAL
FRAMES = [
    Frame(Message.FIELD_UPDATE, bytes((0x24, 0x01))),
    Frame(Message.VERSION, bytes((1, 8))),
    Frame(Message.SERIALNR, b"30123"),
]

ANCHORS = {"a8": 0x00, "h8": 0x07, "e7": 0x0C, "e5": 0x1C, "e4": 0x24, "e2": 0x34, "a1": 0x38, "e1": 0x3C, "h1": 0x3F}


@pytest.mark.parametrize(("name", "field"), ANCHORS.items())
def test_fields_count_from_a8_in_reading_order(name: str, field: int) -> None:
    assert wire.square_of_field(field) == chess.parse_square(name)
    assert wire.field_of_square(chess.parse_square(name)) == field


def test_the_two_upper_bits_of_a_field_do_not_count() -> None:
    assert wire.square_of_field(0x40 | 0x24) == chess.E4


def test_pieces_are_coded_pawn_rook_knight_bishop_king_queen() -> None:
    assert [symbol_of(wire.code_of_wire(code)) for code in range(16)] == ["", *"PRNBKQprnbkq???"]
    assert [wire.wire_of_code(wire.code_of_wire(code)) for code in range(14)] == list(range(14))


def test_a_piece_of_which_only_the_color_is_known_has_no_code_of_its_own() -> None:
    assert wire.wire_of_code(SOME_BLACK) == wire.wire_of_code(SOME_PIECE) == 0x0D


@pytest.mark.parametrize(
    ("fields", "fen"),
    [
        (  # as a real board sends it when White sits at fields 48-63 …
            "08 09 0A 0C 0B 0A 09 08" + "07" * 8 + "00" * 32 + "01" * 8 + "02 03 04 06 05 04 03 02",
            chess.STARTING_BOARD_FEN,
        ),
        (  # … and, recorded from another one, when White sits at fields 0-15
            "02 03 04 05 06 04 03 02" + "01" * 8 + "00" * 32 + "07" * 8 + "08 09 0A 0B 0C 0A 09 08",
            "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
        ),
    ],
)
def test_64_fields_make_a_placement(fields: str, fen: str) -> None:
    assert to_fen(wire.placement_of_fields(bytes.fromhex(fields))) == fen


@given(st.integers(0, 99))
def test_bcd_there_and_back(number: int) -> None:
    assert wire.from_bcd(wire.to_bcd(number)) == number


@pytest.mark.parametrize("byte", [0x0A, 0x5F, 0xA0])
def test_what_is_no_digit_is_no_number(byte: int) -> None:
    assert wire.from_bcd(byte) is None


def test_a_message_is_written_with_its_length_in_twice_7_bits() -> None:
    assert Frame(Message.EE_MOVES, bytes(7936)).to_bytes()[:3] == bytes.fromhex("8F 3E03")  # 7939
    assert b"".join(frame.to_bytes() for frame in FRAMES) == STREAM


def pieces_of(stream: bytes, cuts: list[int]) -> list[bytes]:
    borders = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    return [stream[start:end] for start, end in itertools.pairwise(borders)]


@given(st.lists(st.integers(0, 100)))
def test_messages_may_come_in_pieces_of_any_size(cuts: list[int]) -> None:
    splitter = FrameSplitter()
    found = [item for piece in pieces_of(STREAM, cuts) for item in splitter.feed(piece)]
    assert found == FRAMES
    assert not splitter.pending


def test_byte_by_byte() -> None:
    splitter = FrameSplitter()
    assert [item for byte in STREAM for item in splitter.feed(bytes((byte,)))] == FRAMES


@pytest.mark.parametrize(
    ("damaged", "lost"),
    [
        ("00 24 01", "00 24 01"),  # the end of a message whose beginning went to somebody else
        ("8E 00 05 24", "8E 00 05 24"),  # the piece code was lost
        ("8E 05 24 01", "8E 05 24 01"),  # a length byte was lost: 2A4 (hex) is no length of a FIELD_UPDATE
        ("8E 00", "8E 00"),
        ("8E", "8E"),
        ("8E 00 00", "8E 00 00"),  # no message is shorter than its header
        ("C0 3E 04", "C0 3E 04"),  # nor longer than the memory of the board (3E 03)
        ("8E 00 05 A4 01", "8E 00 05 A4 01"),  # bit 7 in a payload begins a message: 4 bytes here, not 5 …
        ("FF FF FF", "FF FF FF"),
    ],
)
@pytest.mark.parametrize("before", [b"", UPDATE])
def test_damage_ends_at_the_next_message(damaged: str, lost: str, before: bytes) -> None:
    found = FrameSplitter().feed(before + bytes.fromhex(damaged) + VERSION)
    assert found[-1] == FRAMES[1]
    assert found[: 1 if before else 0] == (FRAMES[:1] if before else [])
    garbled = [item.data for item in found if isinstance(item, Garbled)]
    assert b"".join(garbled) == bytes.fromhex(lost)


def test_ids_that_nobody_documented_are_messages_too() -> None:
    unknown = bytes.fromhex("B7 0006  01 02 03")
    assert FrameSplitter().feed(unknown + VERSION) == [Frame(0xB7, bytes((1, 2, 3))), FRAMES[1]]


def test_of_a_flood_only_the_beginning_is_kept() -> None:
    (garbled, frame) = FrameSplitter().feed(b"\x00" * 100_000 + VERSION)
    assert isinstance(garbled, Garbled)
    assert len(garbled.data) == 64
    assert frame == FRAMES[1]


def test_a_message_without_its_end_can_be_given_up() -> None:
    splitter = FrameSplitter()
    assert (splitter.feed(UPDATE[:4]), splitter.pending) == ([], True)
    (garbled,) = splitter.give_up()
    assert garbled.data == UPDATE[:4]
    assert (splitter.give_up(), splitter.pending) == ([], False)
    assert splitter.feed(VERSION) == [FRAMES[1]]


@given(st.binary(max_size=300))
def test_whatever_came_before_a_message_after_it_is_found(noise: bytes) -> None:
    splitter = FrameSplitter()
    assert splitter.feed(noise + VERSION)[-1] == FRAMES[1]


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_no_byte_is_read_twice(chunks: list[bytes]) -> None:
    splitter = FrameSplitter()
    sizes = 0
    for chunk in chunks:
        for item in splitter.feed(chunk):
            sizes += len(item.data) if isinstance(item, Garbled) else len(item.to_bytes())
    sizes += sum(len(item.data) for item in splitter.give_up())
    assert sizes <= sum(map(len, chunks))


def commands(hexadecimal: str) -> list[HostCommand]:
    return CommandSplitter().feed(bytes.fromhex(hexadecimal), 0.0)


def test_commands_are_one_byte_or_carry_their_length() -> None:
    assert commands("4D 45 55 4B 42") == [HostCommand(code) for code in (0x4D, 0x45, 0x55, 0x4B, 0x42)]
    # CLOCK_MESSAGE, 3 bytes follow: start, ask for the version, end
    assert commands("42 2B 03 030900 42") == [
        HostCommand(0x42),
        HostCommand(0x2B, bytes((3, 9, 0))),
        HostCommand(0x42),
    ]


def test_commands_of_bus_mode_are_swallowed() -> None:
    # BUS_PING to all boards with its check sum; the same with a wrong one; SEND_BRD
    assert commands("87 0000 07  42") == [HostCommand(0x42)]
    assert commands("87 0000 06  42")[-1] == HostCommand(0x42)


def test_commands_may_come_in_pieces() -> None:
    splitter = CommandSplitter()
    found = [
        command
        for byte in bytes.fromhex("2B 03 030900  87 0000 07  42")
        for command in splitter.feed(bytes((byte,)), 0.0)
    ]
    assert found == [HostCommand(0x2B, bytes((3, 9, 0))), HostCommand(0x42)]


def test_a_command_with_a_wrong_length_does_not_swallow_the_next_one() -> None:
    splitter = CommandSplitter()
    assert splitter.feed(bytes.fromhex("2B 05 030900"), 0.0) == []  # some hosts count the first two bytes as well
    assert splitter.feed(bytes.fromhex("42"), 0.3) == [HostCommand(0x42)]
