"""Whole games on every registered family: hands, e-board, bytes, codec and rules one behind the other."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from benchmarks.table import Played, games_in
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import DumpWanted
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.eboard import EBoard, Feature
from drivers.hand import CALM, Act, Between, Style, play
from drivers.placement import Sensing
from drivers.reports import ClockResumed, Report
from tests.drivers.connection import Connection, has
from tests.drivers.families import FAMILIES, every_family, name_of
from tests.drivers.hand.physics import half_moves

HOUSE = Path(__file__).parents[2]
ALL_GAMES = {played.name: played for played in games_in([HOUSE / "tests" / "games", HOUSE / "bridge" / "demo"])}
GAMES = [ALL_GAMES[name] for name in ("games 1", "games 3", "chess960 1", "chess960 4", "promotions 3", "promotions 4")]
every_game = pytest.mark.parametrize("played", GAMES, ids=name_of)

SURELY = 1.2  # times the shortest lift that an e-board surely sees
RUN_ON_SECONDS = 10.0


class Arbiter:
    """Has the rules follow what an e-board says; a `Listener`."""

    def __init__(self, table: Connection, start: chess.Board) -> None:
        record = table.record
        setup = Setup(
            position_of(start),
            sensing=record.sensing,
            scan_period=record.scan_period,
            shortest_lift=record.shortest_lift,
        )
        self._table = table
        self.game: Game = new_game(setup, table.now)

    def deliver(self, report: Report, now: float) -> None:
        self._take(report, now)

    def wake_at(self) -> float | None:
        return wake_at(self.game)

    def wake(self, now: float) -> None:
        self._take(TimePassed(), now)

    def _take(self, received: Input, now: float) -> None:
        self.game, notices = step(self.game, received, now)
        if DumpWanted() in notices:
            self._table.codec.request_dump(now)


def unhurried(record: EBoard) -> Style:
    """Calm hands, slow enough for this e-board; they think as little as they can."""
    slow = max(1.0, SURELY * max(record.shortest_lift, record.scan_period) / CALM.pause.low)

    def slower(span: Between) -> Between:
        return Between(span.low * slow, span.high * slow)

    return replace(
        CALM,
        think=slower(Between(1.0, 2.0)),
        carry=slower(CALM.carry),
        pause=slower(CALM.pause),
        press=slower(CALM.press),
        fetch=slower(CALM.fetch),
    )


def seated(family: EBoard, start: chess.Board, *, turned: bool = False) -> tuple[Connection, Arbiter]:
    """An e-board on which the pieces stand, and its clock runs."""
    table = Connection(family, turned=turned).open()
    table.set_up(start)
    arbiter = Arbiter(table, start)
    table.listener = arbiter
    table.ask_for_all_squares()
    table.wait(2.0)
    table.do(ClockResumed(start.turn))
    return table, arbiter


def do_all(table: Connection, acts: Iterable[Act]) -> None:
    begin = table.now
    for act in acts:
        table.wait(max(0.0, begin + act.at - table.now))
        table.do(act.does)
    table.wait(RUN_ON_SECONDS)


def acts_of(family: EBoard, played: Played) -> list[Act]:
    return list(play(played.start, played.moves, unhurried(family), random.Random(played.name)))


def written(moves: Iterable[chess.Move], family: EBoard) -> list[str]:
    """What an e-board can know of the moves: not which piece a pawn became, when all pieces look alike."""
    return [move.uci()[: 5 if family.sensing is Sensing.IDENTITY else 4] for move in moves]


def recorded(arbiter: Arbiter, family: EBoard) -> list[str]:
    return written((each.move for each in arbiter.game.moves), family)


def test_games_of_all_kinds_are_played() -> None:
    assert any(played.start.chess960 for played in GAMES)
    assert any(move.promotion for played in GAMES for move in played.moves)


@every_family
@every_game
def test_a_game_is_recorded_move_for_move(family: EBoard, played: Played) -> None:
    table, arbiter = seated(family, played.start, turned=len(played.moves) % 2 == 0)
    do_all(table, acts_of(family, played))
    assert recorded(arbiter, family) == written(played.moves, family)


def is_quiet(board: chess.Board, move: chess.Move) -> bool:
    """Whether two squares change and both show it: then a dump after the gap says what was played, on any e-board."""
    return not (board.is_capture(move) or board.is_castling(move) or move.promotion)


@every_family
def test_a_line_lost_in_the_middle_of_a_move_costs_none(family: EBoard) -> None:
    """At every second quiet move the cable is out while the piece is in the air, until it stands again."""
    played = ALL_GAMES["games 3"]
    table, arbiter = seated(family, played.start)
    board, lost = played.start.copy(), 0
    for move in played.moves[:20]:
        lift, *others = play(board, [move], unhurried(family), random.Random(0))
        if is_quiet(board, move) and len(board.move_stack) % 2:
            do_all(table, [lift])
            table.unplug()
            do_all(table, others[:1])
            table.plug()
            do_all(table, [Act(5.0, act.does) for act in others[1:]])
            lost += 1
        else:
            do_all(table, [lift, *others])
        board.push(move)
    assert lost > 3
    assert recorded(arbiter, family) == written(board.move_stack, family)


def plies_missed(family: EBoard, played: Played, first: int, count: int) -> None:
    """The cable comes out in the middle of half-move `first`, and is back 20 s and so many plies later."""
    table, arbiter = seated(family, played.start)
    style, rng = unhurried(family), random.Random(f"{played.name} {first}")
    board = played.start.copy()
    for ply, move in enumerate(played.moves[: first + count + 6], 1):
        acts = list(play(board, [move], style, rng))
        if ply == first:
            do_all(table, acts[:1])
            table.unplug()
            do_all(table, acts[1:])
        else:
            do_all(table, acts)
        if ply == first + count:
            table.wait(20.0)
            table.plug()
            table.wait(RUN_ON_SECONDS + count)
        board.push(move)
    assert recorded(arbiter, family) == written(board.move_stack, family)


MIDDLES_OF_CAPTURES = [
    (played.name, ply)
    for played in GAMES
    for ply, (board, move) in enumerate(half_moves(played.start, played.moves), 1)
    if board.is_capture(move) and 4 < ply < len(played.moves) - 8
]


@pytest.mark.parametrize("family", [family for family in FAMILIES if has(family, Feature.MEMORY)], ids=name_of)
@pytest.mark.parametrize(("name", "ply"), MIDDLES_OF_CAPTURES)
def test_an_e_board_with_a_memory_recovers_what_was_played_while_the_cable_was_out(
    family: EBoard, name: str, ply: int
) -> None:
    plies_missed(family, ALL_GAMES[name], ply, 5)
