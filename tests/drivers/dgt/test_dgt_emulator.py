"""The virtual board: every answer, every mode, every fault, byte by byte."""

from __future__ import annotations

import chess
import pytest

from drivers.dgt.emulator import DgtEmulator
from drivers.dgt.outlet import NO_FAULTS, Faults
from drivers.dgt.wire import WIRE_RATE, Command
from drivers.eboard import EmulatorOptions
from drivers.placement import EMPTY_BOARD, from_fen

WHITE, BLACK = chess.WHITE, chess.BLACK
START_FIELDS = (
    "08 09 0A 0C 0B 0A 09 08  07 07 07 07 07 07 07 07" + "00" * 32 + "01 01 01 01 01 01 01 01  02 03 04 06 05 04 03 02"
)
NO_CLOCK = "8D 000A  00 00 00  00 00 00  20"


def board(faults: Faults = NO_FAULTS, options: EmulatorOptions | None = None) -> DgtEmulator:
    # without an increment, so that the hours bytes are plain
    return DgtEmulator(options or EmulatorOptions(increment=0), faults)


def ask(emulator: DgtEmulator, command: str, now: float = 0.0) -> bytes:
    emulator.receive(bytes.fromhex(command), now)
    return emulator.data_to_send()


def seen_until(emulator: DgtEmulator, until: float) -> bytes:
    """Let time pass, as whoever serves the emulator does."""
    while (due := emulator.next_timeout()) is not None and due <= until:
        emulator.handle_timeout(due)
    return emulator.data_to_send()


ANSWERS = {
    "40": "",
    "41": "8D 000A  01 30 00  01 30 00  08",  # 1:30:00 / 1:30:00, stopped, lever high left
    "42": "86 0043" + START_FIELDS,
    "44": "",
    "45": "91 0008  33 30 31 32 33",  # "30123"
    "46": "90 0005  6B 2B",  # 30123 in 14 bits: 13739 = 6B * 80 + 2B (hex)
    "48": "96 0005  01 00",
    "4A": "",  # bus mode is another driver's
    "4B": "8D 000A  01 30 00  01 30 00  08",
    "4C": "A0 000C  58 0C 7F 01 1E 05 00 00 02",  # 88 %, discharging
    "4D": "93 0005  01 08",  # version 1.8
    "55": "A2 000D  33 30 30 30 30 33 30 31 32 33",  # "3000030123"
    "00": "",
    "7F": "",
    "87 0000 07": "",  # BUS_PING
    "81 0000 00": "",  # a bus command with a wrong check sum
    "60 04 01 34 24 00": "",  # LEDs
    "60 04 01 34 24 00 4D": "93 0005  01 08",
}


@pytest.mark.parametrize(("command", "answer"), ANSWERS.items())
def test_commands_are_answered(command: str, answer: str) -> None:
    assert ask(board(), command) == bytes.fromhex(answer)


def test_the_maker_is_not_said_to_be_dgt() -> None:
    text = ask(board(), "47")
    assert text[0] == 0x92
    assert b"Digital Game Technology" not in text


@pytest.mark.parametrize(
    ("serial", "short", "long"),
    [("30123", b"30123", b"3000030123"), ("3000147740", b"47740", b"3000147740"), ("7", b"00007", b"3000000007")],
)
def test_the_serial_number_is_the_options(serial: str, short: bytes, long: bytes) -> None:
    emulator = board(options=EmulatorOptions(serial=serial))
    assert ask(emulator, "45")[3:] == short
    assert ask(emulator, "55")[3:] == long


def test_old_firmware_is_silent_where_it_knows_no_command() -> None:
    emulator = board(Faults(unsupported=frozenset({Command.RETURN_LONG_SERIALNR})))
    assert ask(emulator, "55 4D") == bytes.fromhex("93 0005  01 08")


# ---- modes ----

E2_EMPTY, E4_PAWN = "8E 0005  34 00", "8E 0005  24 01"


