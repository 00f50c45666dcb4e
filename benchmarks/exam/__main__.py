"""Play every game in every way, print what came out beside its bars. Exits with 1 when a bar is not reached."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.exam.marks import Marks, Task, examine
from benchmarks.exam.plants import PLANTS, planted
from benchmarks.exam.profiles import BARS, PROFILES, Bars, Profile, Weather
from benchmarks.exam.storm.marking import examine_storm, never_happened
from benchmarks.exam.storm.weather import wild_games
from benchmarks.table import games_in
from drivers.placement import Sensing

HOUSE = Path(__file__).parents[2]
OURS = (HOUSE / "tests" / "games", HOUSE / "bridge" / "demo")
BOARDS = {sensing.value: sensing for _, sensing in PROFILES}


def _judged(name: str, value: float, bar: float | None, *, least: bool) -> tuple[bool, str]:
    """Whether a figure keeps its bar, and how it is printed."""
    kept = bar is None or (value >= bar if least else value <= bar)
    bound = "" if bar is None else f" ({'≥' if least else '≤'} {bar:g})"
    return kept, f"{'' if kept else '✗ '}{name} {value:.4g}{bound}"


def _figures(marks: Marks, bars: Bars) -> Iterator[tuple[bool, str]]:
    yield _judged("perfect", marks.share_perfect, bars.perfect, least=True)
    yield _judged("false alerts", marks.false_alerts, bars.false, least=False)
    yield _judged("withdrawn", marks.withdrawn_moves, bars.withdrawn, least=False)
    yield _judged("made after", marks.made_after, bars.made, least=False)
    if marks.happened:
        yield _judged("recall", marks.recall, bars.recall, least=True)
        yield _judged("precision", marks.precision, bars.precision, least=True)
    if marks.situations:
        yield _judged("followed", marks.share_followed, bars.followed, least=True)
        yield _judged("again within a move", marks.share_healed, bars.healed, least=True)
        yield _judged("silent s", marks.silent, bars.silent, least=False)
        yield _judged("wrong accusations", len(marks.accused), bars.accused, least=False)
        yield _judged("broken invariants", len(marks.broken), bars.broken, least=False)


def _report(profile: Profile, marks: Marks, *, verbose: bool) -> bool:
    """Print what was counted in one way of playing. False when it does not reach its bars."""
    figures = list(_figures(marks, BARS[profile.name, profile.sight.sensing]))
    kept = all(each for each, _ in figures)
    told = "  ".join(text for _, text in figures)
    print(f"{'✓' if kept else '✗'} {profile.sight.sensing.value:<12}{profile.name:<10}{marks.games:>5} games  {told}")
    for incident, count in sorted(marks.happened.items(), key=lambda pair: pair[0].value):
        if marks.told[incident] < count:
            print(f"      {incident.value}: {marks.told[incident]} of {count} told")
    if marks.false:
        print(f"      false: {', '.join(f'{kind} {count}' for kind, count in marks.false.most_common())}")
    if missing := never_happened(marks, profile.weather) if marks.situations else []:
        kept = False
        print(f"      ✗ never happened: {', '.join(missing)}")
    for wrong in (*marks.wrong, *marks.accused, *marks.broken) if verbose else ():
        print(f"      {wrong}")
    sys.stdout.flush()
    return kept


def _parser() -> argparse.ArgumentParser:
    names = list(dict.fromkeys(name for name, _ in PROFILES))
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.exam",
        description="Examine the rules with whole games. False alerts and withdrawn moves are told per 1,000 "
        "half-moves, the time until a move counts as made in seconds.",
    )
    parser.add_argument("paths", nargs="*", type=Path, default=OURS, help="PGN files or directories (default: our own)")
    parser.add_argument("--profile", action="append", choices=names, help="only this way to play (may be repeated)")
    parser.add_argument("--board", action="append", choices=BOARDS, help="only this kind of e-board (may be repeated)")
    parser.add_argument("--seeds", type=int, default=10, help="how often each game is played in each way")
    parser.add_argument("--first-seed", type=int, default=1, help="the number of the first one")
    parser.add_argument("--bytes", action="store_true", help="play through the bytes of a virtual DGT e-Board")
    parser.add_argument("--plant", choices=PLANTS, help="plant this fault into the rules: the exam must be failed")
    parser.add_argument("--verbose", action="store_true", help="tell where games were recorded wrongly")
    return parser


def _profiles(asked: argparse.Namespace) -> Iterator[Profile]:
    boards = {Sensing.IDENTITY} if asked.bytes else {BOARDS[name] for name in asked.board or BOARDS}
    for (name, sensing), profile in PROFILES.items():
        if sensing in boards and name in (asked.profile or (name,)):
            yield profile


def main() -> int:
    """Examine, print, and say whether every bar is reached."""
    asked = _parser().parse_args()
    games = list(games_in(asked.paths))
    if not games:
        _parser().error("there is no game with a move in these files")
    seeds = range(asked.first_seed, asked.first_seed + asked.seeds)
    kept = []
    with planted(asked.plant), multiprocessing.get_context("fork").Pool() as pool:
        for profile in _profiles(asked):
            fair = profile.weather is Weather.FAIR
            way = examine if fair else examine_storm
            those = games if fair else [*games, *wild_games()]
            tasks = [Task(played, profile, seed, asked.bytes) for seed in seeds for played in those]
            marks = Marks()
            for each in pool.imap_unordered(way, tasks, chunksize=4):
                marks.add(each)
            kept.append(_report(profile, marks, verbose=asked.verbose))
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
