"""The dialogue with a Chessnut board, byte by byte."""

from __future__ import annotations

import chess
import pytest

from drivers.chessnut.codec import codec as chessnut_codec
from drivers.eboard import Codec, CodecOptions
from drivers.placement import from_fen
from drivers.reports import Battery, Dump, Garbled, Identified, Oriented, Report, Silent, SquaresChanged

UPPER, LOWER = "58 23 31 85 44 44 44 44", "77 77 77 77 A6 C9 9B 6A"
START = "01 24" + UPPER + "00" * 16 + LOWER + "5A 00 00 00"
AFTER_E4 = "01 24" + UPPER + "00" * 9 + "70" + "00" * 6 + "77 07 77 77 A6 C9 9B 6A" + "5B 00 00 00"
TURNED = "01 24" + "A6 B9 9C 6A 77 77 77 77" + "00" * 16 + "44 44 44 44 58 13 32 85" + "5A 00 00 00"
ACKNOWLEDGED, NOT_READY, BATTERY = "23 01 00", "23 01 01", "2A 02 55 00"
VERSION = "28 0D 01" + b"CNCA100_V201".hex()
REAL_TIME, ASK_VERSION, ASK_BATTERY = "21 01 00", "27 01 01", "29 01 00"
PLACEMENT = from_fen(chess.STARTING_BOARD_FEN)


def started() -> Codec:
    codec = chessnut_codec(CodecOptions())
    codec.start(0.0)
    return codec


def hear(codec: Codec, *messages: str, now: float) -> list[Report]:
    return codec.receive(bytes.fromhex("".join(messages)), now)


def wait(codec: Codec, until: float) -> list[Report]:
    """Let time pass, as the loop that serves a line does."""
    reports = []
    while (due := codec.next_timeout()) is not None and due <= until:
        reports += codec.handle_timeout(due)
    return reports


def written(codec: Codec) -> list[str]:
    return [piece.hex(" ").upper() for piece in iter(codec.data_to_send, b"")]


def opened(first: str = START) -> Codec:
    codec = started()
    hear(codec, ACKNOWLEDGED, first, now=0.1)
    wait(codec, 0.2)
    hear(codec, VERSION, now=0.25)
    wait(codec, 0.4)
    hear(codec, BATTERY, now=0.45)
    written(codec)
    return codec


def test_the_opening() -> None:
    codec = started()
    assert written(codec) == [REAL_TIME]
    assert hear(codec, ACKNOWLEDGED, now=0.05) == []
    assert hear(codec, START, now=0.1) == [Oriented(False), Dump(PLACEMENT)]
    assert written(codec) == [], "200 ms between two writes"
    wait(codec, 0.2)
    assert written(codec) == [ASK_VERSION]
    assert hear(codec, VERSION, now=0.25) == [Identified("", "CNCA100_V201")]
    wait(codec, 0.4)
    assert written(codec) == [ASK_BATTERY]
    assert hear(codec, BATTERY, now=0.45) == [Battery(85, charging=False)]


def test_a_board_that_is_not_ready_is_told_again() -> None:
    codec = started()
    written(codec)
    hear(codec, NOT_READY, now=0.1)
    wait(codec, 1.0)
    hear(codec, VERSION, now=1.1)
    wait(codec, 1.2)
    hear(codec, BATTERY, now=1.3)
    wait(codec, 1.4)
    assert written(codec) == [ASK_VERSION, ASK_BATTERY, REAL_TIME]


def test_a_move() -> None:
    codec = opened()
    assert hear(codec, START, START, now=1.0) == []
    assert hear(codec, AFTER_E4, now=1.2) == [SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN)))]


def test_a_board_that_lies_the_other_way_round() -> None:
    codec = opened(TURNED)
    codec.light(frozenset({chess.E2, chess.E4}), 1.0)
    assert written(codec) == ["0A 08 00 10 00 10 00 00 00 00"], "d7 and d5 of the e-board"


def test_positions_with_other_messages_in_between() -> None:
    codec = opened()
    reports = hear(codec, ACKNOWLEDGED, BATTERY, START, "0F 01 02", AFTER_E4, ACKNOWLEDGED, now=1.0)
    assert reports == [SquaresChanged(((chess.E2, 0), (chess.E4, chess.PAWN)))]


def test_positions_that_stop_are_asked_for() -> None:
    codec = opened()
    hear(codec, START, now=1.0)
    assert wait(codec, 3.1) == []
    assert written(codec) == [REAL_TIME]
    assert hear(codec, ACKNOWLEDGED, START, now=3.5) == []
    reports = wait(codec, 9.0)
    assert reports == [Silent(5.0)]


def test_positions_cut_off_by_a_small_mtu_show_no_squares() -> None:
    """20 bytes of each notification arrive, five times a second."""
    codec, reports = started(), []
    for fifth in range(1, 50):
        reports += wait(codec, fifth / 5)
        reports += codec.receive(bytes.fromhex(START)[:20], fifth / 5)
    assert {type(report) for report in reports} == {Garbled, Silent}


def test_positions_without_the_end_of_their_counter_do() -> None:
    codec, reports = started(), []
    for fifth in range(1, 20):
        reports += wait(codec, fifth / 5)
        reports += codec.receive(bytes.fromhex(START)[:37], fifth / 5)
    assert reports == [Oriented(False), Dump(PLACEMENT), Identified("")]


def test_connecting_again_in_the_middle_of_a_position() -> None:
    for cut in range(1, 38):
        codec = opened()
        codec.receive(bytes.fromhex(AFTER_E4)[:cut], 1.0)
        codec.start(2.0)
        assert hear(codec, ACKNOWLEDGED, START, now=2.1) == [Dump(PLACEMENT)]


@pytest.mark.parametrize(
    "stranger",
    [
        "86 00 43" + "08 09 0A 0C 0B 0A 09 08" + "07" * 8 + "00" * 32 + "01" * 8 + "02 03 04 06 05 04 03 02",  # DGT
        b"30#1100001111000011110000111100001111000011110000111100001111000011*".hex(),  # Square Off
        b"sRNBQKBNRPPPPPPPP................................pppppppprnbqkbnr39".hex(),  # ChessLink
        "3D 70 A8 9B C9 8A 77 77 77 77" + "00" * 16 + "11 11 11 11 42 35 63 24",  # iChessOne
    ],
    ids=["DGT", "Square Off", "ChessLink", "iChessOne"],
)
def test_a_board_of_another_maker_shows_no_squares(stranger: str) -> None:
    codec, reports = started(), []
    for second in range(1, 8):
        reports += wait(codec, second)
        reports += hear(codec, stranger, now=second)
    assert {type(report) for report in reports} <= {Garbled, Silent}
    assert Silent(5.0) in reports


def test_no_command_that_could_move_a_piece_or_delete_a_game_is_ever_sent() -> None:
    codec, sent = started(), set()
    for second in range(1, 700):
        wait(codec, second)
        hear(codec, START, *([BATTERY] * (second % 7 == 0)), now=second)
        codec.light(frozenset({second % 64}), second)
        codec.request_dump(second)
        sent |= {piece[:2] for piece in written(codec)}
    assert sent == {"21", "27", "29", "0A"}
