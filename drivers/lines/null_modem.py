"""Two lines joined in memory: what one end writes, the other reads."""

from __future__ import annotations

import asyncio

from drivers.errors import LineLost
from drivers.lines.line import READ_SIZE


class NullModemEnd:
    """One end; made by `null_modem`. Closing either end cuts both, once what was written before is read."""

    def __init__(self, name: str) -> None:
        """An end without a peer: it is cut."""
        self.name = name
        self._received = asyncio.StreamReader()
        self._peer: NullModemEnd | None = None

    async def read(self) -> bytes:
        """See `Line`."""
        data = await self._received.read(READ_SIZE)
        if not data:
            raise LineLost("the other end was closed.", where=self.name)
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._peer is None:
            raise LineLost("the other end was closed.", where=self.name)
        self._peer._received.feed_data(data)  # noqa: SLF001  # both ends are one thing

    async def close(self) -> None:
        """See `Line`."""
        if self._peer is not None:
            self._peer._cut()  # noqa: SLF001
            self._cut()

    def join(self, peer: NullModemEnd) -> None:
        """From now on what is written here is read there."""
        self._peer = peer

    def _cut(self) -> None:
        self._peer = None
        self._received.feed_eof()


def null_modem(one: str = "host", other: str = "eboard") -> tuple[NullModemEnd, NullModemEnd]:
    """Two ends that read what the other writes. Needs a running event loop."""
    ends = NullModemEnd(one), NullModemEnd(other)
    ends[0].join(ends[1])
    ends[1].join(ends[0])
    return ends
