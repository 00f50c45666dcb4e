"""The Sentio: what its lines mean, what is believed of them, and the virtual board."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.eboard import Codec, CodecOptions, EmulatorOptions, Orientation
from drivers.placement import EMPTY, SOME_PIECE, Placement, Sensing, from_fen, seen_by, with_code
from drivers.reports import Dump, Garbled, Identified, Report, Silent, SquaresChanged
from drivers.sentio import EBOARD
from drivers.sentio.emulator import SentioEmulator
from drivers.sentio.reader import bitboard_of, values_of
from drivers.tabutronic.emulator import Faults
from drivers.tabutronic.lamps import Lamps
from tests.drivers.talk import Talk, believed

START = seen_by(Sensing.OCCUPANCY, from_fen(chess.STARTING_BOARD_FEN))
LIFTED = with_code(START, chess.E2, EMPTY)
E4 = with_code(LIFTED, chess.E4, SOME_PIECE)
WORKED = {  # the lines that picochess, BearChess and cer2nut agree on
    ":255 255 0 0 0 0 255 255\r\n": START,
    ":255 255 0 0 0 0 247 255\r\n": LIFTED,
    ":255 255 0 0 8 0 247 255\r\n": E4,
}
START_LINE, LIFTED_LINE, E4_LINE = (line.encode() for line in WORKED)


def codec(orientation: Orientation = Orientation.NORMAL) -> Codec:
    codec = EBOARD.codec(CodecOptions(orientation))
    codec.start(0.0)
    return codec


def opened() -> Codec:
    """A codec that knows the start position, at 0.1 s."""
    listening = codec()
    listening.receive(START_LINE, 0.0)
    listening.receive(START_LINE, 0.1)
    return listening


def told(reports: list[Report]) -> list[Report]:
    return [report for report in reports if not isinstance(report, Identified)]


@pytest.mark.parametrize(("line", "placement"), WORKED.items())
def test_what_two_equal_lines_mean(line: str, placement: Placement) -> None:
    listening = codec()
    assert told(listening.receive(line.encode(), 0.0)) == []
    assert told(listening.receive(line.encode(), 0.1)) == [Dump(placement)]


@given(st.integers(0, chess.BB_ALL))
def test_squares_there_and_back(squares: int) -> None:
    assert bitboard_of(values_of(squares)) == squares


def test_a_move_and_nothing_of_a_contact_that_bounces() -> None:
    listening = opened()
    assert listening.receive(LIFTED_LINE, 0.2) == []
    assert listening.receive(START_LINE, 0.3) == []
    assert listening.receive(LIFTED_LINE, 0.4) == []
    assert listening.receive(LIFTED_LINE, 0.5) == [SquaresChanged(((chess.E2, EMPTY),))]
    assert listening.receive(E4_LINE * 2, 0.6) == [], "two lines at once prove nothing that lasts"
    assert listening.receive(E4_LINE, 0.7) == [SquaresChanged(((chess.E4, SOME_PIECE),))]


def test_a_fast_home_made_board_must_agree_with_itself_for_as_long() -> None:
    listening = opened()
    reports = [listening.receive(LIFTED_LINE, 0.2 + number / 64) for number in range(8)]
    assert [bool(report) for report in reports] == [False] * 4 + [True] + [False] * 3


def test_who_it_is_and_all_squares_when_asked() -> None:
    listening = codec()
    assert listening.receive(START_LINE, 0.0) == [
        Identified("", "", "TabuTronic Sentio, or a board that speaks like one")
    ]
    listening.request_dump(0.05)
    assert listening.receive(START_LINE, 0.1) == [Dump(START)]
    listening.request_dump(0.15)
    assert listening.receive(START_LINE, 0.2) == [Dump(START)]


def test_a_turned_board_is_turned_back() -> None:
    listening = codec(Orientation.TURNED)
    for at in (0.0, 0.1):
        listening.receive(START_LINE, at)
    for at in (0.2, 0.3):
        reports = listening.receive(b":255 255 0 0 0 0 255 254\r\n", at)  # its h1
    assert reports == [SquaresChanged(((chess.A8, EMPTY),))]


@pytest.mark.parametrize("cut", range(1, len(LIFTED_LINE)))
def test_a_new_line_in_mid_line(cut: int) -> None:
    listening = opened()
    listening.receive(LIFTED_LINE[:cut], 0.2)
    listening.start(0.3)
    listening.receive(LIFTED_LINE[cut:] + E4_LINE, 0.4)
    reports = listening.receive(E4_LINE, 0.5)
    assert reports[-1] == Dump(E4)
    assert not [report for report in reports if isinstance(report, Garbled)]


def test_half_a_line_is_given_up() -> None:
    listening = opened()
    listening.receive(LIFTED_LINE[:10], 0.2)
    assert listening.handle_timeout(1.1) == []
    assert [type(report) for report in listening.handle_timeout(1.2)] == [Garbled]


def test_silence() -> None:
    listening = codec()
    assert listening.next_timeout() == 3.0
    assert listening.handle_timeout(3.0) == [Silent(3.0)]
    assert listening.next_timeout() is None
    listening.receive(E4_LINE, 9.0)
    assert told(listening.receive(E4_LINE, 9.1)) == [Dump(E4)]


@pytest.mark.parametrize(
    "said",
    [
        b":" + b"0 " * 320 + b"\r\n",  # a Certabo
        b"s" + b"." * 64 + b"5D",  # a ChessLink
        bytes.fromhex("8D 000A  01 30 00  01 30 00  08"),  # a DGT clock
    ],
)
def test_a_board_of_another_maker_is_garbled_silent_and_sent_nothing(said: bytes) -> None:
    listening = codec()
    listening.light(frozenset({chess.E2}), 0.0)
    reports = []
    for second in range(6):
        reports += listening.receive(said, float(second))
        reports += listening.handle_timeout(second + 0.5)
    assert {type(report) for report in reports} == {Garbled, Silent}
    assert listening.data_to_send() == b""


# ---- the virtual board ----


def test_it_says_ten_times_a_second_what_it_feels() -> None:
    emulator = SentioEmulator(EmulatorOptions(scan=0.1))
    for _ in range(10):
        due = emulator.next_timeout()
        assert due is not None
        emulator.handle_timeout(due)
    assert due == pytest.approx(0.9)
    assert b"".join(iter(emulator.data_to_send, b"")) == START_LINE * 10


def test_what_it_said_while_nobody_served_it_is_gone() -> None:
    emulator = SentioEmulator(EmulatorOptions(scan=0.1))
    emulator.handle_timeout(5000.0)
    assert b"".join(iter(emulator.data_to_send, b"")) in {START_LINE, START_LINE * 2}
    assert emulator.next_timeout() == pytest.approx(5000.0, abs=0.2)


@pytest.mark.parametrize("lamps", Lamps)
@pytest.mark.parametrize("turned", [False, True])
def test_a_move_with_lights(turned: bool, lamps: Lamps) -> None:
    emulator = SentioEmulator(EmulatorOptions(scan=0.1, turned=turned), Faults(lamps=lamps, line_end=b"\r\n"))
    orientation = Orientation.TURNED if turned else Orientation.NORMAL
    talk = Talk(EBOARD.codec(CodecOptions(orientation)), emulator).open()
    talk.light(chess.E2, chess.E4)
    talk.wait(1.5)
    assert emulator.lit == {chess.E2, chess.E4}
    talk.set(chess.E2, EMPTY, 0.5)
    talk.set(chess.E4, chess.PAWN, 0.5)
    talk.light()
    talk.wait(1.5)
    assert emulator.lit == frozenset()
    assert told(talk.drain()) == [
        Dump(START),
        SquaresChanged(((chess.E2, EMPTY),)),
        SquaresChanged(((chess.E4, SOME_PIECE),)),
    ]


def test_contacts_that_fail_now_and_then_tell_no_lift() -> None:
    emulator = SentioEmulator(EmulatorOptions(scan=0.1, seed=3), Faults(line_end=b"\r\n", dropouts=0.002, ghosts=0.002))
    talk = Talk(EBOARD.codec(CodecOptions(Orientation.NORMAL)), emulator).open()
    talk.drain()
    talk.wait(60.0)
    assert talk.drain() == []


def test_lines_that_arrive_in_pieces_with_garbage_in_between() -> None:
    rng = random.Random(5)
    emulator = SentioEmulator(EmulatorOptions(scan=0.1))
    talk = Talk(EBOARD.codec(CodecOptions(Orientation.NORMAL)), emulator)
    talk.tamper = lambda data: (data[:9], data[9:], rng.randbytes(5) if rng.random() < 0.3 else b"")
    talk.open()
    talk.set(chess.E2, EMPTY, 1.0)
    talk.set(chess.E4, chess.PAWN, 1.0)
    assert believed(talk.reports) == E4
