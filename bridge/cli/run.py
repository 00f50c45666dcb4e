"""`touchmove run`: the service."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
from functools import partial
from pathlib import Path

from bridge.cli.arguments import Commands, add_kind, log_to_stderr
from bridge.config import Config, for_lines, load
from bridge.service import Service, serve
from drivers.errors import ConfigError


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run",
        help="serve e-boards until stopped",
        description="Serve the e-boards of a configuration file, or those at the lines that are named here.",
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="the configuration")
    parser.add_argument(
        "--line",
        action="append",
        default=[],
        metavar="PORT",
        help="a port, tcp://host:port, rfcomm://device, or ble://name; may be repeated",
    )
    add_kind(parser)
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command.

    What a start makes is kept, so looking for garbage in it, then and ever after, takes time for nothing: a third of
    that which a restart with a thousand games takes.
    """
    gc.disable()
    try:
        config = _config(given)
        log_to_stderr(config.bridge.log_level)
        asyncio.run(serve(config, os.environ, partial(_begin, config)))
    finally:
        gc.enable()
    return 0


def _begin(config: Config, service: Service) -> None:
    gc.freeze()
    gc.enable()
    print(_started(config, service), flush=True)


def _config(given: argparse.Namespace) -> Config:
    if bool(given.file) == bool(given.line):
        raise ConfigError(
            "one of the two is needed: a configuration file, or --line.",
            remedy="Try: touchmove run --line /dev/ttyUSB0. Which lines there are: touchmove boards.",
        )
    if given.line:
        return for_lines(given.line, given.kind)
    config = load(given.file)
    if not config.eboards:
        remedy = "Add an [[eboard]] with its line, or name lines instead of a file: touchmove run --line /dev/ttyUSB0."
        raise ConfigError("there is no e-board in it.", where=str(given.file), remedy=remedy)
    return config


def _started(config: Config, service: Service) -> str:
    boards = ", ".join(f"board {board.number} at {config.eboard_of(board).place}" for board in config.boards)
    page = f" Page: {service.page.url}" if service.page else ""
    moved = "".join(
        f" Board {board.number} is moved at {service.page.url}move/{board.number}"
        for board in config.moved_boards
        if service.page
    )
    return f"touchmove serves {boards}. MQTT: {service.broker}.{page}{moved}"
