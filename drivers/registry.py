"""The e-board families by name. Adding one: its module, and one line here."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping

from drivers.eboard import EBoard
from drivers.errors import ConfigError

_MODULES: Mapping[str, str] = {
    "dgt": "drivers.dgt",
}
"""Name as in configurations → module with the record `EBOARD`. A module is imported when it is first asked for, so
that nobody needs the libraries of boards that he does not have.
"""


def names() -> tuple[str, ...]:
    """The names that `eboard` knows, sorted."""
    return tuple(sorted(_MODULES))


def eboard(name: str) -> EBoard:
    """The registration record of a family. Raises ConfigError, naming the nearest valid name, for any other name."""
    module = _MODULES.get(name)
    if module is None:
        nearest = difflib.get_close_matches(name.lower(), names(), n=1, cutoff=0.0)[0]
        raise ConfigError(f"unknown e-board {name!r}", remedy=f"Did you mean {nearest!r}? Known: {', '.join(names())}.")
    record: EBoard = importlib.import_module(module).EBOARD
    return record
