"""What each act of the players adds to the course of a move: who touched what, and in which order.

The touches of Articles 4.2 and 4.3 are here; what releases and presses lead to is in `releases`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

import chess

from bridge.rules.touch.acts import (
    AccidentRuled,
    Act,
    AdjustAnnounced,
    ClockPressed,
    Held,
    NewPieceReleased,
    NewPieceTouched,
    OpponentTouched,
    PutBack,
    Released,
    Removed,
    Touched,
    TouchedInUnknownOrder,
    TouchedTogether,
)
from bridge.rules.touch.course import Before, Course
from bridge.rules.touch.permitted import Touches, order_matters
from bridge.rules.touch.releases import (
    castled_by_the_rook,
    hold,
    new_piece_released,
    new_piece_touched,
    opponent_touched,
    press,
    put_back,
    release,
    take_off,
)

Touching: TypeAlias = Touched | TouchedTogether | TouchedInUnknownOrder


def advance(before: Before, course: Course, act: Act) -> Course:
    """The course after one more act."""
    seen = course.seen
    match act:
        case OpponentTouched():  # the square decides nothing
            return opponent_touched(before, course)
        case _ if course.pressed and course.made is not None:
            return course  # The move is completed.
        case ClockPressed():
            return press(before, course)
    course = replace(course, pressed=False)  # If it was, for nothing: then the player still has the move.
    match act:
        case Touched(square):
            return _touch(before, course, act, frozenset({square}))
        case TouchedTogether(squares) | TouchedInUnknownOrder(squares):
            return _touch(before, course, act, squares)
        case Released(origin, square):
            return release(before, course, seen.piece_from(origin), square)
        case Held(origin, square):
            return hold(course, seen.piece_from(origin), square)
        case PutBack(square):
            return put_back(before, course, square)
        case Removed(square):
            return take_off(before, course, seen.piece_on(square, before.board.occupied))
        case NewPieceTouched(piece_type, square):
            return new_piece_touched(before, course, piece_type, square)
        case NewPieceReleased(piece_type, square):
            return new_piece_released(before, course, piece_type, square)
        case AdjustAnnounced(square):
            return replace(course, adjusting=course.adjusting | {square}, excused=True)
        case AccidentRuled():
            return replace(course, excused=True)  # `without_accidents` has left the touch out.
        case _:
            assert_never(act)


def without_accidents(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The acts without the touches that the arbiter ruled to be accidents (FIDE Laws of Chess (2023) Art. 4.2.2).

    A piece that was moved, not just touched, was no accident.
    """
    kept = tuple(acts)
    for index, act in enumerate(acts):
        if isinstance(act, AccidentRuled):
            kept = (*(_without_touch(earlier, act.square) for earlier in kept[:index]), *kept[index:])
    return kept


def _without_touch(act: Act, square: chess.Square) -> Act:
    match act:
        case Touched(touched) if touched == square:
            return TouchedTogether(frozenset())
        case TouchedTogether(squares):
            return TouchedTogether(squares - {square})
        case TouchedInUnknownOrder(squares):
            return TouchedInUnknownOrder(squares - {square})
        case _:
            return act


def _touch(before: Before, course: Course, act: Touching, squares: frozenset[chess.Square]) -> Course:
    """Art. 4.2.1: a touch does not bind when adjusting was announced before it. Once the move is made no touch does;
    but a king touched after his rook was released for castling shows what was meant (Art. 4.4.2).
    """
    homes = frozenset(map(course.seen.piece_from, squares))
    binding = frozenset(home for home in homes - course.adjusting if before.board.piece_at(home) is not None)
    if course.made is not None:
        king = before.board.king(before.position.turn)
        return castled_by_the_rook(before, course) if king in binding else course
    if not binding:
        return course
    seen = course.seen
    for home in binding:
        seen = seen.lifted(home)
    doubt = course.order_in_doubt or _order_in_doubt(before, course.touches, act, binding)
    return replace(course, touches=(*course.touches, binding), seen=seen, order_in_doubt=doubt)


def _order_in_doubt(before: Before, earlier: Touches, act: Touching, binding: frozenset[chess.Square]) -> bool:
    """Whether another order of the pieces touched would bind to other moves. King and rook lifted together mean
    castling; nothing is in doubt then.
    """
    board = before.board
    own = [square for square in binding if before.is_own(square)]
    kinds = {board.piece_type_at(square) for square in own}
    if isinstance(act, TouchedTogether) and len(own) == 2 and kinds == {chess.KING, chess.ROOK}:
        return False
    return order_matters(board, before.edition, earlier, binding)
