"""Which serial ports exist, and behind which of them an e-board may be.

Only what the system says without opening a port; whether an e-board answers is found out by talking to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

BY_ID = Path("/dev/serial/by-id")
"""Where Linux names USB ports by maker, product and serial number: a name that survives plugging in elsewhere."""


@dataclass(frozen=True, slots=True, order=True)
class UsbId:
    """Vendor and product of a USB device, written `0403:6001`."""

    vid: int
    pid: int

    def __str__(self) -> str:
        return f"{self.vid:04X}:{self.pid:04X}"


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port. `lasting_path` names the same e-board tomorrow too; it is the path itself when there is nothing better.

    `serial` is that of the USB chip, not of the e-board. Unknown parts are None or empty.
    """

    path: str
    lasting_path: str
    usb: UsbId | None = None
    serial: str = ""
    product: str = ""


class Likelihood(IntEnum):
    """How much speaks for an e-board at a port."""

    POSSIBLE = 1
    """Ports of this kind can have one."""
    LIKELY = 2
    """It has a chip that these e-boards are known to have; other devices have it as well."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port that is worth asking whether an e-board of the family `eboard` is there."""

    port: SerialPort
    eboard: str
    likelihood: Likelihood
    reason: str


DGT_CHIPS = {
    UsbId(0x0403, 0x6001): "FTDI FT232, as in DGT boards with USB",
    UsbId(0x04D8, 0x000A): "Microchip CDC, as in DGT boards with USB",
    UsbId(0x045B, 0x8111): "Renesas CDC, as in newer DGT boards",
}
"""Seen in lsusb listings, udev rules and USB filters of programs for DGT boards; none is reserved for e-boards."""

DGT_NODES = {
    "rfcomm": "a Bluetooth serial link",
    "ttyACM": "a USB port with an unknown chip",
    "ttyUSB": "a USB port with an unknown chip",
}
"""Beginnings of node names behind which DGT boards have been met on Linux."""


def serial_ports() -> list[SerialPort]:
    """The serial ports of this machine, in order of their paths. Looks into the system: takes milliseconds."""
    links = lasting_paths(BY_ID)
    return sorted((port_of(info, links) for info in list_ports.comports()), key=lambda port: port.path)


def port_of(info: ListPortInfo, links: dict[str, str]) -> SerialPort:
    """What pyserial knows about a port, and its name in `links` if it has one there."""
    usb = None if info.vid is None or info.pid is None else UsbId(info.vid, info.pid)
    return SerialPort(
        path=info.device,
        lasting_path=links.get(info.device, info.device),
        usb=usb,
        serial=info.serial_number or "",
        product=info.product or "",
    )


def lasting_paths(folder: Path) -> dict[str, str]:
    """For every port that a link in the folder leads to, that link. Without the folder there is none."""
    if not folder.is_dir():
        return {}
    return {str(link.resolve()): str(link) for link in sorted(folder.iterdir())}


def candidates(ports: Iterable[SerialPort]) -> list[Candidate]:
    """The ports that a DGT board may be at, the likeliest first."""
    found = [candidate for port in ports if (candidate := _dgt_candidate(port))]
    return sorted(found, key=lambda candidate: -candidate.likelihood)


def _dgt_candidate(port: SerialPort) -> Candidate | None:
    if port.usb in DGT_CHIPS:
        return Candidate(port, "dgt", Likelihood.LIKELY, DGT_CHIPS[port.usb])
    name = Path(port.path).name.rstrip("0123456789")
    return Candidate(port, "dgt", Likelihood.POSSIBLE, DGT_NODES[name]) if name in DGT_NODES else None
