"""What an e-board told last, out of the record of its game: where the reading of its memory begins after a restart."""

from __future__ import annotations

from collections.abc import Iterable

from bridge.rules.inputs import Input
from drivers.eboard import TOLD_KEPT
from drivers.reports import ClockTimes, Dump, Press, Report, SquaresChanged


def told_last(newest_first: Iterable[Input]) -> tuple[Report, ...]:
    """The last reports about squares and clock among these inputs, now the oldest first: as many as a memory is
    searched for, from a reading of all squares on if there is one. No more inputs are looked at than that takes.
    """
    told: list[Report] = []
    changes = 0
    for received in newest_first:
        if not isinstance(received, SquaresChanged | Dump | Press | ClockTimes):
            continue
        told.append(received)
        if isinstance(received, SquaresChanged):
            changes += len(received.changes)
        if isinstance(received, Dump) and changes >= TOLD_KEPT:
            break
    return tuple(reversed(told))
