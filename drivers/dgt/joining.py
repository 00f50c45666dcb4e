"""Reports that came together are told together."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from drivers.placement import Code
from drivers.reports import ClockTimes, Report, SquaresChanged


def append(reports: list[Report], more: list[Report]) -> None:
    """Add reports; changes of different squares that came together are one change, because a scan has no order, and of
    readings of a clock that runs on the last one says all. So a host that is late is not made later by them.
    """
    for report in more:
        last = reports[-1] if reports else None
        match last, report:
            case SquaresChanged(before), SquaresChanged(changes) if _apart(before, changes):
                reports[-1] = SquaresChanged(before + changes)
            case ClockTimes(running=before), ClockTimes(running=running) if before == running:
                reports[-1] = report
            case _:
                reports.append(report)


def _apart(one: Iterable[tuple[chess.Square, Code]], other: Iterable[tuple[chess.Square, Code]]) -> bool:
    """Whether these are changes of different squares."""
    return {square for square, _ in one}.isdisjoint(square for square, _ in other)
