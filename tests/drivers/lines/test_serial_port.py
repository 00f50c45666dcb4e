import errno
import os
from pathlib import Path

import pytest

from drivers.errors import LineRefused
from drivers.lines import PtyLine, open_line
from drivers.lines.serial_port import explained
from tests.privileges import without_privileges

pytestmark = pytest.mark.alone


@pytest.mark.parametrize(
    ("number", "what", "remedy"),
    [
        (errno.ENOENT, "there is no such port.", "exist"),
        (errno.ENXIO, "there is no such port.", "exist"),
        (errno.EACCES, "this user may not open the port.", "group dialout"),
        (errno.EPERM, "this user may not open the port.", "group dialout"),
        (errno.EBUSY, "another program uses the port.", "Close that program"),
        (errno.ENOTTY, "this is no serial port.", "exist"),
        (errno.EIO, "the port cannot be opened (", "Unplug"),
    ],
)
def test_every_error_is_said_with_a_remedy(number, what, remedy):
    said, advised = explained(OSError(number, os.strerror(number)), "/dev/no-such-port")
    assert said.startswith(what)
    assert remedy in advised


async def _refusal(address):
    with pytest.raises(LineRefused) as caught:
        await open_line(address)
    return str(caught.value)


@pytest.mark.asyncio
async def test_a_missing_port():
    said = await _refusal("/dev/ttyUSB77")
    assert said.startswith("/dev/ttyUSB77: there is no such port. ")
    assert "Ports that exist now: /dev/" in said or "No serial port exists here now" in said


@pytest.mark.asyncio
async def test_a_port_that_another_program_uses():
    eboard = PtyLine()
    host = await open_line(str(eboard.path))
    assert await _refusal(str(eboard.path)) == (
        f"{eboard.path}: another program uses the port. Close that program, or give each board a port of its own."
    )
    await host.close()
    again = await open_line(str(eboard.path))
    await again.close()
    await eboard.close()


@pytest.mark.asyncio
async def test_a_port_that_the_user_may_not_open():
    eboard = PtyLine()
    eboard.path.chmod(0)
    with without_privileges():
        said = await _refusal(str(eboard.path))
    assert said.startswith(f"{eboard.path}: this user may not open the port. Add the user to the group ")
    await eboard.close()


@pytest.mark.asyncio
async def test_a_file_and_a_folder_are_no_ports(tmp_path):
    (tmp_path / "file").write_text("x")
    for path in (tmp_path, tmp_path / "file"):
        assert (await _refusal(str(path))).startswith(f"{path}: this is no serial port.")


@pytest.mark.asyncio
async def test_a_refused_port_leaves_nothing_open(tmp_path):
    (tmp_path / "file").write_text("x")
    await _refusal(str(tmp_path / "file"))
    before = _open_descriptors()
    await _refusal(str(tmp_path / "file"))
    assert _open_descriptors() == before


def _open_descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))
