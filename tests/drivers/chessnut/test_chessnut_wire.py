"""Messages and commands of a Chessnut board, byte by byte.

Worked bytes are those of Chessnut's description and of the programs named in `drivers.chessnut.wire`.
"""

from __future__ import annotations

import itertools

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.chessnut import wire
from drivers.heard import Acknowledged, Heard, Other, Reading
from drivers.placement import from_fen, placement_of, to_fen
from drivers.reports import Battery, Garbled, Identified

UPPER = "58 23 31 85 44 44 44 44"  # ranks 8 and 7
LOWER = "77 77 77 77 A6 C9 9B 6A"  # ranks 2 and 1
START = UPPER + "00" * 16 + LOWER
NO_E2 = UPPER + "00" * 16 + "77 07 77 77 A6 C9 9B 6A"
AFTER_E4 = UPPER + "00" * 9 + "70" + "00" * 6 + "77 07 77 77 A6 C9 9B 6A"
SQUARES = {
    START: chess.STARTING_BOARD_FEN,
    NO_E2: "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR",
    AFTER_E4: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
}
FRAME = bytes.fromhex("01 24" + START + "5A 00 00 00")  # 90 s since it was switched on
HID_REPORT = bytes.fromhex("01 3D" + START + "00" * 29)
ACKNOWLEDGED, BATTERY = bytes.fromhex("23 01 00"), bytes.fromhex("2A 02 55 00")  # 85 %
VERSION = bytes.fromhex("28 0D 01") + b"CNCA100_V201"
READING = Reading(from_fen(chess.STARTING_BOARD_FEN))


def read(data: bytes) -> list[Heard | Garbled]:
    return wire.message_frames().feed(data)


@pytest.mark.parametrize(("squares", "fen"), SQUARES.items())
def test_32_bytes_are_the_squares(squares: str, fen: str) -> None:
    placement = wire.placement_of(bytes.fromhex(squares))
    assert placement is not None
    assert to_fen(placement) == fen
    assert wire.squares_of(placement) == bytes.fromhex(squares)


@pytest.mark.parametrize("number", [0, 518, 959])
def test_every_start_position_there_and_back(number: int) -> None:
    placement = placement_of(chess.Board.from_chess960_pos(number))
    assert wire.placement_of(wire.squares_of(placement)) == placement


DAMAGED = {
    "no such piece": "01 24 5D" + START[2:] + "5A 00 00 00",
    "no such piece in the upper half": "01 24 E8" + START[2:] + "5A 00 00 00",
    "switched on half a year ago": "01 24" + START + "00 00 00 01",
    "the head of another message among the squares": "01 24" + UPPER + "00" * 6 + "01 24" + "00" * 8 + LOWER + "00" * 4,
}


@pytest.mark.parametrize("frame", DAMAGED.values(), ids=DAMAGED)
def test_what_no_board_says_is_damage(frame: str) -> None:
    found = read(bytes.fromhex(frame) + FRAME)
    assert [each for each in found if isinstance(each, Reading)] == [READING]


def test_pieces_of_two_sets_may_stand_there() -> None:
    squares = UPPER + "CC 77" + "00" * 14 + LOWER
    assert read(bytes.fromhex("01 24" + squares + "5A 00 00 00")) == [
        Reading(from_fen("rnbqkbnr/pppppppp/4PPKK/8/8/8/PPPPPPPP/RNBQKBNR"))
    ]


MESSAGES: dict[str, tuple[bytes, list[Heard]]] = {
    "position": (FRAME, [READING]),
    "position over USB": (HID_REPORT, [READING]),
    "acknowledgement": (ACKNOWLEDGED, [Acknowledged()]),
    "not ready": (bytes.fromhex("23 01 01"), [Acknowledged()]),
    "battery": (BATTERY, [Battery(85, charging=False)]),
    "battery, charging by the official bit": (bytes.fromhex("2A 02 D5 00"), [Battery(85, charging=True)]),
    "battery, charging by the other byte": (bytes.fromhex("2A 02 55 01"), [Battery(85, charging=True)]),
    "more than full": (bytes.fromhex("2A 02 7F 00"), [Battery(100, charging=False)]),
    "charge not known yet": (bytes.fromhex("2A 02 00 00"), [Other()]),
    "version": (VERSION, [Identified("", "CNCA100_V201")]),
    "key": (bytes.fromhex("0F 01 02"), [Other()]),
}


