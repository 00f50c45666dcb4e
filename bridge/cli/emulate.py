"""`touchmove emulate`: a virtual e-board for any program that can talk to a real one."""

from __future__ import annotations

import argparse
import asyncio
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from bridge.cli.arguments import Commands, counted, factor
from bridge.cli.own_end import add_own_end, own_end
from bridge.service.tasks import stop_signal, until_set
from bridge.virtual.games import HistoricGame, games_in
from bridge.virtual.script import table
from drivers import registry
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate, emulate_shared
from drivers.errors import ConfigError
from drivers.hand import CALM, Act, at_pace
from drivers.lines import Line

FIRST_SERIAL = 1001
"""Numbers of e-boards on one line; they must fit into the 14 bits of a DGT bus."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "emulate",
        help="be an e-board, at a line that is printed",
        description="A virtual e-board for any program that talks to real ones; its line is printed. Ctrl-C ends it.",
        epilog=f"Several on one line have the serial numbers {FIRST_SERIAL}, {FIRST_SERIAL + 1} and so on.",
    )
    parser.add_argument("kind", choices=registry.names(), help="family of the e-board")
    parser.add_argument(
        "--boards", type=counted, default=1, metavar="N", help="so many on one line, if it has a bus (1)"
    )
    parser.add_argument("--game", type=Path, metavar="PGN", help="play the first games of this file, again and again")
    parser.add_argument("--pace", type=factor, default=1.0, metavar="X", help="X times the thinking (1)")
    parser.add_argument(
        "--scan", action="store_true", help="look at the squares one after the other, as real boards do"
    )
    parser.add_argument("--turned", action="store_true", help="White sits at the side of the e-board's socket")
    add_own_end(parser)
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    if given.boards > 1 and registry.eboard(given.kind).sharing is None:
        remedy = "Start this command once for each."
        raise ConfigError(f"e-boards of the kind {given.kind!r} have a line each.", where="--boards", remedy=remedy)
    games = [] if given.game is None else games_in(given.game)
    asyncio.run(_emulate(given, games))
    return 0


async def _emulate(given: argparse.Namespace, games: Sequence[HistoricGame]) -> None:
    stop = stop_signal()
    acts = [_acts(games[index % len(games)], given.pace) if games else () for index in range(given.boards)]
    async with own_end(given, registry.eboard(given.kind), EmulatorOptions().serial) as line:
        print(line.name, flush=True)
        await until_set(stop, _play(given, line, acts))


async def _play(given: argparse.Namespace, line: Line, acts: Sequence[Iterable[Act]]) -> None:
    family = registry.eboard(given.kind)
    scan = family.scan_period if given.scan else 0.0
    if family.sharing is None:
        await emulate(family.emulator(EmulatorOptions(turned=given.turned, scan=scan)), line, acts[0])
    options = [
        EmulatorOptions(serial=str(FIRST_SERIAL + index), turned=given.turned, scan=scan, seed=index)
        for index in range(given.boards)
    ]
    await emulate_shared(family.sharing.emulator(options), line, acts)


def _acts(game: HistoricGame, pace: float) -> Iterable[Act]:
    return table(game, at_pace(CALM, pace), random.Random(), {})
