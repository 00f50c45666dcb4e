"""An e-board behind a station: the cable is pulled in the middle of a capture, and put back later.

One with a memory tells everything that happened meanwhile; of one without, the last certain position stays.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable

import chess
import pytest

from bridge.rules.alerts import AlertKind
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import DumpWanted
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.serve import Station
from drivers import registry
from drivers.dgt import EBOARD
from drivers.eboard import CodecOptions, EBoard, Emulator, EmulatorOptions, Feature
from drivers.emulation import emulate, perform
from drivers.errors import LineRefused
from drivers.hand import CALM, Act, at_pace, play
from drivers.lines import Line, null_modem
from drivers.reports import ClockResumed, LinkDown, LinkUp, Report
from tests.virtual_time import run

PLAYED = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 g1f3 g8f6 d2d4 c8f5"
MOVES = [chess.Move.from_uci(text) for text in PLAYED.split()]
CAPTURE = 3
"""The half-move in whose middle the cable is pulled."""
PLIES_MISSED = 5
SECONDS_OUT = 20.0


class Cable:
    """Between the e-board and the station; while it is out, no line can be opened."""

    def __init__(self) -> None:
        self.ends: asyncio.Queue[Line] = asyncio.Queue()
        self.out = False

    async def open_line(self) -> Line:
        if self.out:
            raise LineRefused("there is no such port.", where="/dev/ttyUSB0")
        host, eboard = null_modem("/dev/ttyUSB0")
        self.ends.put_nowait(eboard)
        return host


class Game:
    """A `bridge.serve.Listener` that has the rules follow the game."""

    def __init__(self, family: EBoard) -> None:
        start = position_of(chess.Board())
        setup = Setup(start, sensing=family.sensing, scan_period=family.scan_period, shortest_lift=family.shortest_lift)
        self.station: Station | None = None
        self.game = new_game(setup, 0.0)
        self.links: list[Report] = []

    def deliver(self, report: Report, now: float) -> None:
        if isinstance(report, LinkDown | LinkUp):
            self.links.append(report)
        self._take(report, now)

    def wake_at(self) -> float | None:
        return wake_at(self.game)

    def wake(self, now: float) -> None:
        self._take(TimePassed(), now)

    def _take(self, received: Input, now: float) -> None:
        self.game, notices = step(self.game, received, now)
        if DumpWanted() in notices and self.station is not None:
            self.station.request_dump()


def acts_in_parts() -> tuple[list[Act], list[Act], list[Act]]:
    """What is done before the cable is pulled, while it is out, and after."""
    board = chess.Board()
    parts: tuple[list[Act], list[Act], list[Act]] = ([Act(0.0, ClockResumed(chess.WHITE))], [], [])
    for ply, move in enumerate(MOVES, 1):
        acts = list(play(board, [move], at_pace(CALM, 0.1), random.Random(ply)))
        first_out = 0 if ply > CAPTURE else 1 if ply == CAPTURE else len(acts)
        parts[0].extend(acts[:first_out])
        parts[1 if ply <= CAPTURE + PLIES_MISSED else 2].extend(acts[first_out:])
        board.push(move)
    return parts


async def at_the_line(emulator: Emulator, line: Line, acts: Iterable[Act]) -> None:
    """The e-board is connected while all this is done, one thing a second."""
    slowly = [Act(2.0 + number, act.does) for number, act in enumerate(acts)]
    emulating = asyncio.create_task(emulate(emulator, line, slowly))
    await asyncio.sleep(len(slowly) + 12.0)
    emulating.cancel()
    await asyncio.wait({emulating})


async def scene(family: EBoard) -> Game:
    loop = asyncio.get_running_loop()
    cable, game = Cable(), Game(family)
    emulator = family.emulator(EmulatorOptions(scan=family.scan_period))
    game.station = Station(cable.open_line, family.codec(CodecOptions()), game)
    serving = asyncio.create_task(game.station.run())
    before, meanwhile, after = acts_in_parts()

    line = await cable.ends.get()
    await at_the_line(emulator, line, before)
    cable.out = True
    await line.close()
    for act in meanwhile:
        perform(emulator, act.does, loop.time())
        await asyncio.sleep(SECONDS_OUT / len(meanwhile))
        emulator.handle_timeout(loop.time())
    while emulator.data_to_send():
        pass  # Nobody hears it.
    cable.out = False
    await at_the_line(emulator, await cable.ends.get(), after if Feature.MEMORY in family.features else ())
    serving.cancel()
    await asyncio.wait({serving})
    return game


def test_every_half_move_is_recovered() -> None:
    game = run(scene(EBOARD))
    assert [played.move for played in game.game.moves] == MOVES
    assert [type(report) for report in game.links] == [LinkUp, LinkDown, LinkUp]


@pytest.mark.parametrize("kind", ["certabo", "chesslink", "chessnut", "ichessone"])
def test_without_a_memory_the_last_certain_position_is_kept_and_an_arbiter_called(kind: str) -> None:
    game = run(scene(registry.eboard(kind)))
    assert [played.move for played in game.game.moves] == MOVES[: CAPTURE - 1]
    assert [alert.kind for alert in game.game.alerts] == [AlertKind.OUT_OF_SYNC]
    assert [type(report) for report in game.links] == [LinkUp, LinkDown, LinkUp]
