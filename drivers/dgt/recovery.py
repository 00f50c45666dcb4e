"""After a lost link: what happened on a DGT e-Board meanwhile is read out of its memory and told in its order.

While the memory is read, which takes 8 s at 9600 baud, nothing is told. Then come the placement that was known when
the link was lost, every change and press since, one after the other, and a reading of all squares. Where the memory
does not lead from the one to the other, because the board has been without power, only the reading is told. An e-board
that reads no squares although it is asked is not waited for: what it says is told as it comes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

import chess

from drivers.dgt.clock import ClockReader
from drivers.dgt.recollection import Beginning, Change, Remembered, Told, missed
from drivers.dgt.records import ClockPressed, FieldChanged, Tag, decode
from drivers.dgt.wire import Frame, Message, code_of_wire, square_of_field
from drivers.reports import Dump, Press, Report, SquaresChanged
from drivers.sensors import Sensors

QUICK_SECONDS = 0.01
"""Between things that may have happened at the same moment."""
APART_SECONDS = 0.1
"""Between changes that the memory says were at least about 250 ms apart: enough for the rules to tell them apart, and
so little that a whole game missed is told within half a minute.
"""
PATIENCE_SECONDS = 5.0
"""How long a reading of all squares is waited for. The questions before it take a second each if nobody answers."""
_STARTS = frozenset({Tag.BEGINPOS, Tag.BEGINPOS_ROT, Tag.FOURROWS, Tag.START})
_POWER_LOST = frozenset({Tag.POWERUP, Tag.WATCHDOG})


@dataclass(frozen=True, slots=True)
class Paced:
    """A report, and how many seconds after the one before it is handed over at the earliest."""

    report: Report
    wait: float = 0.0


class Telling:
    """The reports that are still to be handed over, and what was handed over already (`told`)."""

    def __init__(self, before: Iterable[Report] = ()) -> None:
        """`before`: what a program handed over that ran before this one."""
        self.told = Told(before)
        self._waiting: deque[tuple[float, Report]] = deque()
        self._last = self._came = float("-inf")

    def add(self, reports: Iterable[Paced], now: float) -> None:
        """These come next."""
        for paced in reports:
            self._last = max(now, self._last + paced.wait)
            self._waiting.append((self._last, paced.report))

    def follow(self, reports: Iterable[Report], now: float, most: float) -> None:
        """These have just come. While others are still to be told, they stay as far apart as they came, up to `most`:
        else all that happens while the past is told would be told at one moment.
        """
        wait = min(now - self._came, most) if self._waiting else 0.0
        for report in reports:
            self.add([Paced(report, wait)], now)
            self._came, wait = now, 0.0

    def due(self) -> float | None:
        """When the next report is due."""
        return self._waiting[0][0] if self._waiting else None

    def take(self, now: float) -> list[Report]:
        """The reports whose moment has come; of several moments only those of the first."""
        taken: list[Report] = []
        first = self._waiting[0][0] if self._waiting else now
        while self._waiting and self._waiting[0][0] == first <= now:
            taken.append(self._waiting.popleft()[1])
        for report in taken:
            self.told.note(report)
        return taken

    def drop(self) -> bool:
        """The link is lost: the memory will tell again what was not handed over. Whether there was anything."""
        untold = bool(self._waiting)
        self._waiting.clear()
        return untold


@dataclass(slots=True)
class Recovery:
    """What came since the line was opened again. `due`: when it is given up; `asked`: for the memory, which is `log`
    when it is here, after so many messages of the clock (None: not yet); `untold`: there was more to tell when the link
    was lost; `kept`: what waits until the past was told, in its order.
    """

    due: float
    asked: int | None = None
    untold: bool = False
    log: bytes | None = None
    kept: list[Frame] = field(default_factory=list)

    @property
    def clock(self) -> list[bytes]:
        """What the clock said."""
        return [frame.payload for frame in self.kept if frame.id == Message.BWTIME]

    def hold(self, now: float) -> None:
        """The e-board was asked for something long, or is sending it."""
        self.due = now + PATIENCE_SECONDS

    def keeps(self, frame: Frame) -> bool:
        """Whether this message has to wait until the past was told; then it is kept. What the memory has is not."""
        match frame.id:
            case Message.FIELD_UPDATE | Message.BWTIME:
                self.kept.append(frame)
            case Message.EE_MOVES if self.asked is not None:
                self.log = frame.payload
                self.kept = [each for each in self.kept if each.id == Message.BWTIME]
            case _:
                return False
        return True

    def past(
        self, told: Told, sensors: Sensors, clock: ClockReader, unordered: float
    ) -> tuple[list[Paced] | None, list[Report]]:
        """What happened up to the last reading of `sensors` and was not told, ready to be told, None when that is not
        certain; and what the clock has said besides, to be told after it. `unordered`: as in `CodecOptions`.
        """
        memory = list(in_words_of_reports(self.log or b"", sensors, clock.color_at(left=True)))
        pressed = next((entry.color for entry in reversed(memory) if isinstance(entry, Press)), told.pressed)
        pressed = pressed if self.log is not None or self.asked is None else None
        clock.expect(pressed)
        since, shown = self._since(sensors, clock, pressed)
        found = missed([*memory, *since], told, sensors.placement) if self.log is not None else None
        if found is None or told.placement is None:
            return None, shown
        times: list[Report] = [report for report in shown if not isinstance(report, Press)]
        return [Paced(Dump(told.placement)), *_paced(found, unordered + APART_SECONDS)], times

    def _since(
        self, sensors: Sensors, clock: ClockReader, pressed: chess.Color | None
    ) -> tuple[list[Change | Press], list[Report]]:
        """What was kept, in its order, without the presses that the memory has, the last of which is `pressed`; and all
        reports of the clock without those.
        """
        since: list[Change | Press] = []
        shown: list[Report] = []
        read = 0
        for frame in self.kept:
            if frame.id == Message.FIELD_UPDATE:
                at, code = frame.payload
                since.append(Change(sensors.seen_as(square_of_field(at & 0x3F)), code_of_wire(code & 0x0F)))
                continue
            for report in clock.read(frame.payload):
                if isinstance(report, Press):
                    if report.color == pressed or (self.log is not None and read < (self.asked or 0)):
                        continue
                    pressed = report.color
                    since.append(report)
                shown.append(report)
            read += 1
        return since, shown


def in_words_of_reports(memory: bytes, sensors: Sensors, left_is: chess.Color) -> Iterator[Remembered]:
    """The records of a memory as its reader was told, or would have been. `left_is`: as in `Recovery.past`."""
    for record in decode(memory):
        match record:
            case FieldChanged(at, code, quick):
                yield Change(sensors.seen_as(square_of_field(at)), code_of_wire(code), quick)
            case ClockPressed(left):
                yield Press(left_is if left else not left_is)
            case Tag():
                if record in _STARTS | _POWER_LOST:
                    yield Beginning(after_power_loss=record in _POWER_LOST)
            case _:
                assert_never(record)


def _paced(found: Iterable[Change | Press], after_press: float) -> Iterator[Paced]:
    """One after the other; `after_press`: so long after a press the next half-move begins at the earliest. A quick
    change right after a press still belongs to the move: the scan saw it late.
    """
    pressed = False
    for entry in found:
        if isinstance(entry, Press):
            yield Paced(entry, QUICK_SECONDS)
            pressed = True
            continue
        wait = QUICK_SECONDS if entry.quick else after_press if pressed else APART_SECONDS
        yield Paced(SquaresChanged(((entry.square, entry.code),)), wait)
        pressed = pressed and entry.quick
