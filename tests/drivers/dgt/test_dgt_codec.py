"""The codec: what it asks, what it makes of the answers, and that no bytes can confuse it for long."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.codec import DgtCodec
from drivers.dgt.wire import Frame, Message, wire_of_code
from drivers.eboard import CodecOptions, Orientation
from drivers.placement import Placement, code_at, codes, from_codes, from_fen, with_code
from drivers.reports import (
    Battery,
    ClockResumed,
    ClockTimes,
    Dump,
    Garbled,
    Identified,
    Oriented,
    Press,
    Report,
    Silent,
    SquaresChanged,
)

START = from_fen(chess.STARTING_BOARD_FEN)
PAWN = chess.PAWN

VERSION = "93 0005  01 08"  # 1.8
SERIAL = "91 0008  33 30 31 32 33"  # "30123"
LONG_SERIAL = "A2 000D  33 30 30 30 30 33 30 31 32 33"  # "3000030123"
BATTERY = "A0 000C  58 0C 7F 01 1E 05 00 00 02"  # 88 %, 12 hours left, discharging
DUMP = (
    "86 0043"  # 67 bytes
    "08 09 0A 0C 0B 0A 09 08  07 07 07 07 07 07 07 07" + "00" * 32 + "01 01 01 01 01 01 01 01  02 03 04 06 05 04 03 02"
)
TURNED_DUMP = (
    "86 0043"
    "02 03 04 05 06 04 03 02  01 01 01 01 01 01 01 01" + "00" * 32 + "07 07 07 07 07 07 07 07  08 09 0A 0B 0C 0A 09 08"
)
CLOCK = "8D 000A  01 30 00  01 30 00  08"  # 1:30:00 / 1:30:00, stopped, lever high left
WHITE_RUNS = "8D 000A  01 30 00  01 29 58  09"
BLACK_RUNS = "8D 000A  01 30 00  01 30 28  13"  # White has pressed
E2_EMPTY, E4_PAWN = "8E 0005  34 00", "8E 0005  24 01"


def raw(*messages: str) -> bytes:
    return bytes.fromhex("".join(messages))


def started(orientation: Orientation = Orientation.AUTO) -> DgtCodec:
    codec = DgtCodec(CodecOptions(orientation=orientation))
    codec.start(0.0)
    return codec


def opened(*, dump: str = DUMP) -> DgtCodec:
    """A codec after the opening dialogue, at 0 s."""
    codec = started()
    for answer in (VERSION, SERIAL, LONG_SERIAL, dump, BATTERY):
        codec.receive(raw(answer), 0.0)
    codec.data_to_send()
    return codec


def wait(codec: DgtCodec, until: float) -> list[tuple[float, str, list[Report]]]:
    """Let time pass, as the loop that serves a line does: when, what was asked, what was reported."""
    events = []
    while (due := codec.next_timeout()) is not None and due <= until:
        reports = codec.handle_timeout(due)
        events.append((round(due, 3), codec.data_to_send().hex(), reports))
        following = codec.next_timeout()
        assert following is not None
        assert following > due, "time goes on"
    return events


def times_asked(question: int, answer: str, until: float) -> int:
    """How often an e-board is asked this that answers at once, and always so."""
    codec, times = opened(), 0
    codec.receive(raw(answer), 1.0)
    now = 1.0
    while now <= until:
        while asked := codec.data_to_send():
            times += asked.count(question)
            assert times < 100, "it is asked again and again"
            codec.receive(raw(answer if question in asked else SERIAL), now)
        due = codec.next_timeout()
        assert due is not None
        now = due
        if now <= until:
            codec.handle_timeout(now)
    return times


# ---- the opening dialogue ----


def test_the_opening_asks_one_question_at_a_time() -> None:
    codec = started()
    assert codec.data_to_send() == raw("4D")
    assert codec.receive(raw(VERSION), 0.1) == []
    assert codec.data_to_send() == raw("45")
    assert codec.receive(raw(SERIAL), 0.2) == []
    assert codec.data_to_send() == raw("55")
    assert codec.receive(raw(LONG_SERIAL), 0.3) == [Identified("3000030123", "1.8")]
    assert codec.data_to_send() == raw("4B 42")
    assert codec.receive(raw(CLOCK), 0.4) == [ClockTimes(5400, 5400, None)]
    assert codec.data_to_send() == b""
    assert codec.receive(raw(DUMP), 0.5) == [Oriented(False), Dump(START)]
    assert codec.data_to_send() == raw("4C")
    assert codec.receive(raw(BATTERY), 0.6) == [Battery(88, charging=False)]
    assert codec.data_to_send() == b""


def test_old_firmware_answers_neither_long_serial_nor_battery() -> None:
    codec = started()
    codec.receive(raw(VERSION), 0.0)
    codec.receive(raw(SERIAL), 0.0)
    codec.data_to_send()
    assert wait(codec, 1.1) == [(1.0, "4b42", [Identified("30123", "1.8")])]
    codec.receive(raw(DUMP), 1.1)
    assert codec.data_to_send() == raw("4C")
    assert wait(codec, 2.2) == [(2.1, "", [])]
    assert wait(codec, 2.4) == [(2.3, "45", [])]


def test_very_old_firmware_adds_its_version_to_the_serial_number() -> None:
    codec = started()
    codec.receive(raw(VERSION, "91 000C  30 31 30 32 35 20 31 2E 30"), 0.0)  # "01025 1.0"
    assert wait(codec, 1.1)[-1][2] == [Identified("01025", "1.8")]


def test_another_board_on_the_same_line_is_another_identity() -> None:
    codec = opened()
    assert codec.receive(raw("91 0008  30 31 30 32 35"), 1.0) == [Identified("01025", "1.8")]


def test_the_makers_text_is_kept() -> None:
    text = b"Maker\r\nYear"
    codec = opened()
    assert codec.receive(Frame(Message.TRADEMARK, text).to_bytes(), 1.0) == [
        Identified("3000030123", "1.8", "Maker\r\nYear")
    ]


def test_opening_a_line_again_keeps_what_is_known_of_the_board() -> None:
    codec = opened(dump=TURNED_DUMP)
    codec.receive(raw("8E 00"), 1.0)
    codec.start(2.0)
    assert codec.data_to_send() == raw("4D")
    answers = (VERSION, SERIAL, LONG_SERIAL, DUMP, BATTERY)
    assert [report for answer in answers for report in codec.receive(raw(answer), 2.0)] == []
    assert codec.data_to_send().endswith(raw("4C 49")), "something was missed: the memory is asked"
    assert wait(codec, 3.0) == [(3.0, "42", [])], "this one has none"
    assert codec.receive(raw(DUMP), 3.1) == [Oriented(False), Dump(START)], "what is known of the board is not news"


def test_no_command_that_could_harm_a_board_or_a_game_is_ever_sent() -> None:
    codec, sent = started(), bytearray()
    for now in range(100):
        sent += codec.data_to_send()
        codec.receive(raw(DUMP, CLOCK, "55", "FF")[now:], now)
        codec.request_dump(now)
        codec.handle_timeout(now + 0.5)
    assert set(sent) <= {0x42, 0x45, 0x4B, 0x4C, 0x4D, 0x55}


# ---- what the board says ----


def test_a_move_and_a_press() -> None:
    codec = opened()
    codec.receive(raw(CLOCK), 1.0)
    codec.receive(raw("8D 000A  01 30 00  01 30 00  09"), 1.5)
    assert codec.receive(raw(E2_EMPTY), 2.0) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(raw(E4_PAWN), 2.4) == [SquaresChanged(((chess.E4, PAWN),))]
    assert codec.receive(raw(WHITE_RUNS), 2.5) == [ClockTimes(5398, 5400, chess.WHITE)]
    assert codec.receive(raw(BLACK_RUNS), 2.9) == [Press(chess.WHITE), ClockTimes(5428, 5400, chess.BLACK)]


def test_white_on_the_other_side_has_the_other_clock() -> None:
    codec = opened(dump=TURNED_DUMP)
    codec.receive(raw("8D 000A  01 30 00  01 30 00  12"), 1.0)
    assert codec.receive(raw("8D 000A  01 29 59  01 30 00  13"), 1.5) == [
        ClockResumed(chess.WHITE),
        ClockTimes(5399, 5400, chess.WHITE),
    ]
    assert codec.receive(raw("8E 0005  0B 00"), 2.0) == [SquaresChanged(((chess.E2, 0),))]


def test_times_that_came_before_the_side_of_white_was_known_are_told_again() -> None:
    codec = started()
    assert codec.receive(raw(BLACK_RUNS), 0.0) == [ClockTimes(5428, 5400, chess.BLACK)]
    assert codec.receive(raw(TURNED_DUMP), 0.1) == [Oriented(True), Dump(START), ClockTimes(5400, 5428, chess.WHITE)]


def test_changes_of_different_squares_that_came_together_are_one_change() -> None:
    both = SquaresChanged(((chess.E2, 0), (chess.E4, PAWN)))
    assert opened().receive(raw(E2_EMPTY, E4_PAWN), 1.0) == [both]


def test_a_square_that_changed_twice_makes_two_changes() -> None:
    assert opened().receive(raw(E2_EMPTY, E4_PAWN, "8E 0005  24 00", "8E 0005  25 01"), 1.0) == [
        SquaresChanged(((chess.E2, 0), (chess.E4, PAWN))),
        SquaresChanged(((chess.E4, 0), (chess.F4, PAWN))),
    ]


def test_of_a_clock_that_runs_on_only_the_last_reading_counts_when_many_came_together() -> None:
    codec = opened()
    codec.receive(raw(CLOCK), 1.0)
    late = [f"8D 000A  01 30 00  01 {minutes} {seconds}  09" for minutes, seconds in (("29", "59"), ("29", "41"))]
    assert codec.receive(raw(*late, E2_EMPTY, WHITE_RUNS), 20.0) == [
        ClockResumed(chess.WHITE),
        ClockTimes(5381, 5400, chess.WHITE),
        SquaresChanged(((chess.E2, 0),)),
        ClockTimes(5398, 5400, chess.WHITE),
    ]


def test_changes_before_and_after_a_press_stay_apart() -> None:
    codec = opened()
    codec.receive(raw(WHITE_RUNS), 1.0)
    kinds = [type(report) for report in codec.receive(raw(E4_PAWN, BLACK_RUNS, E2_EMPTY), 2.0)]
    assert kinds == [SquaresChanged, Press, ClockTimes, SquaresChanged]


def test_a_message_sent_twice_says_nothing_new() -> None:
    assert opened().receive(raw(E2_EMPTY, E2_EMPTY), 1.0) == [SquaresChanged(((chess.E2, 0),))]


def test_a_result_piece_is_some_piece() -> None:
    codec = opened()
    (changed,) = codec.receive(raw("8E 0005  24 0E"), 1.0)
    assert changed == SquaresChanged(((chess.E4, 8),))


SILENT_MESSAGES = {
    "memory of the board": "8F 0007  6B 7F 00 01",
    "bus address": "90 0005  08 01",
    "hardware version": "96 0005  01 00",
    "none": "80 0003",
    "unknown": "B7 0005  01 02",
    "acknowledgement": "8D 000A  0A 10 09  0A 20 00  00",
    "all zero": "8D 000A  00 00 00  00 00 00  00",
    "draughts board": "86 0067" + "00" * 100,
    "charge above 100 %": "A0 000C  79 0C 7F 01 1E 05 00 00 02",
}


@pytest.mark.parametrize("message", SILENT_MESSAGES.values(), ids=SILENT_MESSAGES)
def test_messages_that_say_nothing_about_the_game_are_passed_over(message: str) -> None:
    codec = opened()
    assert codec.receive(raw(message, E2_EMPTY), 1.0) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.data_to_send() == b""


# ---- dumps ----


def test_a_dump_that_is_due_is_not_asked_for_twice() -> None:
    codec = opened()
    codec.request_dump(1.0)
    codec.request_dump(1.1)
    assert codec.data_to_send() == raw("42")
    codec.receive(raw(DUMP), 1.2)
    codec.request_dump(1.3)
    assert codec.data_to_send() == raw("42")


def test_a_dump_is_asked_for_until_it_comes() -> None:
    codec = opened()
    codec.request_dump(1.0)
    codec.data_to_send()
    codec.receive(raw(E2_EMPTY), 1.9)
    assert wait(codec, 2.5) == [(2.0, "42", [])]
    codec.receive(raw(CLOCK), 2.6)
    assert wait(codec, 3.5) == [(3.0, "42", [])]


def test_a_dump_that_no_update_told_switches_the_updates_on_again() -> None:
    codec = opened()
    codec.receive(raw(E2_EMPTY), 1.0)
    codec.request_dump(1.0)
    codec.data_to_send()
    assert codec.receive(raw(DUMP), 1.1) == [Dump(START)]
    assert codec.data_to_send() == raw("4B")


def test_all_fields_are_read_now_and_then() -> None:
    codec, asked = opened(), []
    for second in range(1, 25):
        codec.receive(raw(WHITE_RUNS), second)
        if any(question == "42" for _, question, _ in wait(codec, second + 0.9)):
            asked.append(second)
            assert codec.receive(raw(DUMP), second + 0.95) == [], "what is known is not told again"
    assert asked == [10, 21], "ten seconds after the last answer"


# ---- damage ----


def test_after_garbage_a_dump_is_asked_for() -> None:
    codec = opened()
    (garbled, changed) = codec.receive(raw("8E 00 05 24", E2_EMPTY), 1.0)
    assert garbled == Garbled(raw("8E 00 05 24"), "no message")
    assert changed == SquaresChanged(((chess.E2, 0),))
    assert codec.data_to_send() == raw("42")


def test_a_board_that_adds_garbage_to_its_answers_is_not_asked_as_fast_as_it_answers() -> None:
    assert 15 <= times_asked(0x42, DUMP + "24", until=10.9) <= 21, "twice a second"


def test_a_board_whose_readings_contradict_each_other_is_not_set_up_as_fast_as_it_answers() -> None:
    assert 15 <= times_asked(0x4B, DUMP + E2_EMPTY + DUMP, until=10.9) <= 21, "twice a second"


def test_half_a_message_is_waited_for_and_then_given_up() -> None:
    codec = opened()
    codec.receive(raw("8E 00 05"), 1.0)
    codec.receive(raw("34"), 1.9)
    assert wait(codec, 2.8) == []
    assert wait(codec, 3.0) == [(2.9, "42", [Garbled(raw("8E 00 05 34"), "a message without its end")])]


def test_a_long_message_holds_up_an_answer_without_a_second_question() -> None:
    codec = opened()
    codec.request_dump(1.0)
    codec.data_to_send()
    memory = Frame(Message.EE_MOVES, bytes(7936)).to_bytes()
    for tenth in range(80):
        now = 1.0 + tenth / 10
        assert codec.receive(memory[tenth * 100 : tenth * 100 + 100], now) == []
        assert wait(codec, now) == []
    assert codec.receive(raw(DUMP), 9.0) == [Dump(START)]


def test_everything_byte_by_byte_and_everything_at_once() -> None:
    stream = raw(VERSION, SERIAL, LONG_SERIAL, DUMP, CLOCK, E2_EMPTY, E4_PAWN, WHITE_RUNS, BLACK_RUNS)
    slow, quick = started(), started()
    one_by_one = [report for byte in stream for report in slow.receive(bytes((byte,)), 0.0)]
    together = quick.receive(stream, 0.0)
    assert squares_apart(one_by_one) == squares_apart(together)


def squares_apart(reports: list[Report]) -> list[Report]:
    apart: list[Report] = []
    for report in reports:
        if isinstance(report, SquaresChanged):
            apart += [SquaresChanged((change,)) for change in report.changes]
        elif not isinstance(
            report, Identified
        ):  # told when the question is settled, so later when it all comes at once
            apart.append(report)
    return apart


def dump_of(placement: Placement) -> bytes:
    wire = bytes(wire_of_code(code_at(placement, field ^ 0x38)) for field in range(64))
    return Frame(Message.BOARD_DUMP, wire).to_bytes()


def followed(reports: list[Report], placement: Placement) -> Placement:
    """What somebody believes who follows the reports."""
    for report in reports:
        if isinstance(report, Dump):
            placement = report.placement
        elif isinstance(report, SquaresChanged):
            for square, code in report.changes:
                placement = with_code(placement, square, code)
    return placement


placements = st.lists(st.sampled_from([0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]), min_size=64, max_size=64).map(
    from_codes
)
updates = st.builds(
    lambda field, code: Frame(Message.FIELD_UPDATE, bytes((field, code))).to_bytes(),
    st.integers(0, 63),
    st.integers(0, 12),
)


@given(st.lists(updates, max_size=10), st.sets(st.integers(0, 49)), st.binary(max_size=20), placements)
def test_whatever_was_lost_after_a_dump_everything_is_right(
    messages: list[bytes], lost: set[int], noise: bytes, placement: Placement
) -> None:
    codec = started(Orientation.NORMAL)
    stream = bytes(byte for at, byte in enumerate(b"".join(messages)) if at not in lost)
    believed = followed(codec.receive(stream + noise, 0.0), 0)
    believed = followed(codec.receive(dump_of(placement), 0.1), believed)
    assert list(codes(believed)) == list(codes(placement))
    square, code = chess.D5, 1 if code_at(placement, chess.D5) != 1 else 2
    after = codec.receive(Frame(Message.FIELD_UPDATE, bytes((square ^ 0x38, wire_of_code(code)))).to_bytes(), 0.2)
    assert followed(after, believed) == with_code(placement, square, code)


@given(st.lists(st.tuples(st.binary(max_size=90), st.floats(0, 4)), max_size=12))
def test_no_bytes_break_the_codec(chunks: list[tuple[bytes, float]]) -> None:
    codec, now = started(), 0.0
    for chunk, pause in chunks:
        now += pause
        wait(codec, now)
        codec.receive(chunk, now)
        assert len(codec.data_to_send()) <= 10, "the board buffers ten bytes"


# ---- is it still there? ----


def test_a_quiet_board_is_asked_whether_it_is_there() -> None:
    codec = opened()
    assert wait(codec, 1.3) == [(1.2, "45", [])]
    assert codec.receive(raw(SERIAL), 1.3) == []
    assert wait(codec, 2.6) == [(2.5, "45", [])]


def test_a_running_clock_is_sign_of_life_enough() -> None:
    codec = opened()
    for second in range(1, 9):
        codec.receive(raw(f"8D 000A  01 30 00  01 29 {60 - second:02}  09"), second)
        assert wait(codec, second + 0.99) == []


def test_a_board_that_answers_nothing_is_silent_once_and_asked_on() -> None:
    codec = opened()
    events = wait(codec, 6.0)
    assert [(when, asked) for when, asked, _ in events if asked] == [(when / 10, "45") for when in range(12, 60, 10)]
    assert [(when, reports) for when, _, reports in events if reports] == [(3.0, [Silent(3.0)])]


def test_a_board_that_never_answered_is_silent_too() -> None:
    assert [reports for _, _, reports in wait(started(), 5.0) if reports] == [[Silent(3.0)]]


def test_after_a_silence_the_opening_begins_again() -> None:
    codec = opened()
    codec.receive(raw(WHITE_RUNS), 0.0)
    wait(codec, 5.0)
    assert codec.receive(raw(BLACK_RUNS), 5.1) == [], "not before it is known what was missed"
    assert codec.data_to_send() == raw("4D")
    for answer in (VERSION, SERIAL):
        codec.receive(raw(answer), 5.2)
    codec.data_to_send()
    assert codec.receive(raw(LONG_SERIAL), 5.2) == []
    assert codec.data_to_send() == raw("4B 42")
    assert codec.receive(raw(DUMP, BATTERY), 5.3) == [], "the clock shows a press, so the memory is asked"
    assert codec.data_to_send() == raw("4C 49")
    assert wait(codec, 6.3) == [(6.3, "42", [])], "there is none"
    assert codec.receive(raw(DUMP), 6.4) == [Dump(START), ClockTimes(5428, 5400, chess.BLACK)], "nobody saw the press"


def test_a_board_that_missed_one_question_may_have_lost_its_power() -> None:
    codec = opened()
    assert wait(codec, 2.3) == [(1.2, "45", []), (2.2, "45", [])]
    codec.receive(raw(SERIAL), 2.4)
    assert codec.data_to_send() == raw("4D")


def test_a_board_with_a_battery_is_asked_for_its_charge_now_and_then() -> None:
    codec, asked = opened(), []
    for second in range(1, 700):
        codec.receive(raw(SERIAL, DUMP), second)
        if any(question == "4c" for _, question, _ in wait(codec, second + 0.9)):
            asked.append(second)
            codec.receive(raw(BATTERY), second + 0.95)
    assert asked == [300, 601], "five minutes after the last answer"


def test_before_a_line_is_opened_there_is_nothing_to_wait_for() -> None:
    codec = DgtCodec(CodecOptions())
    assert codec.next_timeout() is None
    assert codec.handle_timeout(1.0) == []
