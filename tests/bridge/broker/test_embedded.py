from __future__ import annotations

import asyncio
import re
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from pathlib import Path

import pytest

from bridge.broker.embedded import EmbeddedBroker, Ports
from drivers.errors import BrokerError
from tests.bridge.broker.brokers import WAIT

pytestmark = [pytest.mark.alone, pytest.mark.asyncio, pytest.mark.broker]

PARENT = """
import sys
from bridge.broker.embedded import EmbeddedBroker
with EmbeddedBroker() as broker:
    print(broker.ports.mqtt, flush=True)
    sys.stdin.read()
"""


async def test_it_listens_on_this_machine_alone_and_ends_with_its_context() -> None:
    with EmbeddedBroker() as broker:
        ports = (broker.ports.mqtt, broker.ports.mqtt311, broker.ports.websocket)
        assert broker.running
        assert len(set(ports)) == 3
        for port in ports:
            with pytest.raises(OSError, match="refused"):
                socket.create_connection(("127.0.0.2", port), timeout=5)
    assert not broker.running
    for port in ports:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5)


async def test_a_taken_port_is_an_error_with_a_remedy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        expected = f"port {port} cannot be had (Address already in use). Is touchmove running already?"
        with pytest.raises(BrokerError, match=re.escape(expected)), EmbeddedBroker(Ports(port)):
            pytest.fail("the port is taken")


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
async def test_it_ends_with_its_parent_however_that_ends(end: signal.Signals) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, cwd=Path(__file__).parents[3], stdin=PIPE, stdout=PIPE
    )
    assert parent.stdout is not None
    async with asyncio.timeout(WAIT):
        port = int(await parent.stdout.readline())
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        parent.send_signal(end)
        await parent.wait()
        with suppress(ConnectionResetError):  # the broker ended before it took the connection
            assert await reader.read() == b""
    writer.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)
