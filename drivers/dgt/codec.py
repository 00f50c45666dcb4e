"""The host's side of a DGT e-Board in single-board mode: bytes and `now` in, reports and bytes out."""

from __future__ import annotations

from collections.abc import Sequence

import chess

from drivers.asking_again import AskingAgain
from drivers.dgt.clock import ClockReader
from drivers.dgt.dialogue import IDENTITY, MEMORY, OPENING, OPTIONAL, Dialogue
from drivers.dgt.identity import Identity
from drivers.dgt.joining import append
from drivers.dgt.recovery import APART_SECONDS, PATIENCE_SECONDS, QUICK_SECONDS, Paced, Recovery, Telling
from drivers.dgt.wire import (
    CHARGING,
    Command,
    Frame,
    FrameSplitter,
    Message,
    code_of_wire,
    placement_of_fields,
    square_of_field,
)
from drivers.eboard import CodecOptions
from drivers.placement import Placement, turned
from drivers.reports import Battery, Garbled, Identified, Oriented, Report, Silent
from drivers.sensors import Sensors

QUIET_SECONDS = 1.2
"""An e-board on which nothing happens sends nothing: after so long it is asked whether it is still there. A little
longer than the second between two messages of a running clock, which are sign of life enough.
"""
SILENT_SECONDS = 3.0
"""Without an answer for so long, the e-board counts as silent: two or three questions were lost."""
PARTIAL_SECONDS = 1.0
"""A message that does not continue for so long is given up; at 9600 baud its bytes are 1 ms apart."""
CHECK_SECONDS = 10.0
"""How often all fields are read although nobody asks: a board that lost its power for a moment, and with it the update
mode, answers every question and tells no change.
"""
BATTERY_SECONDS = 300.0
"""How often an e-board that has a battery is asked for its charge."""
_OF_ITSELF = Identified | Battery | Garbled | Silent
"""What waits for nothing: it is not about the game."""


