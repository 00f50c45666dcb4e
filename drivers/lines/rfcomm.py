"""Lines over Bluetooth Classic's serial port profile, without a node in `/dev`: a socket to the e-board itself.

The e-board must be paired with this machine before (`bluetoothctl pair AA:BB:CC:DD:EE:FF`); its PIN is in the
document of its family.
"""

from __future__ import annotations

import asyncio
import errno
import re
import socket
from typing import Any

from drivers.errors import LineRefused
from drivers.lines.line import StreamLine

CONNECT_SECONDS = 20.0
"""A device that is asleep or at the edge of its range answers within ten; one that is switched off never does."""
USUAL_CHANNEL = 1
"""Of the serial port profile on every e-board that is known."""
LAST_CHANNEL = 30
"""Of RFCOMM."""
DEVICE = re.compile(r"(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}")
"""A Bluetooth address."""


async def open_rfcomm(device: str, channel: int = USUAL_CHANNEL) -> StreamLine:
    """Connect to the device with this Bluetooth address. Raises LineRefused, also where there is no Bluetooth."""
    name = f"rfcomm://{device}/{channel}"
    try:
        return await connected(_bluetooth_socket(), (device, channel), name)
    except OSError as error:  # TimeoutError is one too
        what, remedy = explained(error, device)
        raise LineRefused(what, where=name, remedy=remedy) from error


async def connected(unconnected: socket.socket, target: Any, name: str) -> StreamLine:
    """A line over a stream socket of any kind, when it is connected to the target. Raises OSError."""
    unconnected.setblocking(False)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            await asyncio.get_running_loop().sock_connect(unconnected, target)
            reader, writer = await asyncio.open_connection(sock=unconnected)
    except BaseException:
        unconnected.close()
        raise
    return StreamLine(name, reader, writer)


def explained(error: OSError, device: str) -> tuple[str, str]:
    """What went wrong with the device, and what to do, each as one sentence."""
    if isinstance(error, TimeoutError):
        return f"{device} does not answer.", "Is it switched on, near, and paired with this machine?"
    match error.errno:
        case errno.EAFNOSUPPORT | errno.EPROTONOSUPPORT:
            return "this system has no Bluetooth.", "Use a Python and a kernel with Bluetooth, or the e-board's cable."
        case errno.ENODEV | errno.EHOSTUNREACH | errno.ENETDOWN:
            return "no Bluetooth adapter is switched on.", "Switch it on: bluetoothctl power on."
        case errno.EHOSTDOWN | errno.ETIMEDOUT:
            return f"{device} does not answer.", "Is it switched on, near, and paired with this machine?"
        case errno.ECONNREFUSED:
            return f"{device} has no serial port at this channel.", "Pair it anew, or name another channel at the end."
        case errno.EBUSY | errno.EADDRINUSE:
            return "another program uses this e-board.", "Close that program; remove its node: rfcomm release all."
        case errno.EACCES | errno.EPERM:
            return f"{device} does not let this machine in.", f"Pair it: bluetoothctl pair {device}."
        case _:
            return f"{device} cannot be reached ({error}).", "Is Bluetooth switched on at both ends?"


def _bluetooth_socket() -> socket.socket:
    """A socket for RFCOMM. Raises OSError where Python or the system knows none."""
    family, protocol = getattr(socket, "AF_BLUETOOTH", None), getattr(socket, "BTPROTO_RFCOMM", None)
    if family is None or protocol is None:
        raise OSError(errno.EAFNOSUPPORT, "this Python was built without Bluetooth")
    return socket.socket(family, socket.SOCK_STREAM, protocol)
