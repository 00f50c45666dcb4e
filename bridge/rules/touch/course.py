"""How far a move has come, as far as Article 4 of the Laws is concerned: the values that the steps hand on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import chess

from bridge.laws import Edition
from bridge.rules.position import Position
from bridge.rules.touch.permitted import Moves, permitted
from bridge.rules.touch.whereabouts import Whereabouts


class TouchAlert(Enum):
    """What an arbiter should know about the way in which a move was executed."""

    TOUCH_REVIEW = "touch_review"
    AMBIGUOUS_TOUCH_ORDER = "ambiguous_touch_order"
    TOUCH_OUT_OF_TURN = "touch_out_of_turn"
    TOUCH_MOVE_VIOLATION = "touch_move_violation"
    CASTLING_ROOK_FIRST = "castling_rook_first"
    CASTLING_NOT_ALLOWED = "castling_not_allowed"
    RELEASE_VIOLATION = "release_violation"
    PROMOTION_CHOICE_CHANGED = "promotion_choice_changed"
    ILLEGAL_MOVE_PENDING = "illegal_move_pending"
    ILLEGAL_MOVE = "illegal_move"
    PROMOTION_MISSING = "promotion_missing"
    CASTLING_INCOMPLETE = "castling_incomplete"
    CAPTURE_INCOMPLETE = "capture_incomplete"
    CLOCK_WITHOUT_MOVE = "clock_without_move"
    CLAIM_RIGHT_LOST = "claim_right_lost"


@dataclass(frozen=True, slots=True)
class Before:
    """What was before the first act: the position, its legal moves, and the Laws that hold."""

    position: Position
    legal: Moves
    edition: Edition

    @property
    def board(self) -> chess.Board:
        """A fresh board in the position."""
        return self.position.board()

    def is_own(self, home: chess.Square) -> bool:
        """Whether a piece of the player on the move stood on the square."""
        own = self.position.white if self.position.turn else self.position.black
        return bool(own & chess.BB_SQUARES[home])


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach of Article 4: its kind, the number of the article, and the moves one of which should have been made."""

    kind: TouchAlert
    article: str
    due: Moves


@dataclass(frozen=True, slots=True)
class Course:
    """How far a move has come.

    `touches` that bind, in order. `left`: the moves that releases leave, None as long as they decide nothing. `made`:
    the move that has been made, with a `breach` or without. `pressed`: the clock was pressed since the last act.
    `visited`: the pawn stood on the last rank. `claim_lost`: the opponent has touched a piece since the breach.

    For the arbiter: `adjusting` may be done with these pieces; `excused` says that a touch was left out for it or as
    an accident; `put_back`: pieces touched and returned; `order_in_doubt`: it would decide what is permitted;
    `out_of_turn`: the opponent touched a piece while the player had the move.
    """

    touches: tuple[frozenset[chess.Square], ...] = ()
    seen: Whereabouts = field(default_factory=Whereabouts)
    left: Moves | None = None
    made: chess.Move | None = None
    breach: Breach | None = None
    pressed: bool = False
    visited: bool = False
    claim_lost: bool = False
    adjusting: frozenset[chess.Square] = frozenset()
    excused: bool = False
    put_back: frozenset[chess.Square] = frozenset()
    order_in_doubt: bool = False
    out_of_turn: bool = False


def duty(before: Before, course: Course) -> Moves:
    """The moves of which the player must make one: what he touched decides, until what he released does."""
    if course.left is not None:
        return course.left
    return permitted(before.board, before.edition, course.touches).moves
