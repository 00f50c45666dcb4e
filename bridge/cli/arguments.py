"""What several commands have in common."""

from __future__ import annotations

import argparse
import logging
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, TypeAlias

from bridge.config import LogLevel
from drivers import registry

Commands: TypeAlias = "argparse._SubParsersAction[Any]"  # noqa: SLF001 - argparse has no public name for it


def counted(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def port(text: str) -> int:
    """A TCP port; 0 is any that is free."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


def factor(text: str) -> float:
    """A number that something is multiplied by."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 100")
    return value


def add_kind(parser: argparse.ArgumentParser) -> None:
    """The option that names the e-board's family."""
    parser.add_argument("--kind", choices=registry.names(), default="dgt", help="family of the e-board")


def own_name(started_as: str) -> str:
    """What to type in this shell for the program that was `started_as` (`sys.argv[0]`): `touchmove` where that is what
    the shell finds, else the path.
    """
    started = Path(started_as)
    if started.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m bridge.cli"
    found = shutil.which(started.name)
    is_found = found is not None and started.exists() and Path(found).samefile(started)
    return started.name if is_found else shlex.quote(started_as)


def log_to_stderr(level: LogLevel) -> None:
    """Write what the program has to say about itself to standard error; systemd adds the time there."""
    form = "%(asctime)s %(message)s" if sys.stderr.isatty() else "%(levelname)s %(message)s"
    logging.basicConfig(level=level.value.upper(), format=form, datefmt="%H:%M:%S")
