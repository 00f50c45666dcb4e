"""The start position stands turned round: by half, or by a quarter.

FIDE Laws of Chess (2023) Art. 7.2.2: a board placed contrary to Art. 2.1 is put right and the game goes on. Art. 7.3:
colors reversed. Which of the two a half turn is no sensor can show.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import chess

from bridge.rules.state import Game
from drivers.placement import Placement, codes, from_codes, seen_by, turned


class Turned(Enum):
    """How the start position stands."""

    BY_HALF = "by half"
    BY_A_QUARTER = "by a quarter"


def turned_round(game: Game) -> Turned | None:
    """How the start position is turned that stands on the board; None when something else stands there."""
    sensed = game.log.placement
    start = seen_by(game.setup.sensing, game.setup.start.placement)
    if sensed == start:
        return None
    by_half, by_quarters = _turns(start)
    if sensed == by_half:
        return Turned.BY_HALF
    return Turned.BY_A_QUARTER if sensed in by_quarters else None


@lru_cache(maxsize=64)
def _turns(placement: Placement) -> tuple[Placement, frozenset[Placement]]:
    """What stands when the board is turned by half, and by a quarter either way. A hall has few start positions, and
    asks whenever something else stands on a board.
    """
    quarter = by_a_quarter(placement)
    return turned(placement), frozenset({quarter, turned(quarter)})


def by_a_quarter(placement: Placement) -> Placement:
    """The same pieces on a board that was turned clockwise: what stood on a1 stands on a8."""
    standing = tuple(codes(placement))
    return from_codes(
        standing[chess.square(7 - chess.square_rank(square), chess.square_file(square))] for square in chess.SQUARES
    )
