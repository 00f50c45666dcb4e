"""The virtual e-board that speaks the Chess Peripheral Protocol."""

from __future__ import annotations

import chess
import pytest

from drivers.chess_peripheral.emulator import Habits, PeripheralEmulator
from drivers.eboard import EmulatorOptions

START = b"????????/????????/8/8/8/8/????????/????????"
NO_E2 = b"????????/????????/8/8/8/8/????1???/????????"
NAMED = chess.STARTING_BOARD_FEN.encode()


def board(habits: Habits | None = None, turned: bool = False) -> PeripheralEmulator:
    return PeripheralEmulator(EmulatorOptions(turned=turned), habits or Habits())


def ask(emulator: PeripheralEmulator, command: bytes, now: float = 0.0) -> list[bytes]:
    emulator.receive(command, now)
    return [*iter(emulator.data_to_send, b"")]


def lift_e2(emulator: PeripheralEmulator, now: float) -> list[bytes]:
    emulator.set_square(chess.E2, 0, now)
    return [*iter(emulator.data_to_send, b"")]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (b"feature get_state", [b"ok"]),
        (b"feature state_stream", [b"ok"]),
        (b"feature submove_state", [b"nok"]),
        (b"feature draw_offer", [b"nok"]),
        (b"get_state", [b"state " + START]),
        (b"begin " + START + b" w", [b"sync " + START]),
        (b"begin " + NO_E2, [b"unsync " + START]),
        (b"ok", []),
        (b"set_variant chess_960", []),
    ],
)
def test_commands_are_answered(command: bytes, answer: list[bytes]) -> None:
    assert ask(board(), command) == answer


def test_pieces_may_be_named() -> None:
    assert ask(board(Habits(names_pieces=True)), b"get_state") == [b"state " + NAMED]


def test_changes_are_told_once_the_squares_were_asked_for() -> None:
    emulator = board()
    assert lift_e2(emulator, 1.0) == []
    ask(emulator, b"get_state", 2.0)
    emulator.set_square(chess.E2, chess.PAWN, 3.0)
    assert ask(emulator, b"", 3.0) == [b"state " + START]


@pytest.mark.parametrize(("asked", "told"), [([], []), ([b"feature state_stream"], [b"state " + NO_E2])])
def test_in_a_round_changes_are_told_when_that_feature_was_asked_for(asked: list[bytes], told: list[bytes]) -> None:
    emulator = board()
    for command in (*asked, b"get_state", b"begin " + START):
        ask(emulator, command)
    assert lift_e2(emulator, 1.0) == told


def test_an_e_board_without_the_feature_tells_no_squares() -> None:
    emulator = board(Habits(features=frozenset()))
    assert ask(emulator, b"feature get_state") == [b"nok"]
    assert ask(emulator, b"get_state") == []


def test_an_e_board_that_lies_the_other_way_round() -> None:
    emulator = board(turned=True)
    ask(emulator, b"get_state")
    assert lift_e2(emulator, 1.0) == [b"state ????????/???1????/8/8/8/8/????????/????????"]


def test_without_power_all_is_forgotten() -> None:
    emulator = board()
    ask(emulator, b"get_state")
    emulator.power_cycle(1.0, 1.0)
    assert ask(emulator, b"get_state", 1.5) == []
    assert lift_e2(emulator, 3.0) == []
