"""Codec and emulator back to back: what hands do on one side comes out as reports on the other."""

from __future__ import annotations

from dataclasses import dataclass, field

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.dgt.codec import DgtCodec
from drivers.dgt.emulator import DgtEmulator
from drivers.dgt.outlet import NO_FAULTS, Faults
from drivers.dgt.wire import WIRE_RATE, Command
from drivers.eboard import CodecOptions, EmulatorOptions, Orientation
from drivers.placement import Placement, code_at, code_of, from_fen, placement_of, with_code
from drivers.reports import (
    ClockGone,
    ClockPaused,
    ClockResumed,
    ClockTimes,
    Dump,
    FlagFell,
    Garbled,
    Identified,
    Oriented,
    Press,
    Report,
    Silent,
    SquaresChanged,
)

WHITE, BLACK = chess.WHITE, chess.BLACK
START = from_fen(chess.STARTING_BOARD_FEN)
SCAN = 0.25  # seconds


@dataclass
class Table:
    """A virtual board, the codec that listens to it, and the time of both. `world` is what really stands there."""

    emulator: DgtEmulator
    codec: DgtCodec
    now: float = 0.0
    reports: list[Report] = field(default_factory=list)
    world: Placement = START

    def open(self) -> Table:
        self.codec.start(self.now)
        self.wait(0.5)
        return self

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while True:
            self._exchange()
            moments = (self.codec.next_timeout(), self.emulator.next_timeout())
            due = min((moment for moment in moments if moment is not None), default=until + 1)
            if due > until:
                break
            self.now = max(self.now, due)
            self.emulator.handle_timeout(self.now)
            listening = self.codec.next_timeout()
            if listening is not None and listening <= self.now:
                self.reports += self.codec.handle_timeout(self.now)
        self.now = until

    def _exchange(self) -> None:
        """Carry bytes to and fro until both are quiet."""
        quiet = False
        while not quiet:
            asked = self.codec.data_to_send()
            if asked:
                self.emulator.receive(asked, self.now)
            heard = self.emulator.data_to_send()
            if heard:
                self.reports += self.codec.receive(heard, self.now)
            quiet = not asked and not heard

    def set(self, square: chess.Square, code: int) -> None:
        self.world = with_code(self.world, square, code)
        self.emulator.set_square(square, code, self.now)

    def set_up(self, placement: Placement) -> None:
        self.world = placement
        self.emulator.set_placement(placement, self.now)
        self.wait(1.0)

    def carry(self, origin: chess.Square, target: chess.Square, seconds: float = 0.4) -> None:
        """A hand takes a piece, and puts it down `seconds` later; a victim was lifted just before."""
        code = code_at(self.world, origin)
        if code_at(self.world, target):
            self.set(target, 0)
            self.wait(0.005)
        self.set(origin, 0)
        self.wait(seconds)
        self.set(target, code)
        self.wait(0.5)

    def press(self, color: chess.Color) -> None:
        self.emulator.press(color, self.now)
        self.wait(0.5)

    def drain(self) -> list[Report]:
        """The reports since the last call."""
        reports, self.reports = self.reports, []
        return reports

    def squares(self) -> list[tuple[chess.Square, int]]:
        """The changes in the reports since the last call, in their order."""
        return [change for report in self.drain() if isinstance(report, SquaresChanged) for change in report.changes]


def table(
    options: EmulatorOptions | None = None, faults: Faults = NO_FAULTS, listening: CodecOptions | None = None
) -> Table:
    options = options or EmulatorOptions()
    return Table(DgtEmulator(options, faults), DgtCodec(listening or CodecOptions()))


def believed(reports: list[Report], placement: Placement = 0) -> Placement:
    for report in reports:
        if isinstance(report, Dump):
            placement = report.placement
        elif isinstance(report, SquaresChanged):
            for square, code in report.changes:
                placement = with_code(placement, square, code)
    return placement


@pytest.mark.parametrize("turned", [False, True])
def test_opening(turned: bool) -> None:
    reports = table(EmulatorOptions(turned=turned)).open().drain()
    assert Identified("3000030123", "1.8") in reports
    assert Oriented(turned) in reports
    assert Dump(START) in reports
    assert ClockTimes(5400, 5400, None) in reports


