"""Streams of events, varied at random: what is lost, doubled, late, early, or never happened at all."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import chess

from benchmarks.exam.storm.stream import events_of, opening
from benchmarks.exam.storm.weather import storm, wild_games
from benchmarks.table import Event, Played, Sight
from drivers.hand import CLUB, SLOPPY
from drivers.placement import EMPTY, Placement, Sensing, code_seen_by
from drivers.reports import LinkDown, LinkUp, Press, SquaresChanged

Events = tuple[Event, ...]
VARIATIONS = (0, 8)  # how many are made in one stream


@dataclass(frozen=True, slots=True)
class Trial:
    """A stream to be tried: where the game starts, what the e-board reads then, and what happens."""

    name: str
    start: chess.Board
    opening: Placement
    events: Events
    sight: Sight


def trial(seed: int, games: Sequence[Played]) -> Trial:
    """The stream of this seed: a storm, varied. The e-board shows changes at once, so that a case can be replayed."""
    rng = random.Random(f"search {seed}")
    sight = Sight(rng.choice((Sensing.IDENTITY, Sensing.OCCUPANCY)))
    played = rng.choice([*games, *wild_games()])
    stream = storm(played, rng.choice((CLUB, SLOPPY)), rng, safety=rng.random() < 0.3).stream
    events = tuple(events_of(stream, sight))
    for _ in range(rng.randint(*VARIATIONS)):
        events = rng.choice(WAYS)(events, rng, sight.sensing)
    ordered = tuple(sorted(events, key=lambda event: event.at))
    return Trial(f"{played.name} (seed {seed})", stream.start, opening(stream, sight.sensing), ordered, sight)


def _dropped(events: Events, rng: random.Random, _: Sensing) -> Events:
    """Some neighbouring events never happen."""
    at = rng.randrange(len(events))
    return events[:at] + events[at + rng.randint(1, 3) :] or events


def _late(events: Events, rng: random.Random, _: Sensing) -> Events:
    """One event comes later or earlier."""
    at = rng.randrange(len(events))
    moved = replace(events[at], at=max(0.0, events[at].at + rng.uniform(-3, 3)))
    return (*events[:at], moved, *events[at + 1 :])


def _untold(events: Events, rng: random.Random, _: Sensing) -> Events:
    """One event is not told."""
    at = rng.randrange(len(events))
    return (*events[:at], replace(events[at], told=False), *events[at + 1 :])


def _touched(events: Events, rng: random.Random, sensing: Sensing) -> Events:
    """A square reads empty for a while, or as another piece."""
    at, square = rng.choice(events).at + rng.uniform(0, 1), rng.randrange(64)
    code = code_seen_by(sensing, rng.choice((EMPTY, EMPTY, *range(1, 7), *range(9, 15))))
    return (*events, Event(at, SquaresChanged(((square, code),))))


def _pressed(events: Events, rng: random.Random, _: Sensing) -> Events:
    """The clock is pressed once more."""
    return (*events, Event(rng.choice(events).at + rng.uniform(0, 1), Press(rng.random() < 0.5)))


def _cut_off(events: Events, rng: random.Random, _: Sensing) -> Events:
    """The line is lost for some seconds."""
    at = rng.choice(events).at
    return (*events, Event(at, LinkDown("the search")), Event(at + rng.uniform(0.5, 8), LinkUp()))


def _hurried(events: Events, rng: random.Random, _: Sensing) -> Events:
    """From some moment on everything comes faster."""
    at, pace = rng.choice(events).at, rng.uniform(0.2, 0.9)
    return tuple(replace(each, at=at + (each.at - at) * pace) if each.at > at else each for each in events)


WAYS: Sequence[Callable[[Events, random.Random, Sensing], Events]] = (
    _dropped,
    _late,
    _untold,
    _touched,
    _pressed,
    _cut_off,
    _hurried,
)
