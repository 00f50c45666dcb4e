"""Commands of the Chess Peripheral Protocol, as its text has them."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.chess_peripheral import wire
from drivers.heard import Acknowledged, Heard, Other, Reading
from drivers.placement import Sensing, from_fen, seen_by
from drivers.reports import Garbled


def reading(fen: str) -> Reading:
    return Reading(seen_by(Sensing.OCCUPANCY, from_fen(fen)))


START = b"state rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
AT_START = reading(chess.STARTING_BOARD_FEN)
WITHOUT_A2 = reading("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR")
STATES = {
    START: AT_START,
    b"state ????????/????????/8/8/8/8/????????/????????": AT_START,
    b"unsync bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w": AT_START,
    b"sync rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w": AT_START,
    b"sync rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": AT_START,
    b"state rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2\r\n": reading(
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR"
    ),
    b"unsync_settable rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR": WITHOUT_A2,
    b"unsync_setible rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR b": WITHOUT_A2,
    b"state 8/8/8/8/8/8/8/8": reading("8/8/8/8/8/8/8/8"),
    b"state 11111111/8/8/8/8/8/8/K6k": reading("8/8/8/8/8/8/8/K6k"),
}
TEXTS = [
    b"err Unsupported command",
    b"msg Hello central",
    b"move a2a3",
    b"moved",
    b"undo a2a3",
    b"draw_offer",
    b"resign",
]


def read(data: bytes) -> list[Heard | Garbled]:
    """Everything, when nothing more comes."""
    frames = wire.message_frames()
    return [*frames.feed(data), *frames.give_up()]


@pytest.mark.parametrize(("data", "heard"), STATES.items())
def test_states(data: bytes, heard: Reading) -> None:
    assert read(data) == [heard]


@pytest.mark.parametrize(("answer", "agreed"), [(b"ok", True), (b"nok", False)])
def test_answers(answer: bytes, agreed: bool) -> None:
    assert read(answer) == [Acknowledged(agreed)]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_end_when_nothing_more_comes(text: bytes) -> None:
    assert read(text) == [Other()]
    assert read(b"ok" + text) == [Acknowledged(), Other()]


def test_commands_glued_together() -> None:
    whole = b"oknok" + b"".join(STATES) + b"ok"
    meant = [Acknowledged(), Acknowledged(agreed=False), *STATES.values(), Acknowledged()]
    assert read(whole) == meant
    slow = wire.message_frames()
    assert [heard for byte in whole for heard in slow.feed(bytes((byte,)))] == meant


@pytest.mark.parametrize("cut", range(1, len(START)))
def test_a_state_cut_at_every_byte_shows_no_wrong_square(cut: int) -> None:
    assert [each for each in read(START[:cut] + START) if not isinstance(each, Garbled)] == [AT_START]
    assert not [each for each in read(START[:cut]) if isinstance(each, Reading)]


DAMAGED = {
    "seven ranks": b"state rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR",
    "a rank too short": b"state rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "a rank too long": b"state rnbqkbnr/pppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "no such piece": b"state rnbqkbnr/ppppzppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "nine empty squares": b"state rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR",
    "something else": b"\xff\x00hello!",
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_damage_before_between_and_after_is_skipped(damage: bytes) -> None:
    found = read(damage + START + damage + b"nok" + damage)
    assert [each for each in found if not isinstance(each, Garbled)] == [AT_START, Acknowledged(agreed=False)]
    assert any(isinstance(each, Garbled) for each in found)


@given(st.lists(st.binary(max_size=60) | st.sampled_from([b"err ", b"state ", b"8/8/8"]), max_size=20))
def test_no_bytes_are_kept_for_long(pieces: list[bytes]) -> None:
    frames = wire.message_frames()
    for piece in pieces:
        frames.feed(piece)
        assert len(frames._buffer) <= wire.LONGEST_TEXT


def test_each_write_of_the_host_is_one_command() -> None:
    assert wire.command_frames().feed(b"feature get_state") == [b"feature get_state"]
