"""Looks at the machine: room for the journal, free ports, the clock. And at the broker that it must reach."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from bridge.broker.connection import probe
from bridge.broker.embedded import HOST
from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.config import BrokerSection, WebSection, broker_address
from drivers.errors import TouchmoveError

ROUND_BYTES = 10_000 * 100
"""What one board writes in a long round, and more: six hours of a clock that is recorded every ten seconds, and some
thousand events, at 100 bytes.
"""
ROUNDS_AHEAD = 20
"""There must be room for so many rounds: two tournaments."""


def look_at_state_directory(directory: Path, boards: int) -> list[Finding]:
    """Whether the journal can be written there, and has room. Makes nothing."""
    standing = _nearest_standing(directory)
    if not standing.is_dir() or not os.access(standing, os.W_OK | os.X_OK, effective_ids=True):
        remedy = "Give the directory to the user that runs touchmove, or set [bridge] state_directory."
        return [cross(f"State directory {directory}: {standing} cannot be written to.", remedy)]
    return [tick(f"State directory {directory}."), _look_at_room(standing, shutil.disk_usage(standing).free, boards)]


def _nearest_standing(directory: Path) -> Path:
    """The directory, or what stands nearest above it; what this user may not even look at is passed over."""
    for folder in (directory, *directory.parents):
        with suppress(PermissionError):
            if folder.exists():
                return folder
    return Path(directory.anchor)


def _look_at_room(directory: Path, free: int, boards: int) -> Finding:
    needed = ROUND_BYTES * ROUNDS_AHEAD * max(boards, 1)
    room = f"{free // 10**6:,} MB free at {directory}."
    if free < needed:
        return cross(f"Only {room}", f"Make room: two tournaments may need {needed // 10**6:,} MB.")
    return tick(room)


def look_at_ports(broker: BrokerSection, web: WebSection) -> list[Finding]:
    """Whether the ports are free on which touchmove will listen."""
    findings = []
    if broker.embedded:
        findings.append(look_at_port("Embedded broker, MQTT 5", HOST, broker.port, "[broker] port"))
        findings.append(look_at_port("Embedded broker, MQTT 3.1.1", HOST, broker.page_port, "[broker] mqtt311_port"))
    if web.enabled:
        findings.append(look_at_port("Page", web.host, web.port, "[web] port"))
    return findings


def look_at_port(use: str, host: str, port: int, key: str) -> Finding:
    """Whether this program can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                return cross(f"{use}: port {port} is in use.", f"Is touchmove running already? Else set {key}.")
            case errno.EACCES:
                return cross(f"{use}: this user may not listen at port {port}.", f"Set {key} to one above 1023.")
            case _:
                return cross(f"{use}: {host} is no address of this machine.", "Set host to one, or to 0.0.0.0 for all.")
    return tick(f"{use}: {host}, port {port}, is free.")


async def look_at_broker(name: str, broker: BrokerSection, environment: Mapping[str, str]) -> list[Finding]:
    """Whether the broker can be reached and lets us in, if it is not our own."""
    if broker.embedded:
        return []
    address = broker_address(broker, environment)
    try:
        await probe(address, f"{name}-check")
    except TouchmoveError as error:
        return [cross_of(error)]
    return [tick(f"Broker {address}.")]


async def look_at_clock() -> list[Finding]:
    """Whether the machine's clock follows the network. Nothing where systemd cannot tell."""
    command = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
    try:
        asking = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
    except OSError:
        return []
    answer, _ = await asking.communicate()
    return _read_clock(answer.decode().strip())


def _read_clock(synchronized: str) -> list[Finding]:
    match synchronized:
        case "yes":
            return [tick("This machine's clock follows the network's time.")]
        case "no":
            remedy = "Times in messages and for appeals may be wrong: timedatectl set-ntp true."
            return [cross("This machine's clock does not follow the network's time.", remedy)]
        case _:
            return []
