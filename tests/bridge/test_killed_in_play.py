"""The program is killed in play on a DGT e-Board at 9600 baud: the rules have every half-move, and accuse nobody."""

from __future__ import annotations

import random
from dataclasses import replace

import chess
import pytest

from benchmarks.games import BLITZ, blitz_games
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import AlertRaised
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers import dgt
from drivers.dgt.emulator import DgtEmulator
from drivers.dgt.outlet import Faults
from drivers.dgt.wire import WIRE_RATE
from drivers.hand import play
from drivers.reports import Battery, ClockResumed, Garbled, Identified, LinkDown, Report, Silent
from tests.drivers.dgt.bus.test_bus_restarted import switches
from tests.drivers.test_every_family_restarted import Table

PLIES = 50
AT_THE_SPEED_OF_THE_WIRE = replace(
    dgt.EBOARD, emulator=lambda options: DgtEmulator(replace(options, scan=0.25), Faults(rate=WIRE_RATE))
)


class Record:
    """What the rules make of all that was heard, over all restarts."""

    def __init__(self, start: chess.Board) -> None:
        self.game = new_game(Setup(position_of(start)), -1.0)
        self.raised: set[str] = set()
        self._now = -1.0

    def take(self, received: Input, now: float) -> None:
        while (due := wake_at(self.game)) is not None and due < now:
            self._step(TimePassed(), due)
        self._step(received, now)

    def _step(self, received: Input, now: float) -> None:
        self._now = max(now, self._now + 0.001)
        self.game, notices = step(self.game, received, self._now)
        self.raised |= {notice.alert.kind.value for notice in notices if isinstance(notice, AlertRaised)}


def heard_over_restarts(start: chess.Board, moves: tuple[chess.Move, ...], seed: int) -> list[tuple[float, Report]]:
    rng, heard = random.Random(seed), list[tuple[float, Report]]()
    table = Table(AT_THE_SPEED_OF_THE_WIRE)
    table.open()
    begin = table.now + 1.0
    hands = [(begin, ClockResumed(start.turn)), *((begin + act.at, act.does) for act in play(start, moves, BLITZ, rng))]
    turns = list(enumerate(switches(table.now, hands[-1][0], rng)))

    def switch(number: int, at: float) -> None:
        table.wait(max(0.0, at - table.now))
        if number % 2:
            table.start_anew(0.0)
        else:
            heard.extend([*table.rack.heard, (table.now, LinkDown("touchmove was not running"))])
            table.kill()

    for at, deed in hands:
        while turns and turns[0][1] <= at:
            switch(*turns.pop(0))
        table.wait(max(0.0, at - table.now))
        table.do(deed)
    for turn in turns:
        switch(*turn)
    table.wait(80.0)
    return heard + table.rack.heard


@pytest.mark.parametrize("seed", [1, 2, 3, 33, 53, 82])
def test_no_half_move_is_lost_and_nobody_accused(seed: int) -> None:
    games = blitz_games()
    game = games[seed % len(games)]
    record = Record(game.start)
    for at, report in heard_over_restarts(game.start, game.moves[:PLIES], seed):
        if not isinstance(report, Identified | Battery | Garbled | Silent):
            record.take(report, at)
    assert [played.move for played in record.game.moves] == list(game.moves[:PLIES])
    assert record.raised <= {"link_lost"}
