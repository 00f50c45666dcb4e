"""What is known about a game before its first move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bridge.rules.position import Position
from drivers.placement import Sensing


class Patience(Enum):
    """How long a move that could still change waits before it counts as made."""

    QUICK = "quick"
    BALANCED = "balanced"
    SURE = "sure"


class Tempo(Enum):
    """The kind of play; decides which of the Laws' appendices hold."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class Setup:
    """Start position and circumstances of a game.

    `edition` of the Laws, like "2023". `scan_period` (seconds): changes closer than that have no order.
    `shortest_lift` (seconds): the e-board surely sees a lift that lasts longer. `adequate_supervision`: FIDE Laws of
    Chess (2023) Art. A.3. `increment`: seconds that a press adds to the time left. `illegal_move_minutes`: what the
    event lets the opponent gain for an illegal move; None: what the edition says.
    """

    start: Position
    edition: str = "2023"
    tempo: Tempo = Tempo.STANDARD
    adequate_supervision: bool = False
    increment: float = 0.0
    illegal_move_minutes: int | None = None
    sensing: Sensing = Sensing.IDENTITY
    scan_period: float = 0.0
    shortest_lift: float = 0.1
    patience: Patience = Patience.BALANCED

    def starting_from(self, start: Position) -> Setup:
        """The same circumstances with another start position."""
        return replace(self, start=start)
