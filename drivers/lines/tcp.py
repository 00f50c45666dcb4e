"""Lines over TCP: serial servers, and e-boards on another machine."""

from __future__ import annotations

import asyncio
import socket

from drivers.errors import LineRefused
from drivers.lines.line import StreamLine

CONNECT_SECONDS = 5.0
"""A machine in the same hall answers within milliseconds; one that is switched off never does."""
KEEPALIVE = {socket.TCP_KEEPIDLE: 5, socket.TCP_KEEPINTVL: 2, socket.TCP_KEEPCNT: 3}
"""A peer without power is noticed after 5 + 2 * 3 seconds, also when nothing is sent."""


async def open_tcp(host: str, port: int) -> StreamLine:
    """Connect to `host`. Raises LineRefused."""
    name = f"tcp://{host}:{port}"
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, UnicodeError) as error:  # TimeoutError is an OSError too
        what, remedy = _explained(error, host, port)
        raise LineRefused(what, where=name, remedy=remedy) from error
    _keep_alive(writer.get_extra_info("socket"))
    return StreamLine(name, reader, writer)


def _keep_alive(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEEPALIVE.items():
        connection.setsockopt(socket.IPPROTO_TCP, option, value)


def _explained(error: OSError | UnicodeError, host: str, port: int) -> tuple[str, str]:
    match error:
        case ConnectionRefusedError():
            return f"nothing listens at port {port}.", "Start the serial server there, or correct the port."
        case socket.gaierror() | UnicodeError():
            return f"no machine is called {host}.", "Correct the name, or write its IP address."
        case TimeoutError():
            return f"{host} does not answer.", "Is it switched on, and in the same network?"
        case _:
            return f"{host} cannot be reached ({error}).", "Check the network."
