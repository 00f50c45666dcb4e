"""Kill the service in play, again and again, and tell how many half-moves are missing from its records in the end.

At every table half-moves are played at 3 s each, whether anybody listens or not. The program is killed at moments that
mean nothing to the games, and started anew after 20 s; every third time it is killed again before it has caught up.
Exits with 1 when an e-board with a memory has lost a half-move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from shutil import copyfile

from benchmarks.games import blitz_games
from benchmarks.hall.round import BEGIN_SECONDS, Course, courses
from benchmarks.hall.tables import SCAN_SECONDS, Hall, Kind, Way, laid_out
from benchmarks.program import STATE, Program, running
from bridge.service.run import JOURNAL
from drivers import registry
from drivers.eboard import Feature

WITH_MEMORY = (
    Kind("DGT on one bus", "dgt-bus", Way.BUS, SCAN_SECONDS),
    Kind("DGT by USB", "dgt", Way.PTY, SCAN_SECONDS),
)
WITHOUT = (Kind("Chessnut by cable", "chessnut", Way.PTY), Kind("Millennium ChessLink", "chesslink", Way.PTY))
DOWN_SECONDS = 20.0
END_SECONDS = 45.0
"""The longest to wait for the last moves after all hands are still."""
BOARD = "touchmove/1/event/+/round/+/board/+/"


@dataclass(slots=True)
class Round:
    """What came of one round: how often the program was killed, and which alerts were raised at which table."""

    played: Sequence[Course]
    kills: int = 0
    alerts: dict[str, Counter[str]] = field(default_factory=dict)

    def hear(self, topic: str, payload: bytes) -> None:
        """Something was published."""
        *_, board, leaf = topic.split("/")
        data = json.loads(payload)["data"]
        if leaf == "moves":
            self.played[int(board) - 1].hear(leaf, data, 0.0)
        elif data["type"] == "raised":
            self.alerts.setdefault(board, Counter())[data["alert"]["kind"]] += 1
            if data["alert"]["kind"] != "link_lost":
                print(f"    table {board}: {data['alert']['text']['en']}", flush=True)


def lost(course: Course) -> int:
    """The half-moves from the first one on that is not in the record as it was played."""
    pairs = zip(course.wanted, course.record, strict=False)
    return len(course.wanted) - len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=250, help="so many at least, counted at each table (250)")
    parser.add_argument("--tables", type=int, default=12, help="so many of each kind (12)")
    parser.add_argument("--plies", type=int, default=70, help="half-moves of each game, 3 s each (70)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the journals, to look into afterwards")
    parser.add_argument("--without-memory", action="store_true", help="e-boards that remember nothing")
    return parser


async def play_and_kill(
    kinds: Sequence[Kind], tables: int, plies: int, rng: random.Random, journal: Path | None = None
) -> Round:
    """One round at so many tables of each kind, after which everything has been read back that can be. `journal`: where
    it is kept.
    """
    async with laid_out([(kind, tables) for kind in kinds]) as hall:
        done = Round(courses(hall, plies))
        hearing: asyncio.Task[None] | None = None
        try:
            async with running(hall.file) as service:
                await service.all_ready(len(hall.tables))
                hearing = asyncio.create_task(_hear(service, done))
                await asyncio.sleep(BEGIN_SECONDS)
                last = await _begin(hall, done.played)
                await asyncio.sleep(rng.uniform(8.0, 20.0))
                await _kill(service, done)
            while asyncio.get_running_loop().time() < last - 3 * DOWN_SECONDS:
                await _once_more(hall, done, rng)
            await asyncio.sleep(DOWN_SECONDS)
            async with running(hall.file):
                await _until_complete(done, last + END_SECONDS)
            if journal is not None:
                copyfile(hall.file.parent / STATE / JOURNAL, journal)
        finally:
            if hearing is not None:
                hearing.cancel()
                await asyncio.wait({hearing})
        return done


async def _begin(hall: Hall, played: Sequence[Course]) -> float:
    """When the last hand will be still."""
    acts = {course.table.number: list(course.acts()) for course in played}
    await hall.play(acts)
    return asyncio.get_running_loop().time() + max(each[-1].at for each in acts.values())


async def _once_more(hall: Hall, done: Round, rng: random.Random) -> None:
    """The program is started, and killed; now and then before it can have caught up."""
    again = done.kills % 3 == 2
    await asyncio.sleep(rng.uniform(1.0, 5.0) if again else DOWN_SECONDS)
    async with running(hall.file) as service:
        await asyncio.sleep(rng.uniform(1.0, 8.0) if again else rng.uniform(12.0, 25.0))
        await _kill(service, done)


async def _kill(service: Program, done: Round) -> None:
    service.process.kill()
    await service.process.wait()
    done.kills += 1


async def _until_complete(done: Round, latest: float) -> None:
    loop = asyncio.get_running_loop()
    while loop.time() < latest and any(lost(course) for course in done.played):  # noqa: ASYNC110 - half a second is soon
        await asyncio.sleep(0.5)


async def _hear(service: Program, done: Round) -> None:
    async for heard in service.hear(BOARD + "moves", BOARD + "alert-log"):
        if heard.payload:
            done.hear(heard.topic, heard.payload)


def _told(kind: Kind, rounds: Sequence[Round]) -> Iterator[str]:
    tables = [(done, course) for done in rounds for course in done.played if course.table.kind == kind]
    kills = sum(done.kills for done, _ in tables)
    plies = sum(course.plies for _, course in tables)
    missing = sum(lost(course) for _, course in tables)
    alerts: Counter[str] = Counter()
    for done, course in tables:
        alerts += done.alerts.get(str(course.table.number), Counter())
    yield f"{kind.title:<24}{kills:>4} kills  {missing:>4} of {plies} half-moves lost  alerts: {dict(alerts)}"
    for done, course in tables:
        if lost(course):
            yield f"    table {course.table.number}: {lost(course)} lost after {len(course.record)}, {done.kills} kills"


def main() -> int:
    """Play, kill, tell, and say whether nothing was lost where it must not be."""
    asked = _parser().parse_args()
    kinds = WITHOUT if asked.without_memory else WITH_MEMORY
    rng, rounds = random.Random(asked.seed), list[Round]()
    longest = max(len(game.moves) for game in blitz_games())
    while sum(done.kills * len(done.played) for done in rounds) < asked.kills:
        journal = asked.keep / f"round{len(rounds) + 1}.db" if asked.keep else None
        rounds.append(asyncio.run(play_and_kill(kinds, asked.tables, min(asked.plies, longest), rng, journal)))
        for kind in kinds:
            print("\n".join(_told(kind, rounds)), flush=True)
    remembers = {kind for kind in kinds if Feature.MEMORY in registry.eboard(kind.eboard).features}
    return int(any(lost(course) for done in rounds for course in done.played if course.table.kind in remembers))


if __name__ == "__main__":
    sys.exit(main())
