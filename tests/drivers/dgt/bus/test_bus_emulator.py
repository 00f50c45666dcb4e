"""Virtual e-boards on a shared line: the protocol sheet's dialogue, modes, and what happens when all talk at once."""

from __future__ import annotations

import chess
import pytest

from drivers.dgt.bus.emulated_board import EmulatedBoard
from drivers.dgt.bus.emulator import AloneOnBus, DgtBusEmulator
from drivers.dgt.bus.wire import BusFrame, BusSplitter, Command, Order, Reply
from drivers.eboard import EmulatorOptions
from drivers.placement import EMPTY, code_of
from drivers.reports import Garbled

PAWN = code_of(chess.Piece(chess.PAWN, chess.WHITE))


class Host:
    """Asks the e-boards on a line, in virtual time."""

    def __init__(self, *serials: str, **options: object) -> None:
        boards = [EmulatorOptions(serial=serial, seed=seed) for seed, serial in enumerate(serials or ("01025",))]
        self.line = DgtBusEmulator(boards, **options)  # type: ignore[arg-type]
        self.now = 0.0

    def say(self, data: bytes, seconds: float = 0.2) -> bytes:
        self.line.receive(data, self.now)
        heard = self.line.data_to_send()
        until = self.now + seconds
        while (due := self.line.next_timeout()) is not None and due <= until:
            self.now = due
            self.line.handle_timeout(self.now)
            heard += self.line.data_to_send()
        self.now = until
        return heard

    def ask(self, text: str, seconds: float = 0.2) -> str:
        return self.say(bytes.fromhex(text), seconds).hex(" ").upper()


def test_the_sheets_dialogue_with_the_board_1025() -> None:
    host = Host()
    board = host.line.worlds[0]
    assert host.ask("8B 08 01 14") == "89 00 08 08 01 01 08 23"
    assert host.ask("85 08 01 0E") == "88 00 06 08 01 17"
    pieces = "08 09 0A 0C 0B 0A 09 08" + " 07" * 8 + " 00" * 32 + " 01" * 8 + " 02 03 04 06 05 04 03 02"
    assert host.ask("82 08 01 0B") == f"83 00 46 08 01 {pieces} 7C"
    host.ask("83 08 01 0C")  # the power-up, and the start
    assert host.ask("83 08 01 0C") == "85 00 06 08 01 14"
    board.start_clock(chess.WHITE, host.now)
    board.set_square(chess.E2, EMPTY, host.now)
    host.now += 0.5
    board.set_square(chess.E4, PAWN, host.now)
    host.now += 1.8
    board.press(chess.WHITE, host.now)
    changes = "85 00 0D 08 01 40 34 41 24 71 30 28 3D"
    assert host.ask("83 08 01 0C") == changes
    assert host.ask("84 08 01 0D") == changes
    assert host.ask("86 08 01 0F").startswith("86 00 4E 08 01 7B")
    assert host.ask("81 08 01 0A").startswith("84 00 0D 08 01 21 30 00 21 30 28 13")


def test_pending_changes_are_not_told_from_the_start() -> None:
    host = Host()
    host.ask("85 08 01 0E")
    host.ask("83 08 01 0C")
    before = host.ask("86 08 01 0F")
    host.line.worlds[0].set_square(chess.E2, EMPTY, host.now)
    assert host.ask("86 08 01 0F") == before


def test_without_a_start_there_is_nothing_from_the_start() -> None:
    assert Host().ask("86 08 01 0F") == "86 00 06 08 01 15"


def test_a_lift_and_replace_of_the_same_piece_is_one_record() -> None:
    host = Host()
    host.ask("83 08 01 0C")
    board = host.line.worlds[0]
    for square, code in ((chess.E2, EMPTY), (chess.E2, PAWN)):
        board.set_square(square, code, host.now)
        host.now += 1.0
    assert host.ask("83 08 01 0C") == "85 00 08 08 01 41 34 0B"


def test_quick_changes_are_marked() -> None:
    host = Host()
    host.ask("83 08 01 0C")
    board = host.line.worlds[0]
    board.set_square(chess.E2, EMPTY, host.now)
    host.now += 0.2
    board.set_square(chess.E4, PAWN, host.now)
    assert "40 34 51 24" in host.ask("83 08 01 0C")


