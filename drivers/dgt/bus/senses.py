"""What the fields and the clock of an e-board say: its records, its readings and its clock's times as reports."""

from __future__ import annotations

from typing import assert_never

from drivers.dgt.bus.memory import fields_after, without_pieces
from drivers.dgt.bus.telling import APART_SECONDS, QUICK_SECONDS, Paced
from drivers.dgt.clock import ClockReader
from drivers.dgt.recollection import Change, Told, missed
from drivers.dgt.records import ClockPressed, FieldChanged, Record, Tag, decode
from drivers.dgt.recovery import in_words_of_reports
from drivers.dgt.wire import code_of_wire, placement_of_fields, square_of_field
from drivers.eboard import CodecOptions
from drivers.placement import Placement, turned
from drivers.reports import Dump, Press, Report
from drivers.sensors import Sensors


class Senses:
    """`restarted`: the e-board was without power, and what was taken away meanwhile is in no record. To be set back by
    whoever has read all fields since.
    """

    def __init__(self, options: CodecOptions) -> None:
        self.restarted = False
        self._sensors = Sensors(options.orientation, options.turned)
        self._clock = ClockReader(options.white_clock, turned=bool(self._sensors.turned))

    @property
    def known(self) -> bool:
        """Whether all fields were ever read."""
        return self._sensors.known

    @property
    def at_start(self) -> bool:
        """Whether the pieces stand as at the start of a game."""
        return self._sensors.at_start

    @property
    def placement(self) -> Placement:
        """What stands there, with White at rank 1."""
        return self._sensors.placement

    def stand_as(self, fields: bytes) -> bool:
        """Whether the fields are known to read so."""
        return self.known and not self._sensors.differs(placement_of_fields(fields))

    def load(self, fields: bytes) -> list[Paced]:
        """All fields were read."""
        return [Paced(report) for report in self._turned(self._sensors.load(placement_of_fields(fields)))]

    def believe(self, told: Told, fields: bytes) -> bool:
        """Whether the fields read as a program told that ran before this one; if so, they are known from now on."""
        read = placement_of_fields(fields)
        if told.placement is None or told.placement != self._as_read(read):
            return False
        self._sensors.load(read)
        return True

    def looked_back(self, told: Told, since_start: bytes, news: bytes) -> list[Paced]:
        """What has happened after what a program told that ran before this one; or else, after what stood there, these
        last records. `since_start`: what the e-board remembers of the game.
        """
        missed_since = self._missed(told, since_start)
        if missed_since is not None:
            return missed_since
        if told.placement is not None:
            self._sensors.load(self._as_read(told.placement))
            return self.happened(news)
        before = fields_after(since_start.removesuffix(news)) if since_start.endswith(news) else None
        return [] if before is None else [*self.load(before), *self.happened(news)]

    def _missed(self, told: Told, since_start: bytes) -> list[Paced] | None:
        """What the e-board remembers after what was told; None when its memory does not lead on from there."""
        fields = fields_after(since_start)
        if told.placement is None or fields is None:
            return None
        now = self._as_read(placement_of_fields(fields))
        left_is = self._clock.color_at(left=True)
        words = list(in_words_of_reports(without_pieces(since_start), self._sensors, left_is))
        found = missed(words, told, now)
        begun = fields_after(since_start[: len(since_start) - len(without_pieces(since_start)) + 1])
        if found is None and begun is not None and self._as_read(placement_of_fields(begun)) == told.placement:
            found = missed(words, Told([Dump(told.placement)]), now)  # Nothing has been told since it was marked.
        if found is None:
            return None
        self._sensors.load(self._as_read(told.placement))
        return [paced for entry in found for paced in self._again(entry)]

    def _as_read(self, placement: Placement) -> Placement:
        """A placement with White at rank 1 as the e-board reads it, and the other way round."""
        return turned(placement) if self._sensors.turned else placement

    def happened(self, records: bytes) -> list[Paced]:
        """Records came next."""
        return [paced for record in decode(records) for paced in self.understand(record)]

    def understand(self, record: Record) -> list[Paced]:
        """A record came next."""
        match record:
            case FieldChanged(field, code, quick):
                wait = QUICK_SECONDS if quick else APART_SECONDS
                reports = self._turned(self._sensors.change(square_of_field(field), code_of_wire(code)))
                return [Paced(report, wait) for report in reports]
            case ClockPressed(left, seconds):
                reports = self._clock.halted(left=left, seconds=seconds)
                return [Paced(report, QUICK_SECONDS if isinstance(report, Press) else 0.0) for report in reports]
            case Tag.POWERUP | Tag.WATCHDOG:
                self.restarted = True
                return []
            case Tag():
                return []
            case _:
                assert_never(record)

    def read_clock(self, times: bytes) -> list[Paced]:
        """The clock shows these times. Of presses the records tell."""
        return [Paced(report) for report in self._clock.read(times) if not isinstance(report, Press)]

    def forget_clock(self) -> None:
        """What the clock will show next is no news of what has happened."""
        self._clock.forget()

    def _again(self, entry: Change | Press) -> list[Paced]:
        if isinstance(entry, Press):
            return [Paced(entry, QUICK_SECONDS)]
        wait = QUICK_SECONDS if entry.quick else APART_SECONDS
        reports = self._turned(self._sensors.change(self._sensors.seen_as(entry.square), entry.code))
        return [Paced(report, wait) for report in reports]

    def _turned(self, reports: list[Report]) -> list[Report]:
        """What the sensors say; when that turns the board round, the clock's times follow, now of the right players."""
        return reports + self._clock.turn(turned=bool(self._sensors.turned))
