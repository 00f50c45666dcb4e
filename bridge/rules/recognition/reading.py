"""A reading: one explanation of what the sensors show, as a line of moves from the last certain position.

Several readings stay open at a time; `recognition` grows them and chooses. How well one fits the sensors is a cost:
0 when the placement equals its result, more for every square that differs, least for squares that the player to move
may just have in the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules.copying import frozen
from bridge.rules.position import Position
from bridge.rules.recognition.sensors import NEVER
from drivers.placement import Placement, difference, occupied

# Costs of a square that differs; measured on a generator of sensor streams, see docs/how-a-move-is-decided.md.
FIRST_PIECE_IN_HAND = 0.25  # a piece of the player to move is on no square: he is moving it
FURTHER_PIECE_IN_HAND = 0.75  # another one: castling, or knocked over
ENEMY_PIECE_GONE = 0.5  # a piece of the other side is on no square: it is being captured
DOES_NOT_FIT = 1.0  # from here on more differs than two pieces in hands
PIECE_OUT_OF_PLACE = 1.0  # something stands where nothing, or something else, should stand


@frozen(eq=False)
class Reading:
    """A line of moves; compared by identity.

    `position` and `placement` are the result of `move` played in `parent`; the first of a game has neither.
    `born`: when the sensors completed the move; `landed`: when its piece was put down. `cost`: how badly the log of
    lifts and puts backs the line. `illegal`: the move is not legal but was completed. `seen`: False when the move was
    inferred over a gap. `guess`: the e-board showed neither which piece was taken, or what a pawn became.
    """

    parent: Reading | None
    move: chess.Move | None
    position: Position
    placement: Placement
    ply: int
    born: float
    cost: float = 0.0
    landed: float = NEVER
    illegal: bool = False
    seen: bool = True
    guess: bool = False

    @property
    def mover(self) -> chess.Color:
        """The side that made the last move of the line."""
        return not self.position.turn

    def upward(self, root: Reading) -> Iterator[Reading]:
        """The reading itself, its parent, and so on, up to and with `root` (or the very first one)."""
        reading: Reading | None = self
        while reading is not None:
            yield reading
            reading = None if reading is root else reading.parent

    def line(self, root: Reading) -> list[Reading]:
        """The readings after `root` up to this one, in order of play."""
        readings = []
        reading: Reading | None = self
        while reading is not None and reading is not root:
            readings.append(reading)
            reading = reading.parent
        readings.reverse()
        return readings

    def follows(self, root: Reading) -> bool:
        """Whether the line contains `root`, or is it."""
        reading = self
        while reading.parent is not None and reading.ply > root.ply:
            reading = reading.parent
        return reading is root


def born_at(reading: Reading, moment: float) -> Reading:
    """The same reading as if its move had been made at `moment`: what was touched before binds nobody."""
    return Reading(
        reading.parent, reading.move, reading.position, reading.placement, reading.ply, moment,
        illegal=reading.illegal, seen=reading.seen, guess=reading.guess,
    )  # fmt: skip


def misfit(reading: Reading, sensed: Placement) -> float:
    """How badly the reading's result agrees with what the sensors show; 0 when the placements are equal.

    Below `DOES_NOT_FIT` nothing is missing but one piece of the player to move and one that he may be taking.
    """
    if reading.placement == sensed:
        return 0.0
    differs = difference(reading.placement, sensed)
    position = reading.position
    own, enemy = (position.white, position.black) if position.turn else (position.black, position.white)
    cost = PIECE_OUT_OF_PLACE * (differs & occupied(sensed)).bit_count()
    if enemy_gone := differs & enemy:
        cost += ENEMY_PIECE_GONE * enemy_gone.bit_count()
    if own_gone := differs & own:
        cost += FIRST_PIECE_IN_HAND + FURTHER_PIECE_IN_HAND * (own_gone.bit_count() - 1)
    return cost


def has_left(reading: Reading, sensed: Placement) -> bool:
    """Whether the square to which the last move went does not read as it should."""
    if reading.move is None:
        return False
    return bool(difference(reading.placement, sensed) & chess.BB_SQUARES[reading.move.to_square])