@pytest.mark.parametrize(("data", "heard"), MESSAGES.values(), ids=MESSAGES)
def test_messages(data: bytes, heard: list[Heard]) -> None:
    assert read(data) == heard


def test_messages_glued_together() -> None:
    whole = b"".join(data for data, _ in MESSAGES.values())
    meant = [heard for _, several in MESSAGES.values() for heard in several]
    assert read(whole) == meant
    slow = wire.message_frames()
    assert [heard for byte in whole for heard in slow.feed(bytes((byte,)))] == meant


@pytest.mark.parametrize("cut", range(1, len(FRAME)))
def test_a_position_cut_at_every_byte_never_shows_a_wrong_square(cut: int) -> None:
    found = read(FRAME[:cut] + FRAME + FRAME)
    assert READING in found
    assert {each for each in found if isinstance(each, Reading)} == {READING}


@pytest.mark.parametrize("at", range(len(FRAME) + 1))
def test_garbage_inside_a_position_never_shows_a_wrong_square(at: int) -> None:
    found = read(FRAME[:at] + bytes.fromhex("FF EE DD") + FRAME[at:] + FRAME + FRAME)
    assert READING in found
    assert {each for each in found if isinstance(each, Reading)} == {READING}


@pytest.mark.parametrize(
    "garbage", ["FF", "24 24", "01 25", "23 02", "2A 01", "28 01 07", "28 00", "00 00", "42 21", "0F 02"]
)
def test_garbage_between_messages_is_skipped(garbage: str) -> None:
    found = read(ACKNOWLEDGED + bytes.fromhex(garbage) + FRAME + BATTERY)
    assert [each for each in found if not isinstance(each, Garbled)] == [
        Acknowledged(),
        READING,
        Battery(85, charging=False),
    ]
    assert b"".join(each.data for each in found if isinstance(each, Garbled)) == bytes.fromhex(garbage)


@pytest.mark.parametrize(("length", "found"), [(33, []), (34, [READING]), (37, [READING])])
def test_a_position_of_which_only_the_counter_was_cut_off_counts(length: int, found: list[Heard]) -> None:
    frames = wire.message_frames()
    assert frames.feed(FRAME[:length]) == []
    assert [each for each in frames.give_up() if not isinstance(each, Garbled)] == found


def test_half_of_anything_else_is_damage() -> None:
    frames = wire.message_frames()
    frames.feed(VERSION[:9])
    assert frames.give_up() == [Garbled(VERSION[:9], "a message without its end")]


LIGHTS = {
    "e2 e4": "0A 08  00 00 00 00 08 00 08 00",
    "a1": "0A 08  00 00 00 00 00 00 00 80",
    "h8": "0A 08  01 00 00 00 00 00 00 00",
    "": "0A 08  00 00 00 00 00 00 00 00",
}


@pytest.mark.parametrize(("names", "command"), LIGHTS.items())
def test_lights(names: str, command: str) -> None:
    squares = frozenset(map(chess.parse_square, names.split()))
    assert wire.lights(squares) == bytes.fromhex(command)
    assert wire.squares_lit(bytes.fromhex(command)[2:]) == squares


@given(st.binary(max_size=300))
def test_no_bytes_are_kept_for_long(data: bytes) -> None:
    frames = wire.message_frames()
    for piece in itertools.batched(data, 50) if hasattr(itertools, "batched") else [data]:
        frames.feed(bytes(piece))
    assert len(frames._buffer) <= len(HID_REPORT)


def test_the_hosts_commands_are_cut_by_their_lengths() -> None:
    commands = [wire.REAL_TIME, wire.lights({chess.E4}), bytes.fromhex("0B 04 03 E8 00 C8"), wire.ASK_BATTERY]
    assert wire.command_frames().feed(b"".join(commands)) == commands
