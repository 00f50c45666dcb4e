"""The dialogue with a Square Off Pro."""

from __future__ import annotations

import chess
import pytest

from drivers.eboard import Codec, CodecOptions, Orientation
from drivers.placement import SOME_PIECE, Placement, Sensing, from_fen, seen_by
from drivers.reports import Battery, Dump, Garbled, Identified, Report, Silent, SquaresChanged
from drivers.squareoff.codec import codec as squareoff_codec

START = b"30#1100001111000011110000111100001111000011110000111100001111000011*"
NO_E2 = b"30#1100001111000011110000111100001110000011110000111100001111000011*"
AFTER_E4 = b"30#1100001111000011110000111100001110010011110000111100001111000011*"


def seen(fen: str) -> Placement:
    return seen_by(Sensing.OCCUPANCY, from_fen(fen))


AT_START = Dump(seen(chess.STARTING_BOARD_FEN))


def started(orientation: Orientation = Orientation.AUTO) -> Codec:
    codec = squareoff_codec(CodecOptions(orientation))
    codec.start(0.0)
    return codec


def wait(codec: Codec, until: float) -> list[Report]:
    """Let time pass, as the loop that serves a line does."""
    reports = []
    while (due := codec.next_timeout()) is not None and due <= until:
        reports += codec.handle_timeout(due)
    return reports


def written(codec: Codec) -> list[bytes]:
    return [*iter(codec.data_to_send, b"")]


def opened(orientation: Orientation = Orientation.AUTO) -> Codec:
    codec = started(orientation)
    for answer in (b"14#GO*", START, b"22#3.67*", START):
        codec.receive(answer, 0.0)
    written(codec)
    return codec


def test_the_opening() -> None:
    codec = started()
    assert written(codec) == [b"14#1*"]
    assert codec.receive(b"14#GO*", 0.1) == [Identified("")]
    assert written(codec) == [b"30#R*"]
    assert codec.receive(START, 0.2) == []
    assert written(codec) == [b"4#*"]
    assert codec.receive(b"22#3.67*", 0.3) == [Battery(41, charging=False)]
    assert wait(codec, 0.45) == []
    assert written(codec) == [b"30#R*"]
    assert codec.receive(START, 0.5) == [AT_START], "two readings agree"


def test_a_move_that_is_told() -> None:
    codec = opened()
    assert codec.receive(b"0#e2u*", 1.0) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(b"0#e4d*", 1.5) == [SquaresChanged(((chess.E4, SOME_PIECE),))]
    assert codec.receive(AFTER_E4, 1.6) == []
    assert codec.receive(AFTER_E4, 1.9) == []


def test_a_move_that_only_the_readings_show() -> None:
    codec = opened()
    assert codec.receive(NO_E2, 1.0) == []
    assert codec.receive(NO_E2, 1.25) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(AFTER_E4, 1.5) == []
    assert codec.receive(AFTER_E4, 1.75) == [SquaresChanged(((chess.E4, SOME_PIECE),))]


def test_one_wrong_reading_is_no_lift() -> None:
    codec = opened()
    for tenth in range(20):
        assert codec.receive(NO_E2 if tenth % 5 == 2 else START, tenth / 10) == []


def test_readings_have_the_last_word() -> None:
    codec = opened()
    assert codec.receive(b"0#e2u*", 1.0) == [SquaresChanged(((chess.E2, 0),))]
    assert codec.receive(START, 1.1) == [], "it may have been under way"
    assert codec.receive(START, 1.4) == [SquaresChanged(((chess.E2, SOME_PIECE),))]


def test_the_squares_are_asked_for_four_times_a_second() -> None:
    codec, asked = opened(), 0
    for twentieth in range(1, 201):
        wait(codec, twentieth / 20)
        if b"30#R*" in written(codec):
            asked += 1
            codec.receive(START, twentieth / 20)
    assert asked == pytest.approx(40, abs=8)


def test_a_board_that_lies_the_other_way_round_is_set_by_hand() -> None:
    codec = opened(Orientation.TURNED)
    assert codec.receive(b"0#d7u*", 1.0) == [SquaresChanged(((chess.E2, 0),))]
    codec.light(frozenset({chess.E4}), 1.0)
    assert written(codec)[-2:] == [b"25#*", b"25#d5*"]


def test_connecting_again_in_the_middle_of_a_reading() -> None:
    for cut in range(1, len(NO_E2)):
        codec = opened()
        codec.receive(NO_E2[:cut], 1.0)
        codec.start(2.0)
        reports = [report for answer in (b"14#GO*", START, START) for report in codec.receive(answer, 2.1)]
        assert reports == [AT_START]


@pytest.mark.parametrize("omitted", [b"14#1*", b"4#*"])
def test_firmware_that_leaves_out_an_answer(omitted: bytes) -> None:
    codec, reports, now = started(), [], 0.0
    answers = {b"14#1*": b"14#GO*", b"30#R*": START, b"4#*": b"22#3.67*"} | {omitted: b""}
    while now < 20:
        reports += [report for asked in written(codec) for report in codec.receive(answers.get(asked, b""), now)]
        now = codec.next_timeout() or now
        reports += codec.handle_timeout(now)
    assert AT_START in reports
    assert len(reports) == 2 + (omitted != b"4#*")


def test_a_board_of_another_maker_shows_no_squares() -> None:
    codec, reports = started(), []
    for second in range(1, 8):
        reports += wait(codec, second)
        reports += codec.receive(b"\x86\x00\x43" + bytes(64), second)
    assert {type(report) for report in reports} == {Garbled, Silent}
