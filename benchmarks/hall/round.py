"""A round in the hall: what the hands do at each table, when, and what is published of it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from benchmarks.games import BLITZ, Recorded, blitz_games
from benchmarks.hall.tables import Hall, Table
from benchmarks.program import Program
from drivers.hand import Act, placement_after, play
from drivers.placement import Placement, placement_of
from drivers.reports import ClockResumed

TOPIC = "touchmove/1/event/+/round/+/board/+/"
BEGIN_SECONDS = 1.0
SPREAD_SECONDS = 3.0
"""Nobody begins at the same moment."""
END_SECONDS = 20.0
"""The longest to wait for the last moves after all hands are still."""


@dataclass(slots=True)
class Course:
    """One table's game: the position after each half-move, when the hands had made it, and when it was published."""

    table: Table
    game: Recorded
    plies: int
    made: dict[int, float] = field(default_factory=dict)
    published: dict[int, float] = field(default_factory=dict)
    record: Sequence[str] = ()

    @property
    def wanted(self) -> list[str]:
        """The moves as they should be published."""
        return [move.uci() for move in self.game.moves[: self.plies]]

    @property
    def right(self) -> bool:
        """Whether the whole record is as it should be."""
        return list(self.record) == self.wanted

    @property
    def delays(self) -> list[float]:
        """Seconds from the last touch of each half-move until subscribers had it; 0 when they had it before."""
        return [max(0.0, at - self.made[ply]) for ply, at in self.published.items() if ply in self.made]

    def acts(self) -> Iterator[Act]:
        """What the hands do."""
        rng = random.Random(self.table.number)
        begin = BEGIN_SECONDS + rng.uniform(0, SPREAD_SECONDS)
        yield Act(begin, ClockResumed(self.game.start.turn))
        for act in play(self.game.start, self.game.moves[: self.plies], BLITZ, rng):
            yield Act(begin + act.at, act.does)

    def noting(self, acts: Iterable[Act]) -> Iterator[Act]:
        """The same acts; it is noted when a half-move is made. Who asks for the next act has done the one before."""
        now = asyncio.get_running_loop().time
        placement, after = placement_of(self.game.start), self._placements()
        for act in acts:
            yield act
            placement = placement_after(placement, [act])
            for ply in after.get(placement, ()):
                self.made.setdefault(ply, now())

    def hear(self, leaf: str, data: dict[str, Any], now: float) -> None:
        """Something about this board was published."""
        if leaf == "moves":
            self.record = [move["uci"] for move in data["moves"]]
        elif data.get("type") == "move" and data["uci"] in self.wanted[data["ply"] - 1 : data["ply"]]:
            self.published.setdefault(data["ply"], now)

    def _placements(self) -> dict[Placement, list[int]]:
        """After which half-moves a placement stands."""
        board, found = self.game.start.copy(), dict[Placement, list[int]]()
        for ply, move in enumerate(self.game.moves[: self.plies], 1):
            board.push(move)
            found.setdefault(placement_of(board), []).append(ply)
        return found


def courses(hall: Hall, plies: int) -> list[Course]:
    """A game for each table, its first half-moves; always the same."""
    games = [game for game in blitz_games() if len(game.moves) >= plies]
    return [Course(table, game, plies) for table, game in zip(hall.tables, cycle(games), strict=False)]


async def play_round(hall: Hall, played: Sequence[Course], service: Program) -> None:
    """Return when all moves of all games are published, or some time after the last act."""
    acts = {course.table.number: list(course.acts()) for course in played}
    hearing = asyncio.create_task(_hear(service, {str(course.table.number): course for course in played}))
    await asyncio.sleep(BEGIN_SECONDS)
    await hall.play({course.table.number: course.noting(acts[course.table.number]) for course in played})
    last = max(each[-1].at for each in acts.values())
    await asyncio.wait({hearing}, timeout=last + END_SECONDS)
    hearing.cancel()
    await asyncio.wait({hearing})


async def _hear(service: Program, courses: Mapping[str, Course]) -> None:
    """Return when nothing is missing. Begins before the games: our own broker keeps little for those who come later."""
    now = asyncio.get_running_loop().time
    missing = set(courses)
    async for heard in service.hear(TOPIC + "moves", TOPIC + "move"):
        *_, board, leaf = heard.topic.split("/")
        course = courses[board]
        course.hear(leaf, json.loads(heard.payload)["data"], now())
        (missing.discard if course.right else missing.add)(board)
        if not missing:
            return
