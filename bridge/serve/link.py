"""One e-board as its listener hears it: the reports, and whether there is a link at all."""

from __future__ import annotations

import logging
from typing import Protocol

from drivers.reports import Dump, Garbled, LinkDown, LinkUp, Report, Silent, Trouble

LOG = logging.getLogger(__name__)


class Listener(Protocol):
    """Whom the reports are for. Every method returns within a millisecond and waits for nothing."""

    def deliver(self, report: Report, now: float) -> None:
        """The e-board said this; reports come one by one, in order."""

    def wake_at(self) -> float | None:
        """When `wake` is due at the latest. Asked again after everything that happens on the e-board's line."""

    def wake(self, now: float) -> None:
        """The moment named by `wake_at` has come; afterwards `wake_at` names a later one, or none."""


class Link:
    """Beside what the codec reports, the listener gets `LinkUp` before the first report that makes sense, and
    `LinkDown` once when the line cannot be opened, is lost, or the e-board is silent or in `Trouble`. `linked` tells
    which of them came last, None at the beginning; `trouble` says why there is no link now.
    """

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.linked: bool | None = None
        self.trouble = ""
        self._unreadable = False

    def hear(self, reports: list[Report], line: str, now: float) -> None:
        """These reports came together. `line`: what the user calls it."""
        silent = any(isinstance(report, Silent) for report in reports)
        if not self.linked and not silent and any(self._makes_sense(report) for report in reports):
            self._up(now)
        for report in reports:
            self.listener.deliver(report, now)
            match report:
                case Silent(seconds):
                    self.down(f"{line}: the e-board has been silent for {seconds:.0f} s.", now)
                case Trouble(what, remedy):
                    self._unreadable = True
                    self.down(f"{line}: {what} {remedy}", now)

    def down(self, reason: str, now: float) -> None:
        """There is no link, and this is why."""
        if reason != self.trouble:
            LOG.warning(reason)
        was_down, self.linked, self.trouble = self.linked is False, False, reason
        if not was_down:
            self.listener.deliver(LinkDown(reason), now)

    def _makes_sense(self, report: Report) -> bool:
        """Whether who says this is heard well. Where the squares could not be read, they must be."""
        return isinstance(report, Dump) if self._unreadable else not isinstance(report, Garbled | Trouble)

    def _up(self, now: float) -> None:
        self._unreadable = False
        self.linked, self.trouble = True, ""
        self.listener.deliver(LinkUp(), now)
