"""The virtual iChessOne, byte by byte."""

from __future__ import annotations

import chess
import pytest

from drivers.eboard import EmulatorOptions
from drivers.ichessone.emulator import Habits, IChessOneEmulator

START = bytes.fromhex("3D 70 A8 9B C9 8A 77 77 77 77" + "00" * 16 + "11 11 11 11 42 35 63 24")
NO_E2 = bytes.fromhex("3D 70 A8 9B C9 8A 77 77 77 77" + "00" * 16 + "11 11 01 11 42 35 63 24")


def board(habits: Habits | None = None, turned: bool = False) -> IChessOneEmulator:
    return IChessOneEmulator(EmulatorOptions(turned=turned), habits or Habits())


def ask(emulator: IChessOneEmulator, command: bytes, now: float = 0.0) -> bytes:
    emulator.receive(command, now)
    return b"".join(iter(emulator.data_to_send, b""))


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (b"RP", START),
        (b"RB", bytes.fromhex("3D 62 00 48")),
        (b"RH", b"=h1.0"),
        (b"CPIRQ", b""),
        (b"CPOFF", b""),
        (b"CSOFF", b""),
        (b"nonsenseRP", START),
        (b"RPRB", START + bytes.fromhex("3D 62 00 48")),
    ],
)
def test_commands_are_answered(command: bytes, answer: bytes) -> None:
    assert ask(board(), command) == answer


def test_a_position_takes_two_notifications() -> None:
    emulator = board()
    emulator.receive(b"RP", 0.0)
    assert [len(piece) for piece in iter(emulator.data_to_send, b"")] == [20, 14]


def test_changes_are_told_when_they_were_asked_for() -> None:
    emulator = board()
    emulator.set_square(chess.E2, 0, 1.0)
    assert ask(emulator, b"CPIRQ", 2.0) == b""
    emulator.set_square(chess.E2, chess.PAWN, 3.0)
    assert ask(emulator, b"", 3.0) == START
    ask(emulator, b"CPOFF", 4.0)
    emulator.set_square(chess.E2, 0, 5.0)
    assert ask(emulator, b"", 5.0) == b""
    assert ask(emulator, b"RP", 6.0) == NO_E2


def test_a_board_that_charges() -> None:
    assert ask(board(Habits(percent=100, charging=True)), b"RB") == bytes.fromhex("3D 62 01 64")


def test_lights_shine_until_others_do() -> None:
    emulator = board(turned=True)
    ask(emulator, bytes.fromhex("45 4C 80 0F 00 00 00 00 00 10 00 10 00 00 01 FF"))
    assert emulator.lit == {chess.D7, chess.D5}
    ask(emulator, bytes.fromhex("45 4C 00 00 00 00 00 00 00 00 00 00 00 00 01 FF"))
    assert emulator.lit == frozenset()


def test_without_power_changes_are_no_longer_told() -> None:
    emulator = board()
    ask(emulator, b"CPIRQ")
    emulator.power_cycle(1.0, 1.0)
    assert ask(emulator, b"RP", 1.5) == b""
    emulator.set_square(chess.E2, 0, 3.0)
    assert ask(emulator, b"", 3.0) == b""
