"""Whether a side can still mate, as far as it can be said within one step of a game."""

from __future__ import annotations

import chess

from bridge.rules.endings.mate import can_mate
from bridge.rules.endings.possibility import Possibility
from bridge.rules.position import Position

NODES = 3_000  # moves looked at, 3 to 20 ms: a step must not keep the other boards waiting
# With 1,000 nearly half of 300 questions about positions of recorded games had no answer, with 3,000 a fifteenth.


def possibility_of_mate(position: Position, color: chess.Color) -> Possibility:
    """Whether `color` can mate by any series of legal moves; unknown when that is not seen soon."""
    return Possibility(can_mate(position, color, NODES).verdict.value)
