"""What is the same for all e-boards that tell all their squares at a time: dialogue, time, readings, lights.

The e-board of these tests speaks words that end with a full stop.
"""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from drivers.eboard import CodecOptions, Orientation
from drivers.framing import Cut, Frames
from drivers.heard import Acknowledged, Change, Heard, Other, Reading
from drivers.placement import Placement, from_fen, turned
from drivers.questions import Question
from drivers.reports import Battery, Dump, Garbled, Identified, Oriented, Report, Silent, SquaresChanged, Trouble
from drivers.snapshots import Manners, SnapshotCodec

START = from_fen(chess.STARTING_BOARD_FEN)
AFTER_E4 = from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
E2_E4 = SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN)))

LOCKED, WORN = Trouble("it is locked.", "Unlock it."), Trouble("it is worn.", "Buy another one.")

MEANINGS: dict[bytes, Heard] = {
    b"start.": Reading(START),
    b"e4.": Reading(AFTER_E4),
    b"turned.": Reading(turned(START)),
    b"turned e4.": Reading(turned(AFTER_E4)),
    b"e2 lifted.": Change(chess.E2, 0),
    b"half full.": Battery(50, charging=False),
    b"empty.": Battery(1, charging=True),
    b"old.": Identified("", "1.0"),
    b"new.": Identified("", "2.0"),
    b"yes.": Acknowledged(),
    b"no.": Acknowledged(agreed=False),
    b"hello.": Other(),
    b"locked.": LOCKED,
    b"worn.": WORN,
}


def cut(buffer: bytes, at: int) -> Cut[Heard] | None:
    end = buffer.find(b".", at) + 1
    if not end:
        return None
    heard = MEANINGS.get(buffer[at:end])
    return end, None if heard is None else (heard,)


LOOK = (Question(b"squares?", Reading),)
BATTERY = Question(b"charge?", Battery)


def named(squares: frozenset[chess.Square]) -> tuple[bytes, ...]:
    return (b"lights " + b" ".join(chess.square_name(square).encode() for square in sorted(squares)),)


MANNERS = Manners(
    reader=lambda: Frames(cut),
    opening=(Question(b"please."), *LOOK, Question(b"version?", Identified), BATTERY),
    look=LOOK,
    look_after=2.0,
    battery=BATTERY,
    lights=named,
    partial=0.1,
    silent=5.0,
)


def started(manners: Manners = MANNERS, options: CodecOptions | None = None) -> SnapshotCodec:
    codec = SnapshotCodec(options or CodecOptions(), manners)
    codec.start(0.0)
    return codec


def opened(manners: Manners = MANNERS, first: bytes = b"start.") -> SnapshotCodec:
    """A codec after the opening dialogue, at 0 s."""
    codec = started(manners)
    for answer in (first, b"old.", b"half full."):
        codec.receive(answer, 0.0)
    written(codec)
    return codec


def written(codec: SnapshotCodec) -> list[bytes]:
    return [*iter(codec.data_to_send, b"")]


def wait(codec: SnapshotCodec, until: float) -> list[tuple[float, list[bytes], list[Report]]]:
    """Let time pass, as the loop that serves a line does: when, what was written, what was reported."""
    events = []
    while (due := codec.next_timeout()) is not None and due <= until:
        reports = codec.handle_timeout(due)
        events.append((round(due, 3), written(codec), reports))
        following = codec.next_timeout()
        assert following is not None
        assert following > due, "time goes on"
    return events


def reported(events: list[tuple[float, list[bytes], list[Report]]]) -> list[tuple[float, list[Report]]]:
    return [(when, reports) for when, _, reports in events if reports]


# ---- the opening dialogue ----


def test_the_opening_asks_one_question_at_a_time() -> None:
    codec = started()
    assert written(codec) == [b"please.", b"squares?"]
    assert codec.receive(b"start.", 0.1) == [Oriented(False), Dump(START)]
    assert written(codec) == [b"version?"]
    assert codec.receive(b"old.", 0.2) == [Identified("", "1.0")]
    assert written(codec) == [b"charge?"]
    assert codec.receive(b"half full.", 0.3) == [Battery(50, charging=False)]
    assert written(codec) == []


def test_a_firmware_that_leaves_out_its_version_is_introduced_without_it() -> None:
    codec = started()
    codec.receive(b"start.", 0.1)
    assert reported(wait(codec, 1.5)) == [(1.1, [Identified("")])]
    codec.receive(b"half full.", 1.5)
    assert codec.receive(b"new.", 1.6) == [Identified("", "2.0")]


