"""`touchmove boards`: find the e-boards that are connected, and tell everything about each."""

from __future__ import annotations

import argparse
import asyncio
import os

from bridge.check.finding import Finding
from bridge.check.survey import by_port, doubled, survey
from bridge.cli.arguments import Commands
from drivers import registry
from drivers.discover import Candidate, candidates, serial_ports
from drivers.lines import open_line


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "boards",
        help="find e-boards at the serial ports",
        description="Ask at every port that an e-board may be at, as every family that may be there, until one "
        "answers. Do not use it while touchmove runs.",
    )
    parser.add_argument("--kind", choices=registry.names(), help="ask as this family only")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    families = None if given.kind is None else [registry.eboard(given.kind)]
    found = candidates(serial_ports(), families)
    if not found:
        print("There is no serial port that an e-board could be at. Is its cable plugged in?")
        return 1
    return asyncio.run(_ask(found))


async def _ask(found: list[Candidate]) -> int:
    ports = by_port(found)
    answers = await asyncio.gather(*(survey(options, open_line, os.environ) for options in ports.values()))
    for port, answer in zip(ports, answers, strict=True):
        print(f"{port.lasting_path} ({ports[port][0].reason})")
        for line in [str(answer)] if isinstance(answer, Finding) else answer.lines():
            print(f"  {line}")
    there = [answer for answer in answers if not isinstance(answer, Finding)]
    for finding in doubled(there):
        print(finding)
    return 0 if there else 1
