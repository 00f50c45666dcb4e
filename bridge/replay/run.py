"""Replaying: the inputs of a recording through the rules, as if they came now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bridge.replay.recordings import Recording, set_up
from bridge.rules.copying import replace
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import Notice
from bridge.rules.state import Game

RUN_ON_SECONDS = 10.0
"""After the last input time goes on for so long, so that what is still being considered is decided."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the rules at `at` (seconds), and what was concluded."""

    at: float
    before: Game
    after: Game
    notices: tuple[Notice, ...]


def replay(recording: Recording) -> Iterator[Step]:
    """Every step from the first input to the end. A dump that the rules want stays unanswered: it was never taken."""
    if recording.journaled is not None:
        yield from _relived(recording, recording.journaled)
        return
    inputs = set_up(recording).inputs
    now = inputs[0][0]
    game = new_game(recording.setup, now)
    end = (inputs[-1][0] + RUN_ON_SECONDS, TimePassed())
    for at, received in (*inputs, end):
        while (due := wake_at(game)) is not None and due < at:
            now = max(due, now)
            yield (taken := _step(game, TimePassed(), now))
            game = taken.after
        now = at
        yield (taken := _step(game, received, now))
        game = taken.after


def _relived(recording: Recording, number: int) -> Iterator[Step]:
    """The steps that were taken when the journal was written. A game that is not the first begins with `StartGame`."""
    (first, beginning), *later = recording.inputs
    game = replace(new_game(recording.setup, first), number=max(1, number - 1))
    begun = _step(game, beginning, first)
    if number == 1:
        yield begun
    game = begun.after
    for at, received in later:
        yield (taken := _step(game, received, at))
        game = taken.after


def _step(game: Game, received: Input, now: float) -> Step:
    after, notices = step(game, received, now)
    return Step(now, game, after, notices)
