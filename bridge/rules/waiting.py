"""What a game waits for: when time alone would change something about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bridge.rules.endings.renewal import reset_due, signal_due
from bridge.rules.irregularities.mismatch import mismatch_due
from bridge.rules.irregularities.verdict import verdict_due
from bridge.rules.recognition.completion import completion_due
from bridge.rules.recognition.dumps import dump_due
from bridge.rules.state import Game

Concerns: TypeAlias = Sequence[Callable[[Game], float | None]]


def is_due(game: Game, now: float) -> bool:
    """Whether something would have changed by `now` (seconds), if only time has passed."""
    due = next_due(game)
    return due is not None and due <= now


def next_due(game: Game) -> float | None:
    """When time alone would change something next."""
    if game.restoring:
        return dump_due(game)
    if game.agrees and game.question is None and not game.log.astray:
        return game.settle_at if not game.presses else _first(game, (completion_due,))
    if not game.explained or game.log.astray:
        concerns = _CONCERNS
    elif game.presses or not game.undisturbed:
        concerns = _WHILE_EXPLAINED
    else:
        concerns = _WHILE_UNDISTURBED
    return _first(game, concerns)


def _first(game: Game, concerns: Concerns) -> float | None:
    first = game.settle_at
    for concern in concerns:
        due = concern(game)
        if due is not None and (first is None or due < first):
            first = due
    return first


_WHILE_UNDISTURBED: Concerns = (dump_due,)
_WHILE_EXPLAINED: Concerns = (*_WHILE_UNDISTURBED, completion_due, verdict_due, mismatch_due)
_CONCERNS: Concerns = (*_WHILE_EXPLAINED, signal_due, reset_due)
"""Each says when time alone would change something about the game; the first ones also while all is well."""
