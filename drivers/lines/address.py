"""How a user writes which line an e-board is on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, assert_never
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from drivers.eboard import EBoard, Transport
from drivers.errors import ConfigError
from drivers.lines.adapter import OWN_RADIO, RadioSettings
from drivers.lines.ble import open_ble
from drivers.lines.hid import open_hid
from drivers.lines.line import Line
from drivers.lines.rfcomm import DEVICE, LAST_CHANNEL, USUAL_CHANNEL, open_rfcomm
from drivers.lines.serial_port import DEFAULTS, SerialSettings, open_serial
from drivers.lines.tcp import open_tcp

EXAMPLES = (
    "Write it like /dev/ttyUSB0, serial:///dev/ttyUSB0?baud=38400&dtr=0&rts=0, tcp://10.0.0.5:4001, "
    "rfcomm://AA:BB:CC:DD:EE:FF, ble://AA:BB:CC:DD:EE:FF, ble://Name of the board, "
    "hid:///dev/hidraw0, page://reserve, or pgn://games.pgn?game=2."
)


@dataclass(frozen=True, slots=True)
class SerialAddress:
    """A serial port and how it is set."""

    path: str
    settings: SerialSettings = DEFAULTS


@dataclass(frozen=True, slots=True)
class TcpAddress:
    """A port of a machine in the network."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class BleAddress:
    """An e-board with Bluetooth Low Energy: its name or Bluetooth address, and through which radio."""

    device: str
    settings: RadioSettings = OWN_RADIO


@dataclass(frozen=True, slots=True)
class HidAddress:
    """An e-board on USB that is no serial port: its serial number or the path of its node; "" for the only one."""

    device: str = ""


@dataclass(frozen=True, slots=True)
class RfcommAddress:
    """A channel of a device with Bluetooth Classic."""

    device: str
    channel: int = USUAL_CHANNEL


@dataclass(frozen=True, slots=True)
class PageAddress:
    """A virtual e-board that a person moves on the page. The name tells several apart."""

    name: str


@dataclass(frozen=True, slots=True)
class PgnAddress:
    """A virtual e-board on which a game of a PGN file is played, the first or that of another number, again and again.
    `pace` multiplies all thinking.
    """

    path: str
    game: int = 1
    pace: float = 1.0


Address: TypeAlias = SerialAddress | TcpAddress | RfcommAddress | BleAddress | HidAddress | PageAddress | PgnAddress
"""Every kind of place where an e-board may be."""


def parse_address(text: str, eboard: EBoard | None = None) -> Address:
    """Read an address: a path is a serial port, else `serial://PATH?baud=…&dtr=…&rts=…`, `tcp://HOST:PORT`,
    `rfcomm://DEVICE/CHANNEL`, `ble://NAME-OR-ADDRESS?adapter=…&radio=…`, `hid://SERIAL-NUMBER-OR-PATH`, or
    for virtual e-boards `page://NAME`, `pgn://PATH?game=…&pace=…`.

    What it leaves out is as this family of e-boards wants it. Raises ConfigError, also for a kind of line that the
    family does not have.
    """
    try:
        address = _parsed(text, DEFAULTS if eboard is None else SerialSettings(eboard.baud))
    except ValueError as error:
        raise ConfigError(f"{error}.", where=text, remedy=EXAMPLES) from error
    if eboard is not None and (missing := _missing(address, eboard)):
        what = f"an e-board of the kind {eboard.name!r} {missing}."
        raise ConfigError(what, where=text, remedy="Name another line, or correct the kind of the e-board.")
    return address


def transport_of(text: str) -> Transport:
    """How an e-board at this address is reached. Raises ConfigError."""
    match parse_address(text):
        case SerialAddress(path) if Path(path).name.startswith("rfcomm"):
            return Transport.BLUETOOTH_CLASSIC
        case RfcommAddress():
            return Transport.BLUETOOTH_CLASSIC
        case SerialAddress() | TcpAddress():
            return Transport.SERIAL
        case BleAddress():
            return Transport.BLUETOOTH_LE
        case HidAddress():
            return Transport.USB_HID
        case PageAddress() | PgnAddress():
            return Transport.VIRTUAL
        case unknown:
            assert_never(unknown)


def from_directory(directory: Path, text: str) -> str:
    """The same address, where the path of a PGN file starts at the directory if it is not absolute."""
    head, scheme, rest = text.partition("pgn://")
    path, mark, settings = rest.partition("?")
    if head or not scheme or not path:
        return text
    return f"{scheme}{quote(str(directory / unquote(path)))}{mark}{settings}"


async def open_line(address: str, eboard: EBoard | None = None) -> Line:
    """Open the line to an e-board of this family at an address as `parse_address` reads it. Only Bluetooth Low Energy
    and USB HID cannot do without the family.

    Raises ConfigError or LineRefused. Virtual e-boards have lines only inside the service, `drivers.virtual_table`.
    """
    match parse_address(address, eboard):
        case SerialAddress(path, settings):
            return await open_serial(path, settings)
        case TcpAddress(host, port):
            return await open_tcp(host, port)
        case RfcommAddress(device, channel):
            return await open_rfcomm(device, channel)
        case BleAddress(device, settings):
            if eboard is None or eboard.gatt is None:
                raise ConfigError("which family of e-boards?", where=address, remedy="Name its kind.")
            return await open_ble(device, eboard.gatt, settings)
        case HidAddress(device):
            if eboard is None or eboard.hid is None:
                raise ConfigError("which family of e-boards?", where=address, remedy="Name its kind.")
            return await open_hid(device, eboard.hid)
        case PageAddress() | PgnAddress():
            remedy = "Serve it: touchmove run. Or be one at a port: touchmove emulate virtual."
            raise ConfigError(
                "this virtual e-board is there only while touchmove serves it.", where=address, remedy=remedy
            )
        case unknown:
            assert_never(unknown)


