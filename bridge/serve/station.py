"""An e-board at its place in the hall: whether it is heard, and the way to ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from bridge.serve.line_loop import LineLoop, OpenLine
from bridge.serve.link import Link, Listener
from drivers.eboard import Codec, CodecOptions, Heard, LineNews
from drivers.reports import Report

ALONE = ""
"""What the only e-board on a line is called there."""


class Seat:
    """An e-board on a line that somebody serves, and that others may be on too."""

    def __init__(self, line: LineLoop, serial: str, listener: Listener) -> None:
        self._line = line
        self._serial = serial
        self._link = line.links[serial] = Link(listener)

    @property
    def linked(self) -> bool | None:
        """Whether the e-board is heard; None at the beginning."""
        return self._link.linked

    @property
    def trouble(self) -> str:
        """Why it is not heard now."""
        return self._link.trouble

    def request_dump(self) -> None:
        """Have the e-board read all squares; the answer comes as `Dump`.

        Without a line nothing is asked: the codec does so by itself when there is one again.
        """
        self._line.request_dump(self._serial)

    def nudge(self) -> None:
        """The listener changed from outside: ask it again when it wants to be woken."""
        self._line.nudge()


class Station(Seat):
    """An e-board that has its line for itself, served by `run` whether the line is there or not."""

    def __init__(
        self, open_line: OpenLine, codec: Codec, listener: Listener, clock: Callable[[], float] | None = None
    ) -> None:
        """Needs a running event loop. `clock` gives monotonic seconds; without it, the loop's own are taken."""
        super().__init__(LineLoop(open_line, _Alone(codec), clock), ALONE, listener)

    async def run(self) -> NoReturn:
        """Serve the e-board until cancelled. A line that cannot be opened is tried again for ever."""
        await self._line.run()


class _Alone:
    """Implements `drivers.eboard.SharedCodec` for a line with one e-board on it."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self.start = codec.start
        self.data_to_send = codec.data_to_send
        self.next_timeout = codec.next_timeout

    def expect(self, serial: str, options: CodecOptions) -> None:
        """See `SharedCodec`: the codec was made for it."""

    def receive(self, data: bytes, now: float) -> list[LineNews]:
        """See `SharedCodec`."""
        return _heard(self._codec.receive(data, now))

    def handle_timeout(self, now: float) -> list[LineNews]:
        """See `SharedCodec`."""
        return _heard(self._codec.handle_timeout(now))

    def request_dump(self, serial: str, now: float) -> None:  # noqa: ARG002 - there is only one
        """See `SharedCodec`."""
        self._codec.request_dump(now)

    def period(self, serial: str) -> None:
        """See `SharedCodec`: nobody keeps it waiting."""


def _heard(reports: Iterable[Report]) -> list[LineNews]:
    return [Heard(ALONE, report) for report in reports]
