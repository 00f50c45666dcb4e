"""`touchmove emulate`: a virtual e-board for any program that can talk to a real one."""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

from bridge.cli.arguments import Commands, factor
from bridge.cli.own_end import add_own_end, own_end
from bridge.demo.games import HistoricGame, read_games
from bridge.demo.script import table
from bridge.service.tasks import stop_signal
from drivers import registry
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate
from drivers.errors import FormatError
from drivers.hand import CALM, Act, at_pace

SCAN_SECONDS = 0.2
"""DGT's protocol header: 200–250 ms for a scan of all squares."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "emulate",
        help="be an e-board, at a line that is printed",
        description="A virtual e-board for any program that talks to real ones; its line is printed. Ctrl-C ends it.",
    )
    parser.add_argument("kind", choices=registry.names(), help="family of the e-board")
    parser.add_argument("--game", type=Path, metavar="PGN", help="play the first game of this file, again and again")
    parser.add_argument("--pace", type=factor, default=1.0, metavar="X", help="X times the thinking (1)")
    parser.add_argument(
        "--scan", action="store_true", help="look at the squares one after the other, as real boards do"
    )
    parser.add_argument("--turned", action="store_true", help="White sits at the side of the e-board's socket")
    add_own_end(parser)
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    game = None if given.game is None else _first_game(given.game)
    asyncio.run(_emulate(given, game))
    return 0


async def _emulate(given: argparse.Namespace, game: HistoricGame | None) -> None:
    stop = stop_signal()
    options = EmulatorOptions(turned=given.turned, scan=SCAN_SECONDS if given.scan else 0.0)
    acts: Iterable[Act] = () if game is None else table(game, at_pace(CALM, given.pace), random.Random(), {})
    family = registry.eboard(given.kind)
    async with own_end(given, family, options.serial) as line:
        playing = asyncio.create_task(emulate(family.emulator(options), line, acts))
        print(line.name, flush=True)
        await stop.wait()
        playing.cancel()
        await asyncio.wait({playing})


def _first_game(path: Path) -> HistoricGame:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        remedy = "Check its path, and who may read it."
        raise FormatError(f"the file cannot be read ({error.strerror}).", where=str(path), remedy=remedy) from error
    except UnicodeDecodeError as error:
        raise FormatError("the file is not in UTF-8.", where=str(path), remedy="Save it in that encoding.") from error
    return read_games(text, str(path))[0]
