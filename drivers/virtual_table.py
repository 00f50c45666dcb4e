"""A virtual e-board in this process, with hands that play on it; who reads it has a line to it, as to any other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import chess

from drivers.eboard import Emulator
from drivers.emulation import Script, perform, seconds_left
from drivers.errors import LineLost
from drivers.hand import Act, Deed
from drivers.lines import Line
from drivers.placement import EMPTY_BOARD, Code, Placement, codes, with_code


class VirtualTable:
    """The e-board, and what really stands on it: `placement`. Hands may come at any time by `do`; besides, the `acts`
    are done when their time has come, counted from now on, while somebody reads. `clock` gives monotonic seconds.
    """

    def __init__(
        self, name: str, emulator: Emulator, stands: Placement, acts: Iterable[Act], clock: Callable[[], float]
    ) -> None:
        self.name = name
        self.placement = EMPTY_BOARD
        self._emulator = emulator
        self._clock = clock
        self._script = Script(self, iter(acts), clock())
        self._news = asyncio.Event()
        for square, code in enumerate(codes(stands)):
            self.set_square(square, code, clock())

    def do(self, deed: Deed) -> None:
        """A hand does this now."""
        perform(self, deed, self._clock())
        self._news.set()

    async def open(self) -> Line:
        """The host's end of a new line to the e-board."""
        return _TableLine(self)

    # ---- drivers.eboard.World, for hands ----

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """See `World`."""
        self.placement = with_code(self.placement, square, code)
        self._emulator.set_square(square, code, now)

    def press(self, color: chess.Color, now: float) -> None:
        """See `World`."""
        self._emulator.press(color, now)

    def start_clock(self, color: chess.Color, now: float) -> None:
        """See `World`."""
        self._emulator.start_clock(color, now)

    def stop_clock(self, now: float) -> None:
        """See `World`."""
        self._emulator.stop_clock(now)

    @property
    def lit(self) -> frozenset[chess.Square]:
        """See `World`."""
        return self._emulator.lit

    # ---- for its lines ----

    async def say(self, still_open: Callable[[], bool]) -> bytes:
        """The next bytes of the e-board, however long they take; none when nobody is `still_open` for them."""
        while still_open():
            self._news.clear()
            self._let_time_pass()
            if data := self._emulator.data_to_send():
                return data
            try:
                async with asyncio.timeout(seconds_left(self._emulator, [self._script], self._clock())):
                    await self._news.wait()
            except TimeoutError:
                continue
        return b""

    def hear(self, data: bytes) -> None:
        """Bytes from the host."""
        self._emulator.receive(data, self._clock())
        self._news.set()

    def wake(self) -> None:
        """A line was closed: who waits for bytes looks whether he still should."""
        self._news.set()

    # ---- inside ----

    def _let_time_pass(self) -> None:
        now = self._clock()
        self._script.play(now)
        if (due := self._emulator.next_timeout()) is not None and due <= now:
            self._emulator.handle_timeout(now)


class _TableLine:
    """Implements `drivers.lines.Line`."""

    def __init__(self, table: VirtualTable) -> None:
        self.name = table.name
        self._table = table
        self._open = True

    async def read(self) -> bytes:
        """See `Line`."""
        data = await self._table.say(lambda: self._open)
        if not data:
            raise LineLost("the line is closed.", where=self.name)
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if not self._open:
            raise LineLost("the line is closed.", where=self.name)
        if data:
            self._table.hear(data)

    async def close(self) -> None:
        """See `Line`."""
        self._open = False
        self._table.wake()
