"""Which squares of an e-board shine: where pieces must be put right, and never what to play.

FIDE Laws of Chess (2023) Art. 11.3.1 leaves players without any advice. So in a game of an event the lights show only
where the board differs from a position that everybody knows: the start position before the game, and the one from which
an arbiter lets the game go on. What they show in training would tell the players that a move was illegal.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import chess

from bridge.rules.state import Game
from drivers.placement import difference


class Lights(Enum):
    """What the lights of e-boards are for."""

    OFF = "off"
    SETUP = "setup"
    """Before the game, and when an arbiter has put it on another position."""
    TRAINING = "training"
    """Also where something must be put right after an alert."""


def squares_to_light(game: Game, lights: Lights) -> frozenset[chess.Square]:
    """The squares on which something must be put down, taken off or exchanged, as far as they may be shown."""
    read = game.linked and game.log.dumped_at >= game.linked_at
    if lights is Lights.OFF or not read:
        return frozenset()
    differs = frozenset(chess.scan_forward(difference(game.published.placement, game.placement)))
    if game.restoring:
        return differs
    shown = frozenset() if _begun(game) else differs.difference(_changed_since(game))
    if lights is Lights.TRAINING and game.result is None:
        shown |= differs.intersection(square for alert in game.alerts for square, _ in alert.restore)
    return shown


def _begun(game: Game) -> bool:
    """Whether a move was made, pressed for, or the game has a result."""
    return bool(game.record or game.published is not game.root or game.presses or game.result is not None)


def _changed_since(game: Game) -> Iterator[chess.Square]:
    """The squares on which a hand has done something since the game began: the first move may be under way there.

    While the start position has not stood yet there are none.
    """
    log, born = game.log, game.root.born
    for square in () if game.gap else chess.SQUARES:
        if max(log.lifted[square], log.filled[square]) > born and not log.undated >> square & 1:
            yield square
