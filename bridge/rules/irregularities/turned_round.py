"""The start position stands turned round: by half, or by a quarter.

FIDE Laws of Chess (2023) Art. 7.2.2: a board placed contrary to Art. 2.1 is put right and the game goes on. Art. 7.3:
colors reversed. Which of the two a half turn is no sensor can show.
"""

from __future__ import annotations

from enum import Enum

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
    if sensed == turned(start):
        return Turned.BY_HALF
    quarter = by_a_quarter(start)
    return Turned.BY_A_QUARTER if sensed in {quarter, turned(quarter)} else None


def by_a_quarter(placement: Placement) -> Placement:
    """The same pieces on a board that was turned clockwise: what stood on a1 stands on a8."""
    standing = tuple(codes(placement))
    return from_codes(
        standing[chess.square(7 - chess.square_rank(square), chess.square_file(square))] for square in chess.SQUARES
    )
