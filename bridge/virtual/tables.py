"""The virtual e-board that a configuration puts under a board."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from bridge.config import EBoardSection
from bridge.virtual.games import HistoricGame, game_in
from bridge.virtual.script import table
from drivers import registry
from drivers.eboard import EmulatorOptions, Orientation
from drivers.hand import CALM, Act, at_pace
from drivers.lines import PageAddress, PgnAddress, parse_address
from drivers.placement import Placement, placement_of
from drivers.virtual_table import VirtualTable


def table_of(eboard: EBoardSection, stands: Placement, clock: Callable[[], float]) -> VirtualTable | None:
    """The virtual e-board, None when it is hardware. On one that a person moves `stands` stands at first; a game from a
    file begins with its own start. Needs a running event loop.

    Raises FormatError when there is no such game.
    """
    family = registry.eboard(eboard.kind)
    match parse_address(eboard.line, family):
        case PageAddress():
            acts: Iterator[Act] = iter(())
        case PgnAddress(pace=pace) as address:
            game = game_of(address)
            stands = placement_of(game.start)
            acts = table(game, at_pace(CALM, pace), random.Random(), {})
        case _:
            return None
    options = EmulatorOptions(turned=eboard.orientation is Orientation.TURNED)
    return VirtualTable(eboard.line, family.emulator(options), stands, acts, clock)


def game_of(address: PgnAddress) -> HistoricGame:
    """The game that is played there. Raises FormatError when there is no such game."""
    return game_in(Path(address.path), address.game)
