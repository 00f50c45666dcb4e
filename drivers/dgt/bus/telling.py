"""Reports in the order in which things happened, each at a moment of its own.

What an e-board on a shared line has remembered comes all at once, and a report has no time but the moment at which it
is handed over. So one is handed over after the other, as far apart as the memory says at least.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from drivers.placement import Placement, with_code
from drivers.reports import Dump, Press, Report, SquaresChanged

QUICK_SECONDS = 0.01
"""Between things that may have happened at the same moment."""
APART_SECONDS = 0.1
"""Between changes that the e-board says were at least about 250 ms apart: enough for the rules to know their order, and
so little that a whole game missed is told within half a minute.
"""


@dataclass(frozen=True, slots=True)
class Paced:
    """A report, and how many seconds after the one before it is handed over at the earliest."""

    report: Report
    wait: float = 0.0


class Telling:
    """The reports of one e-board that are still to be handed over.

    Until somebody listens (`resume`), and when the link is lost (`hold`), they are kept. `listening` tells which.
    """

    def __init__(self, shown: Placement | None = None, unordered: float = 0.0) -> None:
        """`shown`: what whoever listens believes to stand there, from a program that ran before this one. `unordered`:
        as in `CodecOptions`.
        """
        self.listening = False
        self._after_press = unordered + APART_SECONDS
        self._pressed = False
        self._shown = shown
        self._waiting: deque[tuple[float, Paced]] = deque()
        self._held: list[Paced] = []
        self._last = float("-inf")

    def add(self, told: Iterable[Paced], now: float) -> None:
        """These come next."""
        if not self.listening:
            self._held += told
            return
        for each in self._apart(told) if self._last > now else told:
            self._last = max(now, self._last + each.wait)
            self._waiting.append((self._last, each))

    def due(self) -> float | None:
        """When the next report is due."""
        return self._waiting[0][0] if self._waiting else None

    def take(self, now: float) -> list[Report]:
        """The reports whose moment has come; of several moments only those of the first."""
        taken: list[Report] = []
        first = self._waiting[0][0] if self._waiting else now
        while self._waiting and self._waiting[0][0] == first <= now:
            report = self._waiting.popleft()[1].report
            self._note(report)
            taken.append(report)
        return taken

    def hold(self) -> None:
        """The link is lost: keep what was not handed over."""
        self.listening = False
        self._held = [each for _, each in self._waiting] + self._held
        self._waiting.clear()

    def resume(self, now: float, *, whole: bool) -> None:
        """The link is there. `whole`: what was kept is all that has happened since, so it is told after what was known
        when the link was lost; else it is dropped.
        """
        if self.listening:
            return
        self.listening, held, self._held = True, self._held, []
        if whole:
            self.add([*([] if self._shown is None else [Paced(Dump(self._shown))]), *self._apart(held)], now)

    def _apart(self, told: Iterable[Paced]) -> Iterator[Paced]:
        """The same, each half-move after a press far enough from it: they are told faster than they were played.

        A quick change right after a press still belongs to the move.
        """
        for each in told:
            begins = isinstance(each.report, SquaresChanged) and each.wait > QUICK_SECONDS
            yield Paced(each.report, self._after_press) if self._pressed and begins else each
            self._pressed = isinstance(each.report, Press) or (self._pressed and not begins)

    def _note(self, report: Report) -> None:
        match report:
            case Dump(placement):
                self._shown = placement
            case SquaresChanged(changes) if self._shown is not None:
                for square, code in changes:
                    self._shown = with_code(self._shown, square, code)
            case _:
                pass
