"""A lost link, and the memory of the e-board: what was missed is told, nothing twice, and nothing that is not sure."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers import dgt
from drivers.dgt.emulator import DgtEmulator
from drivers.dgt.outlet import NO_FAULTS, Faults
from drivers.dgt.recovery import PATIENCE_SECONDS
from drivers.dgt.wire import LONGEST, WIRE_RATE, Command, Message
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.hand import CALM, Act, at_pace, play
from drivers.placement import EMPTY, code_from_symbol
from drivers.reports import ClockResumed, Dump, Garbled, Press, Report, Silent, SquaresChanged
from tests.drivers.connection import START, Connection, believed, whole

MOVES = (
    *("e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"),
    *("d2d4", "c8f5"),
)


def table_with(faults: Faults = NO_FAULTS, *, turned: bool = False, scan: float = 0.0) -> Connection:
    record = replace(dgt.EBOARD, emulator=lambda options: DgtEmulator(options, faults))
    return Connection(record, turned=turned, scan=scan).open()


def acts_of_the_game() -> list[Act]:
    return list(play(chess.Board(), map(chess.Move.from_uci, MOVES), at_pace(CALM, 0.1), random.Random(1)))


def told(reports: list[Report]) -> list[tuple[chess.Square, int] | Press]:
    """Changes and presses, in their order."""
    found: list[tuple[chess.Square, int] | Press] = []
    for report in reports:
        if isinstance(report, SquaresChanged):
            found += report.changes
        elif isinstance(report, Press):
            found.append(report)
    return found


def done(acts: list[Act]) -> list[tuple[chess.Square, int] | Press]:
    return told([act.does for act in acts if isinstance(act.does, SquaresChanged | Press)])


def play_with_gaps(table: Connection, acts: list[Act], gaps: list[tuple[int, int]]) -> None:
    """The cable is out from the first to the second act of each gap."""
    table.do(ClockResumed(chess.WHITE))
    begin = table.now
    out, back = dict(gaps).keys(), {end for _, end in gaps}
    for number, act in enumerate(acts):
        table.wait(max(0.0, begin + act.at - table.now))
        if number in out:
            table.unplug()
        table.do(act.does)
        if number in back:
            table.plug()
    table.open(30.0)


def steps(text: str) -> list[tuple[chess.Square, int]]:
    return [(chess.parse_square(word[:2]), code_from_symbol(word[2:].removeprefix("."))) for word in text.split()]


def put(table: Connection, text: str) -> None:
    list(table.handle(steps(text)))


@pytest.mark.parametrize("turned", [False, True])
def test_what_was_missed_is_told_after_what_was_known_and_before_what_stands(turned: bool) -> None:
    table = table_with(turned=turned)
    put(table, "e2. e4P e7.")
    known = table.world
    table.unplug()
    put(table, "e5p g1.")
    table.do(Press(chess.WHITE))
    put(table, "f3N")
    table.drain()
    table.open()
    reports = [report for report in table.reports if isinstance(report, Dump | SquaresChanged | Press)]
    assert reports == [
        Dump(known),
        *(SquaresChanged((step,)) for step in steps("e5p g1.")),
        Press(chess.WHITE),
        *(SquaresChanged((step,)) for step in steps("f3N")),
        Dump(table.world),
    ]


def test_what_was_missed_is_told_in_its_order_and_apart() -> None:
    table = table_with()
    table.unplug()
    put(table, "e2. e4P e7. e5p")
    table.drain()
    table.plug()
    table.wait(5.0)
    moments = [at for at, report in table.rack.heard if isinstance(report, SquaresChanged)]
    assert all(later - earlier == pytest.approx(0.1) for earlier, later in pairwise(moments))


def test_half_moves_that_were_missed_are_further_apart_than_changes_that_have_no_order() -> None:
    table = table_with()
    table.do(ClockResumed(chess.WHITE))
    table.unplug()
    for color, move in ((chess.WHITE, "e2. e4P"), (chess.BLACK, "e7. e5p"), (chess.WHITE, "g1. f3N")):
        put(table, move)
        table.do(Press(color))
    table.drain()
    table.open(10.0)
    heard = [(at, report) for at, report in table.rack.heard if isinstance(report, SquaresChanged | Press)]
    waits = [
        after - before
        for (before, one), (after, other) in pairwise(heard)
        if isinstance(one, Press) and isinstance(other, SquaresChanged)
    ]
    assert len(waits) == 2
    assert min(waits) > CodecOptions().unordered


def test_what_happens_while_the_past_is_told_is_told_apart_too() -> None:
    table = table_with()
    table.unplug()
    put(table, "e2. e4P e7. e5p g1. f3N b8. c6n f1. b5B a7. a6p b5. a4B g8. f6n")
    table.drain()
    table.plug()
    table.wait(0.3)
    for square, code in steps("d2. d3P f8. e7b"):
        table.set(square, code)
        table.wait(0.2)
    table.wait(10.0)
    moments = [at for at, report in table.rack.heard if isinstance(report, SquaresChanged)]
    assert told(table.reports)[-4:] == steps("d2. d3P f8. e7b")
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.09


def test_when_nothing_was_missed_the_memory_is_left_alone() -> None:
    table = table_with()
    table.unplug()
    table.wait(20.0)
    table.sent.clear()
    table.open()
    assert bytes((Command.SEND_EE_MOVES,)) not in table.sent
    assert believed(table.reports) == table.world


def test_a_new_program_does_not_ask_for_a_past_that_it_cannot_join() -> None:
    table = table_with()
    assert not any(Command.SEND_EE_MOVES in piece for piece in table.sent)


def test_moves_that_lead_back_are_recovered_too() -> None:
    table = table_with()
    put(table, "g1. f3N")
    table.unplug()
    put(table, "g8. f6n f3. g1N f6. g8n g1. f3N b8.")
    table.drain()
    table.open(10.0)
    assert told(table.reports) == steps("g8. f6n f3. g1N f6. g8n g1. f3N b8.")


def test_moves_that_lead_all_the_way_back_are_known_from_the_clock() -> None:
    table = table_with()
    table.do(ClockResumed(chess.WHITE))
    table.unplug()
    for color, move in ((chess.WHITE, "g1. f3N"), (chess.BLACK, "g8. f6n"), (chess.WHITE, "f3. g1N")):
        put(table, move)
        table.do(Press(color))
    put(table, "f6. g8n")
    table.drain()
    table.open(10.0)
    assert [each for each in told(table.reports) if not isinstance(each, Press)] == steps(
        "g1. f3N g8. f6n f3. g1N f6. g8n"
    )


def test_at_the_start_of_a_game_too() -> None:
    table = table_with()
    table.unplug()
    put(table, "g1. f3N g8. f6n f3. g1N f6. g8n e2. e4P")
    table.drain()
    table.open(10.0)
    assert told(table.reports) == steps("g1. f3N g8. f6n f3. g1N f6. g8n e2. e4P")


@settings(max_examples=25)
@given(st.data())
def test_whenever_the_cable_is_out_every_change_is_told_once(data: st.DataObject) -> None:
    acts = acts_of_the_game()
    numbers = st.lists(st.integers(0, len(acts) - 2), min_size=2, max_size=6, unique=True).map(sorted)
    bounds = data.draw(numbers)
    gaps = list(zip(bounds[::2], bounds[1::2], strict=False))
    table = table_with()
    table.drain()
    play_with_gaps(table, acts, gaps)
    assert [each for each in told(table.reports) if not isinstance(each, Press)] == [
        each for each in done(acts) if not isinstance(each, Press)
    ]
    presses = [each.color for each in told(table.reports) if isinstance(each, Press)]
    assert all(one != other for one, other in pairwise(presses)), "no press is told twice"


@settings(max_examples=15)
@given(st.data())
def test_a_memory_that_merges_and_a_scan_lose_no_position(data: st.DataObject) -> None:
    acts = acts_of_the_game()
    out = data.draw(st.integers(0, len(acts) - 2))
    back = data.draw(st.integers(out + 1, len(acts) - 1))
    table = table_with(Faults(merging=True), scan=0.25)
    play_with_gaps(table, acts, [(out, back)])
    assert believed(table.reports) == table.world


def test_at_the_speed_of_the_wire_the_memory_takes_its_time_and_nothing_is_lost() -> None:
    table = table_with(Faults(rate=WIRE_RATE))
    put(table, "e2. e4P")
    table.unplug()
    put(table, "e7. e5p")
    table.drain()
    table.plug()
    table.wait(LONGEST / WIRE_RATE / 2)
    put(table, "g1. f3N")
    assert told(table.reports) == []
    table.wait(12.0)
    assert told(table.reports) == steps("e7. e5p g1. f3N")
    assert believed(table.reports) == table.world
    assert not [report for report in table.reports if isinstance(report, Silent | Garbled)]


@pytest.mark.parametrize("rate", [None, WIRE_RATE])
def test_a_press_while_the_memory_is_read_is_told_once(rate: float | None) -> None:
    for pressed_after in (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 8.0, 8.5, 9.0, 10.0):
        table = table_with(Faults(rate=rate) if rate else NO_FAULTS)
        table.do(ClockResumed(chess.WHITE))
        put(table, "e2. e4P")
        table.do(Press(chess.WHITE))
        table.wait(2.0)
        table.unplug()
        put(table, "e7. e5p")
        table.do(Press(chess.BLACK))
        put(table, "g1. f3N")
        table.drain()
        table.plug()
        table.wait(pressed_after)
        table.do(Press(chess.WHITE))
        put(table, "b8. c6n")
        table.do(Press(chess.BLACK))
        table.wait(20.0)
        assert told(table.reports) == [
            *(*steps("e7. e5p"), Press(chess.BLACK), *steps("g1. f3N"), Press(chess.WHITE)),
            *(*steps("b8. c6n"), Press(chess.BLACK)),
        ], f"pressed {pressed_after} s after the line was back"


@pytest.mark.parametrize("seconds", [0.2, 0.35, 0.8])
def test_a_link_lost_again_while_the_past_is_told(seconds: float) -> None:
    table = table_with()
    table.unplug()
    put(table, "e2. e4P e7. e5p g1. f3N b8. c6n")
    table.drain()
    table.open(seconds)
    table.unplug()
    put(table, "f1. b5B")
    table.open(10.0)
    assert told(table.reports) == steps("e2. e4P e7. e5p g1. f3N b8. c6n f1. b5B")


def test_a_silence_is_a_lost_link() -> None:
    table = table_with()
    emulator = table.emulator
    assert isinstance(emulator, DgtEmulator)
    put(table, "e2. e4P")
    table.drain()
    emulator.fall_silent(8.0, table.now)
    put(table, "e7. e5p g1. f3N")
    table.wait(15.0)
    assert told(table.reports) == steps("e7. e5p g1. f3N")


def assert_only_a_reading(table: Connection) -> None:
    assert told(table.reports) == []
    assert believed(table.reports) == table.world


def test_an_e_board_that_has_no_memory() -> None:
    table = table_with(Faults(unsupported=frozenset({Command.SEND_EE_MOVES})))
    table.unplug()
    put(table, "e2. e4P")
    table.drain()
    table.open(10.0)
    assert_only_a_reading(table)


def test_an_e_board_that_was_without_power_meanwhile_knows_no_past() -> None:
    table = table_with()
    emulator = table.emulator
    assert isinstance(emulator, DgtEmulator)
    put(table, "e2. e4P")
    table.unplug()
    emulator.power_cycle(10.0, table.now)
    put(table, "e7. e5p")
    table.wait(20.0)
    table.drain()
    table.open(10.0)
    assert_only_a_reading(table)
    put(table, "g1. f3N")
    assert told(table.reports) == steps("g1. f3N")


def test_another_e_board_on_the_line_has_another_past() -> None:
    table = table_with()
    put(table, "e2. e4P")
    table.unplug()
    table.emulator, table.world = DgtEmulator(EmulatorOptions(serial="40404")), START
    put(table, "d2. d4P d7. d5p")
    table.drain()
    table.open(10.0)
    assert_only_a_reading(table)


def test_a_memory_that_arrives_damaged_is_not_believed() -> None:
    table = table_with()
    put(table, "e2. e4P")
    table.unplug()
    put(table, "e7. e5p")
    table.drain()
    table.tamper = lambda data: (data if len(data) < 1000 else data[:4000] + b"\xff" + data[4000:],)
    table.open(10.0)
    assert_only_a_reading(table)


def test_a_piece_lifted_while_the_line_is_opened_is_told() -> None:
    table = table_with()
    table.unplug()
    table.plug()
    table.set(chess.E2, EMPTY)
    table.wait(5.0)
    assert believed(table.reports) == table.world


@pytest.mark.parametrize("cable", ["stays", "goes and comes back"])
def test_an_e_board_that_answers_nothing_is_followed_by_what_it_says_itself(cable: str) -> None:
    table = table_with()
    table.do(ClockResumed(chess.WHITE))
    put(table, "e2. e4P")
    table.tamper = what_it_says_itself
    if cable != "stays":
        table.unplug()
        table.plug()
    table.wait(1.0)
    table.drain()
    put(table, "e7. e5p")
    table.wait(PATIENCE_SECONDS)
    assert told(table.reports) == steps("e7. e5p")
    put(table, "g1. f3N f3. g1N g1. f3N b8. c6n")
    table.wait(0.1)
    assert told(table.reports) == steps("e7. e5p g1. f3N f3. g1N g1. f3N b8. c6n")
    table.tamper = whole
    table.wait(15.0)
    assert told(table.reports) == steps("e7. e5p g1. f3N f3. g1N g1. f3N b8. c6n")
    assert believed(table.reports) == table.world


def what_it_says_itself(data: bytes) -> Iterator[bytes]:
    """A line on which the e-board hears nothing: changes and the clock's times come, answers do not."""
    while data:
        length = data[1] << 7 | data[2]
        if data[0] in {Message.FIELD_UPDATE, Message.BWTIME}:
            yield data[:length]
        data = data[length:]
