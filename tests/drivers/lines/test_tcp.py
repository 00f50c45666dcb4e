import asyncio
import socket

import pytest

from drivers.errors import LineLost, LineRefused
from drivers.lines import open_line
from drivers.lines.line import UNSENT_LIMIT

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

SECONDS = 30.0
"""The longest that a step may take; it takes some thousandths."""


async def _served(handle):
    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    return server, f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def _write_for_ever(line):
    while True:
        await line.write(bytes(UNSENT_LIMIT))


async def test_bytes_go_both_ways_and_the_end_is_seen():
    async def echo_once(reader, writer):
        writer.write(await reader.read(100))
        writer.close()

    server, address = await _served(echo_once)
    async with server:
        line = await open_line(address)
        assert line.name == address
        await line.write(b"\x4d")
        async with asyncio.timeout(SECONDS):
            assert await line.read() == b"\x4d"
            with pytest.raises(LineLost, match="closed the line"):
                await line.read()
        await line.close()


async def test_a_peer_that_takes_nothing_is_given_up_instead_of_waited_for():
    connected = asyncio.Event()

    async def deaf(_reader, writer):
        writer.transport.pause_reading()
        await connected.wait()
        writer.transport.abort()

    server, address = await _served(deaf)
    async with server:
        line = await open_line(address)
        with pytest.raises(LineLost, match="takes no more bytes"):
            await _write_for_ever(line)
        connected.set()
        await line.close()


async def test_nothing_listens():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(LineRefused) as caught:
            await open_line(f"tcp://127.0.0.1:{port}")
    assert str(caught.value) == (
        f"tcp://127.0.0.1:{port}: nothing listens at port {port}. Start the serial server there, or correct the port."
    )


async def test_a_name_that_no_machine_can_have():
    with pytest.raises(LineRefused, match=r"no machine is called hall\.\.local"):
        await open_line("tcp://hall..local:4001")


async def test_a_machine_that_cannot_be_reached():
    with pytest.raises(LineRefused, match=r"255\.255\.255\.255 cannot be reached"):
        await open_line("tcp://255.255.255.255:4001")
