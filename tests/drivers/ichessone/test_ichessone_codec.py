"""The dialogue with an iChessOne, byte by byte."""

from __future__ import annotations

import chess
import pytest

from drivers.eboard import Codec, CodecOptions
from drivers.ichessone.codec import codec as ichessone_codec
from drivers.placement import from_fen
from drivers.reports import Battery, Dump, Garbled, Identified, Oriented, Report, Silent, SquaresChanged

UPPER, LOWER = "A8 9B C9 8A 77 77 77 77", "11 11 11 11 42 35 63 24"
START = bytes.fromhex("3D 70" + UPPER + "00" * 16 + LOWER)
AFTER_E4 = bytes.fromhex("3D 70" + UPPER + "00" * 10 + "10" + "00" * 5 + "11 11 01 11 42 35 63 24")
TURNED = bytes.fromhex("3D 70" + "42 36 53 24 11 11 11 11" + "00" * 16 + "77 77 77 77 A8 9C B9 8A")
BATTERY = bytes.fromhex("3D 62 00 48")
VERSION = b"=h1.0"
PLACEMENT = from_fen(chess.STARTING_BOARD_FEN)


def started() -> Codec:
    codec = ichessone_codec(CodecOptions())
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


def opened(first: bytes = START) -> Codec:
    codec = started()
    wait(codec, 0.1)
    codec.receive(first, 0.1)
    codec.receive(VERSION, 0.15)
    wait(codec, 0.3)
    codec.receive(BATTERY, 0.3)
    written(codec)
    return codec


def test_the_opening() -> None:
    codec = started()
    assert written(codec) == [b"CPIRQ"]
    assert wait(codec, 0.06) == []
    assert written(codec) == [b"RP"], "50 ms between two writes"
    assert codec.receive(START, 0.1) == [Oriented(False), Dump(PLACEMENT)]
    assert written(codec) == [b"RH"]
    assert codec.receive(VERSION, 0.2) == []
    assert wait(codec, 0.31) == [Identified("", "1.0")], "a version ends when nothing more comes"
    assert written(codec) == [b"RB"]
    assert codec.receive(BATTERY, 0.4) == [Battery(72, charging=False)]


def test_a_move_in_two_notifications() -> None:
    codec = opened()
    assert codec.receive(AFTER_E4[:20], 1.0) == []
    assert codec.receive(AFTER_E4[20:], 1.05) == [SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN)))]


def test_half_a_position_asks_for_a_whole_one() -> None:
    codec = opened()
    codec.receive(AFTER_E4[:20], 1.0)
    assert wait(codec, 1.2) == [Garbled(AFTER_E4[:20], "a message without its end")]
    assert written(codec) == [b"CPIRQ", b"RP"]
    assert codec.receive(AFTER_E4, 1.3) == [
        SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN))),
        Dump(from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")),
    ]


def test_a_board_that_lies_the_other_way_round() -> None:
    codec = opened(TURNED)
    codec.light(frozenset({chess.E2}), 1.0)
    assert written(codec) == [bytes.fromhex("45 4C 80 0F 00 00 08 00 00 00 00 00 00 00 01 FF")], "d7 of the e-board"


def test_positions_with_other_messages_in_between() -> None:
    codec = opened()
    assert codec.receive(BATTERY + VERSION + AFTER_E4 + BATTERY, 1.0) == [
        SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN)))
    ]


def test_changes_that_are_not_told_are_found_and_the_board_told_again_to_tell_them() -> None:
    codec = opened()
    assert wait(codec, 2.2) == []
    assert written(codec) == [b"CPIRQ", b"RP"]
    assert codec.receive(AFTER_E4, 2.2) == [SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN)))]


def test_connecting_again_in_the_middle_of_a_position() -> None:
    for cut in range(1, len(AFTER_E4)):
        codec = opened()
        codec.receive(AFTER_E4[:cut], 1.0)
        codec.start(2.0)
        assert codec.receive(START, 2.1) == [Dump(PLACEMENT)]


@pytest.mark.parametrize("omitted", ["version", "battery"])
def test_firmware_that_leaves_out_an_answer(omitted: str) -> None:
    codec, reports, now = started(), [], 0.0
    answers = {b"RP": START, b"RH": VERSION, b"RB": BATTERY}
    del answers[b"RH" if omitted == "version" else b"RB"]
    while now < 20:
        reports += [report for asked in written(codec) for report in codec.receive(answers.get(asked, b""), now)]
        now = codec.next_timeout() or now
        reports += codec.handle_timeout(now)
    assert Dump(PLACEMENT) in reports
    assert Identified("", "1.0" if omitted == "battery" else "") in reports
    assert (Battery(72, charging=False) in reports) == (omitted == "version")
    assert len(reports) == 3 + (omitted == "version")


def test_a_board_of_another_maker_shows_no_squares() -> None:
    codec, reports = started(), []
    chessnut = bytes.fromhex("01 24 58 23 31 85 44 44 44 44" + "00" * 16 + "77 77 77 77 A6 C9 9B 6A 5A 00 00 00")
    for second in range(1, 8):
        reports += wait(codec, second)
        reports += codec.receive(chessnut, second)
    assert {type(report) for report in reports} == {Garbled, Silent}
