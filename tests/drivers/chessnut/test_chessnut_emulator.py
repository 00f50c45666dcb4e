"""The virtual Chessnut board, byte by byte."""

from __future__ import annotations

import chess
import pytest

from drivers.chessnut.emulator import ChessnutEmulator, Habits
from drivers.eboard import EmulatorOptions

START = "58 23 31 85 44 44 44 44" + "00" * 16 + "77 77 77 77 A6 C9 9B 6A"
NO_E2 = "58 23 31 85 44 44 44 44" + "00" * 16 + "77 07 77 77 A6 C9 9B 6A"
TURNED = "A6 B9 9C 6A 77 77 77 77" + "00" * 16 + "44 44 44 44 58 13 32 85"


def board(turned: bool = False, **habits: bool | int) -> ChessnutEmulator:
    return ChessnutEmulator(EmulatorOptions(turned=turned), Habits(**habits))  # type: ignore[arg-type]


def ask(emulator: ChessnutEmulator, command: str, now: float = 0.0) -> list[bytes]:
    emulator.receive(bytes.fromhex(command), now)
    return pieces(emulator)


def pieces(emulator: ChessnutEmulator) -> list[bytes]:
    return [*iter(emulator.data_to_send, b"")]


def seen_until(emulator: ChessnutEmulator, until: float) -> list[bytes]:
    """Let time pass, as whoever serves the emulator does."""
    while (due := emulator.next_timeout()) is not None and due <= until:
        emulator.handle_timeout(due)
    return pieces(emulator)


def raw(*messages: str) -> list[bytes]:
    return [bytes.fromhex(message) for message in messages]


ANSWERS = {
    "21 01 00": ["23 01 00", "01 24" + START + "00 00 00 00"],
    "21 01 01": ["23 01 00"],
    "27 01 01": ["28 0D 01" + b"CNCA100_V201".hex()],
    "29 01 00": ["2A 02 55 00"],
    "31 01 00": ["32 01 00"],
    "0A 08 00 00 00 00 08 00 08 00": ["23 01 00"],
    "0B 04 03 E8 00 C8": [],  # a beep
    "42 21" + START + "00": [],  # the pieces shall drive somewhere
    "41 01 0C": [],
    "21 01": [],
}


@pytest.mark.parametrize(("command", "answer"), ANSWERS.items())
def test_commands_are_answered(command: str, answer: list[str]) -> None:
    assert ask(board(), command) == raw(*answer)


@pytest.mark.parametrize(
    ("habits", "answer"),
    [
        ({"charging": True}, "2A 02 D5 00"),
        ({"charging": True, "state_byte": True}, "2A 02 55 01"),
        ({"percent": 7}, "2A 02 07 00"),
    ],
)
def test_the_battery_is_told_in_both_ways(habits: dict[str, bool], answer: str) -> None:
    assert ask(board(**habits), "29 01 00") == raw(answer)


def test_without_the_real_time_mode_nothing_is_told() -> None:
    emulator = board()
    assert emulator.next_timeout() is None
    emulator.set_square(chess.E2, 0, 1.0)
    assert pieces(emulator) == []


def test_positions_come_all_the_time() -> None:
    emulator = board()
    ask(emulator, "21 01 00", 10.0)
    emulator.set_square(chess.E2, 0, 10.1)
    assert seen_until(emulator, 10.9) == raw(*["01 24" + NO_E2 + "0A 00 00 00"] * 4)
    assert len(seen_until(emulator, 12.1)) == 6
    ask(emulator, "21 01 01", 11.1)
    assert seen_until(emulator, 15.0) == []


def test_positions_come_when_something_changes() -> None:
    emulator = board(only_changes=True)
    ask(emulator, "21 01 00")
    assert seen_until(emulator, 5.0) == []
    emulator.set_square(chess.E2, 0, 6.0)
    assert pieces(emulator) == raw("01 24" + NO_E2 + "06 00 00 00")


def test_positions_over_usb() -> None:
    (_, position) = ask(board(hid=True), "21 01 00")
    assert position == bytes.fromhex("01 3D" + START + "00" * 29)


def test_a_board_that_lies_the_other_way_round() -> None:
    emulator = board(turned=True)
    assert ask(emulator, "21 01 00")[1] == bytes.fromhex("01 24" + TURNED + "00 00 00 00")
    ask(emulator, "0A 08 00 10 00 10 00 00 00 00")
    assert emulator.lit == {chess.E2, chess.E4}


def test_a_small_mtu_cuts_notifications_off() -> None:
    assert [len(piece) for piece in ask(board(mtu=20), "21 01 00")] == [3, 20]


def test_lights_shine_until_others_do() -> None:
    emulator = board()
    ask(emulator, "0A 08 00 00 00 00 08 00 08 00")
    assert emulator.lit == {chess.E2, chess.E4}
    ask(emulator, "0A 08 00 00 00 00 00 00 00 00")
    assert emulator.lit == frozenset()


def test_half_a_command_is_forgotten_after_a_while() -> None:
    emulator = board()
    assert ask(emulator, "27") == []
    assert ask(emulator, "01 01", 0.1) == raw(*ANSWERS["27 01 01"])
    assert ask(emulator, "27 FF", 1.0) == []
    assert ask(emulator, "29 01 00", 2.0) == raw("2A 02 55 00")


def test_without_power_the_mode_is_lost() -> None:
    emulator = board()
    ask(emulator, "21 01 00 0A 08 FF FF FF FF FF FF FF FF")
    emulator.power_cycle(2.0, 1.0)
    assert ask(emulator, "29 01 00", 2.0) == []
    assert ask(emulator, "29 01 00", 3.5) == raw("2A 02 55 00")
    assert seen_until(emulator, 10.0) == []
    assert emulator.lit == frozenset()
