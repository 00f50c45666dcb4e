"""Try one seed after the other until the time is over; shrink and keep what breaks an invariant; log what was done."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.exam.__main__ import OURS
from benchmarks.search.cases import write_case
from benchmarks.search.trying import shrunk, tried
from benchmarks.search.varying import trial
from benchmarks.table import games_in

LOG = Path(__file__).with_name("log.jsonl")
SHRINKING = 20.0
"""Seconds for making one stream smaller."""
ENOUGH = 5
"""Findings of one kind that are kept; more of them teach nothing until the kind is fixed."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how much CPU time to spend")
    parser.add_argument("--first-seed", type=int, default=1, help="the number of the first stream")
    parser.add_argument("--out", type=Path, default=Path("found"), help="where cases of what is found go")
    parser.add_argument("--log", type=Path, default=LOG, help="what all sessions are noted in")
    return parser


def search(seconds: float, first_seed: int, out: Path) -> tuple[int, Counter[str]]:
    """Try streams for so many seconds of CPU time. Gives the seed that would be next, and what was found."""
    games = list(games_in(OURS))
    limit = time.process_time() + seconds
    found: Counter[str] = Counter()
    seed = first_seed
    while time.process_time() < limit:
        attempt = trial(seed, games)
        finding = tried(attempt)
        if finding is not None:
            found[finding.kind] += 1
            if found[finding.kind] <= ENOUGH:
                smaller, again = shrunk(attempt, finding, SHRINKING)
                print(f"seed {seed}: {again.kind}: {again.text} ({len(smaller.events)} events)", flush=True)
                write_case(out, f"seed-{seed}", smaller, again)
        seed += 1
    return seed, found


def main() -> int:
    """Search, note it, and say whether every invariant was kept."""
    asked = _parser().parse_args()
    begin = time.process_time()
    next_seed, found = search(asked.seconds, asked.first_seed, asked.out)
    spent = round(time.process_time() - begin, 1)
    note = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "first_seed": asked.first_seed,
        "next_seed": next_seed,
        "cpu_seconds": spent,
        "found": dict(found),
    }
    with asked.log.open("a", encoding="utf-8") as log:
        log.write(json.dumps(note) + "\n")
    print(f"{next_seed - asked.first_seed} streams in {spent} s of CPU time: {dict(found) or 'nothing broken'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
