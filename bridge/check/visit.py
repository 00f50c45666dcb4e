"""A listener that wants to know an e-board, not to follow a game."""

from __future__ import annotations

import asyncio

from drivers.reports import Dump, Identified, LinkDown, LinkUp, Report, Silent, Trouble


class Visit:
    """A `bridge.serve.Listener` that keeps the last report of each kind. `enough` is set when the e-board has told who
    it is, and its squares, or that they cannot be read; one that has no number to tell never has told enough.
    """

    def __init__(self) -> None:
        self.reports: dict[type[Report], Report] = {}
        self.enough = asyncio.Event()

    @property
    def identified(self) -> Identified | None:
        """Who the e-board is, if it has said so."""
        told = self.reports.get(Identified)
        return told if isinstance(told, Identified) else None

    @property
    def dump(self) -> Dump | None:
        """Its squares, if they were read."""
        told = self.reports.get(Dump)
        return told if isinstance(told, Dump) else None

    @property
    def refused(self) -> str:
        """Why its line broke before it had said anything; nothing when the line held."""
        told = self.reports.get(LinkDown)
        silent = Silent in self.reports or LinkUp in self.reports
        return told.reason if isinstance(told, LinkDown) and not silent else ""

    @property
    def trouble(self) -> Trouble | None:
        """Why its squares cannot be read."""
        told = self.reports.get(Trouble)
        return told if isinstance(told, Trouble) else None

    def deliver(self, report: Report, now: float) -> None:  # noqa: ARG002 - when it was said does not matter here
        """See `Listener`."""
        self.reports[type(report)] = report
        if self.reports.keys() >= {Identified, Dump} or isinstance(report, Trouble):
            self.enough.set()

    def wake_at(self) -> None:
        """See `Listener`: never."""

    def wake(self, now: float) -> None:
        """See `Listener`."""