class DgtCodec:
    """Implements `drivers.eboard.Codec`."""

    def __init__(self, options: CodecOptions, opening: Sequence[Command | bytes] = OPENING) -> None:
        self._splitter = FrameSplitter()
        self._dialogue = Dialogue(opening)
        self._sensors = Sensors(options.orientation, options.turned)
        self._telling = Telling(options.told)
        self._unordered = options.unordered
        self._clock = ClockReader(options.white_clock, turned=bool(self._sensors.turned), told=self._telling.told.times)
        self._identity = Identity()
        self._recovery: Recovery | None = None
        self._unreadable = False
        self._battery: Battery | None = None
        self._battery_due: float | None = None
        self._check_due: float | None = None
        self._dump_wanted = False
        self._lost, self._untold = AskingAgain(), AskingAgain()
        self._heard_at: float | None = None
        self._silent = False
        self._missed = False

    def start(self, now: float) -> None:
        """A line was opened: forget half messages and what the clock showed, begin the opening dialogue."""
        self._splitter.clear()
        self._clock.forget()
        self._heard_at = now
        self._unreadable = False
        self._open(now)

    def receive(self, data: bytes, now: float) -> list[Report]:
        """The reports in whatever the e-board sent. After a silence the opening dialogue begins again: the e-board
        may have lost its power, and with it the update mode.
        """
        if data:
            self._heard_at = now
            if self._silent or self._missed:
                self._open(now)
            if self._splitter.in_memory_dump:
                self._hold(now)
        self._give_up_recovery(now)
        reports: list[Report] = []
        for found in self._splitter.feed(data):
            if isinstance(found, Garbled):
                reports.append(found)
                self._lose(now)
            else:
                self._dialogue.answered(found.id, now)
                append(reports, self._understand(found, now))
        self._ask_again(now)
        return self._handed_over(reports, now)

    def data_to_send(self) -> bytes:
        """The bytes queued for the e-board since the last call."""
        return self._dialogue.take()

    def next_timeout(self) -> float | None:
        """When `handle_timeout` must be called at the latest; None before `start`."""
        if self._heard_at is None:
            return None
        due = [self._dialogue.expires_at, self._telling.due(), self._lost.due, self._untold.due]
        if self._dialogue.idle:
            due.append(self._heard_at + QUIET_SECONDS)
            due += [self._battery_due, self._check_due]
        if not self._silent:
            due.append(self._heard_at + SILENT_SECONDS)
        if self._splitter.pending:
            due.append(self._heard_at + PARTIAL_SECONDS)
        if self._recovery is not None:
            due.append(self._recovery.due)
        return min(moment for moment in due if moment is not None)

    def handle_timeout(self, now: float) -> list[Report]:
        """Give up what did not come, ask whether the e-board is still there, say when it is not."""
        if self._heard_at is None:
            return []
        reports: list[Report] = []
        if self._splitter.pending and now >= self._heard_at + PARTIAL_SECONDS:
            reports += self._splitter.give_up()
            self._lose(now)
        answer_due = self._dialogue.expires_at
        if answer_due is not None and now >= answer_due:
            self._miss(now)
        self._ask_again(now)
        self._give_up_recovery(now)
        if not self._silent and now >= self._heard_at + SILENT_SECONDS:
            self._silent = True
            self._unreadable = False
            self._clock.forget()
            reports.append(Silent(now - self._heard_at))
        self._keep_alive(now)
        return self._handed_over(reports, now)

    def request_dump(self, now: float) -> None:
        """Ask for a reading of all squares; free while one is due already."""
        self._dump_wanted = True
        self._dialogue.ask(Command.SEND_BRD, now)

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """A DGT e-Board has no lights."""

    def _open(self, now: float) -> None:
        if not self._unreadable:
            self._begin_recovery(now, again=self._missed and not self._silent)
        self._silent = self._missed = False
        self._dump_wanted = True
        self._lost.settle()
        self._untold.settle()
        self._battery_due = self._check_due = None
        self._dialogue.open(now)

    def _ask_again(self, now: float) -> None:
        if self._lost.begins(now):
            self.request_dump(now)
        if self._untold.begins(now):
            self._dialogue.ask(Command.SEND_UPDATE_NICE, now)

    def _lose(self, now: float) -> None:
        """Something could not be understood, so all squares are read again."""
        self._dump_wanted = True
        self._lost.want(now)

    def _begin_recovery(self, now: float, *, again: bool) -> None:
        """Tell nothing until all squares were read. `again`: the e-board did not answer the first time."""
        untold = self._telling.drop()
        last = self._telling.told.placement
        before = self._recovery if again else None
        self._recovery = None
        if last is not None:
            self._recovery = Recovery(now + PATIENCE_SECONDS, untold=untold)
            if before is not None:
                self._recovery = Recovery(before.due, untold=untold or before.untold, kept=before.kept)
            self._sensors.load(turned(last) if self._sensors.turned else last)
        self._sensors.known = last is not None

    def _hold(self, now: float) -> None:
        """The e-board is sending its memory."""
        self._dialogue.hold(now)
        if self._recovery is not None:
            self._recovery.hold(now)

    def _give_up_recovery(self, now: float) -> None:
        """When the reading of all squares does not come, tell what was kept for after it, as it came. The next one
        that comes shows what was missed.
        """
        if self._recovery is None or now < self._recovery.due:
            return
        kept, self._recovery = self._recovery.kept, None
        self._unreadable = True
        for frame in kept:
            self._telling.add([Paced(report, QUICK_SECONDS) for report in self._understand(frame, now)], now)

    def _miss(self, now: float) -> None:
        """A question was not answered. A dump is asked for until it comes."""
        asked_at = self._dialogue.asked_at
        lost = self._dialogue.give_up(now)
        if lost is None:
            return
        if lost in {Command.SEND_BRD, Command.SEND_EE_MOVES}:
            self.request_dump(now)
        if lost not in OPTIONAL and self._heard_at is not None and self._heard_at <= asked_at:
            self._missed = True

    def _keep_alive(self, now: float) -> None:
        if not self._dialogue.idle or self._heard_at is None:
            return
        if self._battery_due is not None and now >= self._battery_due:
            self._battery_due = now + BATTERY_SECONDS
            self._dialogue.ask(Command.SEND_BATTERY_STATUS, now)
        elif self._check_due is not None and now >= self._check_due:
            self._dialogue.ask(Command.SEND_BRD, now)
        elif now >= self._heard_at + QUIET_SECONDS:
            self._dialogue.ask(Command.RETURN_SERIALNR, now)

    def _handed_over(self, reports: list[Report], now: float) -> list[Report]:
        """What is told now: what the e-board says of itself at once, the rest after what is still to be told."""
        if not self._dialogue.open_question(IDENTITY):
            self._introduce(reports)
        about_the_game = [report for report in reports if not isinstance(report, _OF_ITSELF)]
        self._telling.follow(about_the_game, now, self._unordered + APART_SECONDS)
        return [report for report in reports if isinstance(report, _OF_ITSELF)] + self._telling.take(now)

    def _introduce(self, reports: list[Report]) -> None:
        """Who the e-board is, when that is settled and not told yet. Another one's past is not this one's."""
        before = self._identity.serial
        news = self._identity.news()
        if before and before != self._identity.serial:
            self._telling.told.forget()
            self._recovery = None
        reports += news

    def _understand(self, frame: Frame, now: float) -> list[Report]:
        """The reports in one message. Messages that are not listed (the memory of the board, bus addresses, ids of
        newer boards) say nothing about the game.
        """
        match frame.id:
            case _ if self._recovery is not None and self._recovery.keeps(frame):
                if frame.id == Message.EE_MOVES:
                    self.request_dump(now)
                return []
            case Message.FIELD_UPDATE:
                field, code = frame.payload
                return self._told(self._sensors.change(square_of_field(field), code_of_wire(code)))
            case Message.BOARD_DUMP if len(frame.payload) == 64:
                return self._dumped(frame.payload, now)
            case Message.BWTIME:
                return self._clock.read(frame.payload)
            case Message.BATTERY_STATUS:
                return self._charge(frame.payload, now)
            case _:
                self._identity.learn(frame)
                return []

    def _dumped(self, wire_codes: bytes, now: float) -> list[Report]:
        """A reading of all fields. When it shows what no update has told, the e-board may have fallen out of its
        update mode, which no message says: switch it on again.
        """
        fields = placement_of_fields(wire_codes)
        differs = self._sensors.differs(fields)
        wanted = self._dump_wanted or differs or not self._sensors.known
        self._check_due = now + CHECK_SECONDS
        self._lost.settle()
        self._dump_wanted = self._unreadable = False
        if self._recovery is not None:
            return self._recovered(self._recovery, fields, now)
        if differs:
            self._untold.want(now)
        return self._told(self._sensors.load(fields)) if wanted else []

    def _recovered(self, recovery: Recovery, fields: Placement, now: float) -> list[Report]:
        """A reading of all fields after the link was lost. When something has happened meanwhile, the memory of the
        e-board is asked for it, and all fields once more.
        """
        differs = recovery.untold or self._sensors.differs(fields)
        happened = differs or any(map(self._clock.pressed_in_gap, recovery.clock[:1]))
        if happened and recovery.asked is None:
            recovery.asked = len(recovery.clock)
            recovery.hold(now)
            self._dialogue.ask(Command.SEND_EE_MOVES, now)
        if self._dialogue.open_question(MEMORY):
            return []
        self._recovery = None
        read = self._sensors.load(fields)
        past, shown = recovery.past(self._telling.told, self._sensors, self._clock, self._unordered)
        if past is not None and not any(isinstance(report, Oriented) for report in read):
            self._telling.add(past, now)
        return self._told(read) + shown

    def _told(self, reports: list[Report]) -> list[Report]:
        """What the sensors say; when that turns the board round, the clock's times follow, now of the right players."""
        return reports + self._clock.turn(turned=bool(self._sensors.turned))

    def _charge(self, payload: bytes, now: float) -> list[Report]:
        self._battery_due = now + BATTERY_SECONDS
        battery = Battery(percent=payload[0], charging=bool(payload[8] & CHARGING))
        if battery == self._battery or battery.percent > 100:
            return []
        self._battery = battery
        return [battery]
