"""`python -m benchmarks.exam [PGN or directory …]`: how well the rules follow games that hands play.

Every game is played in every style, seen at once and through a slow scan, without incidents and with them. Exits
with 1 when a bar is not reached.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.table import Followed, Played, follow, games_in
from benchmarks.wire import follow_bytes
from bridge.rules.notices import AlertRaised, MovesWithdrawn, Stage
from drivers.hand import CALM, CLUB, SLOPPY, Incident, Style, expected_alerts, play, possible, tolerated_alerts

HOUSE = Path(__file__).parents[1]
OURS = (HOUSE / "tests" / "games", HOUSE / "bridge" / "demo")
STYLES: Mapping[str, Style] = {style.name: style for style in (CALM, CLUB, SLOPPY)}
SLOW_SCAN = 0.23  # seconds, measured on DGT boards
BARS: Mapping[tuple[str, float], float] = {
    ("calm", 0.0): 1.0,
    ("sloppy", 0.0): 0.99,
    ("sloppy", SLOW_SCAN): 0.97,
}
"""Style and scan → the share of games that must be recorded move for move."""
PLIES_BETWEEN_INCIDENTS = 12


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played in one way."""

    played: Played
    style: str
    scan: float
    seed: int
    incidents: bool
    as_bytes: bool


@dataclass(slots=True)
class Marks:
    """What was counted, over one game or many. `false`: alerts that nothing gave cause for."""

    games: int = 0
    perfect: int = 0
    plies: int = 0
    withdrawn: int = 0
    happened: Counter[Incident] = field(default_factory=Counter)
    told: Counter[Incident] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Marks) -> None:
        """Add what was counted elsewhere."""
        self.games += other.games
        self.perfect += other.perfect
        self.plies += other.plies
        self.withdrawn += other.withdrawn
        self.happened += other.happened
        self.told += other.told
        self.false += other.false
        self.wrong += other.wrong


def examine(task: Task) -> Marks:
    """Play the game and mark how it was followed."""
    played = task.played
    rng = random.Random(f"{played.name} {task.style} {task.seed}")
    incidents = _incidents(played, rng) if task.incidents else {}
    acts = play(played.start, played.moves, STYLES[task.style], rng, incidents)
    followed = (follow_bytes if task.as_bytes else follow)(played.start, acts, task.scan)
    marks = Marks(games=1, plies=len(played.moves), withdrawn=_made_and_withdrawn(followed))
    recorded = [each.move for each in followed.game.moves]
    if recorded == [*played.moves]:
        marks.perfect = 1
    else:
        marks.wrong.append(f"{played.name} (seed {task.seed}) {_first_difference(played, followed)}")
    _mark_alerts(marks, followed, incidents)
    return marks


def _incidents(played: Played, rng: random.Random) -> dict[int, Incident]:
    """Something out of the ordinary at a half-move now and then, wherever it is possible."""
    board, chosen = played.start.copy(), {}
    for ply, move in enumerate(played.moves, 1):
        if rng.random() * PLIES_BETWEEN_INCIDENTS < 1:
            can_happen = [incident for incident in Incident if possible(incident, board, move)]
            if can_happen:
                chosen[ply] = rng.choice(can_happen)
        board.push(move)
    return chosen


def _made_and_withdrawn(followed: Followed) -> int:
    return sum(
        each.stage is not Stage.TENTATIVE
        for _, told in followed.notices
        if isinstance(told, MovesWithdrawn)
        for each in told.withdrawn
    )


def _first_difference(played: Played, followed: Followed) -> str:
    recorded = [each.move for each in followed.game.moves]
    pairs = zip(recorded, played.moves, strict=False)
    ply = next((ply for ply, (got, move) in enumerate(pairs) if got != move), min(len(recorded), len(played.moves)))
    got, wanted = (", ".join(move.uci() for move in moves[ply : ply + 2]) for moves in (recorded, played.moves))
    at = f" at {followed.game.moves[ply].at:.1f} s" if ply < len(recorded) else ""
    return f"half-move {ply + 1}: {got or 'nothing'} instead of {wanted or 'nothing'}{at}"


