"""A codec and a virtual e-board that talk to each other in virtual time, through whatever a test puts between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import chess

from drivers.eboard import Codec, Emulator
from drivers.placement import Code, Placement, with_code
from drivers.reports import Dump, Report, SquaresChanged

Tamper = Callable[[bytes], Iterable[bytes]]
"""What becomes of one piece of the e-board's bytes on its way."""


class Talk:
    """`tamper` is done to what the e-board says; what a `deaf` line carries is lost, both ways."""

    def __init__(self, codec: Codec, emulator: Emulator, now: float = 0.0) -> None:
        self.codec = codec
        self.emulator = emulator
        self.now = now
        self.tamper: Tamper = lambda data: (data,)
        self.deaf = False
        self.reports: list[Report] = []
        self.sent: list[bytes] = []

    def open(self, seconds: float = 5.0) -> Talk:
        self.codec.start(self.now)
        self.wait(seconds)
        return self

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        self.exchange()
        while (due := self._due()) is not None and due <= until:
            self.now = max(self.now, due)
            if _is_due(self.emulator.next_timeout(), self.now):
                self.emulator.handle_timeout(self.now)
            if _is_due(self.codec.next_timeout(), self.now):
                self.reports += self.codec.handle_timeout(self.now)
            self.exchange()
        self.now = until

    def exchange(self) -> None:
        while True:
            asked, said = self.codec.data_to_send(), self.emulator.data_to_send()
            if not asked and not said:
                return
            if asked:
                self.sent.append(asked)
            if asked and not self.deaf:
                self.emulator.receive(asked, self.now)
            for piece in self.tamper(said) if said and not self.deaf else ():
                self.reports += self.codec.receive(piece, self.now)

    def set(self, square: chess.Square, code: Code, seconds: float = 0.0) -> None:
        """A hand changes a square, and does nothing else for some seconds."""
        self.emulator.set_square(square, code, self.now)
        self.wait(seconds)

    def light(self, *squares: chess.Square) -> None:
        self.codec.light(frozenset(squares), self.now)
        self.exchange()

    def drain(self) -> list[Report]:
        """The reports since the last call."""
        reports, self.reports = self.reports, []
        return reports

    def _due(self) -> float | None:
        moments = (self.codec.next_timeout(), self.emulator.next_timeout())
        return min((moment for moment in moments if moment is not None), default=None)


def believed(reports: Iterable[Report], placement: Placement = 0) -> Placement:
    """What a listener believes to stand on the board after these reports."""
    for report in reports:
        if isinstance(report, Dump):
            placement = report.placement
        elif isinstance(report, SquaresChanged):
            for square, code in report.changes:
                placement = with_code(placement, square, code)
    return placement


def _is_due(moment: float | None, now: float) -> bool:
    return moment is not None and moment <= now
