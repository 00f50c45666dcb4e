"""What players do with pieces and clock in the course of one move, in the words of Article 4 of the Laws.

Acts are conclusions, not readings of sensors: who concludes that a piece was touched or released says so with one of
these. Squares of pieces are where they stand at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import chess


@dataclass(frozen=True, slots=True)
class Touched:
    """The player on the move touched, or lifted, the piece on this square."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class TouchedTogether:
    """He touched these pieces at the same time, or within one scan of the e-board."""

    squares: frozenset[chess.Square]


@dataclass(frozen=True, slots=True)
class TouchedInUnknownOrder:
    """He touched these pieces one after the other, and nobody can say in which order."""

    squares: frozenset[chess.Square]


@dataclass(frozen=True, slots=True)
class Released:
    """He put a piece down on another square and let go of it."""

    from_square: chess.Square
    to_square: chess.Square


@dataclass(frozen=True, slots=True)
class Held:
    """He put a piece down on another square and still has his hand on it."""

    from_square: chess.Square
    to_square: chess.Square


@dataclass(frozen=True, slots=True)
class PutBack:
    """A piece is back on the square where it stood before the move."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class Removed:
    """A piece was taken off the board: one that is captured, or a pawn that promotes."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class NewPieceTouched:
    """The piece that a pawn becomes touched the square of promotion and is still in the hand."""

    piece_type: chess.PieceType
    square: chess.Square


@dataclass(frozen=True, slots=True)
class NewPieceReleased:
    """The piece that a pawn becomes was put down on the square of promotion and let go of."""

    piece_type: chess.PieceType
    square: chess.Square


@dataclass(frozen=True, slots=True)
class AdjustAnnounced:
    """The player said that he adjusts the piece on this square. It holds until he has put it back."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class AccidentRuled:
    """The arbiter ruled that the piece on this square was touched by accident up to now."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class OpponentTouched:
    """The opponent touched a piece."""

    square: chess.Square


@dataclass(frozen=True, slots=True)
class ClockPressed:
    """The player on the move pressed the clock."""


Act: TypeAlias = (
    Touched
    | TouchedTogether
    | TouchedInUnknownOrder
    | Released
    | Held
    | PutBack
    | Removed
    | NewPieceTouched
    | NewPieceReleased
    | AdjustAnnounced
    | AccidentRuled
    | OpponentTouched
    | ClockPressed
)
"""Everything that may happen between the opponent's move and the end of the player's own."""
