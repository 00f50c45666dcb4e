"""The conversation on a shared line: who is there, then everybody in turn, and now and then those that are not."""

from __future__ import annotations

from drivers.dgt.bus.asking import ANSWER_SECONDS, Doing, Listen, Outcome, Talk, ask
from drivers.dgt.bus.board import BoardOnBus
from drivers.dgt.bus.roll_call import Present, address_of, call_everybody, call_once, is_same_number, number_of
from drivers.dgt.bus.wire import BusFrame, Command, Order, Reply
from drivers.eboard import CodecOptions, Doubled, Heard, LineNews, Stranger

ROUND_SECONDS = 0.1
"""No e-board is asked more often: it needs twice as long to look at its squares."""
LONG_TURNS = 5
"""In one round, so that nobody is left unread for long while thirty e-boards are new or begin their games."""
CLOCK_SECONDS = 1.0
"""How often the clock of each e-board is read when there are few."""
CLOCK_SHARE = 1 / 6
"""Seconds by which each e-board on the line makes that more seldom: a sixth of the line's time is enough for clocks."""
RECALL_SECONDS = 60.0
"""How often everybody is called who is waited for and cannot be called by name; in that time nobody else is read."""


class Conversation:
    """The e-boards on one line, and what has come of talking to them. It begins anew with each opening of the line.

    `alone`: there is one e-board, whoever it may be.
    """

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone
        self._boards: dict[str, BoardOnBus] = {}
        self._strangers: dict[str, int] = {}
        self._unnamed: list[int] = []
        self._doubled: set[int] = set()
        self._news: list[LineNews] = []
        self._talk: Talk = self._converse()
        self._now = 0.0
        self._everybody_called = False
        self._recall_due = 0.0
        self._turns: dict[str, tuple[float, float | None]] = {}

    def expect(self, serial: str, options: CodecOptions) -> None:
        """Somebody waits for this e-board."""
        address = self._strangers.pop(serial, None) or address_of(serial)
        self._boards[serial] = BoardOnBus(serial, address, options)
        self._boards[serial].line_opened(self._now)
        for board in self._boards.values():
            board.clock_seconds = max(CLOCK_SECONDS, CLOCK_SHARE * len(self._boards))

    def begin(self, now: float) -> Doing:
        """The line is open; what to do first."""
        self._now = now
        self._turns.clear()
        for board in self._boards.values():
            board.line_opened(now)
        self._talk = self._converse()
        return next(self._talk)

    def go_on(self, outcome: Outcome) -> Doing:
        """What to do next. Only after `begin`."""
        self._now = outcome.now
        return self._talk.send(outcome)

    def news(self, now: float) -> list[LineNews]:
        """What is to be told now."""
        news, self._news = self._news, []
        for board in self._boards.values():
            news += [Heard(board.serial, report) for report in board.telling.take(now)]
        return news

    def next_report(self) -> float | None:
        """When there will be something to tell."""
        dues = (board.telling.due() for board in self._boards.values())
        return min((due for due in dues if due is not None), default=None)

    def overhear(self, frame: BusFrame, now: float) -> None:
        """Somebody else has asked, and this is the answer."""
        self._now = now
        serial = self.serial_of(frame.address)
        if serial is not None:
            self._boards[serial].overhear(frame, now)
        elif frame.address not in self._strangers.values():
            self._strangers[number_of(frame.address)] = frame.address
            self._news.append(Stranger(number_of(frame.address)))

    def request_dump(self, serial: str) -> None:
        """All fields of this e-board are read in its next turn."""
        if serial in self._boards:
            self._boards[serial].request_dump()

    def only_one(self) -> str | None:
        """The e-board that everything must come from."""
        return next(iter(self._boards)) if len(self._boards) == 1 else None

    def serial_of(self, address: int) -> str | None:
        """The e-board that is expected at this address."""
        return next((board.serial for board in self._boards.values() if board.address == address), None)

    def period(self, serial: str) -> float | None:
        """Seconds between the last two turns of an e-board."""
        return self._turns.get(serial, (0.0, None))[1]

    # ---- the conversation ----

    def _converse(self) -> Talk:
        for board in self._missing():
            yield from self._call(board, tries=2)
        while self._alone and not self._boards:
            yield from self._call_the_only_one()
        if not self._alone and not self._everybody_called:
            for _ in self._boards:
                if any(board.is_new for board in self._boards.values()):
                    yield from self._round()
            yield from self._call_everybody()
        while True:
            began = self._now
            yield from self._round()
            yield from self._look_for_the_missing()
            if (left := began + ROUND_SECONDS - self._now) > 0:
                yield Listen(left)

    def _round(self) -> Talk:
        long_turns = 0
        some_are_new = any(board.is_new for board in self._boards.values())
        for board in list(self._boards.values()):
            if board.present:
                self._note_turn(board)
                takes_long = board.is_new if some_are_new else board.takes_long
                long_turns += takes_long
                yield from board.turn(self._now, may_take_long=takes_long and long_turns <= LONG_TURNS)
            elif board.address in self._doubled:
                continue
            silence = board.silence(self._now)
            self._news += [Heard(board.serial, report) for report in silence]
            if silence and board.garbled:
                self._recall_due = min(self._recall_due, self._now)  # perhaps two of them answer at once

    def _note_turn(self, board: BoardOnBus) -> None:
        last, _ = self._turns.get(board.serial, (None, None))
        self._turns[board.serial] = (self._now, None if last is None else self._now - last)

    def _missing(self) -> list[BoardOnBus]:
        return [board for board in self._boards.values() if not board.present]

    def _look_for_the_missing(self) -> Talk:
        """One of those that are waited for is called by its address, so that the others need not wait for long; for
        those that cannot be, everybody is called now and then.
        """
        missing = self._missing()
        by_name = [board for board in missing if board.address not in {None, *self._doubled}]
        if by_name:
            board = min(by_name, key=lambda board: board.called_at)
            yield from self._call(board)
        in_doubt = len(by_name) < len(missing) or any(board.garbled for board in missing)
        if in_doubt and self._now >= self._recall_due:
            self._recall_due = self._now + RECALL_SECONDS
            self._take_roll_of((yield from call_once()))
            yield from self._name_strangers()

    def _call(self, board: BoardOnBus, tries: int = 1) -> Talk:
        board.called_at = self._now
        if board.address is None:
            return
        outcome = yield from ask(Command.PING, board.address, tries)
        board.garbled = outcome.garbled
        if outcome.frame is not None:
            board.answered_ping(outcome.now)

    def _call_the_only_one(self) -> Talk:
        """All that are there would say their versions at once; who is alone is heard, and at once."""
        outcome = yield Listen(ANSWER_SECONDS, Order(Command.SEND_VERSION))
        addresses = {frame.address for frame in outcome.frames if frame.id == Reply.VERSION}
        if len(addresses) == 1 and not outcome.garbled:
            self._take_roll_of(Present(addresses))
        else:
            self._take_roll_of((yield from call_once()))
        yield from self._name_strangers()

    def _call_everybody(self) -> Talk:
        self._everybody_called = True
        self._recall_due = self._now + RECALL_SECONDS
        known = [board.address for board in self._boards.values() if board.present and board.address is not None]
        self._take_roll_of((yield from call_everybody(known, self._round)))
        yield from self._name_strangers()

    def _take_roll_of(self, present: Present) -> None:
        """Those that answered a call to everybody are there; a number that two answer to can be read of neither."""
        for address in sorted(present.doubled - self._doubled):
            self._news.append(Doubled(self.serial_of(address) or number_of(address)))
        if not present.garbled:
            self._doubled -= present.addresses
        self._doubled |= present.doubled
        for board in self._boards.values():
            if board.address in self._doubled:
                board.lose()
            elif board.address in present.addresses and not board.present:
                board.answered_ping(self._now)
        taken = {board.address for board in self._boards.values()} | self._doubled | set(self._strangers.values())
        self._unnamed = sorted(present.addresses - taken)

    def _name_strangers(self) -> Talk:
        """Ask those whom nobody expects for their serial numbers: one may be expected by it. Old firmware knows no such
        question; there the address is the number.
        """
        for address in self._unnamed:
            outcome = yield from ask(Command.REQ_SERIALNR, address, tries=2)
            told = outcome.frame.data.decode("ascii").strip() if outcome.frame is not None else ""
            board = next((each for each in self._missing() if told and is_same_number(told, each.serial)), None)
            if board is not None:
                board.address = address
                board.answered_ping(self._now)
                continue
            name = told if told.isalnum() and told not in {*self._boards, *self._strangers} else number_of(address)
            self._strangers[name] = address
            self._news.append(Stranger(name))
        self._unnamed = []
