"""Virtual e-boards in real time: an emulator at the end of a line, and hands that play on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn, assert_never

from drivers.eboard import Emulator
from drivers.hand import Act, Deed
from drivers.lines import Line
from drivers.reports import ClockPaused, ClockResumed, Press, SquaresChanged


async def emulate(
    emulator: Emulator, line: Line, acts: Iterable[Act] = (), clock: Callable[[], float] | None = None
) -> NoReturn:
    """Be an e-board on the line: answer the host, and do each of the `acts` when its time has come.

    The acts' times count from now; each is asked for when the one before is done, so they may be made up on the way.
    When they end, the e-board stays and answers. Closing the line stays with the caller. Raises LineLost when the
    line is gone. `clock` gives monotonic seconds; without it, the loop's own are taken.
    """
    clock = clock or asyncio.get_running_loop().time
    script = _Script(iter(acts), clock())
    reading = asyncio.create_task(line.read())
    try:
        while True:
            while data := emulator.data_to_send():
                await line.write(data)
            await asyncio.wait({reading}, timeout=_seconds_left(emulator, script, clock()))
            now = clock()
            if reading.done():
                emulator.receive(reading.result(), now)
                reading = asyncio.create_task(line.read())
            script.play(emulator, now)
            if (due := emulator.next_timeout()) is not None and due <= now:
                emulator.handle_timeout(now)
    finally:
        reading.cancel()


def perform(emulator: Emulator, deed: Deed, now: float) -> None:
    """Do to the virtual e-board what a hand does to a real one."""
    match deed:
        case SquaresChanged(changes):
            for square, code in changes:
                emulator.set_square(square, code, now)
        case Press(color):
            emulator.press(color, now)
        case ClockResumed(color):
            emulator.start_clock(color, now)
        case ClockPaused():
            emulator.stop_clock(now)
        case _:
            assert_never(deed)


class _Script:
    """The acts still to be done, the next one known."""

    def __init__(self, acts: Iterator[Act], start: float) -> None:
        self._acts = acts
        self._start = start
        self._next = next(acts, None)

    @property
    def due(self) -> float | None:
        return None if self._next is None else self._start + self._next.at

    def play(self, emulator: Emulator, now: float) -> None:
        while self._next is not None and self._start + self._next.at <= now:
            perform(emulator, self._next.does, now)
            self._next = next(self._acts, None)


def _seconds_left(emulator: Emulator, script: _Script, now: float) -> float | None:
    due = [moment for moment in (emulator.next_timeout(), script.due) if moment is not None]
    return max(0.0, min(due) - now) if due else None
