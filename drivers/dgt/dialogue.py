"""What the host asks a DGT e-Board: one question at a time, because the board buffers ten bytes only."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from drivers.dgt.wire import Command, Message

ANSWER_SECONDS = 1.0
"""A question that is not answered in this time will not be: newer commands are unknown to older firmware."""

PAUSE_SECONDS = 0.1
"""After an order of several bytes; PicoChess leaves that much."""

OPENING: Sequence[Command | bytes] = (
    Command.SEND_VERSION,
    Command.RETURN_SERIALNR,
    Command.RETURN_LONG_SERIALNR,
    Command.SEND_UPDATE_NICE,
    Command.SEND_BRD,
    Command.SEND_BATTERY_STATUS,
)
"""Who are you; then updates before the dump, so that no change can fall between them.

SEND_RESET does not come first: a board that still reports to a host that was restarted need not stop for it, and any
other command ends bus mode just as well.
"""
IDENTITY = frozenset({Command.SEND_VERSION, Command.RETURN_SERIALNR, Command.RETURN_LONG_SERIALNR})
"""The questions that must be settled before it is known who the board is."""
MEMORY = frozenset({Command.SEND_EE_MOVES})
"""The question whose answer takes 8 s at 9600 baud: asked only when something was missed."""
OPTIONAL = frozenset({Command.RETURN_LONG_SERIALNR, Command.SEND_BATTERY_STATUS, Command.SEND_EE_MOVES})
"""Commands that not every firmware answers."""

_ANSWERS: Mapping[Command, Message] = {
    Command.SEND_VERSION: Message.VERSION,
    Command.RETURN_SERIALNR: Message.SERIALNR,
    Command.RETURN_LONG_SERIALNR: Message.LONG_SERIALNR,
    Command.SEND_BRD: Message.BOARD_DUMP,
    Command.SEND_BATTERY_STATUS: Message.BATTERY_STATUS,
    Command.SEND_EE_MOVES: Message.EE_MOVES,
}
"""SEND_UPDATE_NICE is missing: it has no answer."""


class Dialogue:
    """The queue of questions, and the one that waits for its answer."""

    def __init__(self, opening: Sequence[Command | bytes] = OPENING) -> None:
        self._opening = opening
        self._queue: deque[Command | bytes] = deque()
        self._out = bytearray()
        self._awaited: Command | bytes | None = None
        self.asked_at = 0.0
        self._expires_at = 0.0

    @property
    def idle(self) -> bool:
        """Whether every question is settled."""
        return self._awaited is None

    @property
    def expires_at(self) -> float | None:
        """When the question that waits for its answer is given up."""
        return None if self._awaited is None else self._expires_at

    def open(self, now: float) -> None:
        """Begin from the beginning."""
        self._out.clear()
        self._awaited = None
        self._queue = deque(self._opening)
        self._send(now)

    def ask(self, command: Command, now: float) -> None:
        """Ask when the questions before are settled; a question that is queued already is not asked twice."""
        if command is not self._awaited and command not in self._queue:
            self._queue.append(command)
            self._send(now)

    def tell(self, order: bytes, now: float) -> None:
        """Send an order of several bytes when the questions before are settled; nothing answers it, so the e-board is
        left a pause to obey.
        """
        self._queue.append(order)
        self._send(now)

    def withdraw(self, orders: Collection[bytes]) -> None:
        """Do not send these orders any more, if they are still queued."""
        self._queue = deque(each for each in self._queue if isinstance(each, Command) or each not in orders)

    def answered(self, message: int, now: float) -> None:
        """A message came, perhaps the answer."""
        if isinstance(self._awaited, Command) and _ANSWERS[self._awaited] == message:
            self._awaited = None
            self._send(now)

    def hold(self, now: float) -> None:
        """The line is busy with something long, so the answer may come later."""
        self._expires_at = now + ANSWER_SECONDS

    def give_up(self, now: float) -> Command | None:
        """The answer did not come in time, or a pause is over: go on, and say which question was lost."""
        lost, self._awaited = self._awaited, None
        self._send(now)
        return lost if isinstance(lost, Command) else None

    def open_question(self, commands: frozenset[Command]) -> bool:
        """Whether one of these commands is still queued or waits for its answer."""
        return self._awaited in commands or not commands.isdisjoint(self._queue)

    def take(self) -> bytes:
        """The bytes for the board since the last call."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _send(self, now: float) -> None:
        while self._awaited is None and self._queue:
            following = self._queue.popleft()
            if isinstance(following, bytes):
                self._out += following
                self._await(following, now, PAUSE_SECONDS)
                continue
            self._out.append(following)
            if following in _ANSWERS:
                self._await(following, now, ANSWER_SECONDS)

    def _await(self, sent: Command | bytes, now: float, seconds: float) -> None:
        self._awaited = sent
        self.asked_at = now
        self._expires_at = now + seconds
