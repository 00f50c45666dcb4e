"""From arguments to an exit status: 0 all is well, 1 a check found something, 2 it cannot be done, 130 Ctrl-C."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

import bridge
from drivers.errors import TouchmoveError

OVERVIEW = """\
touchmove reads electronic chessboards and tells the world over MQTT what is played on them.

  touchmove demo                      no e-board at hand: a virtual hall, in your browser
  touchmove boards                    which e-boards are connected
  touchmove run --line /dev/ttyUSB0   one e-board on one cable
  touchmove check hall.toml           is everything ready for the round?
  touchmove run hall.toml             a hall, as configured
  touchmove watch 3                   board 3, live in the terminal

All commands: touchmove --help. One of them: touchmove run --help.
"""

COMMANDS = ("run", "demo", "check", "boards", "watch", "record", "replay", "emulate", "calibrate")
"""Each is a module beside this one. They are imported when `main` runs, so that Ctrl-C is quiet from the beginning."""

CANNOT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    try:
        given = _parser().parse_args(arguments)
        status: int = given.command(given)
        sys.stdout.flush()
    except TouchmoveError as error:
        for each in (error, *error.others):
            print(f"touchmove: {each}", file=sys.stderr)
        return CANNOT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _show_overview(_: argparse.Namespace) -> int:
    print(OVERVIEW, end="")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="touchmove", description="The bridge between electronic chessboards and everything that watches a game."
    )
    parser.add_argument("--version", action="version", version=f"touchmove {bridge.__version__}")
    parser.set_defaults(command=_show_overview)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f"bridge.cli.{name}").add_parser(commands)
    return parser
