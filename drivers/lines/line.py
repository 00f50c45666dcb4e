"""The contract of a line: bytes to and from one cable, socket or radio link."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from drivers.errors import LineLost

UNSENT_LIMIT = 4096
"""Bytes that may wait for a peer that takes none; commands to an e-board are shorter than 16 bytes."""
READ_SIZE = 4096
"""The most bytes that one `read` returns."""


class Line(Protocol):
    """An open line. Once lost or closed it stays so: open another one."""

    @property
    def name(self) -> str:
        """What the user calls this line: its address."""

    async def read(self) -> bytes:
        """The next bytes, at least one. Cancelling loses none. Raises LineLost when the line is gone."""

    async def write(self, data: bytes) -> None:
        """Hand over all of `data`; nothing at all is fine. Never waits for the e-board. Raises LineLost."""

    async def close(self) -> None:
        """Release the line; a `read` that waits raises LineLost. Closing again is fine. Never raises."""


class StreamLine:
    """A line over asyncio's streams: what serial ports and TCP have in common."""

    def __init__(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.name = name
        self._reader = reader
        self._writer = writer

    async def read(self) -> bytes:
        """See `Line`."""
        try:
            data = await self._reader.read(READ_SIZE)
        except Exception as error:  # serial drivers raise whatever the system told them
            raise LineLost(f"the line broke ({error}).", where=self.name) from error
        if not data:
            raise LineLost("the other side closed the line.", where=self.name)
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._writer.transport.get_write_buffer_size() > UNSENT_LIMIT:
            raise LineLost("the other side takes no more bytes.", where=self.name)
        try:
            self._writer.write(data)
        except Exception as error:
            raise LineLost(f"the line broke ({error}).", where=self.name) from error

    async def close(self) -> None:
        """See `Line`. Bytes that the other side has not taken are dropped."""
        self._writer.transport.abort()
        with suppress(Exception):  # it may be gone already, which is what was wanted
            await self._writer.wait_closed()
