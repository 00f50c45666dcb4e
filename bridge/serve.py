"""One line and the e-board on it: bytes in, reports out, for as long as the program runs.

Here begins the path of every event: `line.read()`, `codec.receive(data, now)`, `listener.deliver(report, now)`.
The station opens its line again and again, tells the codec and the listener the time, and decides nothing about chess.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, NoReturn, Protocol, TypeVar

from drivers.eboard import Codec
from drivers.errors import LineLost, LineRefused
from drivers.lines import Line, reopen_delay
from drivers.reports import Dump, Garbled, LinkDown, LinkUp, Report, Silent, Trouble

LOG = logging.getLogger(__name__)

T = TypeVar("T")


class Listener(Protocol):
    """Whom the reports are for. Every method returns within a millisecond and waits for nothing."""

    def deliver(self, report: Report, now: float) -> None:
        """The e-board said this; reports come one by one, in order."""

    def wake_at(self) -> float | None:
        """When `wake` is due at the latest. Asked again after everything that this station does."""

    def wake(self, now: float) -> None:
        """The moment named by `wake_at` has come; afterwards `wake_at` names a later one, or none."""


class Station:
    """An e-board at its place in the hall, served by `run` whether its line is there or not.

    Beside what the codec reports, the listener gets `LinkUp` before the first report that makes sense, and `LinkDown`
    once when the line cannot be opened, is lost, or the e-board is silent or in `Trouble`. `linked` tells which of them
    came last, None at the beginning; `trouble` says why there is no link now.
    """

    def __init__(
        self,
        open_line: Callable[[], Awaitable[Line]],
        codec: Codec,
        listener: Listener,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Needs a running event loop. `clock` gives monotonic seconds; without it, the loop's own are taken."""
        self._loop = asyncio.get_running_loop()
        self._open_line = open_line
        self._codec = codec
        self._listener = listener
        self._clock = clock or self._loop.time
        self._news = asyncio.Event()
        self._line: Line | None = None
        self._unreadable = False
        self.linked: bool | None = None
        self.trouble = ""

    async def run(self) -> NoReturn:
        """Serve the e-board until cancelled. A line that cannot be opened is tried again for ever."""
        failures = 0
        while True:
            try:
                await self._converse(await self._meanwhile(self._open()))
            except (LineRefused, LineLost) as error:
                failures = 1 if self.linked else failures + 1
                self._link_down(str(error))
            finally:
                await self._close()
            await self._meanwhile(asyncio.sleep(reopen_delay(failures)))

    def request_dump(self) -> None:
        """Have the e-board read all squares; the answer comes as `Dump`.

        Without a line nothing is asked: the codec does so by itself when there is one again.
        """
        if self._line is not None:
            self._codec.request_dump(self._clock())
            self.nudge()

    def nudge(self) -> None:
        """The listener changed from outside: ask it again when it wants to be woken."""
        self._news.set()

    async def _open(self) -> Line:
        self._line = await self._open_line()
        self._codec.start(self._clock())
        return self._line

    async def _converse(self, line: Line) -> NoReturn:
        """Reading goes on while something else is done, so that nothing has to be stopped when a moment has come."""
        reading = self._task(line.read())
        try:
            while True:
                while data := self._codec.data_to_send():
                    await line.write(data)
                await self._until_news(reading)
                if reading.done():
                    heard, reading = reading.result(), self._task(line.read())
                    self._hear(heard, self._clock())
                self._tell_time()
        finally:
            await _abandoned(reading)

    def _hear(self, data: bytes, now: float) -> None:
        reports = self._codec.receive(data, now)
        if not self.linked and any(self._makes_sense(report) for report in reports):
            self._link_up(now)
        self._pass_on(reports, now)

    def _makes_sense(self, report: Report) -> bool:
        """Whether who says this is heard well. Where the squares could not be read, they must be."""
        return isinstance(report, Dump) if self._unreadable else not isinstance(report, Garbled | Trouble)

    async def _close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()

    async def _meanwhile(self, doing: Coroutine[Any, Any, T]) -> T:
        """The result of `doing`, however long it takes; the listener is woken meanwhile."""
        task = self._task(doing)
        try:
            while not task.done():
                await self._until_news(task)
                self._tell_time()
            return task.result()
        finally:
            await _abandoned(task)

    def _task(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task whose end is news."""
        task = self._loop.create_task(doing)
        task.add_done_callback(lambda _: self._news.set())
        return task

    async def _until_news(self, task: asyncio.Task[Any]) -> None:
        """Return when the task has ended, the codec or the listener must be woken, or the listener has changed.

        What came while this whole program was held up is heard before an e-board is called silent: the loop looks at
        its sockets before it looks at its timers.
        """
        if task.done():
            return
        self._news.clear()
        seconds = self._seconds_left()
        alarm = None if seconds is None else self._loop.call_later(seconds, self._news.set)
        try:
            await self._news.wait()
        finally:
            if alarm is not None:
                alarm.cancel()

    def _seconds_left(self) -> float | None:
        codec_due = None if self._line is None else self._codec.next_timeout()
        due = [moment for moment in (codec_due, self._listener.wake_at()) if moment is not None]
        return max(0.0, min(due) - self._clock()) if due else None

    def _tell_time(self) -> None:
        now = self._clock()
        if self._line is not None and _is_due(self._codec.next_timeout(), now):
            self._pass_on(self._codec.handle_timeout(now), now)
        if _is_due(self._listener.wake_at(), now):
            self._listener.wake(now)

    def _pass_on(self, reports: Iterable[Report], now: float) -> None:
        for report in reports:
            self._listener.deliver(report, now)
            if self._line is None:
                continue
            match report:
                case Silent(seconds):
                    self._link_down(f"{self._line.name}: the e-board has been silent for {seconds:.0f} s.")
                case Trouble(what, remedy):
                    self._unreadable = True
                    self._link_down(f"{self._line.name}: {what} {remedy}")

    def _link_up(self, now: float) -> None:
        self._unreadable = False
        self.linked, self.trouble = True, ""
        self._listener.deliver(LinkUp(), now)

    def _link_down(self, reason: str) -> None:
        if reason != self.trouble:
            LOG.warning(reason)
        was_down, self.linked, self.trouble = self.linked is False, False, reason
        if not was_down:
            self._listener.deliver(LinkDown(reason), self._clock())


def _is_due(moment: float | None, now: float) -> bool:
    return moment is not None and moment <= now


async def _abandoned(task: asyncio.Task[Any]) -> None:
    """Stop a task whose result nobody wants any more; does nothing to one that has ended well."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.exception()
