"""Messages and commands of a Square Off Pro, as BearChess and squareoffdriver have them."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.heard import Acknowledged, Change, Heard, Other, Reading
from drivers.placement import SOME_PIECE, Sensing, from_fen, seen_by
from drivers.reports import Battery, Garbled
from drivers.squareoff import wire

START = b"30#1100001111000011110000111100001111000011110000111100001111000011*"
AFTER_E4 = b"30#1100001111000011110000111100001110010011110000111100001111000011*"


def reading(fen: str) -> Reading:
    return Reading(seen_by(Sensing.OCCUPANCY, from_fen(fen)))


AT_START = reading(chess.STARTING_BOARD_FEN)
MESSAGES: dict[bytes, Heard] = {
    START: AT_START,
    AFTER_E4: reading("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
    b"0#e2u*": Change(chess.E2, 0),
    b"0#e4d*": Change(chess.E4, SOME_PIECE),
    b"14#GO*": Acknowledged(),
    b"14#NO*": Other(),
    b"22#3.67*": Battery(41, charging=False),
    b"22#4.20*": Battery(100, charging=False),
    b"22#4.31*": Battery(100, charging=False),
    b"22#3.1*": Battery(0, charging=False),
    b"4#3752.50*": Battery(50, charging=False),
    b"4#77*": Other(),
    b"4#full*": Other(),
    b"26#ISG*": Other(),
}


def read(data: bytes) -> list[Heard | Garbled]:
    return wire.message_frames().feed(data)


@pytest.mark.parametrize(("data", "heard"), MESSAGES.items())
def test_messages(data: bytes, heard: Heard) -> None:
    assert read(data) == [heard]


def test_messages_glued_together() -> None:
    whole = b"".join(MESSAGES)
    assert read(whole) == [*MESSAGES.values()]
    slow = wire.message_frames()
    assert [heard for byte in whole for heard in slow.feed(bytes((byte,)))] == [*MESSAGES.values()]


@pytest.mark.parametrize("cut", range(1, len(START)))
def test_a_reading_cut_at_every_byte_is_damage(cut: int) -> None:
    found = read(START[:cut] + START)
    assert [each for each in found if not isinstance(each, Garbled)] == [AT_START]
    assert b"".join(each.data for each in found if isinstance(each, Garbled)) == START[:cut][:64]


@pytest.mark.parametrize(
    "garbage", [b"\xff", b"30#", b"30#*", b"0#i9u*", b"0#e2x*", b"#*", b"*", b"30#" + b"1" * 63 + b"*"]
)
def test_garbage_before_between_and_after_is_skipped(garbage: bytes) -> None:
    found = read(garbage + START + garbage + b"0#e2u*" + garbage + START)
    assert [each for each in found if not isinstance(each, Garbled)] == [AT_START, Change(chess.E2, 0), AT_START]


LIGHTS = {
    "e2 e4": (b"25#*", b"25#e2e4*"),
    "h8": (b"25#*", b"25#h8*"),
    "": (b"25#*",),
}


@pytest.mark.parametrize(("names", "commands"), LIGHTS.items())
def test_lights(names: str, commands: tuple[bytes, ...]) -> None:
    assert wire.lights(map(chess.parse_square, names.split())) == commands


def test_all_squares_can_be_lit_at_once() -> None:
    (_, command) = wire.lights(chess.SQUARES)
    assert len(command) <= wire.LONGEST
    assert wire.command_frames().feed(command) == [command]


def test_bits_go_up_the_files() -> None:
    assert wire.message("30", wire.bits_of(AT_START.placement)) == START
    assert wire.bits_of(1 << (chess.B1 + 192)) == "0" * 8 + "1" + "0" * 55


@given(st.lists(st.binary(max_size=60) | st.just(b"30#") | st.just(b"1" * 60), max_size=20))
def test_no_bytes_are_kept_for_long(pieces: list[bytes]) -> None:
    frames = wire.message_frames()
    for piece in pieces:
        frames.feed(piece)
        assert len(frames._buffer) <= wire.LONGEST
