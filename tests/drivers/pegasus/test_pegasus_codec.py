"""The codec and the emulator back to back: keys, calibration, and what else this board has of its own."""

from __future__ import annotations

from itertools import pairwise

import chess
import pytest

from drivers.eboard import CodecOptions, EmulatorOptions, Orientation
from drivers.pegasus import EBOARD
from drivers.pegasus.emulator import Habits, PegasusEmulator
from drivers.pegasus.reader import KEY_MISSING, KEY_REFUSED, UNCALIBRATED
from drivers.pegasus.wire import LOCKED_FIELD, OCCUPIED_FIELD, Command
from drivers.placement import EMPTY
from drivers.reports import Battery, Dump, Garbled, Identified, Oriented, Silent, SquaresChanged, Trouble
from tests.drivers.connection import KEY, OPENING_SECONDS, Connection, believed

USUAL = Habits()
WRONG_KEY = Habits(key=b"\x0a\x0b\x0c\x0d\x0e\x0f")


def table(habits: Habits = USUAL) -> Connection:
    connection = Connection(EBOARD)
    connection.emulator = PegasusEmulator(EmulatorOptions(scan=EBOARD.scan_period), habits)
    return connection


def without_key(habits: Habits = USUAL) -> Connection:
    connection = table(habits)
    connection.codec = EBOARD.codec(CodecOptions(Orientation.NORMAL))
    return connection


def squares_told(connection: Connection) -> list[object]:
    return [report for report in connection.reports if isinstance(report, Dump | SquaresChanged)]


def troubles(connection: Connection) -> list[object]:
    return [report for report in connection.reports if isinstance(report, Trouble)]


def test_opening_dialogue_as_it_works_on_hardware() -> None:
    opened = table().open()
    assert [piece.hex(" ") for piece in opened.sent[:8]] == [
        "63 07 01 02 03 04 05 06 00",
        "40",
        "42",
        "44",
        "47",
        "4d",
        "55",
        "4c",
    ]
    assert [report for report in opened.reports if not isinstance(report, Oriented)][1:] == [
        Dump(opened.visible),
        Identified("P00030123A", "1.0", "touchmove\r\nvirtual e-board, not made by DGT"),
        Battery(88, charging=False),
    ]


def test_pieces_keep_their_distance() -> None:
    opened = table()
    opened.plug()
    moments = []
    for _ in range(400):
        sent = len(opened.sent)
        opened.wait(0.005)
        moments += [opened.now] * (len(opened.sent) - sent)
    assert all(later - earlier > 0.04 for earlier, later in pairwise(moments))


def test_nothing_that_could_harm_a_board_or_ask_for_its_memory_is_sent() -> None:
    played = table().open()
    played.move(chess.E2, chess.E4)
    played.light({chess.E4})
    played.wait(700.0)
    assert {piece[0] for piece in played.sent} <= set(Command)


@pytest.mark.parametrize("locked_field", [LOCKED_FIELD, OCCUPIED_FIELD])
def test_a_key_that_is_missing_is_told_and_no_square(locked_field: int) -> None:
    opened = without_key(Habits(locked_field=locked_field)).open(60.0)
    opened.move(chess.E2, chess.E4)
    assert troubles(opened) == [KEY_MISSING]
    assert squares_told(opened) == []
    assert not any(piece[0] == Command.DEVELOPER_KEY for piece in opened.sent)
    assert not [report for report in opened.reports if isinstance(report, Garbled | Silent)]


@pytest.mark.parametrize("locked_field", [LOCKED_FIELD, OCCUPIED_FIELD])
def test_a_key_that_is_refused_is_told_and_no_square(locked_field: int) -> None:
    opened = table(Habits(WRONG_KEY.key, locked_field=locked_field)).open(60.0)
    opened.move(chess.E2, chess.E4)
    assert troubles(opened) == [KEY_REFUSED]
    assert squares_told(opened) == []
    assert not [report for report in opened.reports if isinstance(report, Silent)]


def test_a_key_that_is_refused_without_a_word_is_told_too() -> None:
    opened = table(Habits(WRONG_KEY.key, answers_key=False)).open(60.0)
    assert troubles(opened) == [KEY_REFUSED]
    assert squares_told(opened) == []


