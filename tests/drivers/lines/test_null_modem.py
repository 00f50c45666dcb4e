import asyncio

import pytest

from drivers.errors import LineLost
from drivers.lines import null_modem
from tests.virtual_time import run


def test_each_end_reads_what_the_other_writes():
    async def scene():
        host, eboard = null_modem("host", "eboard")
        await host.write(b"\x42")
        await eboard.write(b"\x8e\x00\x05")
        await eboard.write(b"\x1b\x00")
        return await eboard.read(), await host.read()

    assert run(scene()) == (b"\x42", b"\x8e\x00\x05\x1b\x00")


@pytest.mark.parametrize("closed_by", [0, 1])
def test_closing_one_end_cuts_both_after_the_last_byte(closed_by):
    async def scene():
        ends = null_modem("host", "eboard")
        await ends[closed_by].write(b"last")
        await ends[closed_by].close()
        await ends[closed_by].close()
        assert await ends[1 - closed_by].read() == b"last"
        for end in ends:
            with pytest.raises(LineLost):
                await end.read()
            with pytest.raises(LineLost, match=end.name):
                await end.write(b"x")

    run(scene())


def test_a_cancelled_read_loses_no_byte():
    async def scene():
        host, eboard = null_modem()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await host.read()
        await eboard.write(b"x")
        return await host.read()

    assert run(scene()) == b"x"
