"""How a measurement is taken and told."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import chess

Figures = TypeVar("Figures", bound=tuple[float, ...])

ROUNDS = 5
"""The best of so many: what else the machine does only ever adds time."""

LISTINGS = 50
USUAL_LISTING = 26e-6  # seconds
"""What listing the legal moves of a position takes on the machine that the budgets are for."""
_MIDDLEGAME = chess.Board("r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12")


@dataclass(frozen=True, slots=True)
class Measurement:
    """A figure beside its budget. `most`: the budget is the most it may be; else it is the least."""

    name: str
    value: float
    unit: str
    budget: float | None = None
    most: bool = True

    @property
    def kept(self) -> bool:
        """Whether the figure keeps its budget; true without one."""
        if self.budget is None:
            return True
        return self.value <= self.budget if self.most else self.value >= self.budget

    def __str__(self) -> str:
        mark = "✓" if self.kept else "✗"
        bound = "" if self.budget is None else f"  budget {'≤' if self.most else '≥'} {self.budget:,.3g}"
        return f"{mark} {self.name:<62} {self.value:>10,.2f} {self.unit:<10}{bound}"


def listing_seconds() -> float:
    """How long it takes now to list the legal moves of a position, in processor time."""
    begin = time.process_time()
    for _ in range(LISTINGS):
        list(_MIDDLEGAME.legal_moves)
    return (time.process_time() - begin) / LISTINGS


def least(work: Callable[[], Figures]) -> Figures:
    """The smallest of the figures that `work` gave, without the garbage collector."""
    return min(_undisturbed(work) for _ in range(ROUNDS))


def _undisturbed(work: Callable[[], Figures]) -> Figures:
    gc.collect()
    gc.disable()
    try:
        return work()
    finally:
        gc.enable()
