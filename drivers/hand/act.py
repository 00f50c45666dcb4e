"""Acts: what hands do to the pieces and the clock, one thing at a time, as it really is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import chess

from drivers.placement import EMPTY, Code, Placement, with_code
from drivers.reports import ClockPaused, ClockResumed, Press, SquaresChanged

Deed: TypeAlias = SquaresChanged | Press | ClockPaused | ClockResumed
"""One thing that a hand can do. A `SquaresChanged` of a hand names one square, with the exact piece."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something done at `at`, in seconds from the start of the game; the truth, whatever an e-board sees of it."""

    at: float
    does: Deed


@dataclass(frozen=True, slots=True)
class Step:
    """Something done `wait` seconds after the step before it."""

    wait: float
    does: Deed


def put(wait: float, square: chess.Square, code: Code) -> Step:
    """After `wait` seconds a piece stands on the square (instead of another one, if one stood there)."""
    return Step(wait, SquaresChanged(((square, code),)))


def lift(wait: float, square: chess.Square) -> Step:
    """After `wait` seconds the square is empty."""
    return put(wait, square, EMPTY)


def timed(begin: float, steps: Iterable[Step]) -> list[Act]:
    """The steps as acts, the first one its own `wait` after `begin`."""
    acts = []
    at = begin
    for step in steps:
        at += step.wait
        acts.append(Act(at, step.does))
    return acts


def placement_after(start: Placement, acts: Iterable[Act]) -> Placement:
    """What stands on the board when all acts are done."""
    placement = start
    for act in acts:
        if isinstance(act.does, SquaresChanged):
            for square, code in act.does.changes:
                placement = with_code(placement, square, code)
    return placement
