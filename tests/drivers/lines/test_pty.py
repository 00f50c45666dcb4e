import asyncio
import resource
import termios
from pathlib import Path

import pytest

from drivers import registry
from drivers.errors import LineLost, LineRefused
from drivers.lines import PtyLine, open_line
from tests.privileges import without_privileges

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

# Everything here goes over real pseudo-terminals, in real time; this is the longest that a step may take. It takes some
# thousandths.
SECONDS = 30.0

EVERY_BYTE = bytes(range(256))


async def _read_exactly(line, count):
    data = b""
    async with asyncio.timeout(SECONDS):
        while len(data) < count:
            data += await line.read()
    return data


async def test_every_byte_goes_through_in_both_directions():
    eboard = PtyLine()
    host = await open_line(str(eboard.path))
    await host.write(EVERY_BYTE)
    assert await _read_exactly(eboard, 256) == EVERY_BYTE
    await eboard.write(EVERY_BYTE)
    assert await _read_exactly(host, 256) == EVERY_BYTE
    await host.close()
    await eboard.close()


@pytest.mark.parametrize("settings", ["baud=38400", "dtr=0&rts=0", "dtr=1&rts=0", "baud=1000000"])
async def test_settings_that_a_pseudo_terminal_does_not_have_do_no_harm(settings):
    eboard = PtyLine()
    host = await open_line(f"serial://{eboard.path}?{settings}")
    await host.write(b"\x42")
    assert await _read_exactly(eboard, 1) == b"\x42"
    await host.close()
    await eboard.close()


@pytest.mark.parametrize(
    ("kind", "settings", "speed"),
    [
        ("dgt", "", termios.B9600),
        ("chesslink", "", termios.B38400),
        ("certabo", "", termios.B38400),
        ("sentio", "?baud=115200", termios.B115200),
    ],
)
async def test_a_port_gets_the_speed_of_the_family_unless_its_address_names_one(kind, settings, speed):
    eboard = PtyLine()
    host = await open_line(f"serial://{eboard.path}{settings}", registry.eboard(kind))
    assert termios.tcgetattr(eboard._slave)[4:6] == [speed, speed]
    await host.close()
    await eboard.close()


async def test_pulling_the_cable_in_mid_frame_loses_the_line_at_once():
    eboard = PtyLine()
    host = await open_line(str(eboard.path))
    await eboard.write(b"\x8e\x00")
    assert await _read_exactly(host, 2) == b"\x8e\x00"
    reading = asyncio.ensure_future(host.read())
    await asyncio.sleep(0)
    await eboard.close()
    async with asyncio.timeout(SECONDS):
        with pytest.raises(LineLost, match=str(eboard.path)):
            await reading
    with pytest.raises(LineLost):
        await host.read()
    await host.close()
    await host.close()


async def test_closing_the_host_side_ends_its_read_and_leaves_the_eboard_ready():
    eboard = PtyLine()
    host = await open_line(str(eboard.path))
    reading = asyncio.ensure_future(host.read())
    await asyncio.sleep(0)
    await host.close()
    with pytest.raises(LineLost):
        await reading
    again = await open_line(str(eboard.path))
    await again.write(b"\x4d")
    assert await _read_exactly(eboard, 1) == b"\x4d"
    await again.close()
    await eboard.close()


async def test_bytes_for_nobody_are_dropped_and_block_nothing():
    eboard = PtyLine()
    for _ in range(300):
        await eboard.write(EVERY_BYTE)
    host = await open_line(str(eboard.path))
    await eboard.write(b"fresh")
    assert (await _read_exactly(host, 5)).endswith(b"fresh")
    await host.close()
    await eboard.close()


async def test_a_closed_line_is_lost():
    eboard = PtyLine()
    await eboard.close()
    await eboard.close()
    with pytest.raises(LineLost):
        await eboard.read()
    with pytest.raises(LineLost):
        await eboard.write(b"x")


async def test_the_link_goes_with_the_cable_and_comes_back_with_it(tmp_path):
    link = tmp_path / "board1"
    first = PtyLine(link)
    assert first.name == str(link)
    await first.close()
    assert not link.is_symlink()
    second = PtyLine(link)
    host = await open_line(str(link))
    await host.write(b"\x4d")
    assert await _read_exactly(second, 1) == b"\x4d"
    await host.close()
    await second.close()


async def test_a_link_left_by_a_killed_program_is_replaced(tmp_path):
    link = tmp_path / "board1"
    link.symlink_to("/dev/pts/no-such")
    eboard = PtyLine(link)
    assert link.readlink() == eboard.path
    assert [entry.name for entry in tmp_path.iterdir()] == ["board1"]
    await eboard.close()


async def test_a_link_taken_over_by_another_board_stays(tmp_path):
    link = tmp_path / "board1"
    first, second = PtyLine(link), PtyLine(link)
    await first.close()
    assert link.readlink() == second.path
    await second.close()


async def test_a_real_file_is_never_replaced(tmp_path):
    (tmp_path / "notes").write_text("mine")
    before = _open_descriptors()
    for link, what in ((tmp_path / "notes", "a file of that name exists"), (tmp_path / "no" / "x", "cannot be made")):
        with pytest.raises(LineRefused, match=what):
            PtyLine(link)
    assert (tmp_path / "notes").read_text() == "mine"
    assert _open_descriptors() == before


async def test_a_link_where_this_user_may_not_even_look(tmp_path):
    (tmp_path / "locked").mkdir(mode=0)
    with without_privileges(), pytest.raises(LineRefused, match="cannot be made") as refused:
        PtyLine(tmp_path / "locked" / "board1")
    assert refused.value.remedy


async def test_a_machine_without_pseudo_terminals_left():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        with pytest.raises(LineRefused, match="no pseudo-terminal can be made"):
            PtyLine()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _open_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))
