"""The host's side of a line that several DGT e-Boards share: bytes and `now` in, reports and bytes out.

One command is under way at a time, whoever it is for; everybody is asked in turn. The conversation itself is written in
`conversation`; here its bytes and its waiting are taken care of.
"""

from __future__ import annotations

from drivers.dgt.bus.asking import QUIET_SECONDS, Ask, Doing, Listen, Outcome
from drivers.dgt.bus.conversation import Conversation
from drivers.dgt.bus.wire import BusFrame, BusSplitter
from drivers.eboard import CodecOptions, Heard, LineNews
from drivers.reports import Garbled

HEARD_AT_MOST = 100
"""Replies while everybody is called; three times as many as there are e-boards on the longest line."""


class DgtBusCodec:
    """Implements `drivers.eboard.SharedCodec`. Before it is started it understands answers to the questions of somebody
    else, as in a capture.
    """

    def __init__(self, *, alone: bool = False) -> None:
        """`alone`: there is one e-board on the line, whoever it may be."""
        self._conversation = Conversation(alone=alone)
        self._splitter = BusSplitter()
        self._out = bytearray()
        self._doing: Doing | None = None
        self._until = 0.0
        self._frames: list[BusFrame] = []
        self._garbled = False

    def expect(self, serial: str, options: CodecOptions) -> None:
        """See `SharedCodec`."""
        self._conversation.expect(serial, options)

    def start(self, now: float) -> None:
        """See `SharedCodec`."""
        self._out.clear()
        self._do(self._conversation.begin(now), now)

    def receive(self, data: bytes, now: float) -> list[LineNews]:
        """See `SharedCodec`."""
        news: list[LineNews] = []
        for found in self._splitter.feed(data):
            if isinstance(found, Garbled):
                news += self._garbage(found)
            elif self._takes(found, now):
                break  # what came with an answer came before the next question
        if data and isinstance(self._doing, Ask):
            self._until = max(self._until, now + QUIET_SECONDS)
        return news + self._conversation.news(now)

    def data_to_send(self) -> bytes:
        """See `SharedCodec`."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def next_timeout(self) -> float | None:
        """See `SharedCodec`."""
        if self._doing is None:
            return None
        told = self._conversation.next_report()
        return self._until if told is None else min(told, self._until)

    def handle_timeout(self, now: float) -> list[LineNews]:
        """See `SharedCodec`."""
        news: list[LineNews] = []
        if self._doing is not None and now >= self._until:
            for rest in self._splitter.give_up():
                news += self._garbage(rest)
            self._settle(now)
        return news + self._conversation.news(now)

    def request_dump(self, serial: str, now: float) -> None:  # noqa: ARG002 - it is read when its turn comes
        """See `SharedCodec`."""
        self._conversation.request_dump(serial)

    def period(self, serial: str) -> float | None:
        """See `SharedCodec`."""
        return self._conversation.period(serial)

    def _takes(self, frame: BusFrame, now: float) -> bool:
        """Whether this reply is the answer that was waited for; then the conversation has gone on. One that nobody
        asked for is a late one: what it answers has been asked again.
        """
        match self._doing:
            case Ask() as asked if asked.is_answered_by(frame):
                self._frames.append(frame)
                self._settle(now)
                return True
            case Listen() if len(self._frames) < HEARD_AT_MOST:
                self._frames.append(frame)
            case None:
                self._conversation.overhear(frame, now)
        return False

    def _garbage(self, garbled: Garbled) -> list[LineNews]:
        """Bytes that are no reply: of whom, is known when only one e-board was asked."""
        self._garbled = True
        asked = self._conversation.serial_of(self._doing.order.address) if isinstance(self._doing, Ask) else None
        serial = asked or self._conversation.only_one()
        return [] if serial is None else [Heard(serial, garbled)]

    def _settle(self, now: float) -> None:
        """What was done is over: go on with what came of it."""
        outcome = Outcome(now, tuple(self._frames), self._garbled)
        self._do(self._conversation.go_on(outcome), now)

    def _do(self, doing: Doing, now: float) -> None:
        self._doing = doing
        self._until = now + doing.seconds
        self._frames, self._garbled = [], False
        self._splitter.clear()
        if doing.order is not None:
            self._out += doing.order.to_bytes()