@pytest.mark.parametrize("turned", [False, True])
def test_a_move_and_its_press(turned: bool) -> None:
    board = table(EmulatorOptions(turned=turned)).open()
    board.emulator.start_clock(WHITE, board.now)
    board.wait(1.2)
    board.drain()
    board.set(chess.E2, 0)
    board.wait(0.3)
    board.set(chess.E4, chess.PAWN)
    board.wait(0.3)
    board.press(WHITE)
    assert board.drain() == [
        SquaresChanged(((chess.E2, 0),)),
        SquaresChanged(((chess.E4, chess.PAWN),)),
        Press(WHITE),
        ClockTimes(5429, 5400, BLACK),  # 1.8 s thought, 30 s more
    ]


def test_pausing_resuming_and_the_flag() -> None:
    board = table(EmulatorOptions(start_seconds=3, increment=0)).open()
    board.emulator.start_clock(WHITE, board.now)
    board.wait(0.5)
    board.emulator.stop_clock(board.now)
    board.wait(10)
    board.emulator.start_clock(WHITE, board.now)
    board.wait(5)
    told = [report for report in board.drain() if not isinstance(report, ClockTimes)]
    assert told[-5:] == [ClockResumed(WHITE), ClockPaused(), ClockResumed(WHITE), ClockPaused(), FlagFell(WHITE)]


def test_without_a_clock() -> None:
    assert ClockGone() in table(faults=Faults(clock_connected=False)).open().drain()


@pytest.mark.parametrize("seed", range(8))
def test_under_a_scan_a_quick_capture_hides_the_victims_departure(seed: int) -> None:
    board = table(EmulatorOptions(scan=SCAN, seed=seed)).open()
    board.set_up(from_fen("4k3/8/8/3p4/4P3/8/8/4K3"))
    board.drain()
    board.carry(chess.E4, chess.D5, seconds=0.05)
    changes = board.squares()
    assert board.world == from_fen("4k3/8/8/3P4/8/8/8/4K3")
    assert (chess.E4, 0) in changes
    assert [change for change in changes if change[0] == chess.D5] in (
        [(chess.D5, chess.PAWN)],  # the victim was never seen to leave
        [(chess.D5, 0), (chess.D5, chess.PAWN)],
    )


def test_most_of_such_captures_do() -> None:
    hidden = 0
    for seed in range(40):
        board = table(EmulatorOptions(scan=SCAN, seed=seed)).open()
        board.set_up(from_fen("4k3/8/8/3p4/4P3/8/8/4K3"))
        board.drain()
        board.carry(chess.E4, chess.D5, seconds=0.05)
        hidden += (chess.D5, 0) not in board.squares()
    assert hidden > 20


def play(board: Table, moves: str, chess960: int | None = None) -> chess.Board:
    """Play moves (UCI) by hand, each with its press; castling king first."""
    game = chess.Board() if chess960 is None else chess.Board.from_chess960_pos(chess960)
    for text in moves.split():
        move = game.parse_uci(text)
        turn = game.turn
        if game.is_castling(move):
            castle(board, game, move)
        else:
            board.carry(move.from_square, move.to_square)
            if game.is_en_passant(move):
                board.set(move.to_square + (-8 if turn else 8), 0)
            elif move.promotion:
                board.set(move.to_square, code_of(chess.Piece(move.promotion, turn)))
        board.wait(0.3)
        game.push(move)
        board.press(turn)
    return game


def castle(board: Table, game: chess.Board, move: chess.Move) -> None:
    after = game.copy()
    after.push(move)
    target = placement_of(after)
    changed = [square for square in chess.SQUARES if code_at(board.world, square) != code_at(target, square)]
    for square in changed:
        board.set(square, 0)
        board.wait(0.3)
    for square in changed:
        board.set(square, code_at(target, square))
        board.wait(0.3)


