"""What the journal knows of a board: its game is a fold over the inputs that it received."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bridge.journal import Record
from bridge.rules.game import new_game, step
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.reports import Oriented


@dataclass(frozen=True, slots=True)
class Past:
    """A game as it was when the program ended. `until`: the time of its last input. `turned`: the e-board's
    orientation, None if it was never found out.
    """

    game: Game
    until: float
    turned: bool | None = None


def past(setup: Setup, records: Iterable[Record]) -> Past | None:
    """The game that these inputs led to; None when there are none. The first is `TimePassed` at the beginning."""
    found: Past | None = None
    for record in records:
        found = found or Past(new_game(setup, record.at), record.at)
        game, _ = step(found.game, record.received, record.at)
        found = replace(found, game=game, until=record.at)
        if isinstance(record.received, Oriented):
            found = replace(found, turned=record.received.turned)
    return found
