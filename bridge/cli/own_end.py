"""Where a virtual e-board is to be found: its own end of a pseudo-terminal, a TCP port, or a link over the radio."""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bridge.cli.arguments import port
from drivers.eboard import EBoard
from drivers.errors import ConfigError
from drivers.finding import Gatt
from drivers.lines import Line, PtyLine, TcpPortLine
from drivers.virtual_radio import require

PTY, TCP, RADIO = "pty", "tcp", "radio"


def add_own_end(parser: argparse.ArgumentParser) -> None:
    """The options that say where the e-board is to be found."""
    parser.add_argument(
        "--on",
        choices=(PTY, TCP, RADIO),
        default=PTY,
        help="a pseudo-terminal (pty), a port of the network (tcp), or virtual Bluetooth Low Energy (radio)",
    )
    parser.add_argument("--link", type=Path, metavar="PATH", help="pty: a name for the port that stays the same")
    parser.add_argument("--port", type=port, default=0, metavar="N", help="tcp, radio: its port (any that is free)")
    parser.add_argument("--name", metavar="NAME", help="radio: what the e-board calls itself")


@asynccontextmanager
async def own_end(given: argparse.Namespace, family: EBoard, serial: str) -> AsyncIterator[Line]:
    """The e-board's end of the line while the block runs. Raises ConfigError, or LineRefused when it cannot be had."""
    if given.link is not None and given.on != PTY:
        raise ConfigError("only a pseudo-terminal has a link.", where="--link", remedy="Leave it out, or use --on pty.")
    if given.on == RADIO:
        async with _on_the_radio(given, family, serial) as radio_line:
            yield radio_line
        return
    line: Line = await TcpPortLine.open(given.port) if given.on == TCP else PtyLine(given.link)
    try:
        yield line
    finally:
        await line.close()


@asynccontextmanager
async def _on_the_radio(given: argparse.Namespace, family: EBoard, serial: str) -> AsyncIterator[Line]:
    if family.gatt is None:
        what = f"an e-board of the kind {family.name!r} has no Bluetooth Low Energy."
        raise ConfigError(what, where="--on radio", remedy="Use --on pty or --on tcp.")
    require("--on radio")
    from drivers.virtual_radio.air import Air  # noqa: PLC0415 - needs the extra `radio`

    async with await Air.open(given.port) as air:
        yield await air.switch_on(given.name or advertised(family.gatt, serial), family.gatt)


def advertised(gatt: Gatt, serial: str) -> str:
    """What such an e-board calls itself when it comes from its maker."""
    name = gatt.names[0]
    return name if name[-1].isalnum() else name + serial
