"""Noise filters: what a cell of an e-board reads is believed when it has been read often enough, and long enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Reading = TypeVar("Reading")


@dataclass(frozen=True, slots=True)
class Proof:
    """What it takes to believe a new reading: so many in a row that are equal, the first of them at least `seconds`
    before the last.
    """

    readings: int = 1
    seconds: float = 0.0


AT_ONCE = Proof()


@dataclass(slots=True)
class _Candidate(Generic[Reading]):
    reading: Reading
    since: float
    times: int = 0


class Steady(Generic[Reading]):
    """The cells of an e-board as they are believed to be; None where nothing is known yet.

    `proof` says what it takes to get from what is believed (or None) to another reading.
    """

    def __init__(self, cells: int, proof: Callable[[Reading | None, Reading], Proof]) -> None:
        self._proof = proof
        self._believed: list[Reading | None] = [None] * cells
        self._candidates: dict[int, _Candidate[Reading]] = {}

    @property
    def believed(self) -> tuple[Reading | None, ...]:
        """What each cell is believed to read."""
        return tuple(self._believed)

    @property
    def calm(self) -> bool:
        """Whether the last readings were what is believed, so that the same ones again change nothing."""
        return not self._candidates and None not in self._believed

    def forget(self) -> None:
        """Nobody has looked for a while: nothing is known."""
        self._believed = [None] * len(self._believed)
        self._candidates.clear()

    def believe(self, cell: int, reading: Reading) -> None:
        """Take this reading for true without further proof."""
        self._believed[cell] = reading
        self._candidates.pop(cell, None)

    def see(self, readings: Sequence[Reading], now: float) -> None:
        """All cells were read at `now` (seconds)."""
        for cell, reading in enumerate(readings):
            if reading == self._believed[cell]:
                self._candidates.pop(cell, None)
            elif self._proven(cell, reading, now):
                self.believe(cell, reading)

    def _proven(self, cell: int, reading: Reading, now: float) -> bool:
        candidate = self._candidates.get(cell)
        if candidate is None or candidate.reading != reading:
            candidate = self._candidates[cell] = _Candidate(reading, now)
        candidate.times += 1
        proof = self._proof(self._believed[cell], reading)
        return candidate.times >= proof.readings and now - candidate.since >= proof.seconds
