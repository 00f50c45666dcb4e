"""Keeps a line open, carries bytes between it and its codec, and tells codec and listeners the time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from itertools import groupby
from typing import Any, NoReturn, TypeAlias, TypeVar

import chess

from bridge.serve.link import Link
from drivers.eboard import Doubled, Heard, LineNews, SharedCodec, Stranger
from drivers.errors import LineLost, LineRefused
from drivers.lines import Line, reopen_delay

LOG = logging.getLogger(__name__)

T = TypeVar("T")

OpenLine: TypeAlias = Callable[[], Awaitable[Line]]
"""Opens the line; raises LineRefused."""


class LineLoop:
    """A line, served by `run` whether it is there or not. `links`: the e-boards on it by their serial numbers.

    `strangers` and `doubled`: the e-boards on it that nobody serves, and those of which there are two.
    """

    def __init__(self, open_line: OpenLine, codec: SharedCodec, clock: Callable[[], float] | None = None) -> None:
        """Needs a running event loop. `clock` gives monotonic seconds; without it, the loop's own are taken."""
        self._loop = asyncio.get_running_loop()
        self._open_line = open_line
        self._codec = codec
        self._clock = clock or self._loop.time
        self._rouse = asyncio.Event()
        self._line: Line | None = None
        self.links: dict[str, Link] = {}
        self.strangers: set[str] = set()
        self.doubled: set[str] = set()

    async def run(self) -> NoReturn:
        """Serve the e-boards until cancelled. A line that cannot be opened is tried again for ever."""
        failures = 0
        while True:
            try:
                await self._converse(await self._meanwhile(self._open()))
            except (LineRefused, LineLost) as error:
                failures = 1 if any(link.linked for link in self.links.values()) else failures + 1
                for link in self.links.values():
                    link.down(str(error), self._clock())
            finally:
                await self._close()
            await self._meanwhile(asyncio.sleep(reopen_delay(failures)))

    def request_dump(self, serial: str) -> None:
        """Have an e-board read all squares; the answer comes as `Dump`.

        Without a line nothing is asked: the codec does so by itself when there is one again.
        """
        if self._line is not None:
            self._codec.request_dump(serial, self._clock())
            self.nudge()

    def light(self, serial: str, squares: frozenset[chess.Square]) -> None:
        """Have exactly these squares of an e-board shine; without a line nothing is done."""
        if self._line is not None:
            self._codec.light(serial, squares, self._clock())
            self.nudge()

    def nudge(self) -> None:
        """A listener changed from outside: ask it again when it wants to be woken."""
        self._rouse.set()

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
                await self._until_roused(reading)
                if reading.done():
                    heard, reading = reading.result(), self._task(line.read())
                    now = self._clock()
                    self._pass_on(self._codec.receive(heard, now), now)
                self._tell_time()
        finally:
            await _abandoned(reading)

    async def _close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()

    async def _meanwhile(self, doing: Coroutine[Any, Any, T]) -> T:
        """The result of `doing`, however long it takes; the listeners are woken meanwhile."""
        task = self._task(doing)
        try:
            while not task.done():
                await self._until_roused(task)
                self._tell_time()
            return task.result()
        finally:
            await _abandoned(task)

    def _task(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task that rouses us when it ends."""
        task = self._loop.create_task(doing)
        task.add_done_callback(lambda _: self._rouse.set())
        return task

    async def _until_roused(self, task: asyncio.Task[Any]) -> None:
        """Return when the task has ended, the codec or a listener must be woken, or a listener has changed.

        What came while this whole program was held up is heard before an e-board is called silent: the loop looks at
        its sockets before it looks at its timers.
        """
        if task.done():
            return
        self._rouse.clear()
        seconds = self._seconds_left()
        alarm = None if seconds is None else self._loop.call_later(seconds, self._rouse.set)
        try:
            await self._rouse.wait()
        finally:
            if alarm is not None:
                alarm.cancel()

    def _seconds_left(self) -> float | None:
        dues = [link.listener.wake_at() for link in self.links.values()]
        if self._line is not None:
            dues.append(self._codec.next_timeout())
        due = min((moment for moment in dues if moment is not None), default=None)
        return None if due is None else max(0.0, due - self._clock())

    def _tell_time(self) -> None:
        now = self._clock()
        if self._line is not None and _is_due(self._codec.next_timeout(), now):
            self._pass_on(self._codec.handle_timeout(now), now)
        for link in self.links.values():
            if _is_due(link.listener.wake_at(), now):
                link.listener.wake(now)

    def _pass_on(self, news: list[LineNews], now: float) -> None:
        """Each e-board's news to its own listener; what came together stays together."""
        name = "" if self._line is None else self._line.name
        for serial, together in groupby(news, key=lambda each: each.serial):
            self._about(serial, list(together), name, now)

    def _about(self, serial: str, news: list[LineNews], line: str, now: float) -> None:
        reports = [each.report for each in news if isinstance(each, Heard)]
        link = self.links.get(serial)
        if link is not None and reports:
            link.hear(reports, line, now)
            self.doubled -= {serial} if link.linked else set()
        if any(isinstance(each, Stranger) for each in news):
            self.strangers.add(serial)
            remedy = f'Serve it with an [[eboard]] that has the same line, and serial = "{serial}".'
            LOG.warning("%s: nobody serves e-board %s. %s", line, serial, remedy)
        if any(isinstance(each, Doubled) for each in news):
            self.doubled.add(serial)
            reason = f"{line}: two e-boards answer to the number {serial}, so neither can be read. Unplug one."
            if link is None:
                LOG.warning(reason)
            else:
                link.down(reason, now)


def _is_due(moment: float | None, now: float) -> bool:
    return moment is not None and moment <= now


async def _abandoned(task: asyncio.Task[Any]) -> None:
    """Stop a task whose result nobody wants any more; does nothing to one that has ended well."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.exception()