def test_a_board_that_is_not_meant_says_nothing() -> None:
    assert Host().ask("83 08 02 0D") == ""
    assert Host().ask("83 08 01 0D") == "", "a wrong checksum"
    assert Host().ask("96 08 01 1F") == "", "an unknown command"


def test_everybody_answers_a_call_within_its_time_but_who_was_told_not_to() -> None:
    host = Host("01025", "01026")
    assert host.ask("8A 08 01 13") == "87 00 06 08 01 16"
    assert host.ask("87 00 00 07", 1.2) == "87 00 06 08 02 17"
    frames = BusSplitter().feed(host.say(Order(Command.PING).to_bytes(), 1.2))
    assert {frame.address for frame in frames if isinstance(frame, BusFrame)} <= {1025, 1026}


def test_when_thirty_answer_some_fall_on_each_other() -> None:
    host = Host(*(str(1001 + index) for index in range(30)))
    found = BusSplitter().feed(host.say(Order(Command.PING).to_bytes(), 1.2))
    heard = [frame.address for frame in found if isinstance(frame, BusFrame) and frame.id == Reply.PING]
    assert 10 <= len(heard) < 30
    assert set(heard) <= {1001 + index for index in range(30)}
    assert any(isinstance(each, Garbled) for each in found)


def test_two_boards_with_one_number_answer_over_each_other() -> None:
    host = Host("01025", "01025")
    answers = [BusSplitter().feed(host.say(Order(Command.SEND_BRD, 1025).to_bytes())) for _ in range(5)]
    assert any(isinstance(each, Garbled) for answer in answers for each in answer)


def test_a_command_of_single_board_mode_ends_bus_mode_and_the_next_bus_command_only_ends_that() -> None:
    host = Host()
    assert host.ask("42") == ""
    assert not host.line.worlds[0].in_bus_mode
    assert host.ask("87 08 01 10") == ""
    assert host.ask("87 08 01 10") == "87 00 06 08 01 16"
    host.ask("42")
    host.ask("4A")
    assert host.ask("87 08 01 10") == "87 00 06 08 01 16"


def test_old_firmware_knows_no_serial_numbers() -> None:
    def old(options: EmulatorOptions) -> EmulatedBoard:
        return EmulatedBoard(options, answers_serial=False)

    assert Host(build=old).ask("91 08 01 1A") == ""
    assert Host().ask("91 08 01 1A") == "B0 00 0B 08 01 30 31 30 32 35 3C"


def test_without_power_nothing_is_heard_and_after_it_all_pieces_are_remembered() -> None:
    host = Host()
    host.ask("83 08 01 0C")
    host.line.worlds[0].power_cycle(1.0, host.now)
    assert host.ask("83 08 01 0C") == ""
    host.now += 1.0
    assert host.ask("83 08 01 0C").startswith("85 00 47 08 01 6A")


def test_the_memory_overwrites_its_oldest() -> None:
    host = Host()
    board = host.line.worlds[0]
    for _ in range(5000):
        host.now += 1.0
        board.set_square(chess.E2, EMPTY, host.now)
        board.set_square(chess.E4, PAWN, host.now)
        board.set_square(chess.E4, EMPTY, host.now)
        board.set_square(chess.E2, PAWN, host.now)
    (frame,) = BusSplitter().feed(host.say(Order(Command.SEND_CHANGES, 1025).to_bytes(), 10.0))
    assert isinstance(frame, BusFrame)
    assert len(frame.data) <= 7936


@pytest.mark.parametrize("turned", [False, True])
def test_alone_on_its_line(turned: bool) -> None:
    board = AloneOnBus(EmulatorOptions(serial="01025", turned=turned))
    board.set_square(chess.E2, EMPTY, 0.0)
    board.receive(bytes.fromhex("82 08 01 0B"), 0.0)
    heard = b""
    while (due := board.next_timeout()) is not None:
        board.handle_timeout(due)
        heard += board.data_to_send()
    assert heard[5 + (0x0B if turned else 0x34)] == 0
    assert board.lit == frozenset()