def _parsed(text: str, serial: SerialSettings) -> Address:
    if not text:
        raise ValueError("the address is empty")
    if "://" not in text:
        return SerialAddress(text, serial)
    parts = urlsplit(text)
    match parts.scheme:
        case "serial":
            return _serial_address(parts, serial)
        case "tcp":
            return _tcp_address(parts)
        case "rfcomm":
            return _rfcomm_address(parts)
        case "ble":
            return _ble_address(parts)
        case "hid":
            return _hid_address(parts)
        case "page":
            return _page_address(parts)
        case "pgn":
            return _pgn_address(parts)
        case scheme:
            raise ValueError(f"lines of the kind {scheme!r} are not known")


def _missing(address: Address, eboard: EBoard) -> str:
    """Why an e-board of this family cannot be at the address, behind its name."""
    match address:
        case BleAddress() if eboard.gatt is None:
            return "has no Bluetooth Low Energy"
        case HidAddress() if eboard.hid is None:
            return "has no USB HID"
        case PageAddress() | PgnAddress() if Transport.VIRTUAL not in eboard.transports:
            return 'is hardware, and this is the line of a virtual e-board (kind = "virtual")'
        case _:
            return ""


def _settings(parts: SplitResult) -> dict[str, str]:
    return dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))


def _serial_address(parts: SplitResult, usual: SerialSettings) -> SerialAddress:
    if parts.netloc or not parts.path:
        raise ValueError("a path is expected after serial://, so three slashes in all")
    values = _settings(parts)
    baud = values.pop("baud", str(usual.baud))
    if not baud.isdecimal() or int(baud) == 0:
        raise ValueError(f"baud={baud} is no number of bits per second")
    settings = SerialSettings(int(baud), _pin(values, "dtr"), _pin(values, "rts"))
    if values:
        raise ValueError(f"{', '.join(values)} cannot be set: only baud, dtr and rts can")
    return SerialAddress(parts.path, settings)


def _pin(values: dict[str, str], name: str) -> bool | None:
    text = values.pop(name, None)
    if text not in {None, "0", "1"}:
        raise ValueError(f"{name}={text} must be 0 or 1")
    return None if text is None else text == "1"


def _tcp_address(parts: SplitResult) -> TcpAddress:
    if not parts.hostname or parts.port is None or parts.path or parts.query:
        raise ValueError("exactly a machine and a port are expected after tcp://")
    return TcpAddress(parts.hostname, parts.port)


def _rfcomm_address(parts: SplitResult) -> RfcommAddress:
    device, channel = parts.netloc, parts.path.removeprefix("/") or str(USUAL_CHANNEL)
    if not DEVICE.fullmatch(device) or parts.query:
        raise ValueError("exactly a Bluetooth address and a channel are expected after rfcomm://")
    if not channel.isdecimal() or not 1 <= int(channel) <= LAST_CHANNEL:
        raise ValueError(f"{channel} is no channel: they have the numbers 1 to {LAST_CHANNEL}")
    return RfcommAddress(device.upper(), int(channel))


def _ble_address(parts: SplitResult) -> BleAddress:
    device = unquote(parts.netloc + parts.path)
    if not device:
        raise ValueError("a name or a Bluetooth address is expected after ble://")
    values = _settings(parts)
    settings = RadioSettings(values.pop("adapter", ""), values.pop("radio", ""))
    if values:
        raise ValueError(f"{', '.join(values)} cannot be set: only adapter and radio can")
    if settings.radio and not settings.radio.rpartition(":")[2].isdecimal():
        raise ValueError(f"radio={settings.radio} is no machine and port")
    return BleAddress(device, settings)


def _hid_address(parts: SplitResult) -> HidAddress:
    if parts.query:
        raise ValueError("nothing can be set on a line over USB HID")
    return HidAddress(unquote(parts.netloc + parts.path))


def _page_address(parts: SplitResult) -> PageAddress:
    if not re.fullmatch("[a-z0-9-]+", parts.netloc) or parts.path or parts.query:
        raise ValueError("a name of a-z, 0-9 and hyphens is expected after page://")
    return PageAddress(parts.netloc)


def _pgn_address(parts: SplitResult) -> PgnAddress:
    path = unquote(parts.netloc + parts.path)
    if not path:
        raise ValueError("the path of a PGN file is expected after pgn://")
    values = _settings(parts)
    game, pace = values.pop("game", "1"), values.pop("pace", "1")
    if values:
        raise ValueError(f"{', '.join(values)} cannot be set: only game and pace can")
    if not game.isdecimal() or int(game) == 0:
        raise ValueError(f"game={game} is no number from 1 on")
    if not re.fullmatch(r"\d{1,2}(\.\d{1,3})?", pace):
        raise ValueError(f"pace={pace} is no number from 0 to 99, like 0.5")
    return PgnAddress(path, int(game), float(pace))
