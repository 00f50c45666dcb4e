"""Messages and commands of a ChessLink board, byte by byte."""

from __future__ import annotations

import itertools

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.chesslink.lights import lights_command, lit_squares
from drivers.chesslink.wire import (
    LONGEST_IDENTITY,
    CommandSplitter,
    Frame,
    FrameSplitter,
    Reply,
    checksum,
    letters_of_placement,
    placement_of_letters,
    to_bytes,
)
from drivers.placement import SOME_PIECE, from_codes, to_fen
from drivers.reports import Garbled

START = "RNBKQBNRPPPPPPPP" + "." * 32 + "pppppppprnbkqbnr"
LIFTED = "RNBKQBNRPPP.PPPP" + "." * 32 + "pppppppprnbkqbnr"
E4 = "RNBKQBNRPPP.PPPP...........P...................." + "pppppppprnbkqbnr"
# in hexadecimal, as it goes over the line: s, the 64 letters from h1 to a8, the checksum 73
START_BYTES = bytes.fromhex(
    "73 52 CE C2 CB 51 C2 CE 52" + "D0" * 8 + "AE" * 32 + "70" * 8 + "F2 6E 62 6B F1 62 6E F2 37 B3"
)

# Computed for the published description; the answer to V was recorded from an Exclusive.
WORKED = {
    "V": "D6 B5 B6",
    "v0103": "76 B0 31 B0 B3 37 34",
    "S": "D3 B5 B3",
    "X": "58 B5 38",
    "x": "F8 37 38",
    "R02": "52 B0 32 B5 B0",
    "W0203": "57 B0 32 B0 B3 B5 B6",
    "w0203": "F7 B0 32 B0 B3 37 B6",
    "W0204": "57 B0 32 B0 34 B5 31",
    "W0114": "57 B0 31 31 34 B5 B3",
    "W0000": "57 B0 B0 B0 B0 B5 37",
    "I00": "49 B0 B0 34 B9",
    "l": "EC B6 43",
}


@pytest.mark.parametrize(("text", "sent"), WORKED.items())
def test_messages_are_written_with_checksum_and_parity(text: str, sent: str) -> None:
    assert to_bytes(text) == bytes.fromhex(sent)


def test_start_position_byte_by_byte() -> None:
    assert to_bytes("s" + START) == START_BYTES
    assert FrameSplitter().feed(START_BYTES) == [Frame(Reply.STATUS, START)]


def test_checksum_does_not_see_that_a_piece_has_moved() -> None:
    assert checksum(b"s" + START.encode()) == checksum(b"s" + E4.encode()) == b"73"
    assert checksum(b"s" + LIFTED.encode()) == b"0D"
    assert to_bytes("s" + LIFTED)[-2:] == bytes.fromhex("B0 C4")


@given(st.binary(min_size=1))
def test_every_byte_has_an_odd_number_of_ones(data: bytes) -> None:
    text = data.translate(bytes(byte & 0x7F for byte in range(256))).decode("ascii")
    assert all(byte.bit_count() % 2 for byte in to_bytes(text))


