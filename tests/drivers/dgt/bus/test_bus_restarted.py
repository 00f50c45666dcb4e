"""Ten e-boards on one line play blitz while the program is killed again and again, and started anew after 20 s."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import chess
import pytest

from benchmarks.games import BLITZ, blitz_games
from drivers.dgt.bus.codec import DgtBusCodec
from drivers.dgt.outlet import Faults
from drivers.dgt.wire import WIRE_RATE
from drivers.eboard import CodecOptions
from drivers.emulation import perform
from drivers.hand import play
from drivers.hand.act import Deed
from drivers.placement import Placement, placement_of
from drivers.reports import ClockResumed, ClockTimes, Dump, Press, Report, SquaresChanged
from tests.drivers.connection import beliefs
from tests.drivers.dgt.bus.hall import Hall, hall

SERIALS = [str(1001 + number) for number in range(10)]
PLIES = 40


@dataclass
class Program:
    """What all programs so far have written down of each e-board."""

    line: Hall
    rng: random.Random
    on_disk: dict[str, list[Report]] = field(default_factory=lambda: {serial: [] for serial in SERIALS})

    def kill(self) -> None:
        for serial in SERIALS:
            told = [
                report
                for report in self.line.reports(serial)
                if isinstance(report, SquaresChanged | Dump | Press | ClockTimes)
            ]
            lost = self.rng.choice([0, 0, 1, 2, 3]) if self.on_disk[serial] else 0
            self.on_disk[serial] += told[: max(0, len(told) - lost)]
        self.line.news.clear()
        self.line.unplug()

    def start(self) -> None:
        self.line.codec = DgtBusCodec()
        for serial in SERIALS:
            self.line.codec.expect(serial, CodecOptions(turned=False, told=tuple(self.on_disk[serial])))
        self.line.open(0.0)


def acts(begin: float, rng: random.Random) -> list[tuple[float, int, Deed]]:
    """When, at which board, and what."""
    found: list[tuple[float, int, Deed]] = []
    for number, game in zip(range(len(SERIALS)), blitz_games(), strict=False):
        first = begin + rng.uniform(0.0, 3.0)
        found.append((first, number, ClockResumed(chess.WHITE)))
        played = play(game.start, game.moves[:PLIES], BLITZ, random.Random(number))
        found += [(first + act.at, number, act.does) for act in played]
    return sorted(found, key=lambda each: each[0])


def switches(begin: float, end: float, rng: random.Random) -> list[float]:
    """When the program is killed and started in turn; every third time it is killed before it has caught up."""
    moments = [begin + rng.uniform(8.0, 20.0)]
    while moments[-1] < end:
        soon = len(moments) % 6 > 3
        moments.append(moments[-1] + (rng.uniform(1.0, 5.0) if soon else 20.0))
        moments.append(moments[-1] + (rng.uniform(1.0, 8.0) if soon else rng.uniform(12.0, 25.0)))
    return moments[:-1]


def reached(told: list[Report], wanted: list[Placement]) -> int:
    """After how many half-moves whoever listens has believed in the placement, in their order."""
    found = 0
    for placement in beliefs(told):
        found += found < len(wanted) and placement == wanted[found]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_no_half_move_is_lost(seed: int) -> None:
    rng = random.Random(seed)
    line = hall(*SERIALS, faults=Faults(rate=WIRE_RATE), scan=0.25).open(15.0)
    program = Program(line, rng)
    hands = acts(line.now + 1.0, rng)
    turns = [
        (at, program.kill if number % 2 == 0 else program.start)
        for number, at in enumerate(switches(line.now, hands[-1][0], rng))
    ]
    for at, number, deed in hands:
        while turns and turns[0][0] <= at:
            moment, turn = turns.pop(0)
            line.wait(max(0.0, moment - line.now))
            turn()
        line.wait(max(0.0, at - line.now))
        perform(line.board(number), deed, line.now)
    for moment, turn in turns:
        line.wait(max(0.0, moment - line.now))
        turn()
    line.wait(60.0)
    program.kill()
    for serial, game in zip(SERIALS, blitz_games(), strict=False):
        board, wanted = game.start.copy(), list[Placement]()
        for move in game.moves[:PLIES]:
            board.push(move)
            wanted.append(placement_of(board))
        assert reached(program.on_disk[serial], wanted) == len(wanted), serial