GAMES = {
    "castling and a capture": (None, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4 d2d4 e5d4 f3d4 c6d4"),
    "en passant and a promotion": (None, "a2a4 h7h5 a4a5 b7b5 a5b6 h5h4 b6c7 h4h3 c7b8q h3g2 b8a8 g2h1n"),
    "Chess960": (342, "g2g3 g7g6 f2f4 f7f5"),
}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("scan", [0.0, SCAN])
@pytest.mark.parametrize(("chess960", "moves"), GAMES.values(), ids=GAMES)
def test_a_game(chess960: int | None, moves: str, scan: float, turned: bool) -> None:
    board = table(EmulatorOptions(turned=turned, scan=scan), Faults(rate=WIRE_RATE))
    if chess960 is not None:
        board.set_up(placement_of(chess.Board.from_chess960_pos(chess960)))
    board.open()
    board.emulator.start_clock(WHITE, board.now)
    game = play(board, moves, chess960)
    reports = board.drain()
    assert believed(reports) == board.world == placement_of(game)
    assert [report.color for report in reports if isinstance(report, Press)] == [
        ply % 2 == 0 for ply in range(len(game.move_stack))
    ]
    assert not [report for report in reports if isinstance(report, Garbled | Silent)]


def test_silence_and_what_was_missed() -> None:
    board = table().open()
    board.emulator.fall_silent(5.0, board.now)
    board.carry(chess.E2, chess.E4)
    board.wait(3.0)
    assert [type(report) for report in board.drain() if not isinstance(report, Identified)][-1] is Silent
    board.wait(5.0)
    reports = board.drain()
    assert believed(reports) == board.world


@pytest.mark.parametrize("seconds", [2.5, 8.0])
def test_a_power_cycle_does_not_leave_the_board_deaf(seconds: float) -> None:
    board = table().open()
    board.wait(1.0)
    board.emulator.power_cycle(seconds, board.now)
    board.wait(seconds + 5.0)
    board.drain()
    board.carry(chess.E2, chess.E4)
    assert board.squares() == [(chess.E2, 0), (chess.E4, chess.PAWN)]


def test_a_power_cycle_that_nobody_noticed_heals_with_the_next_check() -> None:
    board = table().open()
    board.wait(0.8)  # it was asked at 1.2 s, and will be at 2.4 s
    board.emulator.power_cycle(0.5, board.now)
    board.wait(0.6)
    board.drain()
    board.carry(chess.E2, chess.E4)
    assert board.squares() == [], "the board lost its update mode between two questions"
    board.wait(10.0)
    assert believed(board.drain()) == board.world
    board.carry(chess.E7, chess.E5)
    assert board.squares() == [(chess.E7, 0), (chess.E5, code_of(chess.Piece(chess.PAWN, BLACK)))]


def test_checks_that_find_nothing_are_not_reported() -> None:
    board = table().open()
    board.drain()
    board.wait(60.0)
    assert board.drain() == []


def test_old_firmware() -> None:
    unsupported = frozenset({Command.RETURN_LONG_SERIALNR, Command.SEND_BATTERY_STATUS, Command.REQ_HARDWARE_VERSION})
    board = table(faults=Faults(unsupported=unsupported)).open()
    board.wait(5.0)
    reports = board.drain()
    assert Identified("30123", "1.8") in reports
    assert Dump(START) in reports
    assert not [report for report in reports if isinstance(report, Silent)]


@settings(max_examples=25)
@given(
    st.integers(0, 1000),
    st.sampled_from(
        [
            Faults(byte_loss=0.01),
            Faults(bit7=0.01),
            Faults(noise=0.2),
            Faults(truncation=0.1),
            Faults(duplication=0.5),
            Faults(byte_loss=0.005, bit7=0.005, noise=0.05, truncation=0.05, duplication=0.1, rate=WIRE_RATE),
        ]
    ),
)
def test_over_a_bad_line_a_dump_puts_everything_right(seed: int, faults: Faults) -> None:
    board = table(EmulatorOptions(seed=seed, scan=SCAN), faults, CodecOptions(Orientation.NORMAL)).open()
    for origin, target in ((chess.E2, chess.E4), (chess.E7, chess.E5), (chess.G1, chess.F3), (chess.B8, chess.C6)):
        board.carry(origin, target)
    for _ in range(40):
        board.codec.request_dump(board.now)
        board.wait(2.0)
        if believed(board.reports) == board.world:
            break
    assert believed(board.reports) == board.world
