"""The host's side of e-boards that tell all their squares at a time: what such families have in common.

A family says how its bytes are read (`Reader`) and how it wants to be spoken to (`Manners`); the dialogue, the time,
and what becomes of a reading are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

import chess

from drivers.asking_again import AskingAgain
from drivers.eboard import CodecOptions
from drivers.heard import REFUSED, Acknowledged, Change, Heard, Other, Reader, Reading
from drivers.questions import Question, Questions
from drivers.reports import Battery, Dump, Garbled, Identified, Press, Report, Silent, Trouble
from drivers.sensors import Sensors

PATIENCE_SECONDS = 1.0
"""A question that is not answered in this time will not be. A connection event of Bluetooth Low Energy comes at least
every few tens of milliseconds.
"""
BATTERY_SECONDS = 300.0
"""How often an e-board that has a battery is asked for its charge."""
CURE_SECONDS = 5.0
"""How often an e-board whose squares cannot be read is asked for what might change that."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a family wants to be spoken to. All times are seconds."""

    reader: Callable[[], Reader]
    opening: tuple[Question, ...]
    """Asked after a line was opened."""
    look: tuple[Question, ...]
    """How all squares are asked for; the last one is answered by a `Reading`."""
    look_after: float
    """How long after a reading all squares are asked for again."""
    cure: tuple[Question, ...] = ()
    """Asked when the squares cannot be read, again every `CURE_SECONDS`: what might change that."""
    battery: Question | None = None
    """How the charge is asked for."""
    lights: Callable[[frozenset[chess.Square]], tuple[bytes, ...]] = lambda _: ()
    """What is written so that exactly these squares of the e-board shine; nothing when there are no lights."""
    spacing: float = 0.0
    """Between two writes."""
    partial: float = 0.1
    """A message that does not continue for so long is given up."""
    silent: float = 5.0
    """An e-board that tells nothing of its squares for so long counts as silent."""
    agreeing: int = 1
    """So many equal readings in a row are needed before one is believed."""


