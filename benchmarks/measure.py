"""How a measurement is taken and told."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

Figures = TypeVar("Figures", bound=tuple[float, ...])

ROUNDS = 5
"""The best of so many: what else the machine does only ever adds time."""


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


def least(work: Callable[[], Figures]) -> Figures:
    """The smallest of the figures that `work` gave, without the garbage collector."""
    return min(_undisturbed(work) for _ in range(ROUNDS))


def best_seconds(work: Callable[[], object]) -> float:
    """The shortest time that `work` took, in seconds, without the garbage collector."""
    return least(lambda: (_seconds(work),))[0]


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _undisturbed(work: Callable[[], Figures]) -> Figures:
    gc.collect()
    gc.disable()
    try:
        return work()
    finally:
        gc.enable()
