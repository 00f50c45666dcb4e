"""When an e-board is asked again because of something that it sent: what nobody understood, or what contradicts the
rest.
"""

from __future__ import annotations

APART_SECONDS = 0.5
"""Between two questions for the same reason. An e-board whose answers are themselves the reason would else be asked as
fast as it answers, for ever.
"""


class AskingAgain:
    """Says when to ask again: at once, but not again and again."""

    def __init__(self) -> None:
        self._due: float | None = None
        self._free_at = float("-inf")

    @property
    def due(self) -> float | None:
        """When `begins` is to be called at the latest; None while there is no reason to ask."""
        return self._due

    def want(self, now: float) -> None:
        """There is a reason to ask again."""
        if self._due is None:
            self._due = max(now, self._free_at)

    def settle(self) -> None:
        """What would be asked for has come of itself, or is asked for anyway."""
        self._due = None

    def begins(self, now: float) -> bool:
        """Whether to ask now; it is then taken as asked."""
        if self._due is None or now < self._due:
            return False
        self._due, self._free_at = None, now + APART_SECONDS
        return True
