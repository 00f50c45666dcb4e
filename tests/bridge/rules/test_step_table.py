"""The table in the text of `step`: a game is put into each phase and fed every input, and tells what the table says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import chess
import pytest

from bridge.rules.game import step, wake_at
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.notices import (
    AlertClosed,
    AlertRaised,
    ClockShown,
    DumpWanted,
    GameStarted,
    MoveSeen,
    MovesWithdrawn,
    Notice,
)
from bridge.rules.position import position_from_fen
from drivers import reports
from drivers.placement import EMPTY, code_at, code_of, from_fen, with_code
from tests.bridge.rules.table import Table

SYMBOLS: Mapping[type[Notice], str] = {
    MoveSeen: "m", MovesWithdrawn: "w", AlertRaised: "a", AlertClosed: "c", DumpWanted: "d", GameStarted: "g",
}  # fmt: skip
CODES = (EMPTY, *(code_of(chess.Piece(kind, color)) for kind in chess.PIECE_TYPES for color in chess.COLORS))
START = position_from_fen(chess.STARTING_FEN)
ONE_MOVE = "0:e2- 0.4:e4P 0.8:W"
MIDDLEGAME = "r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1"
FOOLS_MATE = "0:f2- 0.3:f3P 0.6:W 2:e7- 2.3:e5p 2.6:B 4:g2- 4.3:g4P 4.6:W 6:d8- 6.3:h4q 6.6:B"


def after_a_move(script: str = "", *, deaf: bool = False) -> Table:
    return Table(deaf=deaf).play(ONE_MOVE).wait().play(script)


def out_of_sync() -> Table:
    table = after_a_move(deaf=True)
    table.tell(reports.LinkDown("pulled"), table.now)
    table.tell(reports.LinkUp(), table.now + 60.0)
    table.tell(reports.Dump(from_fen(MIDDLEGAME)), table.now + 0.5)
    return table.wait()


def next_game_waiting() -> Table:
    table = Table().play(FOOLS_MATE)
    table.standing = from_fen(chess.STARTING_BOARD_FEN)
    table.tell(reports.Dump(table.standing), table.now + 20.0)
    table.wait()
    assert table.game.next is not None
    return table


def not_heard() -> Table:
    table = after_a_move()
    table.tell(reports.LinkDown("pulled"), table.now)
    return table


def not_read() -> Table:
    table = not_heard()
    table.tell(reports.LinkUp(), table.now + 1.0)
    return table


PHASES: Mapping[str, Callable[[], Table]] = {
    "resting": after_a_move,
    "piece in hand": lambda: after_a_move("60:g8-"),
    "tentative": lambda: after_a_move("60:g8- 60.4:f6n"),
    "made": lambda: after_a_move("60:g8- 60.4:f6n").wait(5.0),
    "question open": lambda: after_a_move("60:B", deaf=True),
    "out of sync": out_of_sync,
    "over": lambda: Table().play(FOOLS_MATE).wait(),
    "next game waiting": next_game_waiting,
    "not heard": not_heard,
    "heard, not read": not_read,
}


def one_square(table: Table) -> Iterator[tuple[chess.Square, int]]:
    """Every way in which one square can change."""
    return ((square, code) for square in chess.SQUARES for code in CODES if code_at(table.standing, square) != code)


def squares(table: Table) -> Iterator[Input]:
    return (reports.SquaresChanged((change,)) for change in one_square(table))


def dumps(table: Table) -> Iterator[Input]:
    yield reports.Dump(table.standing)
    yield from (reports.Dump(with_code(table.standing, *change)) for change in one_square(table))


INPUTS: Mapping[str, Callable[[Table], Iterator[Input]]] = {
    "squares": squares,
    "dump": dumps,
    "press": lambda _: map(reports.Press, chess.COLORS),
    "time": lambda _: iter([TimePassed()]),
    "flag": lambda _: map(reports.FlagFell, chess.COLORS),
    "lost": lambda _: iter([reports.LinkDown("pulled"), reports.Silent(5.0)]),
    "heard": lambda _: iter([reports.LinkUp()]),
    "start": lambda _: iter([StartGame(START)]),
}


def moments(table: Table, received: Input) -> tuple[float, ...]:
    """Shortly after; for time alone also when the game wants to be woken, and later."""
    due = wake_at(table.game)
    if not isinstance(received, TimePassed) or due is None:
        return (table.now + 0.05,)
    return (max(due, table.now), *(table.now + later for later in (0.3, 1.0, 5.0)))


def told(table: Table, received: Input) -> set[type[Notice]]:
    return {type(notice) for now in moments(table, received) for notice in step(table.game, received, now)[1]}


def table_of_step() -> dict[str, dict[str, str]]:
    """The rows of the table by phase, their cells by input."""
    lines = re.split(r"::\n\n", step.__doc__ or "")[1].split("\n\n")[0].splitlines()
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines]
    return {phase: dict(zip(rows[0][1:], cells, strict=True)) for phase, *cells in rows[1:]}


TABLE = table_of_step()


def test_the_table_has_every_phase_and_input() -> None:
    assert list(TABLE) == list(PHASES)
    assert all(list(row) == list(INPUTS) for row in TABLE.values())


@pytest.mark.parametrize("kind", INPUTS)
@pytest.mark.parametrize("phase", PHASES)
def test_what_is_told_in_each_phase(phase: str, kind: str) -> None:
    table = PHASES[phase]()
    notices = set().union(*(told(table, received) for received in INPUTS[kind](table)))
    cell = "".join(symbol for notice, symbol in SYMBOLS.items() if notice in notices)
    assert notices <= set(SYMBOLS)
    assert (cell or "-") == TABLE[phase][kind]


SILENT = (
    reports.ClockPaused(), reports.ClockGone(), reports.Identified("30123"),
    reports.Battery(50, False), reports.Oriented(True), reports.Garbled(b"?", "noise"),
)  # fmt: skip


@pytest.mark.parametrize("phase", PHASES)
def test_times_are_told_in_every_phase_and_what_an_eboard_says_of_itself_in_none(phase: str) -> None:
    table = PHASES[phase]()
    assert told(table, reports.ClockTimes(60.0, 60.0, None)) == {ClockShown}
    for received in SILENT:
        assert told(table, received) == set()


@pytest.mark.parametrize("phase", PHASES)
def test_a_clock_that_goes_on_tells_only_of_a_move_that_stands(phase: str) -> None:
    table = PHASES[phase]()
    stands = phase in {"tentative", "made"}
    brought = told(table, reports.ClockResumed(table.game.position.turn))
    assert brought <= ({MoveSeen} if stands else set())
    assert told(table, reports.ClockResumed(not table.game.position.turn)) == set()


def test_an_eboard_that_is_lost_while_the_next_game_waits_is_told_once() -> None:
    table = next_game_waiting()
    table.notices.clear()
    table.tell(reports.LinkDown("cable: the line broke."), table.now)
    assert table.raised == ["link_lost"]
    heard = "The e-board is not heard: cable: the line broke. The last certain position is kept."
    assert table.alert.explanation == heard
    table.tell(reports.LinkUp(), table.now + 10.0)
    table.tell(reports.Dump(table.standing), table.now + 0.5)
    assert table.closed == ["link_lost"]
    at = table.now + 60.0
    table.play(f"{at}:d2- {at + 0.4}:d4P {at + 0.8}:W").wait()
    assert (table.moves, table.game.number, table.raised) == ("d4", 2, ["link_lost"])
