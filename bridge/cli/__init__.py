"""The command line: `touchmove COMMAND`. Each command is a module with `add_parser`."""

from bridge.cli.main import main

__all__ = ["main"]
