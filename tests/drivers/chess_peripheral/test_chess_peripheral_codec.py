"""The dialogue with an e-board that speaks the Chess Peripheral Protocol."""

from __future__ import annotations

import chess
import pytest

from drivers.chess_peripheral.codec import MOVES_ONLY
from drivers.chess_peripheral.codec import codec as peripheral_codec
from drivers.eboard import Codec, CodecOptions, Orientation
from drivers.placement import SOME_PIECE, Placement, Sensing, from_fen, seen_by
from drivers.reports import Dump, Garbled, Identified, Report, Silent, SquaresChanged

START = b"state rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
NO_A2 = b"state rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR"
A3 = b"state ????????/????????/8/8/8/?7/1???????/????????"
QUESTIONS = [b"feature get_state", b"feature state_stream", b"feature submove_state", b"get_state"]


def seen(fen: str) -> Placement:
    return seen_by(Sensing.OCCUPANCY, from_fen(fen))


AT_START = Dump(seen(chess.STARTING_BOARD_FEN))


def started(orientation: Orientation = Orientation.AUTO) -> Codec:
    codec = peripheral_codec(CodecOptions(orientation))
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
    for answer in (b"ok", b"ok", b"nok", START):
        codec.receive(answer, 0.0)
    written(codec)
    return codec


def test_the_opening() -> None:
    codec = started()
    reports, asked = [], written(codec)
    for answer in (b"ok", b"nok", b"ok", START):
        reports += codec.receive(answer, 0.1)
        asked += written(codec)
    assert asked == QUESTIONS
    assert reports == [Identified(""), AT_START]


def test_a_move_told_state_by_state() -> None:
    codec = opened()
    assert codec.receive(NO_A2, 1.0) == [SquaresChanged(((chess.A2, 0),))]
    assert codec.receive(A3, 1.5) == [SquaresChanged(((chess.A3, SOME_PIECE),))]


def test_an_e_board_that_tells_no_changes_is_asked_twice_a_second() -> None:
    codec, asked = opened(), 0
    for tenth in range(1, 101):
        wait(codec, tenth / 10)
        if b"get_state" in written(codec):
            asked += 1
            codec.receive(START, tenth / 10)
    assert asked == pytest.approx(20, abs=4)


def test_an_e_board_that_lies_the_other_way_round_is_set_by_hand() -> None:
    codec = opened(Orientation.TURNED)
    assert codec.receive(NO_A2, 1.0) == [SquaresChanged(((chess.H7, 0),))]


def test_errors_and_moves_in_between_say_nothing() -> None:
    codec = opened()
    assert codec.receive(b"err Unsupported command", 1.0) == []
    assert wait(codec, 1.2) == []
    assert codec.receive(b"move a2a3", 1.3) == []
    assert wait(codec, 1.5) == []
    assert codec.receive(NO_A2, 1.6) == [SquaresChanged(((chess.A2, 0),))]


def test_connecting_again_in_the_middle_of_a_state() -> None:
    for cut in range(1, len(NO_A2)):
        codec = opened()
        codec.receive(NO_A2[:cut], 1.0)
        codec.start(2.0)
        assert [report for answer in (b"ok", b"ok", START) for report in codec.receive(answer, 2.1)] == [AT_START]


def test_an_e_board_that_cannot_tell_its_squares_says_so_once() -> None:
    codec, reports = started(), []
    for tenth in range(100):
        reports += wait(codec, tenth / 10)
        reports += [
            report
            for asked in written(codec)
            for report in codec.receive(b"nok" if asked.startswith(b"feature") else b"err Unsupported", tenth / 10)
        ]
    assert reports == [MOVES_ONLY, Identified("")]
    codec.start(20.0)
    assert codec.receive(b"nok", 20.1) == [MOVES_ONLY]


def test_an_e_board_that_tells_its_squares_after_all_is_read() -> None:
    codec = started()
    assert codec.receive(b"nok", 0.1) == [MOVES_ONLY, Identified("")]
    assert codec.receive(START, 0.2) == [AT_START]


def test_an_e_board_that_refuses_the_feature_and_tells_its_squares_is_not_asked_for_it_again() -> None:
    codec, asked, reports = started(), [], []
    while (question := codec.data_to_send()) and len(asked) < 20:
        asked.append(question)
        reports += codec.receive(b"nok" if question == b"feature get_state" else START, 0.0)
        reports += codec.receive(b"ok", 0.0) if question.startswith(b"feature") else []
    assert asked == QUESTIONS
    assert reports == [MOVES_ONLY, Identified(""), AT_START]


def test_other_features_may_be_refused() -> None:
    codec = started()
    reports = [report for answer in (b"ok", b"nok", b"nok", START) for report in codec.receive(answer, 0.1)]
    assert reports == [Identified(""), AT_START]


def test_an_e_board_that_leaves_out_its_answers_is_read_all_the_same() -> None:
    codec, reports, now = started(), [], 0.0
    while now < 10:
        for asked in written(codec):
            reports += codec.receive(START if asked == b"get_state" else b"", now)
        now = codec.next_timeout() or now
        reports += codec.handle_timeout(now)
    assert reports == [AT_START, Identified("")]


def test_an_e_board_of_another_maker_shows_no_squares() -> None:
    codec, reports = started(), []
    for second in range(1, 8):
        reports += wait(codec, second)
        reports += codec.receive(b"\x86\x00\x43" + bytes(64), second)
    assert {type(report) for report in reports} == {Garbled, Silent}


def test_no_round_is_ever_begun() -> None:
    codec, asked = opened(), set()
    for second in range(1, 100):
        wait(codec, second)
        codec.receive(START if second % 3 else b"move a2a3", second)
        codec.light(frozenset({second % 64}), second)
        asked |= set(written(codec))
    assert asked <= set(QUESTIONS)