def test_a_firmware_that_leaves_out_its_battery_is_not_asked_again() -> None:
    codec = started()
    codec.receive(b"start.", 0.0)
    codec.receive(b"old.", 0.0)
    written(codec)
    asked = []
    for second in range(1, 700):
        codec.receive(b"start.", second)
        asked += [piece for _, pieces, _ in wait(codec, second + 0.9) for piece in pieces]
    assert b"charge?" not in asked


def test_whoever_says_nothing_is_not_introduced() -> None:
    assert reported(wait(started(), 4.9)) == []


def test_nothing_is_due_before_a_line_is_opened() -> None:
    codec = SnapshotCodec(CodecOptions(), MANNERS)
    assert codec.next_timeout() is None
    assert codec.handle_timeout(1.0) == []
    assert codec.data_to_send() == b""


def test_opening_a_line_again_keeps_what_is_known_of_the_board() -> None:
    codec = opened(first=b"turned.")
    codec.receive(b"turned e4.", 0.0)
    codec.receive(b"e2 lif", 1.0)
    codec.start(2.0)
    assert written(codec) == [b"please.", b"squares?"]
    reports = [report for answer in (b"turned e4.", b"old.", b"half full.") for report in codec.receive(answer, 2.0)]
    assert reports == [Dump(AFTER_E4)]


# ---- readings ----


def test_a_reading_tells_what_has_changed_as_one_change() -> None:
    codec = opened()
    assert codec.receive(b"start.", 1.0) == []
    assert codec.receive(b"e4.", 2.0) == [E2_E4]
    assert codec.receive(b"start.", 3.0) == [SquaresChanged(((chess.E2, chess.PAWN), (chess.E4, 0)))]


def test_single_changes_and_readings_together() -> None:
    codec = opened()
    assert codec.receive(b"e2 lifted.", 1.0) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(b"e2 lifted.", 1.1) == []
    assert codec.receive(b"e4.", 1.2) == [SquaresChanged(((chess.E4, chess.PAWN),))]


def test_acknowledgements_and_other_messages_in_between_say_nothing() -> None:
    codec = opened()
    assert codec.receive(b"hello.yes.e4.yes.yes.", 1.0) == [E2_E4]


def test_a_turned_board_is_seen_from_whites_side() -> None:
    codec = opened(first=b"turned.")
    assert codec.receive(b"turned e4.", 1.0) == [SquaresChanged(((chess.E4, chess.PAWN), (chess.E2, 0)))]


def test_the_user_may_say_where_white_sits() -> None:
    codec = started(options=CodecOptions(Orientation.TURNED))
    assert codec.receive(b"turned e4.", 0.0) == [Dump(AFTER_E4)]


def test_readings_are_believed_when_so_many_agree_as_are_needed() -> None:
    careful = replace(MANNERS, agreeing=2)
    codec = started(careful)
    assert codec.receive(b"start.", 0.0) == []
    assert codec.receive(b"start.", 0.2) == [Oriented(False), Dump(START)]
    assert codec.receive(b"e4.", 0.4) == []
    assert codec.receive(b"start.", 0.6) == [], "the one reading was wrong"
    assert codec.receive(b"e4.start.e4.e4.", 0.8) == [E2_E4]


def test_a_change_needs_no_agreement_but_two_readings_may_undo_it() -> None:
    codec = started(replace(MANNERS, agreeing=2))
    codec.receive(b"start.start.start.", 0.0)
    assert codec.receive(b"e2 lifted.", 0.1) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(b"start.", 0.2) == [], "it may be from before the change"
    assert codec.receive(b"start.", 0.3) == [SquaresChanged(((chess.E2, chess.PAWN),))]


# ---- dumps ----


def test_a_dump_that_is_due_is_not_asked_for_twice() -> None:
    codec = opened()
    codec.request_dump(1.0)
    codec.request_dump(1.1)
    assert written(codec) == [b"squares?"]
    assert codec.receive(b"start.", 1.2) == [Dump(START)]
    assert codec.receive(b"start.", 1.3) == []


def test_a_dump_is_asked_for_until_it_comes() -> None:
    codec = opened()
    codec.request_dump(0.5)
    written(codec)
    assert wait(codec, 3.0) == [(1.5, [b"squares?"], []), (2.5, [b"squares?"], [])]
    assert codec.receive(b"start.", 3.0) == [Dump(START)]
    assert wait(codec, 4.9) == []


