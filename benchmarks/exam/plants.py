"""Faults planted into the rules, to see whether the exam notices: rules that are deaf, stubborn, silent or unfair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias
from unittest import mock

from bridge.rules.alerts import Alert, Severity
from bridge.rules.game import step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import AlertChanged, AlertRaised, DumpWanted, MoveSeen, Notice, Stage
from bridge.rules.state import Game
from drivers.reports import Dump, LinkDown, SquaresChanged

Stepping: TypeAlias = Callable[[Game, Input, float], tuple[Game, tuple[Notice, ...]]]


class _Stubborn:
    """Rules that never give up a completed move: where they would, they stay as they are for good."""

    def __init__(self) -> None:
        self._held: Game | None = None

    def step(self, game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
        """One step, unless it takes a completed move back."""
        if game is self._held:
            return game, ()
        after, notices = step(game, received, now)
        before, kept = ([each.move for each in moves] for moves in (game.record, after.record[: len(game.record)]))
        if before == kept or after.number != game.number:
            return after, notices
        self._held = game
        return game, ()

    def wake_at(self, game: Game) -> float | None:
        """When the rules want to be woken."""
        return None if game is self._held else wake_at(game)


def never_asks(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """All squares are never asked for."""
    after, notices = step(game, received, now)
    return after, tuple(each for each in notices if not isinstance(each, DumpWanted))


def accuses_the_other(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """Every accusation names the opponent."""
    return _changed(game, received, now, lambda alert: replace(alert, color=not alert.color))


def accuses_nobody(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """No accusation names anybody."""
    return _changed(game, received, now, lambda alert: replace(alert, color=None))


def says_nothing(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """No alert ever leaves the rules."""
    after, notices = step(game, received, now)
    return after, tuple(each for each in notices if not isinstance(each, AlertRaised | AlertChanged))


def stops_at_an_alert(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """While an alert is open no square is read."""
    stuck = isinstance(received, SquaresChanged | Dump) and bool(game.alerts)
    return step(game, TimePassed() if stuck else received, now)


def makes_what_it_cannot_see(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """A tentative move counts as made when the line is lost."""
    after, notices = step(game, received, now)
    made = tuple(MoveSeen(replace(each, stage=Stage.MADE)) for each in game.moves[-1:])
    return after, (*notices, *made) if isinstance(received, LinkDown) else notices


def _changed(
    game: Game, received: Input, now: float, change: Callable[[Alert], Alert]
) -> tuple[Game, tuple[Notice, ...]]:
    """What the rules say, with every new accusation changed."""
    after, notices = step(game, received, now)
    return after, tuple(
        AlertRaised(change(each.alert))
        if isinstance(each, AlertRaised) and each.alert.severity is Severity.ACT
        else each
        for each in notices
    )


_STEPS: Mapping[str, Stepping] = {
    each.__name__.replace("_", "-"): each
    for each in (
        never_asks,
        accuses_the_other,
        accuses_nobody,
        says_nothing,
        stops_at_an_alert,
        makes_what_it_cannot_see,
    )
}
PLANTS = ("never-takes-back", *_STEPS)
"""Every fault by its name."""


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """The examiner's table has rules with this fault (None: the rules as they are)."""
    stubborn = _Stubborn()
    unmoved = name == PLANTS[0]
    taking: Stepping = stubborn.step if unmoved else _STEPS.get(name or "", step)
    waking = stubborn.wake_at if unmoved else wake_at
    with mock.patch("benchmarks.table.step", taking), mock.patch("benchmarks.table.wake_at", waking):
        yield