class SnapshotCodec:
    """Implements `drivers.eboard.Codec`."""

    def __init__(self, options: CodecOptions, manners: Manners) -> None:
        self._manners = manners
        self._reader = manners.reader()
        self._questions = Questions(manners.spacing, PATIENCE_SECONDS)
        self._sensors = Sensors(options.orientation, options.turned)
        self._last: Reading | None = None
        self._agreed = 0
        self._lit: frozenset[chess.Square] | None = None
        self._firmware = Identified("")
        self._told: Identified | None = None
        self._battery: Battery | None = None
        self._battery_due: float | None = None
        self._trouble: Trouble | None = None
        self._cure_due = 0.0
        self._dump_wanted = False
        self._lost = AskingAgain()
        self._look_due = self._bytes_at = self._opened_at = 0.0
        self._heard_at: float | None = None
        self._met = self._silent = False

    def start(self, now: float) -> None:
        """A line was opened: forget half messages, begin the opening dialogue."""
        self._reader.clear()
        self._heard_at = now
        self._met = False
        self._open(now)

    def receive(self, data: bytes, now: float) -> list[Report]:
        """The reports in whatever the e-board sent. Only what it tells of its squares is a sign of life; after a
        silence the opening dialogue begins again.
        """
        if not data:
            return []
        self._bytes_at = now
        return self._take(self._reader.feed(data), now) + self._introduce()

    def data_to_send(self) -> bytes:
        """The next piece for the e-board: one write."""
        return self._questions.take()

    def next_timeout(self) -> float | None:
        """When `handle_timeout` must be called at the latest; None before `start`."""
        if self._heard_at is None:
            return None
        due = [self._questions.wake_at, self._lost.due]
        if self._questions.idle:
            due += [self._look_due, self._battery_due]
        if not self._silent:
            due.append(self._heard_at + self._manners.silent)
        if self._reader.pending:
            due.append(self._bytes_at + self._manners.partial)
        return min(moment for moment in due if moment is not None)

    def handle_timeout(self, now: float) -> list[Report]:
        """Give up what did not come, ask what is due, say when nothing is heard any more."""
        if self._heard_at is None:
            return []
        reports: list[Report] = []
        if self._reader.pending and now >= self._bytes_at + self._manners.partial:
            reports += self._take(self._reader.give_up(), now)
        answer_due = self._questions.expires_at
        if answer_due is not None and now >= answer_due:
            self._miss(now)
        if not self._silent and now >= self._heard_at + self._manners.silent:
            self._silent = True
            reports.append(Silent(now - self._heard_at))
        self._questions.go_on(now)
        self._read_again(now)
        self._ask_what_is_due(now)
        return reports + self._introduce()

    def request_dump(self, now: float) -> None:
        """Ask for a reading of all squares; free while one is due already."""
        self._dump_wanted = True
        self._questions.ask(self._manners.look, now)

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """Light exactly these squares, now and whenever the line is opened again."""
        self._lit = squares
        self._shine(now)

    def _open(self, now: float) -> None:
        self._opened_at, self._silent = now, False
        self._sensors.known = False
        self._lost.settle()
        self._trouble, self._cure_due = None, now
        self._last, self._agreed = None, 0
        self._dump_wanted = True
        self._battery_due = None
        self._look_due = now + self._manners.look_after
        self._questions.open(self._manners.opening, now)
        self._shine(now)

    def _shine(self, now: float) -> None:
        if self._lit is not None:
            own = frozenset(self._sensors.seen_as(square) for square in self._lit)
            self._questions.light(self._manners.lights(own), now)

    def _miss(self, now: float) -> None:
        """A question was not answered. A dump is asked for until it comes."""
        lost = self._questions.give_up(now)
        if lost in self._manners.look and self._dump_wanted:
            self.request_dump(now)

    def _read_again(self, now: float) -> None:
        if self._lost.begins(now):
            self.request_dump(now)

    def _ask_what_is_due(self, now: float) -> None:
        if self._questions.idle and self._battery_due is not None and now >= self._battery_due:
            self._battery_due = now + BATTERY_SECONDS
            if self._manners.battery is not None:
                self._questions.ask((self._manners.battery,), now)
        if self._questions.idle and now >= self._look_due:
            self._look_due = now + self._manners.look_after
            self._questions.ask(self._manners.look, now)

    def _take(self, found: list[Heard | Garbled], now: float) -> list[Report]:
        reports: list[Report] = []
        for heard in found:
            if isinstance(heard, Garbled):
                reports.append(heard)
                self._dump_wanted = True
                self._lost.want(now)
                continue
            self._met = True
            if isinstance(heard, Reading | Change | Trouble):
                self._wake_up(now)
            if heard == REFUSED and self._questions.awaited is not None:
                reports += self._give_in(self._questions.awaited.refused)
            self._questions.answered(type(heard), now)
            reports += self._understand(heard, now)
        self._read_again(now)
        return reports

    def _wake_up(self, now: float) -> None:
        """It tells something of its squares. After a silence everything is asked anew; but one that has just refused
        can be read all the same, and would refuse again.
        """
        self._heard_at = now
        if self._silent and now >= self._opened_at + self._manners.silent:
            self._open(now)
        self._silent = False

    def _give_in(self, trouble: Trouble | None) -> list[Report]:
        """The e-board refused. If it cannot be read without that, it is as good as silent, and is told to be so."""
        if trouble is None:
            return []
        self._silent = True
        return [trouble]

    def _understand(self, heard: Heard, now: float) -> list[Report]:
        match heard:
            case Reading():
                return self._read(heard, now)
            case Change(square, code):
                if self._trouble is not None:
                    return []
                self._last = None  # a reading from before the change must not undo it
                return self._sensed(lambda: self._sensors.change(square, code), now)
            case Press():
                return [heard]
            case Trouble():
                return self._despair(heard, now)
            case Battery():
                return self._charge(heard, now)
            case Identified():
                if heard != self._firmware:
                    self._firmware = heard
                return []
            case Acknowledged() | Other():
                return []
            case _:
                assert_never(heard)

    def _read(self, reading: Reading, now: float) -> list[Report]:
        """A reading of all squares: what has changed, and then all of them when that was asked for."""
        self._look_due = now + self._manners.look_after
        self._lost.settle()
        self._trouble = None
        self._agreed = self._agreed + 1 if reading == self._last else 1
        self._last = reading
        if self._agreed < self._manners.agreeing:
            return []
        if not self._dump_wanted and not self._sensors.differs(reading.placement):
            return []
        reports = self._sensed(lambda: self._sensors.scan(reading.placement), now)
        wanted, self._dump_wanted = self._dump_wanted, False
        if wanted and not any(isinstance(report, Dump) for report in reports):
            reports.append(Dump(self._sensors.placement))
        return reports

    def _despair(self, trouble: Trouble, now: float) -> list[Report]:
        """The squares cannot be read: told once, and when they can be again, all of them will be."""
        self._look_due = now + self._manners.look_after
        self._last, self._dump_wanted = None, True
        if self._manners.cure and now >= self._cure_due:
            self._cure_due = now + CURE_SECONDS
            self._questions.ask(self._manners.cure, now)
        if trouble == self._trouble:
            return []
        self._trouble = trouble
        return [trouble]

    def _sensed(self, sense: Callable[[], list[Report]], now: float) -> list[Report]:
        """What the sensors say; when that turns the board round, its lights follow."""
        turned = self._sensors.turned
        reports = sense()
        if bool(turned) != bool(self._sensors.turned):
            self._shine(now)
        return reports

    def _charge(self, battery: Battery, now: float) -> list[Report]:
        self._battery_due = now + BATTERY_SECONDS
        if battery == self._battery:
            return []
        self._battery = battery
        return [battery]

    def _introduce(self) -> list[Report]:
        """Who the e-board is, when that is settled and not told yet. Many of these boards tell no serial number."""
        if self._firmware is self._told or not self._met or self._questions.still_open(Identified):
            return []
        self._told = self._firmware
        return [self._firmware]