def test_all_squares_are_asked_for_when_nothing_was_told_for_a_while() -> None:
    codec = opened()
    assert wait(codec, 2.1) == [(2.0, [b"squares?"], [])]
    assert codec.receive(b"start.", 2.2) == [], "what is known is not told again"
    assert wait(codec, 4.1) == []
    assert wait(codec, 4.2) == [(4.2, [b"squares?"], [])]
    assert codec.receive(b"e4.", 4.3) == [E2_E4], "the e-board forgot to tell it"


# ---- damage ----


def test_after_garbage_a_dump_is_asked_for() -> None:
    codec = opened()
    assert codec.receive(b"nonsense.", 1.0) == [Garbled(b"nonsense.", "no message")]
    assert written(codec) == [b"squares?"]
    assert codec.receive(b"e4.", 1.1) == [E2_E4, Dump(AFTER_E4)], "the change is told as one, whatever was asked for"


def test_half_a_message_is_waited_for_and_then_given_up() -> None:
    codec = opened()
    assert codec.receive(b"e2", 1.0) == []
    assert codec.receive(b" lif", 1.05) == []
    assert wait(codec, 1.1) == []
    assert wait(codec, 1.2) == [(1.15, [b"squares?"], [Garbled(b"e2 lif", "a message without its end")])]


def test_nothing_received_is_no_sign_of_life() -> None:
    codec = opened()
    assert codec.receive(b"", 4.0) == []
    assert (5.0, [Silent(5.0)]) in reported(wait(codec, 5.0))


# ---- is it still there? ----


def test_a_board_that_tells_nothing_of_its_squares_is_silent_once_and_asked_on() -> None:
    codec = opened()
    asked = []
    for tenth in range(300):
        codec.receive(b"yes.", tenth / 10)
        asked += wait(codec, tenth / 10)
    assert reported(asked) == [(5.0, [Silent(5.0)])]
    assert sum(len(pieces) for _, pieces, _ in asked) > 10


def test_garbage_alone_is_silence() -> None:
    codec = started()
    events = []
    for tenth in range(80):
        assert all(isinstance(report, Garbled) for report in codec.receive(b"nonsense.", tenth / 10))
        events += wait(codec, tenth / 10)
    assert reported(events) == [(5.0, [Silent(5.0)])]


def test_after_a_silence_the_opening_begins_again() -> None:
    codec = opened()
    wait(codec, 6.0)
    assert codec.receive(b"e4.", 6.1) == [Dump(AFTER_E4)]
    assert written(codec)[:2] == [b"please.", b"squares?"]


def test_a_board_with_a_battery_is_asked_for_its_charge_now_and_then() -> None:
    codec, asked, told = opened(), [], []
    for second in range(1, 700):
        codec.receive(b"start.", second)
        if any(b"charge?" in pieces for _, pieces, _ in wait(codec, second + 0.9)):
            asked.append(second)
            told += codec.receive(b"half full." if second < 500 else b"empty.", second + 0.95)
    assert asked == [300, 601], "five minutes after the last answer"
    assert told == [Battery(1, charging=True)], "what is known is not told again"


def answered(codec: SnapshotCodec, answers: dict[bytes, bytes], until: float) -> tuple[list[bytes], list[Report]]:
    """What is asked and what is told until then by an e-board that answers at once; but hardly more than it must be."""
    asked: list[bytes] = []
    reports: list[Report] = []
    now = 0.0
    while now <= until:
        while question := codec.data_to_send():
            asked.append(question)
            assert len(asked) < 100, "it is asked again and again"
            reports += codec.receive(answers.get(question, b""), now)
        due = codec.next_timeout()
        assert due is not None
        now = due
        if now <= until:
            reports += codec.handle_timeout(now)
    return asked, reports


def test_an_e_board_that_adds_nonsense_to_its_answers_is_not_asked_as_fast_as_it_answers() -> None:
    asked, reports = answered(started(), {b"squares?": b"start.nonsense."}, until=9.9)
    assert 15 <= asked.count(b"squares?") <= 21, "twice a second"
    assert reports.count(Dump(START)) == asked.count(b"squares?")


def test_nonsense_before_a_reading_costs_no_question() -> None:
    codec = opened()
    assert codec.receive(b"nonsense.start.", 1.0) == [Garbled(b"nonsense.", "no message"), Dump(START)]
    assert written(codec) == []
    assert wait(codec, 2.9) == []


# ---- an e-board that refuses ----

UNREADABLE = Trouble("its squares are secret.", "Ask somebody else.")
SECRETIVE = replace(MANNERS, opening=(Question(b"squares, please?", Acknowledged, UNREADABLE), *LOOK))


