"""What the journal knows of a board: its game is a fold over the inputs that it received."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
    game: Game | None = None
    until, turned = 0.0, None
    for record in records:
        until = record.at
        game, _ = step(game or new_game(setup, until), record.received, until)
        if isinstance(record.received, Oriented):
            turned = record.received.turned
    return None if game is None else Past(game, until, turned)
