"""A recording: everything that was reported about one board, with its times, and how the game was to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bridge.rules.inputs import Input
from bridge.rules.setup import Setup
from drivers.placement import seen_by
from drivers.reports import Dump

Timed: TypeAlias = tuple[float, Input]
"""An input and when it came, in seconds."""

SET_UP_SECONDS = 1.0
"""How long before the first event the pieces stood ready, when the recording does not begin with a dump."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What the e-board of one board reported from beginning to end, in order of time. `id` tells it from others.

    `journaled`: the number of the game on its board, when the inputs come from a journal. They are all that the rules
    were given then, also that time had passed.
    """

    id: str
    setup: Setup
    inputs: tuple[Timed, ...]
    journaled: int | None = None


def set_up(recording: Recording) -> Recording:
    """The recording, beginning with a dump: if it has none there, the start position stood before the first event."""
    if recording.inputs and isinstance(recording.inputs[0][1], Dump):
        return recording
    first = recording.inputs[0][0] if recording.inputs else 0.0
    start = Dump(seen_by(recording.setup.sensing, recording.setup.start.placement))
    return Recording(recording.id, recording.setup, ((first - SET_UP_SECONDS, start), *recording.inputs))
