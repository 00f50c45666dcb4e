"""Whole games by hand, followed by the rules, on e-boards whose firmware is not what their emulators usually have."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import chess
import pytest

from drivers import chess_peripheral, chessnut, ichessone, squareoff
from drivers.chess_peripheral.emulator import Habits as PeripheralHabits
from drivers.chess_peripheral.emulator import PeripheralEmulator
from drivers.chess_peripheral.wire import GET_STATE, SUBMOVE_STATE
from drivers.chessnut.emulator import ChessnutEmulator
from drivers.chessnut.emulator import Habits as ChessnutHabits
from drivers.eboard import EBoard, Emulator, EmulatorOptions
from drivers.ichessone.emulator import Habits as IChessOneHabits
from drivers.ichessone.emulator import IChessOneEmulator
from drivers.reports import Battery, Garbled, Identified, LinkUp, Silent
from drivers.squareoff.emulator import Habits as SquareOffHabits
from drivers.squareoff.emulator import SquareOffEmulator
from tests.drivers.connection import Connection, believed
from tests.drivers.test_every_family_in_a_game import ALL_GAMES, acts_of, do_all, recorded, seated, written


def with_firmware(record: EBoard, emulator: Callable[[EmulatorOptions], Emulator]) -> EBoard:
    return replace(record, emulator=emulator)


def _chessnut(**habits: bool | int) -> EBoard:
    return with_firmware(chessnut.EBOARD, partial(ChessnutEmulator, habits=ChessnutHabits(**habits)))  # type: ignore[arg-type]


def _ichessone(**habits: bool | int) -> EBoard:
    return with_firmware(ichessone.EBOARD, partial(IChessOneEmulator, habits=IChessOneHabits(**habits)))  # type: ignore[arg-type]


def _squareoff(**habits: bool | int | None) -> EBoard:
    return with_firmware(squareoff.EBOARD, partial(SquareOffEmulator, habits=SquareOffHabits(**habits)))  # type: ignore[arg-type]


def _peripheral(**habits: bool | frozenset[bytes]) -> EBoard:
    return with_firmware(
        chess_peripheral.EBOARD,
        partial(PeripheralEmulator, habits=PeripheralHabits(**habits)),  # type: ignore[arg-type]
    )


FIRMWARE = {
    "Chessnut that tells changes only": _chessnut(only_changes=True),
    "Chessnut over USB": _chessnut(hid=True),
    "Chessnut whose notifications are cut in the counter": _chessnut(mtu=37),
    "Chessnut that answers no questions": _chessnut(answers_version=False, answers_battery=False),
    "iChessOne in whole messages": _ichessone(notification=244),
    "iChessOne in many pieces": _ichessone(notification=7),
    "iChessOne that answers no questions": _ichessone(answers_version=False, answers_battery=False),
    "Square Off that tells no changes": _squareoff(tells_changes=False),
    "Square Off that is wrong now and then": _squareoff(wrong_readings=3),
    "Square Off without a voltage": _squareoff(volts=None),
    "home-made board that names its pieces": _peripheral(names_pieces=True),
    "home-made board that tells no changes": _peripheral(tells_changes=False),
    "home-made board with the older feature": _peripheral(features=frozenset({GET_STATE, SUBMOVE_STATE})),
}
every_firmware = pytest.mark.parametrize("family", FIRMWARE.values(), ids=FIRMWARE)


@every_firmware
@pytest.mark.parametrize("name", ["games 3", "chess960 4"])
def test_a_game_is_recorded_move_for_move(family: EBoard, name: str) -> None:
    played = ALL_GAMES[name]
    table, arbiter = seated(family, played.start, turned=True)
    do_all(table, acts_of(family, played))
    assert recorded(arbiter, family) == written(played.moves, family)


@every_firmware
def test_it_is_introduced_all_the_same(family: EBoard) -> None:
    table = Connection(family).open()
    assert believed(table.reports) == table.visible
    assert len([report for report in table.reports if isinstance(report, Identified)]) == 1
    assert len([report for report in table.reports if isinstance(report, Battery)]) <= 1
    assert not [report for report in table.reports if isinstance(report, Silent)]


def test_a_chessnut_behind_the_smallest_mtu_shows_no_squares_at_all() -> None:
    table = Connection(_chessnut(mtu=20)).open(20.0)
    assert believed(table.reports) is None
    assert {type(report) for report in table.reports} == {LinkUp, Garbled, Identified, Battery, Silent}


@dataclass(frozen=True)
class Loss:
    """A family that can lose its power, and for how long it does."""

    family: EBoard
    seconds: float


LOSSES = {
    f"{record.name}, {seconds:g} s": Loss(record, seconds)
    for record in (chessnut.EBOARD, ichessone.EBOARD, squareoff.EBOARD, chess_peripheral.EBOARD)
    for seconds in (0.5, 2.5, 8.0)
}


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_a_power_cycle_does_not_leave_the_board_deaf(loss: Loss) -> None:
    table = Connection(loss.family).open()
    table.light({chess.E4})
    table.wait(random.Random(loss.seconds).uniform(1.0, 2.0))
    emulator = table.emulator
    assert isinstance(emulator, ChessnutEmulator | IChessOneEmulator | SquareOffEmulator | PeripheralEmulator)
    emulator.power_cycle(loss.seconds, table.now)
    table.move(chess.E2, chess.E4)
    table.wait(loss.seconds + 5.0)
    assert believed(table.reports) == table.visible
    table.move(chess.E7, chess.E5)
    assert believed(table.reports) == table.visible