def test_without_what_was_refused_it_may_not_be_read() -> None:
    codec = started(SECRETIVE)
    assert codec.receive(b"no.", 0.1) == [UNREADABLE, Identified("")]
    assert reported(wait(codec, 20.0)) == [], "it is told already"
    assert codec.receive(b"start.", 20.1) == [Oriented(False), Dump(START)]
    assert written(codec)[-1] == b"squares, please?", "the opening begins again"


def test_an_e_board_that_refuses_and_is_read_all_the_same_is_not_asked_again() -> None:
    asked, reports = answered(started(SECRETIVE), {b"squares, please?": b"no.", b"squares?": b"start."}, until=9.9)
    assert asked.count(b"squares, please?") == 1
    assert reports == [UNREADABLE, Identified(""), Oriented(False), Dump(START)]


def test_what_it_agrees_to_is_no_trouble() -> None:
    assert started(SECRETIVE).receive(b"yes.", 0.1) == [Identified("")]


def test_other_refusals_mean_nothing() -> None:
    codec = opened()
    assert codec.receive(b"no.no.", 1.0) == []


# ---- lights ----


def test_lights_are_written_once() -> None:
    codec = opened()
    codec.light(frozenset({chess.E2, chess.E4}), 1.0)
    assert written(codec) == [b"lights e2 e4"]
    codec.light(frozenset(), 1.5)
    assert written(codec) == [b"lights "]


def test_lights_follow_the_side_of_white() -> None:
    codec = opened(first=b"turned.")
    codec.light(frozenset({chess.E2}), 1.0)
    assert written(codec) == [b"lights d7"]
    codec.receive(b"start.", 1.5)
    assert written(codec) == [b"lights e2"]


def test_lights_are_written_again_when_the_line_is() -> None:
    codec = opened()
    codec.light(frozenset({chess.A1}), 1.0)
    written(codec)
    codec.start(2.0)
    for answer in (b"start.", b"old.", b"half full."):
        codec.receive(answer, 2.0)
    assert written(codec)[-1] == b"lights a1"


def test_without_lights_nothing_is_written() -> None:
    codec = opened(replace(MANNERS, lights=lambda _: ()))
    codec.light(frozenset({chess.E2}), 1.0)
    assert written(codec) == []


@pytest.mark.parametrize("placement", [START, AFTER_E4], ids=["start", "after e4"])
def test_a_board_that_was_turned_before_is_still_turned(placement: Placement) -> None:
    codec = started(options=CodecOptions(turned=True))
    words = {START: b"turned.", AFTER_E4: b"turned e4."}
    assert codec.receive(words[placement], 0.0) == [Dump(placement)]


# ---- squares that cannot be read ----

CURABLE = replace(MANNERS, cure=(Question(b"open up."),))


def test_trouble_is_told_once_in_place_of_squares() -> None:
    codec = opened()
    assert codec.receive(b"locked.", 1.0) == [LOCKED]
    assert codec.receive(b"locked.e2 lifted.locked.", 2.0) == []
    assert codec.receive(b"worn.", 3.0) == [WORN]


def test_squares_that_can_be_read_again_are_told_as_a_whole() -> None:
    codec = opened()
    codec.receive(b"locked.", 1.0)
    assert codec.receive(b"start.", 2.0) == [Dump(START)]
    assert codec.receive(b"e4.", 3.0) == [E2_E4]


def test_an_eboard_in_trouble_is_not_silent_and_is_asked_on() -> None:
    codec = opened()
    codec.receive(b"locked.", 1.0)
    for second in range(2, 12):
        assert reported(wait(codec, float(second))) == []
        assert codec.receive(b"locked.", float(second)) == []
    assert b"squares?" in [piece for _, pieces, _ in wait(codec, 14.0) for piece in pieces]


def test_what_may_cure_it_is_written_but_not_all_the_time() -> None:
    codec = opened(CURABLE)
    cures = 0
    for second in range(1, 21):
        codec.receive(b"locked.", float(second))
        cures += written(codec).count(b"open up.")
    assert cures == 4
    codec.receive(b"start.", 21.0)
    assert [piece for _, pieces, _ in wait(codec, 25.0) for piece in pieces].count(b"open up.") == 0


def test_trouble_is_told_again_when_the_line_is_opened_again() -> None:
    codec = opened()
    assert codec.receive(b"locked.", 1.0) == [LOCKED]
    codec.start(2.0)
    assert LOCKED in codec.receive(b"locked.", 2.1)
