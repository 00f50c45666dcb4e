"""BWTIME: times, levers, flags, acknowledgements, and what happened between two of them."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.clock import Ack, ClockReader, NoClock, Side, Times, clock_face, decode, encode
from drivers.dgt.wire import Frame, Message
from drivers.reports import ClockGone, ClockPaused, ClockResumed, ClockTimes, FlagFell, Press, Report

# right h m s, left h m s, status
AT_START = "01 30 00  01 30 00  08"  # 1:30:00 / 1:30:00, stopped, lever high left
WHITE_RUNS = "01 30 00  01 29 59  09"  # left runs
BLACK_RUNS = "01 30 00  01 30 28  13"  # left pressed and got 30 s; right runs, lever high right
BLACK_STOPPED = "01 30 00  01 30 28  12"
FLAG_DOWN = "30 00 00  20 00 16  12"  # recorded from a board: right at zero and blocked (bits 4, 5), left 0:16


def hour(hours: int, minutes: int, seconds: int) -> int:
    return hours * 3600 + minutes * 60 + seconds


TIMES = {
    AT_START: Times(Side(5400), Side(5400), running=False, right_high=False),
    WHITE_RUNS: Times(left=Side(5399), right=Side(5400), running=True, right_high=False),
    BLACK_RUNS: Times(left=Side(5428), right=Side(5400), running=True, right_high=True),
    "21 30 00  21 30 28  13": Times(
        Side(5428, per_move=True), Side(5400, per_move=True), running=True, right_high=True
    ),
    FLAG_DOWN: Times(Side(16, per_move=True), Side(0, blocked=True, per_move=True), running=False, right_high=True),
    "09 59 59  40 00 07  09": Times(Side(7, flag_shown=True), Side(hour(9, 59, 59)), running=True, right_high=False),
    "00 01 00  00 02 00  0C": Times(Side(120), Side(60), running=False, right_high=False, battery_low=True),
}


@pytest.mark.parametrize(("payload", "times"), TIMES.items())
def test_times_there_and_back(payload: str, times: Times) -> None:
    assert decode(bytes.fromhex(payload)) == times
    assert encode(times) == bytes.fromhex(payload)


def test_no_clock() -> None:
    assert decode(bytes.fromhex("00 00 00  00 00 00  20")) == NoClock()
    assert encode(NoClock()) == bytes.fromhex("00 00 00  00 00 00  20")


ACKS = {
    "0A 10 09  0A 20 00  00": Ack(0x10, 0x09, 0x20),  # version 2.0
    "0A 10 09  0A 1E 00  00": Ack(0x10, 0x09, 0x1E),  # version 1.14
    "0A 10 01  0A 00 00  00": Ack(0x10, 0x01),  # text is displayed
    "0A 10 0C  0A 00 00  00": Ack(0x10, 0x0C),  # text is displayed (DGT 3000)
    "0A 10 0A  0A 00 00  00": Ack(0x10, 0x0A),  # times are set
    "0A 10 08  2A 00 32  00": Ack(0x10, 0x88, 0x00, 0x32),  # button "plus"; bit 7 of 88 travels in the hours byte
    "0A 40 0A  0A 00 00  00": Ack(0x40, 0x0A),  # times not set
}


@pytest.mark.parametrize(("payload", "ack"), ACKS.items())
def test_an_acknowledgement_is_never_a_time(payload: str, ack: Ack) -> None:
    assert decode(bytes.fromhex(payload)) == ack
    assert encode(ack) == bytes.fromhex(payload)
    assert reader().read(bytes.fromhex(payload)) == []


@given(st.builds(Ack, *[st.integers(0, 255)] * 4))
def test_every_acknowledgement_there_and_back(ack: Ack) -> None:
    payload = encode(ack)
    assert max(payload) < 0x80
    assert decode(payload) == ack


@pytest.mark.parametrize(
    "payload",
    [
        "00 00 00  00 00 00  00",  # as sent over Bluetooth after a command to the clock
        "0B 00 00  01 00 00  09",  # 11 hours
        "01 60 00  01 00 00  09",  # 60 minutes
        "01 00 00  01 00 1A  09",  # no digit
        "01 00 75  01 00 00  09",  # 75 seconds
        "01 00 00",
    ],
)
def test_what_no_clock_can_show_is_dropped(payload: str) -> None:
    assert decode(bytes.fromhex(payload)) is None
    assert reader().read(bytes.fromhex(payload)) == []


sides = st.builds(Side, st.integers(0, 35999), st.booleans(), st.booleans(), st.booleans())


@given(st.builds(Times, sides, sides, st.booleans(), st.booleans(), st.booleans()))
def test_all_times_there_and_back(times: Times) -> None:
    payload = encode(times)
    assert max(payload) < 0x80
    assert decode(payload) == times


def reader(*, turned: bool = False, white_clock: str = "auto") -> ClockReader:
    return ClockReader(white_clock, turned=turned)


def read(*payloads: str, turned: bool = False, white_clock: str = "auto") -> list[Report]:
    """The reports of the last payload."""
    reading = reader(turned=turned, white_clock=white_clock)
    return [reading.read(bytes.fromhex(payload)) for payload in payloads][-1]


WHITE, BLACK = chess.WHITE, chess.BLACK

BETWEEN: dict[str, tuple[list[str], list[Report]]] = {
    "first reading": ([WHITE_RUNS], [ClockTimes(5399, 5400, WHITE)]),
    "the same again": ([WHITE_RUNS, WHITE_RUNS], []),
    "started": ([AT_START, WHITE_RUNS], [ClockResumed(WHITE), ClockTimes(5399, 5400, WHITE)]),
    "pressed": ([WHITE_RUNS, BLACK_RUNS], [Press(WHITE), ClockTimes(5428, 5400, BLACK)]),
    "pressed back": ([BLACK_RUNS, WHITE_RUNS], [Press(BLACK), ClockTimes(5399, 5400, WHITE)]),
    "stopped": ([BLACK_RUNS, BLACK_STOPPED], [ClockPaused(), ClockTimes(5428, 5400, None)]),
    "resumed": ([BLACK_STOPPED, BLACK_RUNS], [ClockResumed(BLACK), ClockTimes(5428, 5400, BLACK)]),
    "pressed and stopped": ([WHITE_RUNS, BLACK_STOPPED], [Press(WHITE), ClockPaused(), ClockTimes(5428, 5400, None)]),
    "lever moved while stopped": ([AT_START, BLACK_STOPPED], [ClockTimes(5428, 5400, None)]),
    "acknowledgement in between": (
        [WHITE_RUNS, "0A 10 09  0A 20 00  00", BLACK_RUNS],
        [Press(WHITE), ClockTimes(5428, 5400, BLACK)],
    ),
    "all zero in between": (
        [WHITE_RUNS, "00 00 00  00 00 00  00", BLACK_RUNS],
        [Press(WHITE), ClockTimes(5428, 5400, BLACK)],
    ),
    "battery runs low": ([BLACK_STOPPED, "01 30 00  01 30 28  16"], []),
    "unplugged": ([WHITE_RUNS, "00 00 00  00 00 00  20"], [ClockGone()]),
    "never there": (["00 00 00  00 00 00  20"], [ClockGone()]),
    "still unplugged": (["00 00 00  00 00 00  20"] * 2, []),
    "plugged in again": (
        [WHITE_RUNS, "00 00 00  00 00 00  20", BLACK_RUNS],
        [ClockTimes(5428, 5400, BLACK)],
    ),
    "flag falls": (
        ["20 00 01  20 00 16  13", FLAG_DOWN],
        [ClockPaused(), ClockTimes(16, 0, None), FlagFell(BLACK)],
    ),
    "flag is down at first sight": ([FLAG_DOWN], [ClockTimes(16, 0, None), FlagFell(BLACK)]),
    "flag stays down": ([FLAG_DOWN, "30 00 00  20 00 15  12"], [ClockTimes(15, 0, None)]),
    "flag falls and the clock runs on": (
        ["00 05 00  00 00 01  09", "00 05 00  40 30 00  09"],
        [ClockTimes(1800, 300, WHITE), FlagFell(WHITE)],
    ),
}


@pytest.mark.parametrize(("payloads", "reports"), BETWEEN.values(), ids=BETWEEN)
def test_what_happened_between(payloads: list[str], reports: list[Report]) -> None:
    assert read(*payloads) == reports


@pytest.mark.parametrize(
    ("turned", "white_clock", "white_right"),
    [
        (False, "auto", False),
        (True, "auto", True),
        (False, "left", False),
        (True, "left", False),
        (False, "right", True),
        (True, "right", True),
    ],
)
def test_the_side_of_white(turned: bool, white_clock: str, white_right: bool) -> None:
    pressed, times = read(WHITE_RUNS, BLACK_RUNS, turned=turned, white_clock=white_clock)
    # left (1:30:28) has pressed, right (1:30:00) runs
    assert pressed == Press(BLACK if white_right else WHITE)
    assert times == (ClockTimes(5400, 5428, WHITE) if white_right else ClockTimes(5428, 5400, BLACK))


@pytest.mark.parametrize("status", ["09", "11", "19", "01"])
def test_whose_turn_the_clock_believes_it_is_does_not_count(status: str) -> None:
    assert read(f"01 30 00  01 30 00  {status}") == [ClockTimes(5400, 5400, WHITE)]


def test_a_press_that_nobody_saw_is_not_made_up() -> None:
    reading = reader()
    reading.read(bytes.fromhex(WHITE_RUNS))
    reading.forget()
    assert reading.read(bytes.fromhex(BLACK_RUNS)) == [ClockTimes(5428, 5400, BLACK)]


def test_when_the_board_turns_out_to_be_turned_the_times_are_told_again() -> None:
    reading = reader()
    reading.read(bytes.fromhex(BLACK_RUNS))
    assert reading.turn(turned=False) == []
    assert reading.turn(turned=True) == [ClockTimes(5400, 5428, WHITE)]
    assert reading.turn(turned=True) == []
    assert reading.read(bytes.fromhex(WHITE_RUNS)) == [Press(WHITE), ClockTimes(5400, 5399, BLACK)]


def test_before_the_first_times_there_is_nothing_to_tell_again() -> None:
    assert reader().turn(turned=True) == []


def test_the_face_of_the_clock_is_its_digits_only() -> None:
    def message(times: Times | NoClock | Ack) -> bytes:
        return Frame(Message.BWTIME, encode(times)).to_bytes()

    before, after = Side(90), Side(89)
    face = clock_face(message(Times(before, before, running=True, right_high=False)))
    assert face == clock_face(message(Times(before, before, running=False, right_high=True)))
    assert face != clock_face(message(Times(after, before, running=True, right_high=False)))
    assert clock_face(message(NoClock())) is None
    assert clock_face(message(Ack(16, 9))) is None
    assert clock_face(Frame(Message.FIELD_UPDATE, bytes(2)).to_bytes()) is None
    assert clock_face(b"") is None


RUNNING = Times(Side(5400), Side(5400), running=True, right_high=False)


@pytest.mark.parametrize(
    ("after", "pressed"),
    [
        (RUNNING, False),
        (replace(RUNNING, left=Side(5000)), False),
        (replace(RUNNING, left=Side(5430), right_high=True), True),
        (replace(RUNNING, left=Side(5420), right=Side(5390)), True),
        (NoClock(), False),
    ],
)
def test_presses_while_nobody_listened_show_in_the_first_reading_after(after: Times | NoClock, pressed: bool) -> None:
    reader = ClockReader("left", turned=False)
    assert not reader.pressed_in_gap(encode(after)), "nothing was read before"
    reader.read(encode(RUNNING))
    reader.forget()
    reader.forget()
    assert reader.pressed_in_gap(encode(after)) == pressed
