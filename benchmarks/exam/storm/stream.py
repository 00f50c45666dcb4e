"""A game as a stream: what is done at a board, what an e-board makes of it, and what reaches the rules."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import chess

from benchmarks.table import Event, Followed, Sight, Watcher, follow_events
from bridge.rules.inputs import Input
from bridge.rules.setup import Patience
from drivers.hand import Act
from drivers.hand.perturb import as_sensed, through_scan
from drivers.placement import EMPTY, Code, Placement, Sensing, code_at, placement_of, seen_by, with_code
from drivers.reports import ClockPaused, ClockResumed, Press, SquaresChanged


@dataclass(frozen=True, slots=True)
class OddChip:
    """From `at` on the piece that stands on the square reads as `code`, wherever it goes."""

    at: float
    square: chess.Square
    code: Code


@dataclass(frozen=True, slots=True)
class LostChange:
    """The first change that an e-board sees on the square from `at` on is not told; a dump shows it."""

    at: float
    square: chess.Square


@dataclass(slots=True)
class Stream:
    """Everything that is done at a board: `acts` on pieces and clock, other `inputs` with their times; what is wrong
    with chips and squares; the acts (by their number) that nobody hears.
    """

    start: chess.Board
    acts: list[Act] = field(default_factory=list)
    inputs: list[tuple[float, Input]] = field(default_factory=list)
    chips: list[OddChip] = field(default_factory=list)
    lost: list[LostChange] = field(default_factory=list)
    dead: set[chess.Square] = field(default_factory=set)
    unheard: set[int] = field(default_factory=set)


def opening(stream: Stream, sensing: Sensing) -> Placement:
    """What the e-board reads before the first act; pieces as they are, where it tells them apart."""
    placement = placement_of(stream.start)
    for chip in stream.chips:
        if chip.at <= 0 and sensing is Sensing.IDENTITY:
            placement = with_code(placement, chip.square, chip.code)
    for square in stream.dead:
        placement = with_code(placement, square, EMPTY)
    return placement


def events_of(stream: Stream, sight: Sight) -> Iterator[Event]:
    """What an e-board of this sight sees, and all the rest, in order of time."""
    squares = _alive(_chipped(stream, sight.sensing), stream.dead)
    seen = through_scan(_seen_start(stream, sight), as_sensed(squares, sight.sensing), sight.scan)
    told = _without_lost((Event(act.at, act.does) for act in seen), stream.lost)
    clock = [
        Event(act.at, act.does, told=number not in stream.unheard)
        for number, act in enumerate(stream.acts)
        if isinstance(act.does, Press | ClockPaused | ClockResumed)
    ]
    others = [Event(at, each) for at, each in stream.inputs]
    return heapq.merge(told, clock, sorted(others, key=_when), key=_when)


def follow_stream(
    stream: Stream, sight: Sight, watcher: Watcher | None = None, patience: Patience = Patience.BALANCED
) -> Followed:
    """Take the stream to the rules; the watcher hears every step."""
    start = opening(stream, sight.sensing)
    return follow_events(stream.start, start, list(events_of(stream, sight)), sight, patience, watcher)


def _when(event: Event) -> float:
    return event.at


def _seen_start(stream: Stream, sight: Sight) -> Placement:
    return seen_by(sight.sensing, opening(stream, sight.sensing))


def _alive(acts: Iterable[Act], dead: set[chess.Square]) -> Iterator[Act]:
    """The acts without those on squares that read nothing."""
    for act in acts:
        if isinstance(act.does, SquaresChanged):
            kept = tuple(change for change in act.does.changes if change[0] not in dead)
            if kept:
                yield replace(act, does=SquaresChanged(kept))


def _chipped(stream: Stream, sensing: Sensing) -> Iterator[Act]:
    """The acts on the squares as chips read; a piece with an odd one is known by what it is and where it was."""
    squares = [act for act in stream.acts if isinstance(act.does, SquaresChanged)]
    if not stream.chips or sensing is not Sensing.IDENTITY:
        yield from squares
        return
    yield from _Chips(stream.start, stream.chips).read(squares)


class _Chips:
    """Which pieces on the board, and in hands, have an odd chip."""

    def __init__(self, start: chess.Board, chips: Sequence[OddChip]) -> None:
        self._real = placement_of(start)
        self._coming = sorted(chips, key=lambda chip: chip.at)
        self._on: dict[chess.Square, Code] = {}
        self._held: dict[Code, Code] = {}

    def read(self, acts: Iterable[Act]) -> Iterator[Act]:
        for act in acts:
            yield from self._begun(act.at)
            if isinstance(act.does, SquaresChanged):
                ((square, code),) = act.does.changes
                yield Act(act.at, SquaresChanged(((square, self._put(square, code, act.at)),)))

    def _begun(self, now: float) -> Iterator[Act]:
        while self._coming and self._coming[0].at < now:
            chip = self._coming.pop(0)
            if code_at(self._real, chip.square) != EMPTY:
                self._on[chip.square] = chip.code
                if chip.at > 0:
                    yield Act(chip.at, SquaresChanged(((chip.square, chip.code),)))

    def _put(self, square: chess.Square, code: Code, now: float) -> Code:
        before = code_at(self._real, square)
        if square in self._on and before != code:
            self._held[before] = self._on.pop(square)
        self._real = with_code(self._real, square, code)
        if code != EMPTY and code in self._held:
            self._on[square] = self._held.pop(code)
        for chip in [each for each in self._coming if each.at == now and each.square == square and code != EMPTY]:
            self._coming.remove(chip)
            self._on[square] = chip.code
        return self._on.get(square, code)


def _without_lost(events: Iterable[Event], lost: Sequence[LostChange]) -> Iterator[Event]:
    waiting = sorted(lost, key=lambda each: each.at)
    for event in events:
        hit = next(
            (
                each
                for each in waiting
                if isinstance(event.does, SquaresChanged)
                and each.at <= event.at
                and each.square == event.does.changes[0][0]
            ),
            None,
        )
        if hit is not None:
            waiting.remove(hit)
        yield replace(event, told=hit is None and event.told)
