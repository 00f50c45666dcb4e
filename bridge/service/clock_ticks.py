"""Which readings of a clock are news. A clock that just runs on is none: everybody can count.

A DGT board tells its clock every second, so a hall of 100 boards would write and publish 360,000 records an hour
that say nothing, and wear out the memory card of a small machine. Start, stop, the other side's turn, and times that
were set or ran otherwise than expected pass at once; besides, one reading every `REFRESH_SECONDS`, so that errors do
not add up.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from drivers.reports import ClockTimes

REFRESH_SECONDS = 10.0
DRIFT_SECONDS = 1.5
"""Clocks show whole seconds, and are read up to half a second late."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock showed when it was news last."""

    times: ClockTimes
    at: float

    def side_at(self, color: chess.Color, now: float) -> float:
        """What this side of the clock shows at `now`, if nobody touches it."""
        told = self.times.white if color == chess.WHITE else self.times.black
        return max(0.0, told - (now - self.at)) if self.times.running == color else told


def is_news(times: ClockTimes, last: Reading | None, now: float) -> bool:
    """Whether the clock shows something else than `last` and the time that has passed would make one expect."""
    if last is None or times.running != last.times.running:
        return True
    if times.running is None:
        return times != last.times
    if now >= last.at + REFRESH_SECONDS:
        return True
    off = abs(times.white - last.side_at(chess.WHITE, now)), abs(times.black - last.side_at(chess.BLACK, now))
    return max(off) > DRIFT_SECONDS
