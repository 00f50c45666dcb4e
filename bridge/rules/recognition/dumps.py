"""When the rules want a fresh reading of all squares: while the board is not explained, and at a puzzling press.

It costs nothing when all is well, and heals every report that was lost on the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from bridge.rules.copying import replace
from bridge.rules.state import Game

ASK_AFTER_SECONDS: Sequence[float] = (0.25, 0.6, 1.5, 3.0)
"""After the last change, while nothing explains the board."""
ASK_AGAIN_SECONDS = 1.0
"""After the last change or question, while a piece is in a hand; and after those above."""

ASKED_OFTEN = 15  # after so many times nobody is at the board
ASK_SELDOM_SECONDS = 10.0


def dump_due(game: Game) -> float | None:
    """When the next dump should be asked for; None while the board agrees with the record."""
    if not game.linked or game.result is not None or (game.agrees and not game.presses):
        return None
    press = game.question if game.presses else None
    if press is not None and game.dump_asked_at < press.at:
        return press.at
    if game.agrees:
        return None
    if game.dumps_asked < len(ASK_AFTER_SECONDS) and not game.explained:
        due = game.log.changed_at + ASK_AFTER_SECONDS[game.dumps_asked]
        return max(due, game.dump_asked_at + ASK_AFTER_SECONDS[0])  # One at a time, also when several are late.
    again = ASK_AGAIN_SECONDS if game.dumps_asked < ASKED_OFTEN else ASK_SELDOM_SECONDS
    return max(game.log.changed_at, game.dump_asked_at) + again


def ask_for_dump(game: Game, now: float) -> Game:
    """The game after a dump was asked for, if one is due."""
    due = dump_due(game)
    if due is None or now < due:
        return game
    return replace(game, dumps_asked=game.dumps_asked + 1, dump_asked_at=now)
