"""A thousand e-boards on one service: what they cost while nobody plays, and at blitz pace.

The service is a program of its own, with its journal and its broker; the e-boards are here, each on a pseudo-terminal.
Only the service's share is counted.
"""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from benchmarks.games import BLITZ, Recorded, blitz_games
from benchmarks.measure import Measurement
from benchmarks.program import Program, Share, configuration, running
from drivers.dgt.emulator import DgtEmulator
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate
from drivers.hand import Act, play
from drivers.lines import PtyLine
from drivers.reports import ClockResumed

BOARDS, FEW_BOARDS = 1000, 10
"""What the service takes without boards is seen beside few."""
IDLE_SECONDS = 10.0
PLIES = 8
SPREAD_SECONDS = 3.0
QUIET_SECONDS = 3.0
"""After the last e-board has answered, everything is said."""
END_SECONDS = 30.0
"""The longest to wait for the last move."""
MOVES = "touchmove/1/event/+/round/+/board/+/moves"

MOST_IDLE, MOST_IN_BLITZ = 10.0, 100.0  # percent of a core
MOST_MEGABYTES = 300.0


class Hall:
    """E-boards at their ports, switched on."""

    def __init__(self, folder: Path, count: int) -> None:
        self.lines = [PtyLine(folder / str(number)) for number in range(1, count + 1)]
        self.emulators = [DgtEmulator(EmulatorOptions(serial=str(10_000 + number))) for number in range(count)]
        self._playing: list[asyncio.Task[None]] = []
        self.file = configuration(folder, [f'line = "{line.name}"' for line in self.lines])

    async def play(self, acts: Sequence[Iterator[Act]] = ()) -> None:
        """From now on hands do this, or nothing, until the hall is closed or something else is played."""
        await self._stop()
        hands = acts or [iter(())] * len(self.lines)
        tables = zip(self.emulators, self.lines, hands, strict=True)
        self._playing = [asyncio.create_task(emulate(*table)) for table in tables]

    async def close(self) -> None:
        """Switch everything off."""
        await self._stop()
        for line in self.lines:
            await line.close()

    async def _stop(self) -> None:
        for task in self._playing:
            task.cancel()
        if self._playing:
            await asyncio.wait(self._playing)


@asynccontextmanager
async def hall(count: int) -> AsyncIterator[Hall]:
    """So many e-boards with their pieces set up, while the block runs."""
    with tempfile.TemporaryDirectory() as directory:
        opened = Hall(Path(directory), count)
        try:
            await opened.play()
            yield opened
        finally:
            await opened.close()


def measure() -> Iterator[Measurement]:
    """Shares are percents of a core on which listing legal moves takes as long as usual."""
    base = asyncio.run(_weighed(FEW_BOARDS))
    yield from asyncio.run(_thousand(base))


async def _weighed(count: int) -> float:
    async with hall(count) as tables, running(tables.file) as service:
        await service.all_ready(count)
        return service.megabytes()


async def _thousand(base: float) -> list[Measurement]:
    async with hall(BOARDS) as tables, running(tables.file) as service:
        await service.all_ready(BOARDS)
        await asyncio.sleep(QUIET_SECONDS)
        each = (service.megabytes() - base) * 1000 / (BOARDS - FEW_BOARDS)
        idle = await service.share_during(asyncio.sleep(IDLE_SECONDS))
        games = [game for game, _ in zip(cycle(blitz_games()), range(BOARDS), strict=False)]
        missing = _Missing([[move.uci() for move in game.moves[:PLIES]] for game in games])
        hearing = asyncio.create_task(missing.hear(service))
        blitz = await service.share_during(_play(tables, games))
        await asyncio.wait({hearing}, timeout=END_SECONDS)
        hearing.cancel()
        return [
            Measurement("memory for each board", each, "kB"),
            *_told(f"{BOARDS} idle boards", idle, MOST_IDLE),
            *_told(f"{BOARDS} boards at blitz pace", blitz, MOST_IN_BLITZ),
            Measurement("the same, memory", service.megabytes(), "MB", MOST_MEGABYTES),
            Measurement("the same, boards on which a move is missing", len(missing.boards), "boards", 0.0),
        ]


def _told(what: str, share: Share, most: float) -> Iterator[Measurement]:
    yield Measurement(f"{what}, of a core", share.usual, "%", most)
    yield Measurement("the same, on this machine now", share.here, "%")


async def _play(tables: Hall, games: Sequence[Recorded]) -> None:
    """The first moves of each game; nobody begins at the same moment."""
    acts = []
    for seed, game in enumerate(games):
        rng = random.Random(seed)
        begin = rng.uniform(0, SPREAD_SECONDS)
        played = [Act(0.0, ClockResumed(game.start.turn)), *play(game.start, game.moves[:PLIES], BLITZ, rng)]
        acts.append([replace(act, at=begin + act.at) for act in played])
    await tables.play([iter(each) for each in acts])
    await asyncio.sleep(max(each[-1].at for each in acts))


class _Missing:
    """The boards of which not all moves have been published yet, or others."""

    def __init__(self, games: Sequence[Sequence[str]]) -> None:
        self._games = {str(number): list(game) for number, game in enumerate(games, 1)}
        self.boards = set(self._games)

    async def hear(self, service: Program) -> None:
        """Return when there are none any more. Must begin before the games: our own broker keeps little for later."""
        async for heard in service.hear(MOVES):
            board = heard.topic.split("/")[-2]
            published = [move["uci"] for move in json.loads(heard.payload)["data"]["moves"]]
            (self.boards.discard if published == self._games[board] else self.boards.add)(board)
            if not self.boards:
                return
