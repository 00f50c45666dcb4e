"""Bluetooth sockets: what a system without Bluetooth says, and a line over a socket of another kind that has them."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from pathlib import Path

import pytest

from drivers.errors import LineLost, LineRefused
from drivers.lines import open_line
from drivers.lines.rfcomm import connected, explained

pytestmark = pytest.mark.alone

DEVICE = "00:06:66:AA:BB:CC"
SECONDS = 30.0
"""The longest that a step may take; it takes some thousandths."""


@pytest.mark.asyncio
async def test_a_python_without_bluetooth_refuses_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "AF_BLUETOOTH", raising=False)
    with pytest.raises(LineRefused) as refused:
        await open_line(f"rfcomm://{DEVICE}")
    assert str(refused.value) == (
        f"rfcomm://{DEVICE}/1: this system has no Bluetooth. "
        "Use a Python and a kernel with Bluetooth, or the e-board's cable."
    )


@pytest.mark.asyncio
async def test_a_kernel_without_bluetooth_refuses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    nobodys_family = 45  # beyond the last one that Linux has
    monkeypatch.setattr(socket, "AF_BLUETOOTH", nobodys_family, raising=False)
    monkeypatch.setattr(socket, "BTPROTO_RFCOMM", 3, raising=False)
    with pytest.raises(LineRefused, match="this system has no Bluetooth"):
        await open_line(f"rfcomm://{DEVICE}/1")


@pytest.mark.parametrize(
    ("number", "what", "remedy"),
    [
        (errno.EHOSTDOWN, "does not answer", "switched on"),
        (errno.EHOSTUNREACH, "no Bluetooth adapter", "bluetoothctl power on"),
        (errno.ECONNREFUSED, "no serial port at this channel", "another channel"),
        (errno.EBUSY, "another program", "Close"),
        (errno.EACCES, "does not let this machine in", f"bluetoothctl pair {DEVICE}"),
        (errno.EIO, "cannot be reached", "both ends"),
    ],
)
def test_every_refusal_says_what_to_do(number: int, what: str, remedy: str) -> None:
    told, advice = explained(OSError(number, os.strerror(number)), DEVICE)
    assert what in told
    assert remedy in advice


def test_a_device_that_does_not_answer_in_time() -> None:
    assert explained(TimeoutError(), DEVICE)[0] == f"{DEVICE} does not answer."


@pytest.mark.asyncio
async def test_bytes_go_both_ways_over_a_connected_socket_and_the_end_is_seen(tmp_path: Path) -> None:
    async def echo_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.read(100))
        writer.close()

    async with await asyncio.start_unix_server(echo_once, tmp_path / "eboard"):
        line = await connected(socket.socket(socket.AF_UNIX), str(tmp_path / "eboard"), "rfcomm://board/1")
        assert line.name == "rfcomm://board/1"
        await line.write(b"\x4d")
        async with asyncio.timeout(SECONDS):
            assert await line.read() == b"\x4d"
            with pytest.raises(LineLost, match="closed the line"):
                await line.read()
        await line.close()


@pytest.mark.asyncio
async def test_a_socket_that_cannot_be_connected_is_closed(tmp_path: Path) -> None:
    unconnected = socket.socket(socket.AF_UNIX)
    with pytest.raises(FileNotFoundError):
        await connected(unconnected, str(tmp_path / "nobody"), "rfcomm://board/1")
    assert unconnected.fileno() == -1
