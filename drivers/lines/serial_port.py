"""Lines over serial ports: USB, RS-232, Bluetooth's rfcomm nodes, pseudo-terminals."""

from __future__ import annotations

import errno
import grp
from dataclasses import dataclass
from pathlib import Path

import serialx
from serial.tools import list_ports

from drivers.errors import LineRefused
from drivers.lines.line import StreamLine

DEFAULT_BAUD = 9600
"""DGT boards, 8 data bits, no parity, 1 stop bit; other families name their own rate."""


@dataclass(frozen=True, slots=True)
class SerialSettings:
    """How a port is set when it is opened. `dtr` and `rts`: None raises them, as the system does."""

    baud: int = DEFAULT_BAUD
    dtr: bool | None = None
    rts: bool | None = None


DEFAULTS = SerialSettings()
"""As a DGT board on USB wants it."""


async def open_serial(path: str, settings: SerialSettings = DEFAULTS) -> StreamLine:
    """Open a port for this program alone, 8N1 without flow control; what was received before is dropped.

    A pseudo-terminal has no DTR and RTS: setting them there does nothing. Raises LineRefused.
    """
    try:
        reader, writer = await serialx.open_serial_connection(
            url=f"device://{path}",
            baudrate=settings.baud,
            exclusive=True,
            dtr_on_open=_pin(settings.dtr),
            rts_on_open=_pin(settings.rts),
        )
    except (OSError, ValueError, serialx.SerialException) as error:
        what, remedy = explained(error, path)
        raise LineRefused(what, where=path, remedy=remedy) from error
    return StreamLine(path, reader, writer)


def explained(error: Exception, path: str) -> tuple[str, str]:
    """What went wrong with the port at `path`, and what to do, each as one sentence."""
    match getattr(error, "errno", None):
        case errno.ENOENT | errno.ENXIO | errno.ENODEV:
            return "there is no such port.", _existing_ports()
        case errno.EACCES | errno.EPERM:
            remedy = f"Add the user to the group {_group_of(path)} (usermod -aG) and log in again."
            return "this user may not open the port.", remedy
        case errno.EBUSY | errno.EAGAIN:
            return "another program uses the port.", "Close that program, or give each board a port of its own."
        case errno.ENOTTY | errno.EISDIR:
            return "this is no serial port.", _existing_ports()
        case _:
            return f"the port cannot be opened ({error}).", "Unplug the e-board, plug it in again, check the settings."


def _existing_ports() -> str:
    ports = sorted(port.device for port in list_ports.comports())
    if not ports:
        return "No serial port exists here now: is the e-board plugged in?"
    return f"Ports that exist now: {', '.join(ports)}."


def _group_of(path: str) -> str:
    """The group that may open the port: `dialout` on Debian, another elsewhere."""
    try:
        owner = Path(path).stat().st_gid
        return grp.getgrgid(owner).gr_name if owner else "dialout"
    except (OSError, KeyError):
        return "dialout"


def _pin(high: bool | None) -> serialx.PinState:
    return serialx.PinState.HIGH if high is None or high else serialx.PinState.LOW
