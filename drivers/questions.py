"""What a host asks an e-board: one question at a time, and no faster than the e-board can take it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from drivers.reports import Trouble


@dataclass(frozen=True, slots=True)
class Question:
    """Something written at once. `answer`: the kind of message that settles it; None when none comes. `refused`: what
    it means when the answer is no; None when the e-board can be read all the same.
    """

    data: bytes
    answer: type | None = None
    refused: Trouble | None = None


class Questions:
    """The queue of questions, the one that waits for its answer, and the lights, which wait until all is asked.

    `spacing`: seconds between the beginnings of two writes. `patience`: seconds after which an answer will not come
    any more.
    """

    def __init__(self, spacing: float, patience: float) -> None:
        self._spacing = spacing
        self._patience = patience
        self._queue: deque[Question] = deque()
        self._lights: deque[bytes] = deque()
        self._out: deque[bytes] = deque()
        self._awaited: Question | None = None
        self._expires_at = 0.0
        self._free_at = 0.0

    @property
    def idle(self) -> bool:
        """Whether everything is written and settled."""
        return self._awaited is None and not self._queue and not self._lights

    @property
    def awaited(self) -> Question | None:
        """The question that waits for its answer."""
        return self._awaited

    @property
    def expires_at(self) -> float | None:
        """When the question that waits for its answer is given up."""
        return None if self._awaited is None else self._expires_at

    @property
    def wake_at(self) -> float | None:
        """When `go_on` or `give_up` has something to do."""
        if self._awaited is not None:
            return self._expires_at
        return self._free_at if self._queue or self._lights else None

    def open(self, questions: Iterable[Question], now: float) -> None:
        """Begin from the beginning, with these questions."""
        self._out.clear()
        self._lights.clear()
        self._awaited = None
        self._queue = deque(questions)
        self.go_on(now)

    def ask(self, questions: Iterable[Question], now: float) -> None:
        """Ask when the questions before are settled; a question that is queued already is not asked twice."""
        self._queue += [each for each in questions if each != self._awaited and each not in self._queue]
        self.go_on(now)

    def light(self, pieces: Iterable[bytes], now: float) -> None:
        """Write these pieces instead of those of the last call that are not written yet."""
        self._lights = deque(pieces)
        self.go_on(now)

    def answered(self, kind: type, now: float) -> None:
        """A message of this kind came, perhaps the answer."""
        if self._awaited is not None and self._awaited.answer is kind:
            self._awaited = None
        self.go_on(now)

    def give_up(self, now: float) -> Question | None:
        """The answer did not come in time: go on with the next question, and say which one was lost."""
        lost, self._awaited = self._awaited, None
        self.go_on(now)
        return lost

    def still_open(self, answer: type) -> bool:
        """Whether a question with an answer of this kind is queued or waits for it."""
        return any(each.answer is answer for each in (*self._queue, self._awaited) if each is not None)

    def go_on(self, now: float) -> None:
        """Write what may be written by now."""
        while self._awaited is None and now >= self._free_at and (self._queue or self._lights):
            self._out.append(self._next(now))
            self._free_at = now + self._spacing

    def take(self) -> bytes:
        """The next piece for the e-board, or nothing."""
        return self._out.popleft() if self._out else b""

    def _next(self, now: float) -> bytes:
        if not self._queue:
            return self._lights.popleft()
        question = self._queue.popleft()
        if question.answer is not None:
            self._awaited = question
            self._expires_at = now + self._patience
        return question.data