@pytest.mark.parametrize(
    ("letters", "fen"),
    [
        (START, chess.STARTING_BOARD_FEN),
        (E4, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
        (  # White on the other side of the board
            "rnbqkbnrpppppppp" + "." * 20 + "P" + "." * 11 + "PPPP.PPPRNBQKBNR",
            "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr",
        ),
    ],
)
def test_letters_begin_at_h1(letters: str, fen: str) -> None:
    assert to_fen(placement_of_letters(letters)) == fen
    assert letters_of_placement(placement_of_letters(letters)) == letters


def test_a_piece_that_is_not_known_has_no_letter_of_its_own() -> None:
    assert letters_of_placement(from_codes([SOME_PIECE] * 64)) == "P" * 64


# ---- the stream from the board ----

FRAMES = [
    Frame(Reply.VERSION, "0103"),
    Frame(Reply.STATUS, START),
    Frame(Reply.WRITTEN, "0203"),
    Frame(Reply.LIGHTS, ""),
    Frame(Reply.STATUS, E4),
    Frame(Reply.READ, "0114"),
    Frame(Reply.LIGHTS_OFF, ""),
    Frame(Reply.IDENTITY, "e-one 1.0"),
]


def written(frame: Frame) -> bytes:
    return to_bytes(frame.reply.value + ("00" if frame.reply is Reply.IDENTITY else "") + frame.payload)


STREAM = b"".join(map(written, FRAMES))


def frames_in(found: list[Frame | Garbled]) -> list[Frame]:
    return [each for each in found if isinstance(each, Frame)]


@pytest.mark.parametrize("cut", range(len(STREAM) + 1))
def test_a_stream_may_be_cut_anywhere(cut: int) -> None:
    splitter = FrameSplitter()
    assert splitter.feed(STREAM[:cut]) + splitter.feed(STREAM[cut:]) == FRAMES


def test_a_stream_may_come_byte_by_byte() -> None:
    splitter = FrameSplitter()
    assert list(itertools.chain.from_iterable(splitter.feed(bytes((byte,))) for byte in STREAM)) == FRAMES
    assert not splitter.pending


noise = st.binary(max_size=30).filter(lambda data: b"i00" not in bytes(byte & 0x7F for byte in data))


@given(st.lists(noise, min_size=len(FRAMES) + 1, max_size=len(FRAMES) + 1))
def test_garbage_before_between_and_after_hides_no_status(garbage: list[bytes]) -> None:
    """A beginning of a message in the garbage may take a short one with it; a whole position comes through, but after
    the beginning of an identity, which may hold anything.
    """
    splitter = FrameSplitter()
    found = []
    for noise, frame in itertools.zip_longest(garbage, FRAMES):
        found += splitter.feed(noise)
        found += splitter.feed(written(frame)) if frame else []
    found += splitter.give_up()
    assert [frame for frame in frames_in(found) if frame.reply is Reply.STATUS] == [FRAMES[1], FRAMES[4]]
    assert not splitter.pending


@pytest.mark.parametrize("at", range(67))
def test_a_position_with_a_wrong_character_is_garbage(at: int) -> None:
    damaged = bytearray(to_bytes("s" + START))
    damaged[at] ^= 0x21
    splitter = FrameSplitter()
    found = splitter.feed(bytes(damaged)) + splitter.give_up()
    assert frames_in(found) == []
    assert found
    assert splitter.feed(START_BYTES) == [Frame(Reply.STATUS, START)]


@pytest.mark.parametrize("kept", range(67))
def test_a_position_that_is_cut_off_does_not_hide_the_next(kept: int) -> None:
    splitter = FrameSplitter()
    assert frames_in(splitter.feed(START_BYTES[:kept] + to_bytes("s" + E4))) == [Frame(Reply.STATUS, E4)]


def test_two_bishops_side_by_side_are_no_checksum() -> None:
    letters = "BB" * 32
    assert FrameSplitter().feed(to_bytes("s" + letters)) == [Frame(Reply.STATUS, letters)]


@pytest.mark.parametrize(
    "bent",
    [
        lambda data: bytes(byte ^ 0x80 for byte in data),  # the eONE
        lambda data: bytes(byte & 0x7F for byte in data),  # a port with 7 data bits
        lambda data: bytes(byte | 0x80 for byte in data),
    ],
)
def test_wrong_parity_is_no_reason_to_refuse(bent) -> None:
    assert FrameSplitter().feed(bent(STREAM)) == FRAMES


@pytest.mark.parametrize(
    ("said", "identity"),
    [
        (b"i00e-one 1.0\n", "e-one 1.0"),  # to a line feed, without a checksum
        (b"i00chesslink 55mm" + checksum(b"i00chesslink 55mm") + b"\r\n", "chesslink 55mm"),
    ],
)
def test_an_identity_ends_with_its_checksum_or_its_line(said: bytes, identity: str) -> None:
    assert FrameSplitter().feed(said + START_BYTES) == [Frame(Reply.IDENTITY, identity), Frame(Reply.STATUS, START)]


def test_an_identity_without_an_end_is_given_up() -> None:
    splitter = FrameSplitter()
    found = splitter.feed(b"i00" + b"?" * LONGEST_IDENTITY)
    assert [type(each) for each in found] == [Garbled]
    assert not splitter.pending


@pytest.mark.parametrize("beginning", [b"s", b"s" + b"." * 60, b"g", b"v", b"w0"])
def test_a_beginning_without_an_end_is_given_up(beginning: bytes) -> None:
    splitter = FrameSplitter()
    assert frames_in(splitter.feed(beginning * 1000)) == []
    assert splitter.pending
    assert frames_in(splitter.give_up()) == []
    assert not splitter.pending


@given(st.binary(max_size=400))
def test_no_bytes_raise_and_garbage_is_kept_short(data: bytes) -> None:
    splitter = FrameSplitter()
    for found in splitter.feed(data) + splitter.give_up():
        assert not isinstance(found, Garbled) or 0 < len(found.data) <= 64
    assert splitter.feed(START_BYTES) == [Frame(Reply.STATUS, START)]


# ---- the stream from the host ----


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_commands_in_pieces_of_any_size(size: int) -> None:
    commands = ["V", "W0203", "L22" + "CC" * 81, "S", "R02", "X", "I00", "T"]
    stream = b"".join(map(to_bytes, commands))
    splitter = CommandSplitter()
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert list(itertools.chain.from_iterable(splitter.feed(piece, 0.0) for piece in pieces)) == commands


@pytest.mark.parametrize(
    "damaged",
    [
        "D6 B5 B5",  # V with a wrong checksum
        "56 B5 B6",  # V with wrong parity
        "D6 35 B6",
        "00 FF",
        to_bytes("Wxy03").hex(),
        to_bytes("L22" + "??" * 81).hex(),
    ],
)
def test_the_board_hears_no_damaged_command_and_the_next_one(damaged: str) -> None:
    assert CommandSplitter().feed(bytes.fromhex(damaged) + to_bytes("S"), 0.0) == ["S"]


def test_half_a_command_is_dropped_after_a_while() -> None:
    splitter = CommandSplitter()
    assert splitter.feed(to_bytes("L22" + "CC" * 81)[:100], 0.0) == []
    assert splitter.feed(to_bytes("V"), 1.0) == ["V"]


# ---- lights ----


def named(squares: frozenset[chess.Square]) -> set[str]:
    return set(map(chess.square_name, squares))


def patterns(command: str) -> bytes:
    return bytes.fromhex(command[3:])


def test_e2_and_e4_blink_in_opposite_phase() -> None:
    """Worked out for the published description: 167 bytes with the checksum 4C."""
    command = lights_command(frozenset({chess.E2, chess.E4}))
    assert command == "L22" + "0" * 56 + "CCCC3333" + "0" * 10 + "CCCC3333" + "0" * 80
    assert len(to_bytes(command)) == 167
    assert to_bytes(command)[:4] == bytes.fromhex("4C 32 32 B0")
    assert to_bytes(command)[-2:] == bytes.fromhex("34 43")


CORNERS = {  # LEDs counted from 1
    chess.H1: {1, 2, 10, 11},
    chess.A8: {71, 72, 80, 81},
    chess.A1: {64, 65, 73, 74},
    chess.H8: {8, 9, 17, 18},
    chess.E2: {29, 30, 38, 39},
    chess.E4: {31, 32, 40, 41},
}


@pytest.mark.parametrize(("square", "leds"), CORNERS.items())
def test_a_square_has_the_leds_at_its_corners(square: chess.Square, leds: set[int]) -> None:
    lit = patterns(lights_command(frozenset({square})))
    assert {number for number, pattern in enumerate(lit, 1) if pattern} == leds


@pytest.mark.parametrize("lit", [{"e2", "e4"}, {"a1"}, {"h8", "a8", "d5"}, {"e3", "e4"}])
def test_only_what_is_lit_seems_to_be(lit: set[str]) -> None:
    command = lights_command(frozenset(map(chess.parse_square, lit)))
    assert named(lit_squares(patterns(command))) == lit


def test_no_square_is_a_command_of_its_own() -> None:
    assert lights_command(frozenset()) == "X"
