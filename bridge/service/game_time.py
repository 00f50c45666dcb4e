"""The time that games are played in: seconds since 1970, and never back, whatever happens to the machine's clock."""

from __future__ import annotations

import time


class GameTime:
    """Called, it gives `now`. It begins with the machine's clock, but not before `after`, and runs with the monotonic
    clock from there: so times in the journal go on growing over restarts, and a correction of the machine's clock
    moves nothing.
    """

    def __init__(self, after: float) -> None:
        self._offset = max(time.time(), after) - time.monotonic()

    def __call__(self) -> float:
        """The present moment."""
        return self._offset + time.monotonic()
