"""What every registered family must do, by its contract alone: what hands do on the e-board is what its codec reports.

A family that is registered is tested. What it cannot tell apart, and how slowly it looks, is taken from its record.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import chess
import pytest

from drivers.eboard import CodecOptions, EBoard, EmulatorOptions, Feature, Orientation, Transport
from drivers.placement import Code, Sensing, code_from_symbol, placement_of, seen_by
from drivers.reports import (
    Battery,
    ClockPaused,
    ClockResumed,
    ClockTimes,
    Dump,
    Garbled,
    Identified,
    Oriented,
    Press,
    Silent,
)
from tests.drivers.connection import (
    START,
    Connection,
    beliefs,
    believed,
    changes_only,
    has,
)
from tests.drivers.families import FAMILIES, every_family, name_of

either_way_round = pytest.mark.parametrize("turned", [False, True], ids=["normal", "turned"])
CLOCK_SECONDS = 8.0
"""So seldom a clock may be read that is not pressed."""
LIGHT_SECONDS = 5.0
"""After so long all 64 lights are as they were ordered, also where orders have to wait for each other."""


@dataclass(frozen=True)
class Scene:
    """What stands on the board, and what is done: `e2.` empties a square, `e4P` puts a piece there."""

    board: chess.BaseBoard
    script: str

    def steps(self) -> list[tuple[chess.Square, Code]]:
        return [
            (chess.parse_square(word[:2]), code_from_symbol(word[2:].removeprefix("."))) for word in self.script.split()
        ]


def scene(placement: str, script: str) -> Scene:
    return Scene(chess.BaseBoard(placement), script)


def scene960(number: int, script: str) -> Scene:
    return Scene(chess.Board.from_chess960_pos(number), script)


OPEN_GAME = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"
CASTLES = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"
PASSING = "4k3/8/8/3pP3/8/8/8/4K3"
LAST_STEP = "1n2k3/P7/8/8/8/8/7p/4K1N1"  # no queen on the board, so that the new one is one of the set
SCENES = {
    "1.e4": scene(chess.STARTING_BOARD_FEN, "e2. e4P"),
    "1.e4 e5 2.Nf3": scene(chess.STARTING_BOARD_FEN, "e2. e4P e7. e5p g1. f3N"),
    "a piece put back": scene(chess.STARTING_BOARD_FEN, "g8. g8n"),
    "capture, victim first": scene(OPEN_GAME, "d5. e4. d5P"),
    "capture, own piece first": scene(OPEN_GAME, "e4. d5. d5P"),
    "capture, both in one hand": scene(OPEN_GAME, "e4. d5P"),
    "capture by Black": scene(OPEN_GAME, "e4. d5. e4p"),
    "castling short": scene(CASTLES, "e1. g1K h1. f1R"),
    "castling long": scene(CASTLES, "e1. c1K a1. d1R"),
    "castling short by Black": scene(CASTLES, "e8. g8k h8. f8r"),
    "castling long by Black, both lifted first": scene(CASTLES, "e8. a8. c8k d8r"),
    "en passant": scene(PASSING, "e5. d6P d5."),
    "en passant, victim first": scene(PASSING, "d5. e5. d6P"),
    "promotion, pawn off first": scene(LAST_STEP, "a7. a8Q"),
    "promotion, exchanged on the square": scene(LAST_STEP, "a7. a8P a8. a8Q"),
    "promotion, capturing": scene(LAST_STEP, "b8. a7. b8Q"),
    "underpromotion by Black": scene(LAST_STEP, "h2. h1n"),
    "a piece slides": scene("4k3/8/8/8/8/8/8/R3K3", "a1. a2R a2. a3R a3. a4R"),
    "Chess960, first moves": scene960(342, "g2. g3P g7. g6p"),
    "Chess960, king and rook change places": scene960(0, "f1. g1. g1K f1R"),
    "the kings announce a result": scene("8/8/4k3/8/8/2K5/8/8", "c3. e6. e4K d5k"),
}
any_scene = pytest.mark.parametrize("played", SCENES.values(), ids=SCENES)


@every_family
def test_record_is_plausible(family: EBoard) -> None:
    assert family.title
    assert 0 <= family.scan_period <= 2
    assert 0 < family.shortest_lift <= 3
    assert family.transports
    assert (family.gatt is not None) == (Transport.BLUETOOTH_LE in family.transports)


@every_family
@either_way_round
def test_start_position_and_identity_are_reported(family: EBoard, turned: bool) -> None:
    reports = Connection(family, turned=turned).open().reports
    assert Dump(seen_by(family.sensing, START)) in reports
    assert believed(reports) == seen_by(family.sensing, START)
    assert len([report for report in reports if isinstance(report, Identified)]) <= 1
    assert not [report for report in reports if isinstance(report, Garbled | Silent)]


@every_family
@either_way_round
def test_start_position_tells_where_white_sits(family: EBoard, turned: bool) -> None:
    told = [report for report in Connection(family, turned=turned).open().reports if isinstance(report, Oriented)]
    assert told in ([], [Oriented(turned)]) if family.sensing is Sensing.OCCUPANCY else told == [Oriented(turned)]


@every_family
@either_way_round
def test_user_may_say_where_white_sits(family: EBoard, turned: bool) -> None:
    set_by_hand = CodecOptions(Orientation.TURNED if turned else Orientation.NORMAL)
    table = Connection(family, turned=turned, listening=set_by_hand).open()
    table.move(chess.B1, chess.C3)
    assert believed(table.reports) == table.visible


@every_family
def test_what_was_found_out_about_the_orientation_holds_in_the_middle_of_a_game(family: EBoard) -> None:
    orientation = Orientation.TURNED if family.sensing is Sensing.OCCUPANCY else Orientation.AUTO
    before = Connection(family, turned=True).open()
    before.move(chess.E2, chess.E4)
    after = Connection(family, turned=True, listening=CodecOptions(orientation, turned=True))
    after.emulator, after.world, after.now = before.emulator, before.world, before.now
    assert believed(after.open().reports) == before.visible


@every_family
@either_way_round
@any_scene
def test_what_hands_do_is_reported_step_by_step(family: EBoard, turned: bool, played: Scene) -> None:
    table = Connection(family, turned=turned).open()
    table.set_up(played.board)
    assert believed(table.reports) == table.visible
    before = table.visible
    table.drain()
    shown = list(table.handle(played.steps()))
    assert changes_only([before, *beliefs(table.reports, before)]) == changes_only([before, *shown])
    assert not [report for report in table.reports if isinstance(report, Garbled | Silent)]


@every_family
def test_start_position_is_found_again_after_a_game(family: EBoard) -> None:
    table = Connection(family).open()
    table.move(chess.E2, chess.E4)
    table.move(chess.D7, chess.D5)
    table.move(chess.E4, chess.D5)
    table.set_up(chess.Board())
    assert believed(table.reports) == seen_by(family.sensing, placement_of(chess.Board()))


@every_family
def test_asked_for_all_squares_it_tells_them(family: EBoard) -> None:
    table = Connection(family).open()
    table.move(chess.G1, chess.F3)
    table.drain()
    table.ask_for_all_squares()
    table.ask_for_all_squares()
    table.wait(2.0)
    dumps = [report for report in table.reports if isinstance(report, Dump)]
    assert dumps
    assert set(dumps) == {Dump(table.visible)}
    assert len(dumps) <= 2


@every_family
def test_an_e_board_on_which_nothing_happens_says_nothing(family: EBoard) -> None:
    table = Connection(family).open()
    table.wait(10.0)
    table.drain()
    table.wait(60.0)
    assert [report for report in table.reports if not isinstance(report, Battery)] == []


@every_family
@either_way_round
def test_lights_shine_where_they_should(family: EBoard, turned: bool) -> None:
    table = Connection(family, turned=turned).open()
    for squares in ({chess.E2, chess.E4}, {chess.A1}, {chess.H8, chess.A8, chess.D5}, set(), set(chess.SQUARES)):
        table.light(squares)
        table.wait(LIGHT_SECONDS)
        assert table.emulator.lit == (squares if has(family, Feature.LEDS) else set())
    assert believed(table.reports) == table.visible


@every_family
def test_lights_do_not_disturb_the_squares(family: EBoard) -> None:
    table = Connection(family).open()
    table.light({chess.E2, chess.E4})
    table.move(chess.E2, chess.E4)
    table.light(set())
    table.wait(LIGHT_SECONDS)
    assert believed(table.reports) == table.visible
    assert not table.emulator.lit


@every_family
def test_without_lights_nothing_is_sent_for_them(family: EBoard) -> None:
    table = Connection(family).open()
    table.sent.clear()
    table.light({chess.E2, chess.E4})
    assert bool(table.sent) <= has(family, Feature.LEDS)


@every_family
def test_battery_is_told_where_there_is_one_and_again_when_it_changes(family: EBoard) -> None:
    table = Connection(family).open()
    table.wait(700.0)
    told = [report for report in table.reports if isinstance(report, Battery)]
    assert bool(told) == has(family, Feature.BATTERY)
    assert all(0 <= report.percent <= 100 for report in told)
    assert all(one != other for one, other in pairwise(told))


@pytest.mark.parametrize("family", [family for family in FAMILIES if has(family, Feature.CLOCK)], ids=name_of)
@either_way_round
def test_clock_is_told(family: EBoard, turned: bool) -> None:
    table = Connection(family, turned=turned).open()
    times = EmulatorOptions().start_seconds
    assert ClockTimes(times, times, None) in table.reports
    table.drain()
    table.do(ClockResumed(chess.WHITE))
    table.wait(1.5)
    table.do(Press(chess.WHITE))
    table.wait(1.5)
    table.do(Press(chess.BLACK))
    table.wait(1.5)
    table.do(ClockPaused())
    table.wait(CLOCK_SECONDS)
    told = [report for report in table.drain() if not isinstance(report, ClockTimes)]
    assert told == [ClockResumed(chess.WHITE), Press(chess.WHITE), Press(chess.BLACK), ClockPaused()]


@every_family
def test_hands_at_the_clock_mean_nothing_to_an_e_board_without_one(family: EBoard) -> None:
    table = Connection(family).open()
    table.drain()
    for deed in (ClockResumed(chess.WHITE), Press(chess.WHITE), ClockPaused()):
        table.do(deed)
        table.wait(1.5)
    told = [report for report in table.reports if isinstance(report, Press | ClockResumed | ClockPaused)]
    if not has(family, Feature.CLOCK):
        assert told == ([Press(chess.WHITE)] if has(family, Feature.PRESSES) else [])
    assert believed([Dump(table.visible), *table.reports]) == table.visible
