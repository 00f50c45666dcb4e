"""How an e-board looks at its cells: one after the other, over and over. For emulators.

A pointer walks over the cells; what a hand does at a cell is seen when the pointer passes next, and what was undone
before that is never seen. So a piece can arrive before it has left, and a captured piece can turn into its captor:
real boards show both (DGT's protocol header).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sighting:
    """At `at` (seconds) the pointer passed `cell`, and `code` stood there, which was not seen before."""

    at: float
    cell: int
    code: int


class Scan:
    """The cells as they are, and as the e-board has seen them.

    `period`: seconds in which the pointer passes every cell once, in the order of their numbers; 0 sees every change
    at once. `phase`: the moment (seconds) at which the pointer is at cell 0.
    """

    def __init__(self, cells: Sequence[int], period: float, phase: float = 0.0) -> None:
        self._cells = list(cells)
        self._seen = list(cells)
        self._period = period
        self._phase = phase
        self._due: dict[int, float] = {}

    @property
    def seen(self) -> tuple[int, ...]:
        """What the e-board believes to stand on its cells."""
        return tuple(self._seen)

    def put(self, cell: int, code: int, now: float) -> None:
        """A hand changed a cell. Call `advance(now)` first, or what was there before was not seen in time."""
        self._cells[cell] = code
        if code == self._seen[cell]:
            self._due.pop(cell, None)
        else:
            self._due[cell] = self._next_pass(cell, now)

    def next_sighting(self) -> float | None:
        """When the pointer passes the next changed cell."""
        return min(self._due.values(), default=None)

    def advance(self, now: float) -> list[Sighting]:
        """What the pointer saw until `now`, in the order in which it passed."""
        passed = sorted((at, cell) for cell, at in self._due.items() if at <= now)
        for _, cell in passed:
            del self._due[cell]
            self._seen[cell] = self._cells[cell]
        return [Sighting(at, cell, self._seen[cell]) for at, cell in passed]

    def _next_pass(self, cell: int, now: float) -> float:
        """When the pointer is at this cell next, after `now`."""
        if self._period <= 0:
            return now
        first = self._phase + self._period * cell / len(self._cells)
        return first + self._period * (math.floor((now - first) / self._period) + 1)
