"""Codec and emulators at the two ends of a shared line: what hands do at one end comes out as reports at the other."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.bus.alone import AloneCodec
from drivers.dgt.bus.codec import DgtBusCodec
from drivers.dgt.bus.emulated_board import EmulatedBoard
from drivers.dgt.bus.wire import COMMAND_SIZE, Command, Order, OrderSplitter, Reply
from drivers.dgt.outlet import Faults
from drivers.eboard import CodecOptions, Doubled, EmulatorOptions, Heard, Orientation, Stranger
from drivers.placement import EMPTY, code_of, from_fen, placement_of, turned
from drivers.reports import (
    ClockPaused,
    ClockResumed,
    ClockTimes,
    Dump,
    Garbled,
    Identified,
    LinkDown,
    Oriented,
    Press,
    Silent,
    SquaresChanged,
)
from tests.drivers.dgt.bus.hall import START, Hall, hall

WHITE, BLACK = chess.WHITE, chess.BLACK
PAWN = code_of(chess.Piece(chess.PAWN, WHITE))
THIRTY = [str(1001 + index) for index in range(30)]


def changes(reports: list) -> list[tuple[chess.Square, int]]:
    return [change for report in reports if isinstance(report, SquaresChanged) for change in report.changes]


# ---- who is there ----


def test_opening() -> None:
    assert hall("1025").open().drain("1025") == [
        Oriented(turned=False),
        Dump(START),
        Identified("1025", "1.8"),
        ClockTimes(5400.0, 5400.0, None),
    ]


def test_thirty_expected_boards_are_all_found() -> None:
    line = hall(*THIRTY).open(20)
    assert all(Dump(START) in line.reports(serial) for serial in THIRTY)
    assert not [each for each in line.news if not isinstance(each, Heard)]
    assert not [each for each in line.news if isinstance(each, Heard) and isinstance(each.report, Silent)]


def test_thirty_boards_that_nobody_expects_are_named_although_their_answers_overlap() -> None:
    line = hall(*THIRTY, expected=[]).open(20)
    assert sorted(line.news, key=str) == [Stranger(f"0{serial}") for serial in THIRTY]


def test_a_stranger_can_be_expected_afterwards() -> None:
    line = hall("1025", "1026", expected=["1025"]).open()
    assert [each for each in line.news if not isinstance(each, Heard)] == [Stranger("01026")]
    line.codec.expect("01026", CodecOptions())
    line.wait(3.0)
    assert Dump(START) in line.reports("01026")


@pytest.mark.parametrize("serial", ["30123", "3000030123"])
def test_a_number_too_big_for_an_address_is_found_by_asking(serial: str) -> None:
    line = hall("30123", "1026", expected=[serial, "1026"]).open()
    assert Dump(START) in line.reports(serial)
    assert not [each for each in line.news if not isinstance(each, Heard)]


def test_old_firmware_is_called_by_its_address() -> None:
    line = hall("30123", expected=[], build=lambda options: EmulatedBoard(options, answers_serial=False)).open()
    assert line.news == [Stranger(str(30123 & 0x3FFF))]


def test_a_board_that_is_not_there_is_silent_once_and_found_when_it_comes() -> None:
    line = hall("1025", "1026")
    line.board(1).fall_silent(60.0, 0.0)
    line.open(30.0)
    assert [type(report) for report in line.reports("1026")] == [Silent]
    assert Dump(START) in line.reports("1025")
    line.wait(35.0)
    assert Dump(START) in line.reports("1026")


def test_two_boards_with_one_number_are_told_and_neither_is_believed() -> None:
    line = hall("1025", "1025", "1026", expected=["1025", "1026"]).open(20)
    assert Doubled("1025") in line.news
    assert Dump(START) in line.reports("1026")
    line.news.clear()
    line.wait(30.0)
    assert line.reports("1025") == []
    line.board(1).fall_silent(1e6, line.now)
    line.wait(70.0)
    assert Dump(START) in line.reports("1025"), "one of them was unplugged"


def test_a_second_board_with_the_number_of_one_that_plays() -> None:
    line = hall("1025", "1025", expected=["1025"])
    line.board(1).fall_silent(30.0, 0.0)
    line.open(20.0)
    assert Dump(START) in line.reports("1025")
    line.carry(chess.E2, chess.E4, 0)
    line.wait(200.0)
    assert Doubled("1025") in line.news


def test_boards_left_in_single_board_mode_are_found() -> None:
    line = hall(*THIRTY[:5])
    for board in line.emulator.worlds:
        board.in_bus_mode = False
    line.open(20)
    assert all(Dump(START) in line.reports(serial) for serial in THIRTY[:5])


def test_never_a_byte_of_single_board_mode_and_one_command_at_a_time() -> None:
    line = hall(*THIRTY, "1077", deafness=0.05).open(30)
    line.unplug()
    line.wait(5.0)
    line.open(60)
    for sent in line.sent:
        assert len(sent) == COMMAND_SIZE
        (order,) = OrderSplitter().feed(sent, 0.0)
        assert isinstance(order, Order)
        assert order.code in set(Command)
        assert order.address or order.code == Command.PING
    assert all(board.in_bus_mode for board in line.emulator.worlds)


# ---- what is played ----


@pytest.mark.parametrize("on_other_side", [False, True])
def test_a_move_and_its_press(on_other_side: bool) -> None:
    line = hall("1025", "1026")
    line.emulator.worlds = (
        EmulatedBoard(EmulatorOptions(serial="1025", turned=on_other_side)),
        *line.emulator.worlds[1:],
    )
    line.open()
    board = line.board()
    board.start_clock(WHITE, line.now)
    line.wait(5.2)
    line.drain("1025")
    line.set(chess.E2, EMPTY)
    line.wait(0.5)
    line.set(chess.E4, PAWN)
    line.wait(0.5)
    board.press(WHITE, line.now)
    line.wait(1.0)
    told = line.drain("1025")
    assert [report for report in told if not isinstance(report, ClockTimes)] == [
        SquaresChanged(((chess.E2, EMPTY),)),
        SquaresChanged(((chess.E4, PAWN),)),
        Press(WHITE),
    ]
    assert told[told.index(Press(WHITE)) + 1] == ClockTimes(5424.0, 5400.0, BLACK)


def test_a_press_comes_once_although_the_clock_is_read_too() -> None:
    line = hall("1025").open()
    line.board().start_clock(WHITE, line.now)
    line.wait(6.0)
    for color in (WHITE, BLACK) * 5:
        line.wait(1.3)
        line.board().press(color, line.now)
    line.wait(10.0)
    assert [report.color for report in line.reports("1025") if isinstance(report, Press)] == [WHITE, BLACK] * 5


def test_a_press_before_the_clock_was_read_tells_that_it_had_been_started() -> None:
    line = hall("1025").open()
    line.wait(0.2)
    line.drain("1025")
    line.board().start_clock(WHITE, line.now)
    line.wait(0.05)
    line.board().press(WHITE, line.now)
    line.wait(0.5)
    told = line.drain("1025")
    assert [type(report) for report in told] == [ClockResumed, ClockTimes, Press, ClockTimes]
    assert told[0] == ClockResumed(WHITE)


def test_pausing_is_seen_when_the_clock_is_read() -> None:
    line = hall("1025").open()
    line.board().start_clock(WHITE, line.now)
    line.wait(6.0)
    line.board().stop_clock(line.now)
    line.wait(6.0)
    told = [report for report in line.reports("1025") if isinstance(report, ClockPaused | ClockResumed)]
    assert told == [ClockResumed(WHITE), ClockPaused()]


GAMES = {
    "castling and a capture": "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e5d4 f3d4 c6d4",
    "en passant and a promotion": "a2a4 h7h5 a4a5 b7b5 a5b6 h5h4 b6c7 h4h3 c7b8q h3g2 b8a8 g2h1n",
}


@pytest.mark.parametrize("scan", [0.0, 0.25])
@pytest.mark.parametrize("moves", GAMES.values(), ids=GAMES)
def test_a_game_on_each_of_three_boards(moves: str, scan: float) -> None:
    line = hall(*THIRTY[:3], scan=scan).open()
    for index in range(3):
        line.board(index).start_clock(WHITE, line.now)
    game = chess.Board()
    for text in moves.split():
        move, mover = game.parse_uci(text), game.turn
        game.push(move)
        for index in range(3):
            _reach(line, placement_of(game), index)
            line.wait(0.2)
            line.board(index).press(mover, line.now)
    line.wait(3.0)
    for index, serial in enumerate(THIRTY[:3]):
        assert line.believed(serial) == line.worlds[index] == placement_of(game)
        presses = [report.color for report in line.reports(serial) if isinstance(report, Press)]
        assert presses == [ply % 2 == 0 for ply in range(len(game.move_stack))]
        assert not [report for report in line.reports(serial) if isinstance(report, Garbled | Silent)]


def _reach(line: Hall, target: int, index: int) -> None:
    """Hands empty what changes, then fill it."""
    after = [(square, target >> square) for square in chess.SQUARES]
    codes = {square: sum((bits >> 64 * plane & 1) << plane for plane in range(4)) for square, bits in after}
    now = {
        square: sum((line.worlds[index] >> 64 * plane + square & 1) << plane for plane in range(4)) for square in codes
    }
    for square in [square for square in codes if codes[square] != now[square] and now[square]]:
        line.set(square, EMPTY, index)
        line.wait(0.3)
    for square in [square for square in codes if codes[square] != now[square] and codes[square]]:
        line.set(square, codes[square], index)
        line.wait(0.3)


def test_a_board_that_lies_the_other_way_round_or_is_said_to() -> None:
    line = hall("1025", expected=[])
    line.codec.expect("1025", CodecOptions(Orientation.TURNED))
    line.open()
    assert line.believed("1025") == turned(START)


def test_a_dump_is_told_when_it_is_asked_for_and_read_when_it_is_asked_for_again() -> None:
    line = hall("1025").open()
    line.drain("1025")
    line.sent.clear()
    line.codec.request_dump("1025", line.now)
    line.wait(1.0)
    assert line.drain("1025") == [Dump(START)]
    assert Order(Command.SEND_BRD, 1025).to_bytes() not in line.sent
    line.codec.request_dump("1025", line.now)
    line.wait(1.0)
    assert line.drain("1025") == [Dump(START)]
    assert Order(Command.SEND_BRD, 1025).to_bytes() in line.sent


def test_a_start_is_marked_once_and_again_when_the_pieces_are_set_up_for_the_next_game() -> None:
    def marks() -> int:
        return line.sent.count(Order(Command.SET_START_GAME, 1025).to_bytes())

    line = hall("1025").open(30)
    assert marks() == 1
    line.carry(chess.E2, chess.E4)
    line.wait(2.0)
    line.carry(chess.E4, chess.E2)
    line.wait(2.0)
    assert marks() == 2


def test_a_board_set_up_late_is_marked_then() -> None:
    line = hall("1025")
    line.board().set_placement(from_fen("4k3/8/8/8/8/8/8/4K3"), 0.0)
    line.open()
    assert Order(Command.SET_START_GAME, 1025).to_bytes() not in line.sent
    line.board().set_placement(START, line.now)
    line.wait(8.0)
    assert Order(Command.SET_START_GAME, 1025).to_bytes() in line.sent
    assert line.believed("1025") == START


def test_a_codec_that_is_not_started_understands_what_others_ask() -> None:
    """As in a capture."""
    overhearing, reports = AloneCodec(CodecOptions()), []

    def overheard(data: bytes) -> list[bytes]:
        reports.extend(overhearing.receive(data, line.now))
        return [data]

    line = hall("1025")
    line.pieces = overheard
    line.open()
    line.board().start_clock(WHITE, line.now)
    line.wait(6.0)
    played_unheard(line)
    line.board().press(WHITE, line.now)
    line.wait(3.0)
    assert Dump(START) in reports
    assert [square for square, _ in changes(reports)] == EXPECTED
    assert Press(WHITE) in reports
    assert overhearing.data_to_send() == b""
    assert overhearing.next_timeout() is None


# ---- what is lost and found ----


def played_unheard(line: Hall) -> None:
    """Five half-moves: 1.e4 d5 2.exd5 Qxd5 3.Nc3."""
    for origin, target in ((chess.E2, chess.E4), (chess.D7, chess.D5)):
        line.carry(origin, target)
    for origin, target in ((chess.E4, chess.D5), (chess.D8, chess.D5), (chess.B1, chess.C3)):
        line.carry(origin, target)


EXPECTED = [chess.E2, chess.E4, chess.D7, chess.D5, chess.D5, chess.E4, chess.D5, chess.D5, chess.D8, chess.D5,
            chess.B1, chess.C3]  # fmt: skip


def test_what_happened_while_the_cable_was_out_is_told_in_its_order_after_what_was_known() -> None:
    line = hall("1025", "1026").open()
    line.unplug()
    line.drain("1025")
    played_unheard(line)
    line.wait(20.0)
    line.open(5.0)
    told = line.drain("1025")
    assert told[0] == Dump(START)
    assert [square for square, _ in changes(told)] == EXPECTED
    assert told.index(Dump(line.worlds[0])) > max(
        told.index(report) for report in told if isinstance(report, SquaresChanged)
    )


def test_what_was_heard_and_not_yet_told_when_the_cable_was_pulled_is_not_lost() -> None:
    line = hall("1025").open()
    line.drain("1025")
    line.board().fall_silent(1.5, line.now)
    played_unheard(line)
    while not line.reports("1025"):
        line.wait(0.01)
    line.unplug()
    line.wait(10.0)
    line.open(6.0)
    told = line.drain("1025")
    assert [square for square, _ in changes(told)] == EXPECTED


def test_a_silent_board_remembers_too() -> None:
    line = hall("1025", "1026").open()
    line.drain("1025")
    line.board().fall_silent(10.0, line.now)
    played_unheard(line)
    line.wait(10.0)
    told = line.drain("1025")
    assert isinstance(told[0], Silent)
    assert told[1] == Dump(START)
    assert [square for square, _ in changes(told)] == EXPECTED


def test_what_happened_while_this_program_was_not_running_is_told_too() -> None:
    line = hall("1025").open(15)
    line.carry(chess.G1, chess.F3)
    line.wait(1.0)
    before = line.worlds[0]
    line.unplug()
    played_unheard(line)
    line.codec = DgtBusCodec()
    line.codec.expect("1025", CodecOptions())
    line.news.clear()
    line.open(6.0)
    told = line.drain("1025")
    assert [report for report in told if isinstance(report, Dump)] == [Dump(before), Dump(line.worlds[0])]
    assert [square for square, _ in changes(told)] == EXPECTED


def steal(line: Hall, times: int = 2) -> None:
    """Another host takes the changes, and asks for more: they are told to nobody else, nor repeated."""
    for _ in range(times):
        line.board().obey(Order(Command.SEND_CHANGES, 1025), line.now)


def test_changes_that_another_took_are_found_in_the_memory() -> None:
    line = hall("1025").open(15)
    line.carry(chess.E2, chess.E4)
    line.wait(1.0)
    line.unplug()
    line.carry(chess.E7, chess.E5)
    steal(line)
    line.drain("1025")
    line.open(5.0)
    told = line.drain("1025")
    assert [square for square, _ in changes(told)] == [chess.E7, chess.E5]
    assert line.sent.count(Order(Command.SEND_FROM_START, 1025).to_bytes()) == 1


def test_newer_firmware_lets_a_lost_packet_be_seen_at_once() -> None:
    line = hall("1025", build=lambda options: EmulatedBoard(options, alternating=True)).open(15)
    line.carry(chess.E2, chess.E4)
    line.wait(1.0)
    line.drain("1025")
    line.plugged = False
    line.carry(chess.E7, chess.E5)
    steal(line, times=1)
    line.set(chess.G1, EMPTY)
    line.plugged = True
    line.wait(2.0)
    assert [square for square, _ in changes(line.drain("1025"))] == [chess.E7, chess.E5, chess.G1]


def test_what_cannot_be_found_is_at_least_read() -> None:
    """No start was marked in this memory, so it is not known where to look."""
    line = hall("1025")
    line.board().set_placement(from_fen("4k3/8/8/8/8/8/4P3/4K3"), 0.0)
    line.worlds[0] = from_fen("4k3/8/8/8/8/8/4P3/4K3")
    line.open()
    line.unplug()
    line.carry(chess.E2, chess.E4)
    steal(line)
    line.drain("1025")
    line.open(5.0)
    told = line.drain("1025")
    assert changes(told) == []
    assert [report for report in told if isinstance(report, Dump)] == [Dump(line.worlds[0])]


def test_a_power_cut_in_which_a_piece_was_taken_away() -> None:
    line = hall("1025").open()
    line.board().power_cycle(1.0, line.now)
    line.wait(0.5)
    line.board()._memory.send_changes()  # what the sensors saw without power is in no memory
    line.set(chess.E2, EMPTY)
    line.board()._memory.send_changes()
    line.board().power_cycle(0.1, line.now)
    line.wait(8.0)
    assert line.believed("1025") == line.worlds[0]


def test_a_packet_whose_answer_is_lost_is_repeated_not_skipped() -> None:
    line = hall("1025", faults=Faults(truncation=0.3)).open(20)
    line.drain("1025")
    played_unheard(line)
    line.wait(5.0)
    assert [square for square, _ in changes(line.reports("1025"))] == EXPECTED
    assert Order(Command.REPEAT_CHANGES, 1025).to_bytes() in line.sent


TROUBLES = [
    (Faults(byte_loss=0.01), 0.0),
    (Faults(bit7=0.01), 0.0),
    (Faults(noise=0.1), 0.0),
    (Faults(truncation=0.1), 0.0),
    (Faults(), 0.1),
    (Faults(byte_loss=0.005, bit7=0.005, noise=0.03, truncation=0.03), 0.03),
]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.sampled_from(TROUBLES))
def test_over_a_bad_line_everything_comes_right(seed: int, trouble: tuple[Faults, float]) -> None:
    faults, deafness = trouble
    line = hall(*THIRTY[:4], faults=faults, deafness=deafness)
    line.emulator._random.seed(seed)
    line.open(20)
    for origin, target in ((chess.E2, chess.E4), (chess.E7, chess.E5), (chess.G1, chess.F3), (chess.B8, chess.C6)):
        for index in range(4):
            line.carry(origin, target, index)
    line.wait(130.0)
    assert [line.believed(serial) for serial in THIRTY[:4]] == [line.worlds[index] for index in range(4)]


@pytest.mark.parametrize("size", [1, 3, 7])
def test_pieces_of_any_size(size: int) -> None:
    line = hall(*THIRTY[:3])
    line.pieces = lambda data: (data[at : at + size] for at in range(0, len(data), size))
    line.open()
    played_unheard(line)
    line.wait(3.0)
    assert [square for square, _ in changes(line.reports(THIRTY[0]))] == EXPECTED
    assert not [each for each in line.news if isinstance(each, Heard) and isinstance(each.report, Garbled | LinkDown)]


def test_nothing_grows_while_nothing_happens() -> None:
    line = hall(*THIRTY[:3]).open(20)
    line.news.clear()
    line.wait(600.0)
    assert line.news == []
    conversation = line.codec._conversation
    assert not conversation._news
    assert all(board.telling.due() is None for board in conversation._boards.values())
    assert not line.codec._splitter.pending or len(line.codec._splitter._buffer) < 80


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=40))
def test_any_bytes_are_heard_without_an_error(pieces: list[bytes]) -> None:
    line = hall("1025").open(2.0)
    for piece in pieces:
        line.news += line.codec.receive(piece, line.now)
        line.wait(0.05)
    line.wait(10.0)
    assert line.believed("1025") == START


def test_how_often_each_of_thirty_is_read() -> None:
    """A line of 9600 baud carries some sixty questions and answers a second."""
    line = hall(*THIRTY).open(40)
    periods = [line.codec.period(serial) for serial in THIRTY]
    assert all(period is not None and period < 0.7 for period in periods)


# ---- after a restart of the program ----


def test_a_memory_that_does_not_answer_at_once_is_asked_again_after_a_restart() -> None:
    line = hall("1025").open()
    line.carry(chess.E2, chess.E4)
    line.wait(1.0)
    told = tuple(line.drain("1025"))
    line.unplug()
    line.carry(chess.E7, chess.E5)
    line.carry(chess.E4, chess.E5)
    line.codec = DgtBusCodec()
    line.codec.expect("1025", CodecOptions(turned=False, told=told))
    deaf = 3

    def unheard(heard: bytes) -> list[bytes]:
        nonlocal deaf
        if heard[0] == Reply.FROM_START and deaf:
            deaf -= 1
            return []
        return [heard]

    line.pieces = unheard
    line.open()
    assert deaf == 0
    e7, e4 = code_of(chess.Piece(chess.PAWN, BLACK)), PAWN
    assert changes(line.reports("1025")) == [
        *((chess.E7, EMPTY), (chess.E5, e7)),
        *((chess.E5, EMPTY), (chess.E4, EMPTY), (chess.E5, e4)),
    ]


def test_a_game_whose_beginning_could_not_be_marked_is_marked_when_it_goes_on() -> None:
    line = hall("1025")
    deaf = 2

    def unheard(heard: bytes) -> list[bytes]:
        nonlocal deaf
        if heard[0] == Reply.START_GAME_WRITTEN and deaf:
            deaf -= 1
            line.set(chess.E2, EMPTY)
            return []
        return [heard]

    line.pieces = unheard
    line.open()
    mark = Order(Command.SET_START_GAME, 1025).to_bytes()
    assert (deaf, line.sent.count(mark)) == (0, 3)
    line.wait(5.0)
    assert line.sent.count(mark) == 3
