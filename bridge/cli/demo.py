"""`touchmove demo`: a virtual hall."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys

from bridge.cli.arguments import Commands, counted, factor, log_to_stderr, own_name, port
from bridge.config import LogLevel
from bridge.demo import Wishes, demonstrate


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "demo",
        help="a virtual hall in your browser; needs no e-board",
        description="Virtual e-boards play historic games, with everything that happens in a hall. Ctrl-C ends it.",
    )
    parser.add_argument("--boards", type=counted, default=8, metavar="N", help="number of e-boards (8)")
    parser.add_argument("--pace", type=factor, default=1.0, metavar="X", help="X times the thinking (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other hands (1)")
    parser.add_argument("--port", type=port, metavar="N", help="port of the page (8080, or one that is free)")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    log_to_stderr(LogLevel.WARNING)
    wishes = Wishes(given.boards, given.seed, given.pace, given.port, browser=not given.no_browser)
    asyncio.run(demonstrate(wishes, os.environ, lambda text: print(text, flush=True), own_name(sys.argv[0])))
    return 0