def e4(emulator: DgtEmulator, now: float) -> bytes:
    emulator.set_square(chess.E2, 0, now)
    emulator.set_square(chess.E4, chess.PAWN, now)
    return emulator.data_to_send()


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        ("", ""),
        ("40", ""),
        ("43", E2_EMPTY + E4_PAWN),
        ("44", E2_EMPTY + E4_PAWN),
        ("4B", E2_EMPTY + E4_PAWN),
        ("4B 40", ""),
    ],
)
def test_changes_are_told_in_the_update_modes(mode: str, told: str) -> None:
    emulator = board()
    ask(emulator, mode)
    assert e4(emulator, 0.1) == bytes.fromhex(told)
    assert ask(emulator, "42", 0.2)[3 + 0x24] == 0x01


def test_update_sends_the_clock_every_second() -> None:
    emulator = board()
    ask(emulator, "43", 5.0)
    assert seen_until(emulator, 8.5) == bytes.fromhex("8D 000A  01 30 00  01 30 00  08") * 3


def test_update_nice_sends_the_clock_when_it_changes() -> None:
    emulator = board()
    ask(emulator, "4B", 1.0)
    assert seen_until(emulator, 9.0) == b""
    emulator.start_clock(WHITE, 10.0)
    assert emulator.data_to_send() == bytes.fromhex("8D 000A  01 30 00  01 30 00  09")
    assert seen_until(emulator, 12.2) == bytes.fromhex(
        "8D 000A  01 30 00  01 29 59  09  8D 000A  01 30 00  01 29 58  09"
    )
    emulator.press(WHITE, 12.5)
    assert emulator.data_to_send() == bytes.fromhex("8D 000A  01 30 00  01 29 58  13")
    assert seen_until(emulator, 13.5) == bytes.fromhex("8D 000A  01 29 59  01 29 58  13")
    emulator.press(WHITE, 13.6)
    emulator.stop_clock(13.7)
    assert emulator.data_to_send() == bytes.fromhex("8D 000A  01 29 59  01 29 58  12")
    assert emulator.next_timeout() is None


def test_update_board_does_not_send_the_clock() -> None:
    emulator = board()
    ask(emulator, "44")
    emulator.start_clock(WHITE, 1.0)
    assert seen_until(emulator, 5.0) == b""


def test_without_a_clock_that_is_said_once() -> None:
    emulator = board(Faults(clock_connected=False))
    assert ask(emulator, "4B") == bytes.fromhex(NO_CLOCK)
    emulator.start_clock(WHITE, 1.0)
    assert seen_until(emulator, 5.0) == b""
    assert ask(emulator, "41", 5.0) == bytes.fromhex(NO_CLOCK)


def test_a_flag_falls() -> None:
    emulator = board(options=EmulatorOptions(start_seconds=16, increment=2))
    ask(emulator, "4B")
    emulator.start_clock(WHITE, 0.0)
    emulator.press(WHITE, 2.0)
    # right at zero and blocked, left 0:16, stopped, lever high right: as recorded from a board
    assert seen_until(emulator, 60.0)[-10:] == bytes.fromhex("8D 000A  30 00 00  20 00 16  12")


# ---- commands to the clock ----

ACKNOWLEDGEMENTS = {
    "2B 03 03 09 00": "8D 000A  0A 10 09  0A 20 00  00",  # version 2.0
    "2B 03 03 03 00": "8D 000A  0A 10 03  0A 00 00  00",
    "2B 04 03 0B 01 00": "8D 000A  0A 10 0B  0A 00 00  00",
    "2B 0A 03 0A 01 00 00 01 00 00 00 00": "8D 000A  0A 40 0A  0A 00 00  00",  # times are not taken
    "2B 03 03 7E 00": "",
    "2B 01 03": "",
}


@pytest.mark.parametrize(("command", "acknowledgement"), ACKNOWLEDGEMENTS.items())
def test_commands_to_the_clock_are_acknowledged_later(command: str, acknowledgement: str) -> None:
    emulator = board(Faults(ack_delay=1.5))
    ask(emulator, "4B")
    assert ask(emulator, command, 1.0) == b""
    assert seen_until(emulator, 2.4) == b""
    assert seen_until(emulator, 2.5) == bytes.fromhex(acknowledgement)


@pytest.mark.parametrize("mode", ["40", "44"])
def test_acknowledgements_need_a_mode_that_sends_the_clock(mode: str) -> None:
    emulator = board()
    ask(emulator, mode)
    ask(emulator, "2B 03 03 09 00", 1.0)
    assert seen_until(emulator, 5.0) == b""


