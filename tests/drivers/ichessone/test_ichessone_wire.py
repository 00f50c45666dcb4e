"""Messages and commands of an iChessOne, byte by byte.

Worked bytes are those on which picochess and BearChess agree.
"""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.heard import Heard, Reading
from drivers.ichessone import wire
from drivers.placement import from_fen, placement_of, to_fen
from drivers.reports import Battery, Garbled, Identified

UPPER, LOWER = "A8 9B C9 8A 77 77 77 77", "11 11 11 11 42 35 63 24"
START = UPPER + "00" * 16 + LOWER
AFTER_E4 = UPPER + "00" * 10 + "10" + "00" * 5 + "11 11 01 11 42 35 63 24"
FRAME = bytes.fromhex("3D 70" + START)
BATTERY = bytes.fromhex("3D 62 01 48")
READING = Reading(from_fen(chess.STARTING_BOARD_FEN))


def read(data: bytes) -> list[Heard | Garbled]:
    """Everything, when nothing more comes."""
    frames = wire.message_frames()
    return [*frames.feed(data), *frames.give_up()]


@pytest.mark.parametrize(
    ("squares", "fen"),
    [(START, chess.STARTING_BOARD_FEN), (AFTER_E4, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")],
)
def test_32_bytes_are_the_squares(squares: str, fen: str) -> None:
    placement = wire.placement_of(bytes.fromhex(squares))
    assert placement is not None
    assert to_fen(placement) == fen
    assert wire.squares_of(placement) == bytes.fromhex(squares)


@pytest.mark.parametrize("number", [0, 518, 959])
def test_every_start_position_there_and_back(number: int) -> None:
    placement = placement_of(chess.Board.from_chess960_pos(number))
    assert wire.placement_of(wire.squares_of(placement)) == placement


def test_what_names_no_piece_is_damage() -> None:
    squares = "AE" + START[2:]
    assert wire.placement_of(bytes.fromhex(squares)) is None
    found = read(bytes.fromhex("3D 70" + squares) + FRAME)
    assert [each for each in found if not isinstance(each, Garbled)] == [READING]


def test_pieces_of_two_sets_may_stand_there() -> None:
    squares = UPPER + "66 11" + "00" * 14 + LOWER
    assert read(bytes.fromhex("3D 70" + squares)) == [
        Reading(from_fen("rnbqkbnr/pppppppp/KKPP4/8/8/8/PPPPPPPP/RNBQKBNR"))
    ]


MESSAGES: dict[str, tuple[bytes, list[Heard]]] = {
    "position": (FRAME, [READING]),
    "battery, charging": (BATTERY, [Battery(72, charging=True)]),
    "battery": (bytes.fromhex("3D 62 00 3D"), [Battery(61, charging=False)]),
    "more than full": (bytes.fromhex("3D 62 00 FF"), [Battery(100, charging=False)]),
    "version": (b"=h1.02", [Identified("", "1.02")]),
    "empty version": (b"=h", [Identified("", "")]),
}


@pytest.mark.parametrize(("data", "heard"), MESSAGES.values(), ids=MESSAGES)
def test_messages(data: bytes, heard: list[Heard]) -> None:
    assert read(data) == heard


def test_messages_glued_together() -> None:
    whole = b"".join(data for data, _ in MESSAGES.values())
    meant = [heard for _, several in MESSAGES.values() for heard in several]
    assert read(whole) == meant
    slow = wire.message_frames()
    assert [*(heard for byte in whole for heard in slow.feed(bytes((byte,)))), *slow.give_up()] == meant


def test_a_version_ends_where_its_text_does() -> None:
    long = b"x" * 40
    assert read(b"=h1.0\r\n" + FRAME) == [Identified("", "1.0"), Garbled(b"\r\n", "no message"), READING]
    assert read(b"=h" + long)[0] == Identified("", "x" * 32)


@pytest.mark.parametrize("cut", range(1, len(FRAME)))
def test_a_position_cut_at_every_byte_is_damage(cut: int) -> None:
    assert read(FRAME[:cut] + FRAME) == [Garbled(FRAME[:cut], "no message"), READING]
    assert read(FRAME[:cut]) == [Garbled(FRAME[:cut], "a message without its end")]


@pytest.mark.parametrize("garbage", ["FF", "3D", "3D 71", "00 00", "41 42 43"])
def test_garbage_before_between_and_after_is_skipped(garbage: str) -> None:
    noise = bytes.fromhex(garbage)
    found = read(noise + FRAME + noise + BATTERY + noise)
    assert [each for each in found if not isinstance(each, Garbled)] == [READING, Battery(72, charging=True)]
    assert b"".join(each.data for each in found if isinstance(each, Garbled)) == noise * 3


LIGHTS = {
    "e2 e4": "45 4C  80 0F  00  00 00 00 00 10 00 10 00  00 01 FF",
    "a8 h1": "45 4C  80 0F  00  01 00 00 00 00 00 00 80  00 01 FF",
    "": "45 4C  00 00  00  00 00 00 00 00 00 00 00  00 01 FF",
}


@pytest.mark.parametrize(("names", "command"), LIGHTS.items())
def test_lights(names: str, command: str) -> None:
    squares = frozenset(map(chess.parse_square, names.split()))
    assert wire.lights(squares) == bytes.fromhex(command)
    assert wire.squares_lit(bytes.fromhex(command)) == squares


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_no_bytes_are_kept_for_long(pieces: list[bytes]) -> None:
    frames = wire.message_frames()
    for piece in pieces:
        frames.feed(piece)
        assert len(frames._buffer) <= len(FRAME)


def test_the_hosts_commands_have_no_end_but_their_own() -> None:
    commands = [b"CPIRQ", b"RP", b"RB", b"RH", wire.lights({chess.E4}), b"CSOFF", b"CPOFF"]
    assert wire.command_frames().feed(b"".join(commands)) == commands
    slow = wire.command_frames()
    assert [found for byte in b"".join(commands) for found in slow.feed(bytes((byte,)))] == commands
