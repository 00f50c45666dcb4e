"""When to try again to open a line."""

from __future__ import annotations

FIRST_DELAY = 0.25
"""Seconds; a USB node is back about that soon after the cable was pulled and put in again."""
LONGEST_DELAY = 5.0
"""Seconds; how long an operator waits at most after putting things right."""


def reopen_delay(attempt: int) -> float:
    """Seconds to wait before attempt number `attempt` (1 is the first repetition); there is no last attempt."""
    return min(FIRST_DELAY * 2.0 ** min(attempt - 1, 10), LONGEST_DELAY) if attempt > 0 else 0.0