def test_a_board_that_never_says_whether_it_takes_the_key_is_read() -> None:
    opened = table(Habits(answers_key=False)).open(2 * OPENING_SECONDS)
    opened.move(chess.E2, chess.E4)
    assert troubles(opened) == []
    assert believed(opened.reports) == opened.visible


def test_a_board_that_is_not_calibrated_is_told_and_read_as_soon_as_it_is() -> None:
    opened = table(Habits(calibrated=False)).open(20.0)
    assert troubles(opened) == [UNCALIBRATED]
    assert squares_told(opened) == []
    opened.emulator.calibrate(opened.now)
    opened.wait(3.0)
    assert squares_told(opened) == [Dump(opened.visible)]
    opened.move(chess.E2, chess.E4)
    assert believed(opened.reports) == opened.visible


def test_trouble_is_told_anew_when_the_line_is_opened_anew() -> None:
    opened = table(Habits(calibrated=False)).open()
    opened.unplug()
    opened.open()
    assert troubles(opened) == [UNCALIBRATED, UNCALIBRATED]


def test_a_board_that_lost_its_power_gets_the_key_again() -> None:
    played = table().open()
    played.move(chess.E2, chess.E4)
    played.emulator.power_cycle(1.0, played.now)
    played.move(chess.E7, chess.E5)
    played.wait(15.0)
    assert believed(played.reports) == played.visible
    played.drain()
    played.move(chess.G1, chess.F3)
    assert [type(report) for report in played.reports] == [SquaresChanged, SquaresChanged]


def test_a_change_that_was_not_told_is_seen_within_two_seconds() -> None:
    played = table().open()
    played.emulator._telling = False
    played.set(chess.E2, EMPTY)
    played.wait(2.0)
    assert played.reports[-1] == SquaresChanged(((chess.E2, EMPTY),))


def test_a_capture_is_told_square_by_square() -> None:
    played = table().open()
    played.move(chess.E2, chess.E4)
    played.move(chess.D7, chess.D5)
    played.drain()
    played.move(chess.E4, chess.D5)
    told = [square for report in played.reports for square, _ in report.changes]  # type: ignore[union-attr]
    assert told == [chess.D5, chess.E4, chess.D5]


def test_the_battery_is_told_when_the_board_pushes_it() -> None:
    played = table().open()
    played.drain()
    played.hear(bytes.fromhex("A0 00 0C 13 00 2D 01 1E 05 00 00 02"))
    assert played.reports == [Battery(19, charging=False)]


def test_a_firmware_that_knows_only_the_essentials() -> None:
    unknown = frozenset({Command.SEND_TRADEMARK, Command.SEND_VERSION, Command.SEND_BATTERY_STATUS})
    opened = table(Habits(unsupported=unknown)).open(2 * OPENING_SECONDS)
    assert Identified("P00030123A") in opened.reports
    opened.move(chess.E2, chess.E4)
    assert believed(opened.reports) == opened.visible


def test_a_serial_number_of_full_length_is_kept() -> None:
    connection = Connection(EBOARD)
    connection.emulator = PegasusEmulator(EmulatorOptions(serial="P98765432B"))
    assert [report.serial for report in connection.open().reports if isinstance(report, Identified)] == ["P98765432B"]


def test_the_key_is_in_no_repr() -> None:
    options = CodecOptions(developer_key=KEY)
    assert "developer_key" not in repr(options)
    assert repr(KEY)[2:-1] not in repr(options)


def test_what_the_emulator_answers_to_the_other_commands() -> None:
    emulator = PegasusEmulator(EmulatorOptions())
    asked = {"45": "91 00 08 33 30 31 32 33", "48": "96 00 05 01 00", "5A": "A5 00 04 00", "4E": "", "42": None}
    for command, answer in asked.items():
        emulator.receive(bytes.fromhex(command), 0.0)
        said = emulator.data_to_send()
        assert answer is None or said == bytes.fromhex(answer)
    assert said == bytes.fromhex("86 00 43" + 64 * " 7F")
