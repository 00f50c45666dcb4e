"""What a game waits for: when time alone would change something about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from bridge.rules.endings.renewal import reset_due, signal_due
from bridge.rules.finding_back.last_positions import look_back_due
from bridge.rules.irregularities.mismatch import mismatch_due
from bridge.rules.irregularities.verdict import verdict_due
from bridge.rules.recognition.completion import completion_due, settle_due
from bridge.rules.recognition.dumps import dump_due
from bridge.rules.state import Game
from bridge.rules.touch.turn import move_out_of_turn_due

Concerns: TypeAlias = Sequence[Callable[[Game], float | None]]


def is_due(game: Game, now: float) -> bool:
    """Whether something would have changed by `now` (seconds), if only time has passed."""
    due = next_due(game)
    return due is not None and due <= now


def next_due(game: Game) -> float | None:
    """When time alone would change something next."""
    if game.restoring:
        return dump_due(game)
    if game.log.astray:
        return _first(game, _CONCERNS)
    if game.agrees and (not game.presses or game.question is None):
        return earlier(settle_due(game), completion_due(game)) if game.presses else settle_due(game)
    if not game.presses and game.undisturbed:
        return earlier(settle_due(game), dump_due(game))
    return _first(game, _WHILE_EXPLAINED if game.explained and not game.kings_away else _CONCERNS)


def _first(game: Game, concerns: Concerns) -> float | None:
    first = settle_due(game)
    for concern in concerns:
        first = earlier(first, concern(game))
    return first


def earlier(one: float | None, other: float | None) -> float | None:
    """The earlier of two moments, of which None never comes."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


_WHILE_EXPLAINED: Concerns = (dump_due, completion_due, verdict_due, mismatch_due, look_back_due, move_out_of_turn_due)
_CONCERNS: Concerns = (*_WHILE_EXPLAINED, signal_due, reset_due)
"""Each says when time alone would change something about the game; the first ones also while the board is explained."""
