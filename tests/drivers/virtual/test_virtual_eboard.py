"""What only virtual e-boards do: lines of text, and what was done in one moment told as one change."""

from __future__ import annotations

import chess
import pytest

from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.placement import EMPTY, code_from_symbol, from_fen
from drivers.reports import Dump, Garbled, Press, Report, SquaresChanged
from drivers.virtual import EBOARD
from drivers.virtual.emulator import VirtualEmulator
from drivers.virtual.wire import LONGEST, placement_line

START_LINE = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\n"
FULL = from_fen("/".join(["QQQQQQQQ"] * 8))
EMPTY_BOARD = from_fen("8/8/8/8/8/8/8/8")


def heard(*pieces: bytes) -> list[Report]:
    codec = EBOARD.codec(CodecOptions())
    codec.start(0.0)
    assert codec.data_to_send() == b"?\n"
    return [report for piece in pieces for report in codec.receive(piece, 0.1)]


def test_placement_is_asked_for_and_told_as_in_a_fen() -> None:
    emulator = VirtualEmulator(EmulatorOptions())
    emulator.receive(b"?\n", 0.0)
    assert emulator.data_to_send() == START_LINE
    assert Dump(from_fen(chess.STARTING_BOARD_FEN)) in heard(START_LINE)


@pytest.mark.parametrize("placement", [FULL, EMPTY_BOARD])
def test_longest_and_shortest_placement_are_read(placement: int) -> None:
    line = placement_line(placement)
    assert len(line) <= LONGEST + 1
    assert Dump(placement) in heard(line)


def test_castling_in_one_go_is_one_change() -> None:
    emulator = VirtualEmulator(EmulatorOptions())
    for name, symbol in (("e1", ""), ("g1", "K"), ("h1", ""), ("f1", "R")):
        emulator.set_square(chess.parse_square(name), code_from_symbol(symbol), 1.0)
    told = emulator.data_to_send()
    assert told == START_LINE.replace(b"RNBQKBNR", b"RNBQ1RK1")
    assert emulator.data_to_send() == b""
    (changed,) = [report for report in heard(START_LINE, told) if isinstance(report, SquaresChanged)]
    assert {square for square, _ in changed.changes} == {chess.E1, chess.F1, chess.G1, chess.H1}


def test_what_was_done_before_a_press_is_told_before_it() -> None:
    emulator = VirtualEmulator(EmulatorOptions())
    emulator.set_square(chess.E2, EMPTY, 1.0)
    emulator.press(chess.WHITE, 1.0)
    emulator.set_square(chess.E7, EMPTY, 1.0)
    said = [emulator.data_to_send() for _ in range(4)]
    assert said == [START_LINE.replace(b"/PPPPPPPP", b"/PPPP1PPP"), b"+w\n", said[2], b""]
    assert [report for report in heard(*said) if isinstance(report, Press)] == [Press(chess.WHITE)]


NONSENSE = [b"8/8/8/8/8/8/8/9\n", b"8/8/8/8/8/8/8\n", b"ppppppppp/8/8/8/8/8/8/8\n", b"+x\n", b"\n"]


@pytest.mark.parametrize("line", NONSENSE)
def test_lines_that_say_nothing_are_garbled(line: bytes) -> None:
    reports = heard(START_LINE, line)
    assert any(isinstance(report, Garbled) for report in reports)
    assert not [report for report in reports if isinstance(report, SquaresChanged | Press)]