def test_over_bluetooth_a_message_of_zeros_comes_first() -> None:
    emulator = board(Faults(zero_times=True))
    ask(emulator, "4B")
    assert ask(emulator, "2B 03 03 09 00", 1.0) == bytes.fromhex("8D 000A  00 00 00  00 00 00  00")


# ---- the world ----


def test_a_turned_board_has_white_at_its_first_fields() -> None:
    emulator = board(options=EmulatorOptions(turned=True))
    fields = ask(emulator, "42")[3:]
    assert fields[:16] == bytes.fromhex("02 03 04 05 06 04 03 02  01 01 01 01 01 01 01 01")
    ask(emulator, "4B")
    emulator.set_square(chess.E2, 0, 1.0)
    assert emulator.data_to_send() == bytes.fromhex("8E 0005  0B 00")
    emulator.start_clock(WHITE, 2.0)
    assert emulator.data_to_send()[-1] == 0x13, "White has the right side of the clock"


def test_a_whole_placement_can_be_set() -> None:
    emulator = board()
    emulator.set_placement(EMPTY_BOARD, 1.0)
    assert ask(emulator, "42", 1.0)[3:] == bytes(64)
    emulator.set_placement(from_fen(chess.STARTING_BOARD_FEN), 2.0)
    assert ask(emulator, "42", 2.0)[3:] == bytes.fromhex(START_FIELDS)


def test_a_scan_sees_a_capture_without_the_victims_departure() -> None:
    emulator = board(options=EmulatorOptions(scan=0.25, increment=0))
    emulator.set_placement(from_fen("4k3/8/8/3p4/4P3/8/8/4K3"), 0.0)
    seen_until(emulator, 1.0)
    ask(emulator, "44", 1.0)
    emulator.handle_timeout(10.0)
    # the pointer is at field 0 at some phase of its 0.25 s: within one round victim off, pawn up, pawn down
    phase = first_pass(emulator, 10.0)
    emulator.set_square(chess.D5, 0, phase + 0.001)
    emulator.set_square(chess.E4, 0, phase + 0.002)
    emulator.set_square(chess.D5, chess.PAWN, phase + 0.003)
    # d5 is field 1B, e4 is field 24: the pointer comes to d5 first
    assert seen_until(emulator, phase + 1.0) == bytes.fromhex("8E 0005  1B 01  8E 0005  24 00")


def first_pass(emulator: DgtEmulator, now: float) -> float:
    """When the pointer is at a8 next; a king is put there for a moment to find out."""
    emulator.set_square(chess.A8, chess.KING, now)
    due = emulator.next_timeout()
    assert due is not None
    seen_until(emulator, due)
    emulator.set_square(chess.A8, 0, due)
    again = emulator.next_timeout()
    assert again is not None
    seen_until(emulator, again)
    return again


# ---- trouble ----


def test_while_silent_it_neither_hears_nor_speaks() -> None:
    emulator = board()
    ask(emulator, "4B")
    emulator.fall_silent(3.0, now=1.0)
    assert ask(emulator, "4D", 2.0) == b""
    assert e4(emulator, 2.5) == b""
    assert ask(emulator, "4D", 4.0) == bytes.fromhex("93 0005  01 08")
    emulator.set_square(chess.E4, 0, 4.5)
    assert emulator.data_to_send() == bytes.fromhex("8E 0005  24 00"), "the mode was kept"


def test_after_a_power_cycle_it_waits_for_a_mode() -> None:
    emulator = board()
    ask(emulator, "4B")
    emulator.power_cycle(2.0, now=1.0)
    assert ask(emulator, "4D", 3.0) == bytes.fromhex("93 0005  01 08")
    assert e4(emulator, 3.5) == b""


def test_at_9600_baud_a_dump_takes_70_ms() -> None:
    emulator = board(Faults(rate=WIRE_RATE))
    assert ask(emulator, "42", 1.0) == b""
    assert emulator.next_timeout() == pytest.approx(1.07, abs=0.001)
    assert len(seen_until(emulator, 1.08)) == 67
