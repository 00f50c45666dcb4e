"""How the board differs from a position, told apart by side and by what is missing and what is too much."""

from __future__ import annotations

import chess

from bridge.rules.copying import frozen
from bridge.rules.recognition.reading import Reading
from drivers.placement import Placement, difference, may_be_of, surely_of


@frozen()
class Differences:
    """How the board differs from a position, seen by the side to move there."""

    own_gone: chess.Bitboard
    own_arrived: chess.Bitboard
    enemy_gone: chess.Bitboard
    enemy_arrived: chess.Bitboard


def differences(reading: Reading, sensed: Placement) -> Differences:
    """How the board differs from the result of `reading`. What no sensor tells apart counts as the mover's."""
    differs = difference(reading.placement, sensed)
    position = reading.position
    own, enemy = (position.white, position.black) if position.turn else (position.black, position.white)
    mine, theirs = may_be_of(position.turn, sensed), surely_of(not position.turn, sensed)
    return Differences(differs & own, differs & mine, differs & enemy, differs & theirs)
