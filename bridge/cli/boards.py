"""`touchmove boards`: find the e-boards that are connected."""

from __future__ import annotations

import argparse
import asyncio

from bridge.check.eboards import look_at_eboard
from bridge.check.finding import Finding
from bridge.cli.arguments import Commands
from bridge.config import for_lines
from drivers.discover import Candidate, candidates, serial_ports
from drivers.lines import open_line


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "boards",
        help="find e-boards at the serial ports",
        description="Ask at every port that an e-board may be at. Do not use it while touchmove runs.",
    )
    parser.set_defaults(command=run)


def run(_: argparse.Namespace) -> int:
    """Run the command."""
    found = candidates(serial_ports())
    if not found:
        print("There is no serial port that an e-board could be at. Is its cable plugged in?")
        return 1
    return asyncio.run(_ask(found))


async def _ask(found: list[Candidate]) -> int:
    answers = await asyncio.gather(*(_look(candidate) for candidate in found))
    for candidate, findings in zip(found, answers, strict=True):
        print(f"{candidate.port.lasting_path} ({candidate.reason})")
        for finding in findings:
            print(f"  {finding}")
    return 0 if any(findings[0].ok for findings in answers) else 1


async def _look(candidate: Candidate) -> list[Finding]:
    config = for_lines([candidate.port.path], candidate.eboard)
    return await look_at_eboard(config, config.eboards[0], open_line)
