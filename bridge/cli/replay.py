"""`touchmove replay`: what the rules conclude from recordings."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bridge.cli.arguments import Commands
from bridge.config import load
from bridge.replay import replay_file, replay_file_as_text


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "replay",
        help="show what the rules conclude from recordings",
        description="Sensor cases, JSON lines, captures and journals: every move, every alert, a summary of each game.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--config", type=Path, metavar="FILE", help="for a journal: what the service ran with")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for programs")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    config = load(given.config) if given.config else None
    for path in given.files:
        if given.json:
            for told in replay_file(path, config):
                print(json.dumps(told, ensure_ascii=False))
        else:
            for text in replay_file_as_text(path, config):
                print(text)
    return 0
