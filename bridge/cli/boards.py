"""`touchmove boards`: find the e-boards that are connected, and tell everything about each."""

from __future__ import annotations

import argparse
import asyncio
import os

from bridge.check.finding import Finding
from bridge.check.survey import Found, by_port, doubled, survey
from bridge.cli.arguments import Commands, log_to_stderr
from bridge.config import LogLevel
from drivers import registry
from drivers.discover import Candidate, candidates, radio_candidates, serial_ports
from drivers.eboard import EBoard
from drivers.errors import LineRefused
from drivers.lines import RadioSettings, open_line


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "boards",
        help="find e-boards at the serial ports, and by Bluetooth Low Energy",
        description="Ask at every port and device that an e-board may be at, as every family that may be there, until "
        "one answers. A line that several share takes ten seconds. Do not use it while touchmove runs.",
    )
    parser.add_argument("--kind", choices=registry.names(), help="ask as this family only, also devices of any name")
    parser.add_argument("--adapter", default="", metavar="NAME", help="the Bluetooth adapter, like hci1")
    parser.add_argument("--radio", default="", metavar="HOST:PORT", help="listen to a virtual radio instead")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    log_to_stderr(LogLevel.ERROR)  # what goes wrong on a line, the findings say
    return asyncio.run(_boards(given))


async def _boards(given: argparse.Namespace) -> int:
    families = None if given.kind is None else [registry.eboard(given.kind)]
    found = [] if given.radio else candidates(serial_ports(), families)
    if not found and not given.radio:
        print("There is no serial port that an e-board could be at. Is its cable plugged in?")
    found += await _by_radio(RadioSettings(given.adapter, given.radio), families)
    return await _ask(found)


async def _by_radio(settings: RadioSettings, families: list[EBoard] | None) -> list[Candidate]:
    """The candidates with Bluetooth Low Energy. A machine without it is told once, and has none."""
    if families is not None and not any(family.gatt for family in families):
        return []
    try:
        found = await radio_candidates(settings, families)
    except LineRefused as refused:
        print(f"By Bluetooth Low Energy nothing can be found: {refused.what} {refused.remedy}")
        return []
    if not found:
        print("By Bluetooth Low Energy no e-board is heard. Is it switched on, and connected to nothing else?")
    return found


async def _ask(found: list[Candidate]) -> int:
    ports = by_port(found)
    answers = await asyncio.gather(*(survey(options, open_line, os.environ) for options in ports.values()))
    for port, answer in zip(ports, answers, strict=True):
        print(f"{port.lasting_path} ({ports[port][0].reason})")
        for line in [str(answer)] if isinstance(answer, Finding) else answer.lines():
            print(f"  {line}")
    there = [answer for answer in answers if not isinstance(answer, Finding)]
    for finding in doubled(answer for answer in there if isinstance(answer, Found)):
        print(finding)
    return 0 if there else 1
