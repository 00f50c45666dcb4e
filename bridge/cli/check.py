"""`touchmove check`: ticks and crosses before the round."""

from __future__ import annotations

import argparse
import asyncio
import os
from pathlib import Path

from bridge.check import check_file
from bridge.cli.arguments import Commands, log_to_stderr
from bridge.config import LogLevel


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "check",
        help="look at everything that a configuration names",
        description="Ticks and crosses, with what to do about each cross. The exit status is 1 when there is a cross.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the configuration")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    log_to_stderr(LogLevel.ERROR)  # what goes wrong on a line, the findings say
    return asyncio.run(_check(given.file))


async def _check(path: Path) -> int:
    crosses = 0
    async for finding in check_file(path, os.environ):
        print(finding, flush=True)
        crosses += not finding.ok
    return 1 if crosses else 0
