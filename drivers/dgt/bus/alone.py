"""An e-board in bus mode that has its line for itself: whoever is found there first is the one."""

from __future__ import annotations

import chess

from drivers.dgt.bus.codec import DgtBusCodec
from drivers.eboard import CodecOptions, Heard, LineNews, Stranger
from drivers.reports import Report, Silent

FOUND_SECONDS = 5.0
"""Everybody has been called twice by then, and has told a number."""


class AloneCodec:
    """Implements `drivers.eboard.Codec`."""

    def __init__(self, options: CodecOptions) -> None:
        self._options = options
        self._line = DgtBusCodec(alone=True)
        self._serial: str | None = None
        self._nobody_since: float | None = None

    def start(self, now: float) -> None:
        """See `Codec`."""
        self._nobody_since = None if self._serial is not None else now
        self._line.start(now)

    def receive(self, data: bytes, now: float) -> list[Report]:
        """See `Codec`."""
        return self._heard(self._line.receive(data, now))

    def data_to_send(self) -> bytes:
        """See `Codec`."""
        return self._line.data_to_send()

    def next_timeout(self) -> float | None:
        """See `Codec`."""
        due = self._line.next_timeout()
        return due if due is None or self._nobody_since is None else min(due, self._nobody_since + FOUND_SECONDS)

    def handle_timeout(self, now: float) -> list[Report]:
        """See `Codec`."""
        reports = self._heard(self._line.handle_timeout(now))
        if self._nobody_since is not None and now >= self._nobody_since + FOUND_SECONDS:
            reports.append(Silent(now - self._nobody_since))
            self._nobody_since = None
        return reports

    def request_dump(self, now: float) -> None:
        """See `Codec`."""
        if self._serial is not None:
            self._line.request_dump(self._serial, now)

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """A DGT e-Board has no lights."""

    def _heard(self, news: list[LineNews]) -> list[Report]:
        for each in news:
            if isinstance(each, Stranger) and self._serial is None:
                self._serial, self._nobody_since = each.serial, None
                self._line.expect(each.serial, self._options)
        return [each.report for each in news if isinstance(each, Heard)]
