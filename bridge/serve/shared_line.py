"""A line that several e-boards share."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import NoReturn

from bridge.serve.line_loop import LineLoop, OpenLine
from bridge.serve.link import Listener
from bridge.serve.station import Seat
from drivers.eboard import CodecOptions, SharedCodec


class SharedLine:
    """Several e-boards on one line, served by `run` whether the line is there or not."""

    def __init__(self, open_line: OpenLine, codec: SharedCodec, clock: Callable[[], float] | None = None) -> None:
        """Needs a running event loop. `clock` gives monotonic seconds; without it, the loop's own are taken."""
        self._codec = codec
        self._line = LineLoop(open_line, codec, clock)

    def seat(self, serial: str, options: CodecOptions, listener: Listener) -> Seat:
        """A seat for the e-board with this serial number. What it says is for this listener."""
        self._codec.expect(serial, options)
        return Seat(self._line, serial, listener)

    @property
    def strangers(self) -> AbstractSet[str]:
        """The e-boards on the line that have no seat."""
        return self._line.strangers - self._line.links.keys()

    @property
    def doubled(self) -> AbstractSet[str]:
        """The serial numbers that two e-boards answer to."""
        return self._line.doubled

    def period(self, serial: str) -> float | None:
        """Seconds between the last two times that this e-board was read."""
        return self._codec.period(serial)

    async def run(self) -> NoReturn:
        """Serve the e-boards until cancelled. A line that cannot be opened is tried again for ever."""
        await self._line.run()
