"""A chess clock with two sides counting down and an increment, as a DGT e-Board reads it.

Time inside is whole microseconds: so the moment at which the display changes is the moment at which it has changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import chess

from drivers.dgt.clock import LONGEST_SECONDS, Side, Times

_SECOND = 1_000_000


@dataclass(slots=True)
class EmulatedClock:
    """`start_seconds` for both sides; `increment` in seconds is added at each press. `white_right`: White sits at the
    right side of the clock.
    """

    start_seconds: float
    increment: float
    white_right: bool
    running: bool = False
    high: chess.Color = chess.WHITE
    """Whose half of the lever is high, and so whose time runs when the clock runs."""
    _left: dict[chess.Color, int] = field(init=False)
    _since: int = 0

    def __post_init__(self) -> None:
        start = min(_micro(self.start_seconds), LONGEST_SECONDS * _SECOND)
        self._left = {chess.WHITE: start, chess.BLACK: start}

    def start(self, color: chess.Color, now: float) -> None:
        """Somebody starts the clock; the time of `color` runs. A clock with a fallen flag does not start."""
        self._settle(now)
        self.high = color
        self.running = min(self._left.values()) > 0

    def stop(self, now: float) -> None:
        """Somebody stops the clock."""
        self._settle(now)
        self.running = False

    def press(self, color: chess.Color, now: float) -> None:
        """The player of `color` pushes his half of the lever down. When it is down already, nothing happens."""
        self._settle(now)
        if self.high != color:
            return
        if self.running:
            self._left[color] = min(self._left[color] + _micro(self.increment), LONGEST_SECONDS * _SECOND)
        self.high = not color

    def tick(self, now: float) -> None:
        """Time has passed; at zero the flag falls and the clock stops."""
        self._settle(now)

    def next_change(self) -> float | None:
        """When the display changes next by itself, in seconds."""
        if not self.running:
            return None
        left = self._left[self.high]
        shown = -(-left // _SECOND)
        return (self._since + left - (shown - 1) * _SECOND) / _SECOND

    def times(self) -> Times:
        """What the display shows: seconds that have begun."""
        white, black = self._side(chess.WHITE), self._side(chess.BLACK)
        left, right = (black, white) if self.white_right else (white, black)
        return Times(left, right, self.running, right_high=self.high == self.white_right)

    def _side(self, color: chess.Color) -> Side:
        left = self._left[color]
        return Side(-(-left // _SECOND), blocked=left == 0, per_move=self.increment > 0)

    def _settle(self, now: float) -> None:
        moment = _micro(now)
        if self.running:
            self._left[self.high] = max(0, self._left[self.high] - (moment - self._since))
            self.running = self._left[self.high] > 0
        self._since = moment


def _micro(seconds: float) -> int:
    return round(seconds * _SECOND)
