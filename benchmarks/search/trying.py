"""What the rules make of a stream: a finding, or nothing; and the smallest stream that still gives the finding."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from benchmarks.exam.invariants import Watch
from benchmarks.search.varying import Events, Trial
from benchmarks.table import follow_events
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import Notice
from bridge.rules.state import Game


@dataclass(frozen=True, slots=True)
class Finding:
    """What is broken (`kind`: one of few words, for comparing), in words, and all that the rules were told."""

    kind: str
    text: str
    heard: tuple[tuple[float, Input], ...]


def tried(trial: Trial) -> Finding | None:
    """Take the stream to the rules. None when every invariant is kept."""
    watch = Watch()
    heard: list[tuple[float, Input]] = []

    def listen(now: float, received: Input, game: Game, notices: Sequence[Notice]) -> None:
        if not isinstance(received, TimePassed):
            heard.append((now, received))
        watch(now, received, game, notices)

    try:
        follow_events(trial.start, trial.opening, trial.events, trial.sight, watcher=listen)
    except Exception as error:
        return Finding(f"raises {type(error).__name__}", repr(error), tuple(heard))
    found = watch.finish()
    stalls = [f"stalled for {plies} half-moves" for plies in found.stalls if plies > 1]
    text = next(chain(found.false, stalls, found.silences), "")
    if not text:
        return None
    kind = "false witness" if found.false else "stall" if stalls else "silence"
    return Finding(kind, text, tuple(heard))


def shrunk(trial: Trial, finding: Finding, seconds: float) -> tuple[Trial, Finding]:
    """A smaller stream with a finding of the same kind: pieces of it are left out as long as that is so."""
    limit = time.process_time() + seconds
    size = max(len(trial.events) // 2, 1)
    while size:
        at = 0
        while at < len(trial.events) and time.process_time() < limit:
            smaller = replace(trial, events=_without(trial.events, at, size))
            again = tried(smaller)
            if again is not None and again.kind == finding.kind:
                trial, finding = smaller, again
            else:
                at += size
        size //= 2
    return trial, finding


def _without(events: Events, at: int, size: int) -> Events:
    return events[:at] + events[at + size :]