def _mark_alerts(marks: Marks, followed: Followed, incidents: Mapping[int, Incident]) -> None:
    """An alert belongs to an incident of its half-move, or of one beside it."""
    alerts = [told.alert for _, told in followed.notices if isinstance(told, AlertRaised)]
    for ply, incident in incidents.items():
        if expected := expected_alerts(incident):
            marks.happened[incident] += 1
            marks.told[incident] += any(alert.kind.value in expected and abs(alert.ply - ply) <= 1 for alert in alerts)
    for alert in alerts:
        near = [incidents[ply] for ply in range(alert.ply - 1, alert.ply + 2) if ply in incidents]
        if not any(alert.kind.value in expected_alerts(each) | tolerated_alerts(each) for each in near):
            marks.false[alert.kind.value] += 1


def _ways(asked: argparse.Namespace) -> Iterator[tuple[str, float, int, bool]]:
    for style in asked.style or STYLES:
        for scan in asked.scan or (0.0, SLOW_SCAN):
            for incidents in (False,) if asked.plain else (False, True):
                for seed in range(1, asked.seeds + 1):
                    yield style, scan, seed, incidents


def _report(way: tuple[str, float, bool], marks: Marks, *, verbose: bool) -> bool:
    """Print what was counted in one way of playing. False when it does not reach its bar."""
    style, scan, incidents = way
    bar = None if incidents else BARS.get((style, scan))
    share = marks.perfect / marks.games
    kept = bar is None or share >= bar
    false = sum(marks.false.values())
    told, happened = sum(marks.told.values()), sum(marks.happened.values())
    print(
        f"{'✓' if kept else '✗'} {style:<7}{f'scan {scan * 1000:.0f} ms' if scan else 'at once':<13}"
        f"{'incidents' if incidents else '':<11}{share:7.1%} of {marks.games} games perfect"
        f"{f' (bar {bar:.0%})' if bar is not None else '':<12}"
        f"  per 1,000 plies: {1000 * false / marks.plies:5.2f} false alerts,"
        f" {1000 * marks.withdrawn / marks.plies:5.2f} made moves withdrawn"
        + (f"  recall {told / happened:.1%}, precision {told / max(told + false, 1):.1%}" if happened else ""),
        flush=True,
    )
    for incident, count in sorted(marks.happened.items(), key=lambda pair: pair[0].value):
        if marks.told[incident] < count:
            print(f"      {incident.value}: {marks.told[incident]} of {count} told")
    if marks.false:
        print(f"      false: {', '.join(f'{kind} {count}' for kind, count in marks.false.most_common())}")
    for wrong in marks.wrong if verbose else ():
        print(f"      {wrong}")
    return kept


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.exam", description="Examine the rules with whole games."
    )
    parser.add_argument("paths", nargs="*", type=Path, default=OURS, help="PGN files or directories (default: our own)")
    parser.add_argument("--style", action="append", choices=STYLES, help="only this style (may be repeated)")
    parser.add_argument("--scan", action="append", type=float, help="only this scan, in seconds (may be repeated)")
    parser.add_argument("--seeds", type=int, default=3, help="how often each game is played in each way")
    parser.add_argument("--bytes", action="store_true", help="play through the bytes of a virtual DGT e-Board")
    parser.add_argument("--plain", action="store_true", help="leave out the incidents")
    parser.add_argument("--verbose", action="store_true", help="tell where games were recorded wrongly")
    return parser


def main() -> int:
    """Examine, print, and say whether every bar is reached."""
    asked = _parser().parse_args()
    games = list(games_in(asked.paths))
    if not games:
        _parser().error("there is no game with a move in these files")
    ways: dict[tuple[str, float, bool], list[Task]] = {}
    for style, scan, seed, incidents in _ways(asked):
        tasks = [Task(played, style, scan, seed, incidents, asked.bytes) for played in games]
        ways.setdefault((style, scan, incidents), []).extend(tasks)
    kept = []
    with multiprocessing.Pool() as pool:
        for way, tasks in ways.items():
            marks = Marks()
            for each in pool.imap_unordered(examine, tasks, chunksize=4):
                marks.add(each)
            kept.append(_report(way, marks, verbose=asked.verbose))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
