"""What the host asks a ChessLink board: one command at a time, with a pause between two."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from drivers.chesslink.wire import Frame, Reply, to_bytes

PAUSE_SECONDS = 0.1
"""Least time between two commands: over Bluetooth Low Energy boards miss faster ones (python-mchess, picochess)."""
ANSWER_SECONDS = 1.0
"""A question that was not answered in this time will not be: 0.02 s are usual over USB, 0.1 s over the radio."""
ACKNOWLEDGEMENT_SECONDS = 0.4
"""The King Performance often does not say that it has done what it was told: that is no error."""
TRIES: Mapping[str, int] = {"V": 3}
"""How often a command is given before it is left; once if it is not named here."""

_DEEDS = frozenset("LXW")


class Dialogue:
    """The queue of commands, and the one that waits for its answer."""

    def __init__(self) -> None:
        self._queue: deque[str] = deque()
        self._out: deque[bytes] = deque()
        self._awaited: str | None = None
        self._tries = 0
        self._expires_at = 0.0
        self._sent_at = float("-inf")

    @property
    def due(self) -> float | None:
        """When `advance` has something to do."""
        if self._awaited is not None:
            return self._expires_at
        return self._sent_at + PAUSE_SECONDS if self._queue else None

    def open(self, commands: tuple[str, ...], now: float) -> None:
        """Begin from the beginning."""
        self._out.clear()
        self._awaited = None
        self._queue = deque(commands)
        self._send(now)

    def ask(self, command: str, now: float) -> None:
        """Give the command when those before are settled; one that waits already is not given twice."""
        if command != self._awaited and command not in self._queue:
            self._queue.append(command)
            self._send(now)

    def ask_next(self, command: str, now: float) -> None:
        """Give the command before all others that wait."""
        if command != self._awaited and command not in self._queue:
            self._queue.appendleft(command)
            self._send(now)

    def light(self, command: str, now: float) -> None:
        """Give a command for the lights; one that still waits is out of date."""
        self._queue = deque(waiting for waiting in self._queue if waiting[0] not in "LX")
        self._queue.append(command)
        self._send(now)

    def answered(self, frame: Frame, now: float) -> None:
        """A message came, perhaps the answer: reports that come between change nothing."""
        if self._awaited is not None and _is_answer(self._awaited, frame):
            self._awaited = None
            self._send(now)

    def advance(self, now: float) -> str | None:
        """The moment `due` has come: send on. Returns the command that was left without an answer, if one was."""
        command = self._awaited
        if command is None or now < self._expires_at:
            self._send(now)
            return None
        if self._tries < TRIES.get(command[0], 1):
            self._give(command, self._tries + 1, now)
            return None
        self._awaited = None
        self._send(now)
        return command

    def open_question(self, letters: str) -> bool:
        """Whether a command with one of these letters waits to be given, or for its answer."""
        return any(command[0] in letters for command in (*self._queue, self._awaited or " "))

    def take(self) -> bytes:
        """The next command for the board, or nothing."""
        return self._out.popleft() if self._out else b""

    def _send(self, now: float) -> None:
        if self._awaited is None and self._queue and now >= self._sent_at + PAUSE_SECONDS:
            self._give(self._queue.popleft(), 1, now)

    def _give(self, command: str, tries: int, now: float) -> None:
        self._out.append(to_bytes(command))
        self._awaited, self._tries, self._sent_at = command, tries, now
        self._expires_at = now + (ACKNOWLEDGEMENT_SECONDS if command[0] in _DEEDS else ANSWER_SECONDS)


def _is_answer(command: str, frame: Frame) -> bool:
    if frame.reply.value != command[0].lower():
        return False
    return frame.reply not in {Reply.READ, Reply.WRITTEN} or frame.payload.startswith(command[1:3])
