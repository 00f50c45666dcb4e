"""The e-board's end of a TCP connection: virtual e-boards behind a serial device server of their own."""

from __future__ import annotations

import asyncio

from drivers.errors import LineLost, LineRefused
from drivers.lines.line import READ_SIZE, UNSENT_LIMIT

LOCAL_HOST = "127.0.0.1"
"""Only programs on this machine."""


class TcpPortLine:
    """Listens at a port; `name` is the address for the host.

    One host at a time: another one is sent away. That it leaves is not seen here, as on a cable, and bytes for nobody
    are dropped.
    """

    def __init__(self) -> None:
        """See `open`."""
        self.name = ""
        self._received = asyncio.StreamReader()
        self._host: asyncio.StreamWriter | None = None
        self._server: asyncio.Server | None = None

    @classmethod
    async def open(cls, port: int = 0, host: str = LOCAL_HOST) -> TcpPortLine:
        """Listen at this port, or at any that is free. Raises LineRefused."""
        line = cls()
        try:
            line._server = await asyncio.start_server(line._serve, host, port)
        except OSError as error:
            what = f"this port cannot be had ({error.strerror})."
            raise LineRefused(what, where=f"tcp://{host}:{port}", remedy="Choose another one.") from error
        address, port = line._server.sockets[0].getsockname()[:2]
        line.name = f"tcp://{address}:{port}"
        return line

    async def read(self) -> bytes:
        """See `Line`."""
        data = await self._received.read(READ_SIZE)
        if not data:
            raise LineLost("the port is closed.", where=self.name)
        return data

    async def write(self, data: bytes) -> None:
        """See `Line`."""
        if self._server is None:
            raise LineLost("the port is closed.", where=self.name)
        if self._host is not None and self._host.transport.get_write_buffer_size() <= UNSENT_LIMIT:
            self._host.write(data)

    async def close(self) -> None:
        """See `Line`."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        if self._host is not None:
            self._host.transport.abort()
        self._received.feed_eof()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._host is not None:
            writer.close()
            return
        self._host = writer
        try:
            while data := await reader.read(READ_SIZE):
                self._received.feed_data(data)
        except OSError:
            pass  # the host has gone without a word
        finally:
            self._host = None
            writer.close()
