"""Virtual e-boards in real time: an emulator at the end of a line, and hands that play on what it emulates."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NoReturn, assert_never

from drivers.eboard import Emulator, SharedEmulator, Wire, World
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
    await _emulate(emulator, line, [(emulator, acts)], clock or asyncio.get_running_loop().time)


async def emulate_shared(
    emulator: SharedEmulator,
    line: Line,
    acts: Sequence[Iterable[Act]] = (),
    clock: Callable[[], float] | None = None,
) -> NoReturn:
    """Be several e-boards on the line, each with its own `acts`; the rest as in `emulate`."""
    hands = list(zip(emulator.worlds, acts, strict=False))
    await _emulate(emulator, line, hands, clock or asyncio.get_running_loop().time)


async def _emulate(
    wire: Wire, line: Line, hands: Iterable[tuple[World, Iterable[Act]]], clock: Callable[[], float]
) -> NoReturn:
    scripts = [Script(world, iter(acts), clock()) for world, acts in hands]
    reading = asyncio.create_task(line.read())
    try:
        while True:
            while data := wire.data_to_send():
                await line.write(data)
            await asyncio.wait({reading}, timeout=seconds_left(wire, scripts, clock()))
            now = clock()
            if reading.done():
                wire.receive(reading.result(), now)
                reading = asyncio.create_task(line.read())
            for script in scripts:
                script.play(now)
            if (due := wire.next_timeout()) is not None and due <= now:
                wire.handle_timeout(now)
    finally:
        reading.cancel()


def perform(world: World, deed: Deed, now: float) -> None:
    """Do to a virtual e-board what a hand does to a real one."""
    match deed:
        case SquaresChanged(changes):
            for square, code in changes:
                world.set_square(square, code, now)
        case Press(color):
            world.press(color, now)
        case ClockResumed(color):
            world.start_clock(color, now)
        case ClockPaused():
            world.stop_clock(now)
        case _:
            assert_never(deed)


class Script:
    """The acts still to be done at one e-board, the next one known. Their times count from `start`."""

    def __init__(self, world: World, acts: Iterator[Act], start: float) -> None:
        self._world = world
        self._acts = acts
        self._start = start
        self._next = next(acts, None)

    @property
    def due(self) -> float | None:
        """When the next act is due; None when there is none."""
        return None if self._next is None else self._start + self._next.at

    def play(self, now: float) -> None:
        """Do what is due."""
        while self._next is not None and self._start + self._next.at <= now:
            perform(self._world, self._next.does, now)
            self._next = next(self._acts, None)


def seconds_left(wire: Wire, scripts: Iterable[Script], now: float) -> float | None:
    """Until the wire or a script must be looked at; None: nothing will happen by itself."""
    moments = [wire.next_timeout(), *(script.due for script in scripts)]
    due = min((moment for moment in moments if moment is not None), default=None)
    return None if due is None else max(0.0, due - now)
