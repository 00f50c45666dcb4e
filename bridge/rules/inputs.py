"""What `step` takes: reports of the e-board, the passing of time, and decisions of the arbiter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bridge.rules.correcting.corrections import Correction
from bridge.rules.position import Position
from drivers.reports import Report


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened until now; due whenever `wake_at(game)` has come."""


@dataclass(frozen=True, slots=True)
class StartGame:
    """The arbiter (or the schedule) starts a new game from `position`; the running one is closed."""

    position: Position


Input: TypeAlias = Report | TimePassed | StartGame | Correction
"""Everything that may change a game."""
