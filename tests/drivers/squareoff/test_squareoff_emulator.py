"""The virtual Square Off Pro."""

from __future__ import annotations

import chess
import pytest

from drivers.eboard import EmulatorOptions
from drivers.squareoff.emulator import Habits, SquareOffEmulator

START = b"30#1100001111000011110000111100001111000011110000111100001111000011*"
AFTER_E4 = b"30#1100001111000011110000111100001110010011110000111100001111000011*"


def board(habits: Habits | None = None, turned: bool = False) -> SquareOffEmulator:
    return SquareOffEmulator(EmulatorOptions(turned=turned), habits or Habits())


def ask(emulator: SquareOffEmulator, command: bytes, now: float = 0.0) -> list[bytes]:
    emulator.receive(command, now)
    return [*iter(emulator.data_to_send, b"")]


def e4(emulator: SquareOffEmulator, now: float) -> list[bytes]:
    emulator.set_square(chess.E2, 0, now)
    emulator.set_square(chess.E4, chess.PAWN, now)
    return [*iter(emulator.data_to_send, b"")]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (b"14#1*", [b"14#GO*"]),
        (b"30#R*", [START]),
        (b"4#*", [b"22#3.93*"]),
        (b"27#ck*", []),
        (b"26#ISG*", []),
        (START, []),  # a position set up by hand
        (b"?30#R*", [START]),
        (b"30#R*4#*", [START, b"22#3.93*"]),
    ],
)
def test_commands_are_answered(command: bytes, answer: list[bytes]) -> None:
    assert ask(board(), command) == answer


def test_changes_are_told_in_a_game() -> None:
    emulator = board()
    assert e4(emulator, 1.0) == []
    assert ask(emulator, b"30#R*", 1.0) == [AFTER_E4]
    ask(emulator, b"14#1*", 2.0)
    emulator.set_square(chess.E4, chess.QUEEN, 3.0)
    assert ask(emulator, b"", 3.0) == [], "another piece on the same square is not seen"
    emulator.set_square(chess.E4, 0, 4.0)
    assert ask(emulator, b"", 4.0) == [b"0#e4u*"]


def test_newer_firmware_tells_no_changes() -> None:
    emulator = board(Habits(tells_changes=False))
    ask(emulator, b"14#1*")
    assert e4(emulator, 1.0) == []
    assert ask(emulator, b"30#R*", 1.0) == [AFTER_E4]


def test_a_board_that_lies_the_other_way_round() -> None:
    emulator = board(turned=True)
    ask(emulator, b"14#1*")
    assert e4(emulator, 1.0) == [b"0#d7u*", b"0#d5d*"]


def test_readings_may_be_wrong() -> None:
    emulator = board(Habits(wrong_readings=50))
    answers = [ask(emulator, b"30#R*", second)[0] for second in range(100)]
    assert 30 < answers.count(START) < 70
    assert {answer.count(b"1") for answer in answers} == {32, 31}


def test_lights_add_up_until_they_are_put_out() -> None:
    emulator = board()
    ask(emulator, b"25#e2e4*")
    ask(emulator, b"25#h8*")
    assert emulator.lit == {chess.E2, chess.E4, chess.H8}
    ask(emulator, b"25#*")
    assert emulator.lit == frozenset()


def test_without_power_the_game_is_over() -> None:
    emulator = board(Habits(volts=None))
    ask(emulator, b"14#1*25#e2*")
    emulator.power_cycle(1.0, 1.0)
    assert e4(emulator, 3.0) == []
    assert ask(emulator, b"4#*", 3.0) == []
    assert emulator.lit == frozenset()
