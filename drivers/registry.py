"""The e-board families by name. Adding one here: its module, and one line. Adding one from outside: an entry point."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from drivers.eboard import EBoard
from drivers.errors import ConfigError

_MODULES: Mapping[str, str] = {
    "certabo": "drivers.certabo",
    "chess_peripheral": "drivers.chess_peripheral",
    "chesslink": "drivers.chesslink",
    "chessnut": "drivers.chessnut",
    "dgt": "drivers.dgt",
    "dgt-bus": "drivers.dgt.bus",
    "eone": "drivers.chesslink.eone",
    "ichessone": "drivers.ichessone",
    "pegasus": "drivers.pegasus",
    "revelation2": "drivers.dgt.revelation",
    "sentio": "drivers.sentio",
    "squareoff": "drivers.squareoff",
    "virtual": "drivers.virtual",
}
"""Name as in configurations → module with the record `EBOARD`. A module is imported when it is first asked for, so
that nobody needs the libraries of boards that he does not have.
"""

ENTRY_POINTS = "touchmove.eboards"
"""The group in which other distributions name their families: `myboard = "my_module:EBOARD"`."""


def names() -> tuple[str, ...]:
    """The names that `eboard` knows, sorted: our own and those of other distributions that are installed."""
    return tuple(sorted({*_MODULES, *_from_outside()}))


def own_names() -> tuple[str, ...]:
    """The names of the families that come with touchmove, sorted."""
    return tuple(sorted(_MODULES))


def eboard(name: str) -> EBoard:
    """The registration record of a family. Raises ConfigError, naming the nearest valid name, for any other name; and
    for a family from outside that cannot be used, naming the distribution that it is from.
    """
    points = _from_outside().get(name, ())
    if len(points) + (name in _MODULES) > 1:
        owners = ["touchmove"] * (name in _MODULES) + [_owner(point) for point in points]
        remedy = f"Uninstall all but one, like this: pip uninstall {owners[-1]}"
        raise ConfigError(f"{' and '.join(owners)} both bring a driver called {name!r}.", remedy=remedy)
    if points:
        return _loaded(points[0])
    if name not in _MODULES:
        nearest = difflib.get_close_matches(name.lower(), names(), n=1, cutoff=0.0)[0]
        raise ConfigError(f"unknown e-board {name!r}", remedy=f"Did you mean {nearest!r}? Known: {', '.join(names())}.")
    record: EBoard = importlib.import_module(_MODULES[name]).EBOARD
    return record


@cache
def _from_outside() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of other distributions by their names. Looks into the installation once: takes milliseconds."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in entry_points(group=ENTRY_POINTS):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def _loaded(point: EntryPoint) -> EBoard:
    """The record that an entry point leads to."""
    remedy = f"Ask its author, or do without it: pip uninstall {_owner(point)}"
    try:
        record = point.load()
    except Exception as error:
        raise ConfigError(f"the driver {point.name!r} cannot be loaded: {error}.", remedy=remedy) from error
    if not isinstance(record, EBoard) or record.name != point.name:
        what = f"{point.value} is no record of an e-board family called {point.name!r}."
        raise ConfigError(what, where=_owner(point), remedy=remedy)
    return record


def _owner(point: EntryPoint) -> str:
    """The distribution that an entry point is from."""
    return point.dist.name if point.dist is not None else point.value
