"""Calibration: which chip is under which piece, found out while the start position stands."""

from __future__ import annotations

import random

import chess
import pytest

from drivers.certabo.calibration import ENOUGH, SAMPLES, Calibration, contradictions
from drivers.certabo.chips import square_of_cell
from drivers.certabo.emulator import CertaboEmulator
from drivers.eboard import CodecOptions, EmulatorOptions, Orientation
from drivers.placement import code_at, code_from_symbol, from_fen
from drivers.tabutronic.codec import LineCodec
from drivers.tabutronic.emulator import Faults
from tests.drivers.talk import Talk

START = from_fen(chess.STARTING_BOARD_FEN)
WITH_SPARES = "rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR"


def reading(fen: str = WITH_SPARES, *, turned: bool = False, without: str = "") -> tuple[int, ...]:
    """A line in which the chip on each square is made of the square's number and its piece."""
    placement, values = from_fen(fen), []
    for cell in range(64):
        square = 63 - square_of_cell(cell) if turned else square_of_cell(cell)
        code = code_at(placement, square)
        gone = code == 0 or chess.square_name(square) in without.split()
        values += [0] * 5 if gone else [48, 0, 200, square + 1, code]
    return tuple(values)


def chip(square: str, symbol: str) -> bytes:
    return bytes((48, 0, 200, chess.parse_square(square) + 1, code_from_symbol(symbol)))


def calibrated(*readings: tuple[int, ...], turned: bool = False) -> Calibration:
    calibration = Calibration(turned=turned)
    for number, values in enumerate(readings):
        calibration.read(values, number * 0.3)
    return calibration


@pytest.mark.parametrize("turned", [False, True])
def test_all_34_chips_are_found(turned: bool) -> None:
    calibration = calibrated(*[reading(turned=turned)] * ENOUGH, turned=turned)
    assert calibration.complete
    assert len(calibration.chips) == 34
    assert calibration.chips[chip("e1", "K")] == code_from_symbol("K")
    assert calibration.chips[chip("d6", "q")] == code_from_symbol("q")
    assert calibration.missing == frozenset()


def test_a_few_lines_are_not_enough() -> None:
    calibration = calibrated(*[reading()] * (ENOUGH - 1))
    assert not calibration.complete
    assert len(calibration.missing) == 32


def test_without_spare_queens_a_little_longer_is_waited_for_them() -> None:
    start = reading(chess.STARTING_BOARD_FEN)
    assert not calibrated(*[start] * (SAMPLES - 1)).complete
    calibration = calibrated(*[start] * SAMPLES)
    assert calibration.complete
    assert len(calibration.chips) == 32


def test_a_square_that_stays_empty_is_named() -> None:
    calibration = calibrated(*[reading(without="a2 h7")] * SAMPLES)
    assert calibration.missing == {chess.A2, chess.H7}
    assert not calibration.complete
    for _ in range(SAMPLES):
        calibration.read(reading(), 0.0)
    assert calibration.complete


def test_a_chip_that_is_missed_now_and_then_is_found() -> None:
    flickering = [reading(without="a2"), reading(), reading()] * 5
    assert calibrated(*flickering).complete


def test_noise_elsewhere_counts_for_nothing() -> None:
    rng = random.Random(4)
    lines = []
    for _ in range(SAMPLES):
        values = list(reading())
        values[4 * 5 * 8 : 4 * 5 * 8 + 5] = rng.randbytes(5)  # a4
        lines.append(tuple(values))
    assert len(calibrated(*lines).chips) == 34


def test_a_chip_on_two_squares_is_on_none() -> None:
    values = list(reading())
    values[0:5] = values[5:10]  # a8 reads what b8 does
    assert calibrated(*[tuple(values)] * SAMPLES).missing == {chess.A8, chess.B8}


def test_contradictions_are_found() -> None:
    one = {b"aaaaa": 1, b"bbbbb": 2}
    assert contradictions(one, {b"aaaaa": 1, b"ccccc": 3}) == []
    assert contradictions(one, {b"aaaaa": 2}) == [b"aaaaa"]


def test_pieces_appear_on_the_board_as_they_become_certain() -> None:
    emulator = CertaboEmulator(EmulatorOptions(scan=0.3, seed=5), Faults(ghosts=0.3, dropouts=0.02))
    emulator.set_square(chess.D3, chess.QUEEN, 0.0)
    emulator.set_square(chess.D6, code_from_symbol("q"), 0.0)
    calibration = Calibration(turned=False)
    talk = Talk(LineCodec(CodecOptions(Orientation.NORMAL), calibration), emulator).open(10.0)
    assert calibration.complete
    assert len(calibration.chips) == 34
    talk.light(chess.A2)
    talk.wait(3.0)
    assert emulator.lit == {chess.A2}
