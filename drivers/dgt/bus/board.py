"""One e-board on the shared line, as the host sees it: what it is asked in its turn, and what its answers lead to."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeAlias

from drivers.dgt.bus.asking import LATE_SECONDS, Doing, Listen, Outcome, Talk, ask
from drivers.dgt.bus.memory import Memory
from drivers.dgt.bus.senses import Senses
from drivers.dgt.bus.telling import Paced, Telling
from drivers.dgt.bus.wire import BusFrame, Command, Reply
from drivers.dgt.recollection import Told
from drivers.dgt.records import Tag, decode
from drivers.eboard import CodecOptions
from drivers.placement import Placement
from drivers.reports import Dump, Identified, Report, Silent

CHECK_SECONDS = 60.0
"""How often all fields are read although nobody asks."""
SILENT_SECONDS = 3.0
"""Without an answer for so long, the e-board counts as silent."""
TRIES = 2
"""How often something is asked in one turn; what failed then waits for the next, so that nobody else has to."""

MOST_LOOKS_BACK = 5
"""In so many turns it is asked for what has happened since the start of the game; old firmware may never answer."""
MOST_UNMARKED = 5
"""So often in a row it is told in vain that a game begins; old firmware may know no such order."""

Answer: TypeAlias = Generator[Doing, Outcome, BusFrame | None]
Records: TypeAlias = Generator[Doing, Outcome, bytes]
"""Pieces of the conversation that end with a reply, or with records of the e-board's memory."""


