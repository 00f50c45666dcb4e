"""Play a round of blitz in a mixed hall, and tell for each kind of e-board what was recorded, and how soon.

Exits with 1 when an e-board that identifies its pieces has missed a move.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from benchmarks.hall.round import Course, courses, play_round
from benchmarks.hall.tables import WHOLE_HALL, Kind, laid_out
from benchmarks.program import running

PLIES = 30


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hall", description=__doc__)
    parser.add_argument("--plies", type=int, default=PLIES, help=f"half-moves of each game, 3 s each ({PLIES})")
    parser.add_argument("--tables", type=int, help="so many tables of each kind at most")
    parser.add_argument("--verbose", action="store_true", help="tell every table")
    return parser


async def _round(kinds: Iterable[tuple[Kind, int]], plies: int) -> list[Course]:
    async with laid_out(kinds) as hall, running(hall.file) as service:
        begin = time.perf_counter()
        await service.all_ready(len(hall.tables))
        print(f"{len(hall.tables)} e-boards answer after {time.perf_counter() - begin:.1f} s", flush=True)
        played = courses(hall, plies)
        share = await service.share_during(play_round(hall, played, service))
        print(
            f"the service takes {share.here:.0f} % of a core, {share.usual:.0f} % of a usual one, and has "
            f"{service.megabytes():.0f} MB in memory"
        )
        return played


def told(title: str, played: Sequence[Course]) -> str:
    """What came out at tables that are alike, in one line."""
    delays = sorted(delay for course in played for delay in course.delays)
    right = sum(course.right for course in played)
    text = f"{title:<28}{right:>3} of {len(played):>2} games"
    if len(delays) > 1:
        text += f"  published after {_spread(delays)}"
    if periods := sorted(after - before for course in played for before, after in pairwise(course.table.asked)):
        text += f"  asked every {_spread(periods)}"
    return text


def _spread(seconds: Sequence[float]) -> str:
    """Of sorted seconds: the middle, and the worst of a hundred."""
    return f"{statistics.median(seconds):6.3f} s (99 %: {statistics.quantiles(seconds, n=100)[-1]:6.3f} s)"


def main() -> int:
    """Play, tell, and say whether every game was recorded by the e-boards that identify their pieces."""
    asked = _parser().parse_args()
    kinds = [(kind, min(count, asked.tables or count)) for kind, count in WHOLE_HALL]
    played = asyncio.run(_round(kinds, asked.plies))
    for kind, alike in groupby(played, key=lambda course: course.table.kind):
        of_kind = list(alike)
        mark = "✓" if all(course.right for course in of_kind) else "✗" if kind.identifies else " "
        print(f"{mark} {told(kind.title, of_kind)}")
        for course in of_kind:
            if asked.verbose:
                print(f"    {told(f'table {course.table.number}', [course])}")
            if not course.right:
                print(
                    f"    table {course.table.number}: {' '.join(course.record)} instead of {' '.join(course.wanted)}"
                )
    return 0 if all(course.right for course in played if course.table.kind.identifies) else 1


if __name__ == "__main__":
    sys.exit(main())
