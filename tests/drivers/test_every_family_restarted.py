"""The program is killed and started anew in the middle of a game: an e-board with a memory tells what it missed.

What the program wrote down before it died is all that the next one knows; the last reports may be lost with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.eboard import CodecOptions, EBoard, Feature
from drivers.hand import CALM, Act, at_pace, play
from drivers.placement import code_from_symbol
from drivers.reports import ClockResumed, ClockTimes, Dump, Press, Report, SquaresChanged
from tests.drivers.connection import Connection, Rack, believed, has
from tests.drivers.families import FAMILIES, name_of

MOVES = (
    *("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"),
    *("d2d4", "c8f5"),
)
WELCOMED = 15.0
with_memory = pytest.mark.parametrize("family", [each for each in FAMILIES if has(each, Feature.MEMORY)], ids=name_of)


def steps(text: str) -> list[tuple[chess.Square, int]]:
    return [(chess.parse_square(word[:2]), code_from_symbol(word[2:].removeprefix("."))) for word in text.split()]


def put(table: Connection, text: str) -> None:
    list(table.handle(steps(text)))


def acts_of_the_game() -> list[Act]:
    return list(play(chess.Board(), map(chess.Move.from_uci, MOVES), at_pace(CALM, 0.1), random.Random(1)))


def changes(reports: list[Report]) -> list[tuple[chess.Square, int]]:
    return [change for report in reports if isinstance(report, SquaresChanged) for change in report.changes]


def written_down(reports: list[Report]) -> tuple[Report, ...]:
    return tuple(each for each in reports if isinstance(each, SquaresChanged | Dump | Press | ClockTimes))


class Table(Connection):
    """`on_disk`: what all programs so far have written down."""

    def __init__(self, family: EBoard, *, turned: bool = False) -> None:
        super().__init__(family, turned=turned, scan=0.0)
        self.on_disk: list[Report] = []
        self._is_turned = turned

    def kill(self, lost: int = 0) -> None:
        """The program dies, and so many of its last reports with it, but not what the first of all has read first."""
        first = 0 if self.on_disk else 1 + next(at for at, each in enumerate(self.reports) if isinstance(each, Dump))
        self.on_disk += written_down(self.reports[: max(first, len(self.reports) - lost)])
        self.unplug()
        self.rack = Rack()
        self.listener = self.rack

    def start_anew(self, seconds: float = WELCOMED, told: Callable[[], tuple[Report, ...]] | None = None) -> None:
        past = told() if told else tuple(self.on_disk)
        options = CodecOptions(turned=self._is_turned, told=past)
        self.codec = self.record.codec(options)
        self.open(seconds)


@with_memory
@pytest.mark.parametrize("turned", [False, True])
def test_what_was_missed_is_told_after_what_was_told_and_before_what_stands(family: EBoard, turned: bool) -> None:
    table = Table(family, turned=turned)
    table.open()
    put(table, "e2. e4P e7.")
    known = table.world
    table.wait(1.0)
    table.kill()
    put(table, "e5p g1. f3N b8.")
    table.start_anew()
    reports = [report for report in table.reports if isinstance(report, Dump | SquaresChanged)]
    assert reports == [Dump(known), *(SquaresChanged((step,)) for step in steps("e5p g1. f3N b8.")), Dump(table.world)]


@with_memory
def test_what_was_told_but_not_written_down_is_told_again(family: EBoard) -> None:
    table = Table(family)
    table.open()
    put(table, "e2. e4P e7. e5p g1. f3N")
    table.wait(1.0)
    lost = len(table.reports) - table.reports.index(SquaresChanged((steps("e5p")[0],)))
    table.kill(lost)
    table.start_anew()
    assert changes(table.reports) == steps("e5p g1. f3N")


@with_memory
def test_a_program_that_is_killed_before_it_has_told_anything_costs_nothing(family: EBoard) -> None:
    table = Table(family)
    table.open()
    put(table, "e2. e4P")
    table.wait(1.0)
    table.kill()
    for text in ("e7. e5p", "g1. f3N", "b8. c6n"):
        put(table, text)
        table.start_anew(seconds=0.3)
        table.kill(lost=1000)
    table.start_anew()
    assert changes(table.reports) == steps("e7. e5p g1. f3N b8. c6n")


@with_memory
def test_moves_that_lead_all_the_way_back_are_known_from_the_clock(family: EBoard) -> None:
    table = Table(family)
    table.open()
    table.do(ClockResumed(chess.WHITE))
    table.wait(3.0)
    table.kill()
    for color, move in ((chess.WHITE, "g1. f3N"), (chess.BLACK, "g8. f6n"), (chess.WHITE, "f3. g1N")):
        put(table, move)
        table.do(Press(color))
    put(table, "f6. g8n")
    table.start_anew()
    assert changes(table.reports) == steps("g1. f3N g8. f6n f3. g1N f6. g8n")


@with_memory
def test_when_nothing_was_missed_nothing_is_told_but_what_stands(family: EBoard) -> None:
    table = Table(family)
    table.open()
    put(table, "e2. e4P")
    table.wait(1.0)
    table.kill()
    table.wait(20.0)
    table.start_anew()
    assert changes(table.reports) == []
    assert {report.placement for report in table.reports if isinstance(report, Dump)} == {table.world}


@with_memory
def test_another_e_board_on_the_line_has_another_past(family: EBoard) -> None:
    table = Table(family)
    table.open()
    put(table, "e2. e4P c7. c5p")
    table.wait(1.0)
    table.kill()
    other = Table(family)
    other.open()
    put(other, "d2. d4P d7. d5p")
    other.wait(1.0)
    other.kill()
    other.start_anew(told=lambda: tuple(table.on_disk))
    assert changes(other.reports) == []
    assert believed(other.reports) == other.world


@with_memory
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_however_often_it_is_killed_every_change_is_told_once(family: EBoard, data: st.DataObject) -> None:
    acts = acts_of_the_game()
    bounds = data.draw(st.lists(st.integers(0, len(acts) - 2), min_size=2, max_size=8, unique=True).map(sorted))
    killed_at, started_at = set(bounds[::2]), set(bounds[1::2])
    table = Table(family)
    table.open()
    table.do(ClockResumed(chess.WHITE))
    begin, running = table.now, True
    for number, act in enumerate(acts):
        table.wait(max(0.0, begin + act.at - table.now))
        if number in killed_at and running:
            table.kill(lost=data.draw(st.integers(0, 5)))
            running = False
        table.do(act.does)
        if number in started_at and not running:
            table.start_anew(seconds=data.draw(st.sampled_from([0.0, 0.3, 2.0, 15.0])))
            running = True
    table.wait(10.0) if running else table.start_anew()
    table.wait(30.0)
    table.kill()
    done = [change for act in acts if isinstance(act.does, SquaresChanged) for change in act.does.changes]
    assert changes(table.on_disk) == done
    presses = [each.color for each in table.on_disk if isinstance(each, Press)]
    assert all(one != other for one, other in pairwise(presses)), "no press is told twice"