class BoardOnBus:
    """`serial`: what it is called. `address`: what it listens to; None while that is not known. `present`: it answers.
    `garbled`: its last answer could not be read. `called_at`: when it was pinged last. `clock_seconds`: how often its
    clock is read; between two presses it may be stopped and started.
    """

    def __init__(self, serial: str, address: int | None, options: CodecOptions) -> None:
        self.serial = serial
        self.address = address
        self.present = False
        self.garbled = False
        self.called_at = 0.0
        self.clock_seconds = 1.0
        self._told = Told(options.told)
        self._unasked, self._looks_back, self._unmarked = b"", 0, 0
        self._mark_owed = False
        self.telling = Telling(self._told.placement, options.unordered)
        self._senses = Senses(options)
        self._memory = Memory()
        self._identity: Identified | None = None
        self._now = self._heard_at = 0.0
        self._deaf_since: float | None = None
        self._clock_due = self._check_due = 0.0
        self._dump_wanted = self._start_marked = self._called_silent = False
        self._confirmed: Placement | None = None

    # ---- what the conversation does with it ----

    def line_opened(self, now: float) -> None:
        """The line is new: whether the e-board is still there has to be found out."""
        self._heard_at = self._deaf_since = now
        self._called_silent = False
        self.lose()

    def answered_ping(self, now: float) -> None:
        """It is there."""
        self.present = True
        self._called_silent = False
        self._heard_at, self._deaf_since = now, None

    def silence(self, now: float) -> list[Report]:
        """That it is silent, to be told once, if it has answered nothing for too long."""
        if self._called_silent or self._deaf_since is None or now - self._deaf_since < SILENT_SECONDS:
            return []
        self._called_silent = True
        self.lose()
        return [Silent(now - self._heard_at)]

    def lose(self) -> None:
        """Nobody listens to it any more; what it does meanwhile it remembers."""
        self.present = False
        self.telling.hold()
        self._senses.forget_clock()
        self._check_due = self._clock_due = 0.0

    def request_dump(self) -> None:
        """Somebody wants to know what stands on it; answered in its next turn."""
        self._dump_wanted = True

    @property
    def is_new(self) -> bool:
        """Whether it is there and has told nothing yet."""
        return self.present and not self.telling.listening

    @property
    def takes_long(self) -> bool:
        """Whether its next turn is longer than others: it is new, or a game begins."""
        return self.is_new or self._wants_mark

    @property
    def _wants_mark(self) -> bool:
        """Whether a game begins, or nobody has told the e-board so that is being played: then what it remembers of this
        game cannot be asked for after a restart.
        """
        begins = self._mark_owed or (self._senses.at_start and not self._start_marked)
        goes_on = self._told.placement is not None and not self._memory.knows_start
        return (begins or goes_on) and self._unmarked < MOST_UNMARKED

    def turn(self, now: float, *, may_take_long: bool = True) -> Talk:
        """What is asked when it is this e-board's turn. What takes long can wait for another one."""
        self._now = now
        if not self.telling.listening:
            if may_take_long:
                yield from self._welcome()
            return
        news = yield from self._changes()
        self._tell(self._senses.happened(news))
        if self._memory.unsure:
            return
        if self._senses.restarted or self._now >= self._check_due:
            yield from self._read_fields()
        elif self._dump_wanted:
            self._confirm()
        if self._now >= self._clock_due:
            yield from self._read_clock()
        self._mark_owed = self._mark_owed or (self._senses.at_start and not self._start_marked)
        self._start_marked = self._start_marked and self._senses.at_start
        if self._wants_mark and not news and may_take_long:
            yield from self._mark_start()

    def overhear(self, frame: BusFrame, now: float) -> None:
        """An answer of this e-board to somebody else. A packet that comes again was repeated."""
        self._now = now
        match frame.id:
            case Reply.UPDATE | Reply.UPDATE_EVEN:
                again = bool(frame.data) and self._memory.has(frame)
                self._memory.take(frame)
                if self._senses.known and not again:
                    self._tell(self._senses.happened(frame.data))
            case Reply.BRD_DUMP:
                self.telling.resume(now, whole=False)
                self._tell(self._senses.load(frame.data))
            case Reply.BWTIME:
                self._tell(self._senses.read_clock(frame.data))
            case _:
                pass

    # ---- dialogues ----

    def _welcome(self) -> Talk:
        """It has answered a ping, for the first time or again. What it remembers of the time in which nobody listened
        is told once a reading of all fields has shown that nothing is missing.
        """
        for _ in range(2):  # the first packet may be one that was lost on the way
            news = yield from self._changes()
            if self._memory.unsure:
                return
            if self._senses.known:
                self._tell(self._senses.happened(news))
            elif not (yield from self._look_back(news)):
                return
        yield from self._read_fields()
        if self.telling.listening:
            yield from self._identify()
            yield from self._read_clock()

    def _look_back(self, news: bytes) -> Generator[Doing, Outcome, bool]:
        """Something may have happened since this program was stopped. It is told after what was told before that; when
        nobody knows that, after what stood there before these changes. Whether that is settled: else it is tried again
        in the next turn.
        """
        self._unasked += news
        if Tag.POWERUP in decode(self._unasked) or (self._told.placement is None and not news):
            return True
        if not self._unasked and (stands := (yield from self._stands_as_told())) is not False:
            return stands is True
        frame = yield from self._ask(Command.SEND_FROM_START)
        self._looks_back += 1
        if frame is None and self._looks_back < MOST_LOOKS_BACK:
            return False
        since_start = b"" if frame is None else frame.data
        if since_start.endswith(news):
            self._memory.note(since_start)
        self._tell(self._senses.looked_back(self._told, since_start, self._unasked))
        return True

    def _stands_as_told(self) -> Generator[Doing, Outcome, bool | None]:
        """Whether the pieces stand as this program told before it was stopped; None when nobody answers."""
        frame = yield from self._ask(Command.SEND_BRD)
        return None if frame is None else self._senses.believe(self._told, frame.data)

    def _identify(self) -> Talk:
        if self._identity is None:
            frame = yield from self._ask(Command.SEND_VERSION)
            self._identity = Identified(self.serial, ".".join(map(str, frame.data)) if frame is not None else "")
            self._tell([Paced(self._identity)])

    def _read_clock(self) -> Talk:
        frame = yield from self._ask(Command.SEND_CLK)
        if frame is not None:
            self._clock_due = self._now + self.clock_seconds
            self._tell(self._senses.read_clock(frame.data))

    def _mark_start(self) -> Talk:
        """What the e-board remembers from here on is this game."""
        frame = yield from self._ask(Command.SET_START_GAME)
        self._start_marked, self._mark_owed = frame is not None, frame is None
        self._unmarked = 0 if frame is not None else self._unmarked + 1
        self._tell(self._senses.happened((yield from self._changes())))

    # ---- changes ----

    def _changes(self) -> Records:
        """What has happened since the last time. While it is not sure that the last packet arrived, it is repeated."""
        if not self._memory.unsure:
            self._memory.unsure = True
            frame = yield from self._ask(Command.SEND_CHANGES, tries=1)
            if frame is not None and not (frame.data and self._memory.has(frame)):  # else perhaps a late repetition
                return (yield from self._packet(frame))
        frame = yield from self._ask(Command.REPEAT_CHANGES)
        if frame is None:
            return b""
        if self._memory.has(frame):
            self._memory.take(frame)
            return b""
        return (yield from self._packet(frame))

    def _packet(self, packet: BusFrame) -> Records:
        lost = self._memory.lacks_one_before(packet)
        self._memory.take(packet)
        records = packet.data
        if lost:
            found = yield from self._missing()
            self._check_due = self._check_due if found else self._now
            records = found or records
        self._memory.note(records)
        return records

    def _missing(self) -> Records:
        """The records since the start of the game that never arrived here, as far as that can be found out."""
        if not self._memory.knows_start:
            return b""
        frame = yield from self._ask(Command.SEND_FROM_START)
        return self._memory.missing_in(frame.data) if frame is not None else b""

    # ---- all fields ----

    def _confirm(self) -> None:
        """Say what stands there. Its memory has just told all changes, so nothing need be read for that; only when the
        same is asked again, it is.
        """
        placement = self._senses.placement
        if self._confirmed == placement:
            self._check_due = self._now
        else:
            self._confirmed, self._dump_wanted = placement, False
            self._tell([Paced(Dump(placement))])

    def _read_fields(self) -> Talk:
        """All fields are read. When what is known does not account for them, something was lost on the way."""
        frame = yield from self._ask(Command.SEND_BRD)
        if frame is None:
            return
        wanted = self._dump_wanted or not self.telling.listening
        self._dump_wanted = self._senses.restarted = False
        self._check_due = self._now + CHECK_SECONDS
        whole = self._senses.known and (yield from self._accounted_for(frame.data))
        self.telling.resume(self._now, whole=whole)
        if not whole:
            self._tell(self._senses.load(frame.data))
        elif wanted:
            self._tell([Paced(Dump(self._senses.placement))])

    def _accounted_for(self, fields: bytes) -> Generator[Doing, Outcome, bool]:
        """Whether the fields stood so before, between or after the changes that have happened up to now. Those that are
        found in the e-board's memory only are told too.
        """
        agrees = self._senses.stand_as(fields)
        news = yield from self._changes()
        for record in decode(news):
            self._tell(self._senses.understand(record))
            agrees = agrees or self._senses.stand_as(fields)
        if not agrees:
            lost = yield from self._missing()
            self._memory.note(lost)
            self._tell(self._senses.happened(lost))
            agrees = self._senses.stand_as(fields)
            if news and not agrees:
                self._check_due = self._now  # the fields were read before these changes
        return agrees

    # ---- the rest ----

    def _ask(self, command: Command, tries: int = TRIES) -> Answer:
        if self.address is None:
            return None
        outcome = yield from ask(command, self.address, tries)
        self._now = outcome.now
        self.garbled = outcome.garbled
        if outcome.frame is not None:
            if outcome.again or self._deaf_since is not None:
                self._now = (yield Listen(LATE_SECONDS)).now
            self._heard_at, self._deaf_since = self._now, None
        elif self._deaf_since is None:
            self._deaf_since = outcome.now
        return outcome.frame

    def _tell(self, told: Iterable[Paced]) -> None:
        self.telling.add(told, self._now)
