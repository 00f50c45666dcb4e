"""Which e-boards may be on the same line: those of one kind that has a bus, told apart by their serial numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from bridge.config.fault import Fault
from bridge.config.reading import Keys, named
from bridge.config.sections import Config, EBoardSection
from drivers import registry
from drivers.eboard import Sharing

Numbered: TypeAlias = tuple[int, EBoardSection]
"""An e-board, and its place in the list."""


def shared_line_faults(config: Config) -> Iterator[Fault]:
    """What is wrong with e-boards that are on the same line."""
    lines: dict[str, list[Numbered]] = {}
    for index, eboard in enumerate(config.eboards):
        lines.setdefault(eboard.line, []).append((index, eboard))
    for sharers in lines.values():
        if len(sharers) > 1 and all(eboard.kind in registry.names() for _, eboard in sharers):
            yield from _among(sharers)


def _among(sharers: Sequence[Numbered]) -> Iterator[Fault]:
    first_index, first = sharers[0]
    sharing = registry.eboard(first.kind).sharing
    fitting = [sharer for sharer in sharers if sharing is not None and sharer[1].kind == first.kind]
    for sharer in sharers[1:]:
        if sharer not in fitting:
            keys = ("eboard", sharer[0], "line")
            what = f"{named(keys)}: {first.line!r} is taken by {named(('eboard', first_index))}."
            yield Fault(keys, what, "Each has its own; only e-boards of one kind with a bus share a line.")
    if sharing is not None and len(fitting) > 1:
        yield from _numbers(fitting, sharing)


def _numbers(sharers: Sequence[Numbered], sharing: Sharing) -> Iterator[Fault]:
    """What is wrong with the serial numbers; that two are written alike is said elsewhere."""
    taken: dict[int, Numbered] = {}
    for index, eboard in sharers:
        keys: Keys = ("eboard", index, "serial")
        number = sharing.number(eboard.serial)
        if number is None:
            what = f"{named(keys)}: {eboard.serial!r} does not tell it from the others on {eboard.line}."
            yield Fault(keys, what, "Write its serial number: touchmove boards finds out which are there.")
            continue
        first_index, first = taken.setdefault(number, (index, eboard))
        if first_index != index and first.serial != eboard.serial:
            what = f"{named(keys)}: {eboard.serial!r} is called as {named(('eboard', first_index))} is."
            yield Fault(keys, what, "Correct it, or put one of the two on another line.")
