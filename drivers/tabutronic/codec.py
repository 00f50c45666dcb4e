"""The host's side of a Certabo or TabuTronic board: bytes and `now` in, reports and bytes out."""

from __future__ import annotations

from typing import Protocol

import chess

from drivers.eboard import CodecOptions
from drivers.placement import Placement
from drivers.reports import Dump, Garbled, Identified, Oriented, Report, Silent
from drivers.sensors import Sensors
from drivers.tabutronic.lamps import LampControl
from drivers.tabutronic.lines import Acknowledged, Found, LineSplitter, Numbers

SILENT_SECONDS = 3.0
"""A board that says nothing for so long is silent: even while it serves its lamps it sends a line every 0.8 s."""
PARTIAL_SECONDS = 1.0
"""A line that does not continue for so long is given up; the longest takes 0.3 s at 38,400 baud."""
PAUSE_SECONDS = 0.05
"""Between two lines of the maker's Bluetooth relay nothing comes for longer than this, within a line for less."""


class Reader(Protocol):
    """What the numbers of a line mean, and what of it is to be believed."""

    count: int
    """Numbers in a line."""
    maker_text: str
    """What is known of the e-board when such a line came."""
    lamp_pause: float
    """Seconds between two commands for the lamps at least."""

    def forget(self) -> None:
        """Nobody has looked for a while."""

    def read(self, values: tuple[int, ...], now: float) -> Placement | None:
        """What stands on the e-board, in its own numbering, after this line too; None when that is not known yet."""


class LineCodec:
    """Implements `drivers.eboard.Codec` for boards that send one line of numbers after the other."""

    def __init__(self, options: CodecOptions, reader: Reader) -> None:
        self._reader = reader
        self._splitter = LineSplitter(reader.count)
        self._sensors = Sensors(options.orientation, options.turned)
        self._lamps = LampControl(reader.lamp_pause)
        self._lit: frozenset[chess.Square] = frozenset()
        self._dump_wanted = False
        self._heard_at: float | None = None
        self._data_at = 0.0
        self._speaks = False
        self._silent = False
        self._identified = False

    def start(self, now: float) -> None:
        """A line was opened: forget half lines, and what is long past."""
        self._splitter.clear()
        self._heard_at = now
        self._silent = False
        self._forget()

    def receive(self, data: bytes, now: float) -> list[Report]:
        """The reports in whatever the e-board sent."""
        if data:
            self._data_at = now
        return self._take(self._splitter.feed(data), now)

    def data_to_send(self) -> bytes:
        """The next command for the lamps, or nothing: there is nothing else that these boards can be told."""
        return self._lamps.take()

    def next_timeout(self) -> float | None:
        """When `handle_timeout` must be called at the latest; None before `start`."""
        if self._heard_at is None:
            return None
        due = [self._lamps.due]
        if not self._silent:
            due.append(self._heard_at + SILENT_SECONDS)
        if self._splitter.pending:
            paused = self._data_at + PAUSE_SECONDS
            due.append(paused if self._splitter.ends_with_a_pause else self._data_at + PARTIAL_SECONDS)
        return min((moment for moment in due if moment is not None), default=None)

    def handle_timeout(self, now: float) -> list[Report]:
        """End the line that a pause ends, give up what did not come, say when nothing comes at all."""
        if self._heard_at is None:
            return []
        reports: list[Report] = []
        if self._splitter.ends_with_a_pause and now >= self._data_at + PAUSE_SECONDS:
            reports += self._take(self._splitter.pause(), now)
        if self._splitter.pending and now >= self._data_at + PARTIAL_SECONDS:
            reports += self._take(self._splitter.give_up(), now)
        self._lamps.advance(now)
        if not self._silent and now >= self._heard_at + SILENT_SECONDS:
            self._silent = True
            reports.append(Silent(now - self._heard_at))
            self._forget()
        return reports

    def request_dump(self, now: float) -> None:  # noqa: ARG002 - there is nothing to be sent
        """Every line is a reading of all squares: the next one is told as a whole."""
        self._dump_wanted = True

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """Light exactly these squares."""
        self._lit = squares
        self._lamps.light(self._lit_as_named, now)

    # ---- inside ----

    @property
    def _lit_as_named(self) -> frozenset[chess.Square]:
        """The squares that should shine, as the e-board names them."""
        return frozenset(map(self._sensors.seen_as, self._lit))

    def _forget(self) -> None:
        self._reader.forget()
        self._sensors.known = False
        self._speaks = False
        self._lamps.hold()

    def _take(self, found: list[Found], now: float) -> list[Report]:
        reports: list[Report] = []
        for each in found:
            match each:
                case Garbled():
                    reports.append(each)
                    self.request_dump(now)
                case Acknowledged(letter):
                    self._lamps.acknowledged(letter, now)
                case Numbers(values):
                    reports += self._hear(values, now)
        return reports

    def _hear(self, values: tuple[int, ...], now: float) -> list[Report]:
        """One line. Only now it is certain that such a board is there, and may be told something."""
        self._heard_at = now
        self._silent = False
        if not self._speaks:
            self._speaks = True
            self._lamps.begin(now)
        reports: list[Report] = []
        if not self._identified:
            self._identified = True
            reports.append(Identified("", "", self._reader.maker_text))
        read = self._reader.read(values, now)
        return reports if read is None else reports + self._tell(read, now)

    def _tell(self, read: Placement, now: float) -> list[Report]:
        reports = self._sensors.scan(read)
        if self._dump_wanted and not any(isinstance(report, Dump) for report in reports):
            reports.append(Dump(self._sensors.placement))
        self._dump_wanted = False
        if self._lit and any(isinstance(report, Oriented) for report in reports):
            self._lamps.light(self._lit_as_named, now)
        return reports
