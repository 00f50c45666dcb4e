"""How a user writes which line an e-board is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never
from urllib.parse import SplitResult, parse_qsl, urlsplit

from drivers.errors import ConfigError
from drivers.lines.line import Line
from drivers.lines.serial_port import DEFAULTS, SerialSettings, open_serial
from drivers.lines.tcp import open_tcp

EXAMPLES = "Write it like /dev/ttyUSB0, serial:///dev/ttyUSB0?baud=38400&dtr=0&rts=0, or tcp://10.0.0.5:4001."


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


Address: TypeAlias = SerialAddress | TcpAddress
"""Every kind of place where an e-board may be."""


def parse_address(text: str) -> Address:
    """Read an address: a path is a serial port, else `serial://PATH?baud=…&dtr=…&rts=…` or `tcp://HOST:PORT`.

    Raises ConfigError.
    """
    try:
        return _parsed(text)
    except ValueError as error:
        raise ConfigError(f"{error}.", where=text, remedy=EXAMPLES) from error


async def open_line(address: str) -> Line:
    """Open the line at an address as `parse_address` reads it. Raises ConfigError or LineRefused."""
    match parse_address(address):
        case SerialAddress(path, settings):
            return await open_serial(path, settings)
        case TcpAddress(host, port):
            return await open_tcp(host, port)
        case unknown:
            assert_never(unknown)


def _parsed(text: str) -> Address:
    if not text:
        raise ValueError("the address is empty")
    if "://" not in text:
        return SerialAddress(text)
    parts = urlsplit(text)
    match parts.scheme:
        case "serial":
            return _serial_address(parts)
        case "tcp":
            return _tcp_address(parts)
        case scheme:
            raise ValueError(f"lines of the kind {scheme!r} are not known")


def _serial_address(parts: SplitResult) -> SerialAddress:
    if parts.netloc or not parts.path:
        raise ValueError("a path is expected after serial://, so three slashes in all")
    values = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    baud = values.pop("baud", str(DEFAULTS.baud))
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
