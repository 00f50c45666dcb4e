"""Which serial ports exist, which devices advertise themselves by radio, and which of them may be an e-board.

Only what is said without opening a line; whether an e-board answers is found out by talking to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from drivers import registry
from drivers.eboard import EBoard, Transport
from drivers.finding import UsbId
from drivers.lines import Advertisement, RadioSettings, listen

LISTEN_SECONDS = 5.0
"""E-boards advertise themselves at least once a second; a scan misses some."""
BY_ID = Path("/dev/serial/by-id")
"""Where Linux names USB ports by maker, product and serial number: a name that survives plugging in elsewhere."""


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


@dataclass(frozen=True, slots=True)
class RadioDevice:
    """A device with Bluetooth Low Energy. `path` is the address that opens it; it names the same one tomorrow too."""

    path: str
    name: str = ""

    @property
    def lasting_path(self) -> str:
        """See `SerialPort`."""
        return self.path


class Likelihood(IntEnum):
    """How much speaks for an e-board at a port."""

    POSSIBLE = 1
    """Ports of this kind can have one."""
    LIKELY = 2
    """It has a chip that these e-boards are known to have, or calls itself like one; other devices may as well."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port or device that is worth asking whether an e-board of the family `eboard` is there."""

    port: SerialPort | RadioDevice
    eboard: str
    likelihood: Likelihood
    reason: str


NODES = {
    "rfcomm": (Transport.BLUETOOTH_CLASSIC, "a Bluetooth serial link"),
    "ttyACM": (Transport.SERIAL, "a USB port"),
    "ttyUSB": (Transport.SERIAL, "a USB port"),
}
"""Beginnings of the names of Linux's nodes, and by what e-boards behind them are reached."""


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


def candidates(ports: Iterable[SerialPort], families: Iterable[EBoard] | None = None) -> list[Candidate]:
    """The families (without the argument, all that are registered) that may be at each port, the likeliest first.

    Those of one port can be asked in this order, until one answers: no e-board then receives bytes of another family
    that would harm it, nor do several on one line hear what would make all of them talk at once. To a port with a chip
    of such a fragile family nobody else is sent.
    """
    asked = list(map(registry.eboard, registry.names())) if families is None else list(families)
    found = [candidate for port in ports for candidate in _candidates_at(port, asked)]
    return sorted(found, key=lambda candidate: -candidate.likelihood)


def _candidates_at(port: SerialPort, families: list[EBoard]) -> list[Candidate]:
    in_order = sorted(families, key=lambda family: (not family.fragile, family.sharing is None))
    likely = [
        Candidate(port, family.name, Likelihood.LIKELY, f"{chip.name} ({chip.usb}), as in: {family.title}")
        for family in in_order
        for chip in family.chips
        if chip.usb == port.usb
    ]
    fragile = {family.name for family in families if family.fragile}
    if any(candidate.eboard in fragile for candidate in likely):
        return [candidate for candidate in likely if candidate.eboard in fragile]
    transport, what = NODES.get(Path(port.path).name.rstrip("0123456789"), (None, ""))
    named = {candidate.eboard for candidate in likely}
    possible = [
        Candidate(port, family.name, Likelihood.POSSIBLE, what)
        for family in in_order
        if transport in family.transports and family.name not in named
    ]
    return likely + possible


async def radio_candidates(settings: RadioSettings, families: Iterable[EBoard] | None = None) -> list[Candidate]:
    """The e-boards that advertise themselves now, the best received first. Takes `LISTEN_SECONDS`.

    They are known by their names. What only offers a service that e-boards use is a candidate when `families` are
    named: other makers' devices use the same services, and strangers should not be written to. Raises LineRefused.
    """
    asked = list(map(registry.eboard, registry.names())) if families is None else list(families)
    heard = await listen(settings, LISTEN_SECONDS)
    return [
        candidate for each in heard for candidate in _candidates_by_radio(each, asked, settings, families is not None)
    ]


def _candidates_by_radio(
    heard: Advertisement, families: list[EBoard], settings: RadioSettings, by_service: bool
) -> list[Candidate]:
    device = RadioDevice(f"ble://{heard.address}{settings.query}", heard.name)
    reason = f"{heard.name or 'a device without a name'}, by Bluetooth Low Energy"
    with_radio = [(family, family.gatt) for family in families if family.gatt is not None]
    named = [family for family, gatt in with_radio if heard.name.startswith(gatt.names)]
    if named or not by_service:
        return [Candidate(device, family.name, Likelihood.LIKELY, reason) for family in named]
    offering = [family for family, gatt in with_radio if gatt.service.lower() in heard.services]
    return [Candidate(device, family.name, Likelihood.POSSIBLE, reason) for family in offering]
