"""Over real connections of this machine, in real time."""

import asyncio

import pytest

from drivers.errors import LineLost, LineRefused
from drivers.lines import TcpPortLine, open_line

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

SECONDS = 30.0
"""The longest that a step may take; it takes some thousandths."""
EVERY_BYTE = bytes(range(256))


async def exactly(line, count):
    data = b""
    async with asyncio.timeout(SECONDS):
        while len(data) < count:
            data += await line.read()
    return data


async def test_every_byte_goes_through_in_both_directions():
    eboard = await TcpPortLine.open()
    host = await open_line(eboard.name)
    await host.write(EVERY_BYTE)
    assert await exactly(eboard, 256) == EVERY_BYTE
    await eboard.write(EVERY_BYTE)
    assert await exactly(host, 256) == EVERY_BYTE
    await host.close()
    await eboard.close()


async def test_hosts_come_and_go_and_bytes_for_nobody_are_dropped():
    eboard = await TcpPortLine.open()
    await eboard.write(b"for nobody")
    for number in range(3):
        host = await open_line(eboard.name)
        await host.write(bytes([number]))
        assert await exactly(eboard, 1) == bytes([number])
        await eboard.write(b"fresh")
        assert await exactly(host, 5) == b"fresh"
        await host.close()
        await eboard.write(b"for nobody")
    await eboard.close()


async def test_a_second_host_is_sent_away():
    eboard = await TcpPortLine.open()
    host = await open_line(eboard.name)
    await host.write(b"\x42")
    assert await exactly(eboard, 1) == b"\x42"
    other = await open_line(eboard.name)
    async with asyncio.timeout(SECONDS):
        with pytest.raises(LineLost):
            await other.read()
    await eboard.write(b"still")
    assert await exactly(host, 5) == b"still"
    for line in (other, host, eboard):
        await line.close()


async def test_closing_loses_both_ends():
    eboard = await TcpPortLine.open()
    host = await open_line(eboard.name)
    await host.write(b"\x42")
    await exactly(eboard, 1)
    await eboard.close()
    await eboard.close()
    for reading in (host.read(), eboard.read()):
        async with asyncio.timeout(SECONDS):
            with pytest.raises(LineLost):
                await reading
    with pytest.raises(LineLost):
        await eboard.write(b"x")
    await host.close()


async def test_a_host_that_reads_nothing_blocks_nobody():
    eboard = await TcpPortLine.open()
    host = await open_line(eboard.name)
    await host.write(b"\x42")
    await exactly(eboard, 1)
    for _ in range(20_000):
        await eboard.write(EVERY_BYTE)
    await host.close()
    await eboard.close()


async def test_a_port_that_is_taken():
    first = await TcpPortLine.open()
    with pytest.raises(LineRefused, match=r"this port cannot be had \(.*in use\)\. Choose another one"):
        await TcpPortLine.open(int(first.name.rpartition(":")[2]))
    await first.close()
