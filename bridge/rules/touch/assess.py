"""The touch-move rules in one answer: what a player may still play, and whether he has made and completed a move.

`assess` answers it from the position, the edition of the Laws and everything that was done in order. What sensors
cannot see (contact without a lift, intentions, announcements) must be among the acts, or it is not considered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from bridge.laws import Edition
from bridge.rules.endings.on_the_board import ended_by
from bridge.rules.position import Position, position_of
from bridge.rules.touch.acts import Act
from bridge.rules.touch.conduct import advance, without_accidents
from bridge.rules.touch.course import Before, Course, TouchAlert, duty
from bridge.rules.touch.permitted import Moves, capture_square, castling_rook, permitted
from bridge.rules.touch.whereabouts import begun, victim_left


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the acts amount to.

    `permitted`: the moves that the player may still make; after a breach or a completed illegal move, those of which
    he must make one. `made_move`: the move that has been made (Art. 4.7), also in breach of the touch-move rules: then
    `alert` says so. `completed`: by the clock, or by ending the game (Art. 6.2.1); also of an illegal move. `article`:
    the number of the article in that edition on which the answer rests; empty when nothing was done.

    Draws by fivefold repetition are not known here, because one position does not show them.
    """

    permitted: Moves
    made_move: chess.Move | None
    completed: bool
    alert: TouchAlert | None
    article: str

    @property
    def made(self) -> bool:
        """Whether a move has been made."""
        return self.made_move is not None


def assess(position: Position, edition: Edition, acts: Sequence[Act]) -> Assessment:
    """What the player to move in `position` may play after these acts, and what he has played."""
    before = Before(position, frozenset(position.board().legal_moves), edition)
    course = Course()
    for act in without_accidents(acts):
        if _article_of_ending(before, course) is None:
            course = advance(before, course, act)
    alert = _alert(before, course)
    ending = _article_of_ending(before, course)
    kind = alert[0] if alert is not None else None
    pressed = course.pressed and kind is not TouchAlert.CLOCK_WITHOUT_MOVE
    return Assessment(
        _still_permitted(before, course, kind, over=ending is not None),
        course.made,
        pressed or ending is not None,
        kind,
        alert[1] if alert is not None else ending or _article(before, course),
    )


def _article_of_ending(before: Before, course: Course) -> str | None:
    """The article by which the move that was made has ended the game; None when the game goes on.

    FIDE Laws of Chess (2023) Art. 5.1.1 and 5.2.1 ask that the move obeyed Art. 4.2 to 4.7; in 1997 a legal move was
    enough.
    """
    broken = course.breach is not None and not course.claim_lost
    if course.made is None or (broken and before.edition.ending_needs_touch_rules):
        return None
    board, edition = before.board, before.edition
    board.push(course.made)
    ending = ended_by(position_of(board))
    if ending is None:
        return edition.seventy_five_moves if board.is_seventyfive_moves() else None
    articles = {
        "checkmate": edition.checkmate,
        "stalemate": edition.stalemate,
        "dead_position": edition.dead_position,
    }
    return articles[ending.reason]


def _still_permitted(before: Before, course: Course, alert: TouchAlert | None, *, over: bool) -> Moves:
    """The moves due after a breach; the move made, when it stands; else what touches and releases have left."""
    stands = course.breach is None or course.claim_lost or over
    if course.made is not None and stands:
        return frozenset({course.made})
    if course.breach is not None:
        return course.breach.due
    due = duty(before, course)
    if alert is TouchAlert.PROMOTION_MISSING and before.edition.missing_promotion_is_queen:
        return frozenset(move for move in due if move.promotion == chess.QUEEN)
    return due


def _alert(before: Before, course: Course) -> tuple[TouchAlert, str] | None:
    """What the arbiter should know first, with the number of its article."""
    edition = before.edition
    if course.claim_lost:
        return TouchAlert.CLAIM_RIGHT_LOST, edition.claim_right_lost
    if course.pressed and course.made is None:
        return _verdict(before, course)
    if course.breach is not None:
        return course.breach.kind, course.breach.article
    if course.made is None and (pending := _unfinished(before, course)) is not None:
        return pending
    if course.out_of_turn:
        return TouchAlert.TOUCH_OUT_OF_TURN, edition.touch_out_of_turn
    if course.order_in_doubt:
        return TouchAlert.AMBIGUOUS_TOUCH_ORDER, permitted(before.board, edition, course.touches).article
    if course.made is None and course.put_back and edition.reviews_touch_put_back:
        return TouchAlert.TOUCH_REVIEW, edition.which_touches_bind
    return None


def _verdict(before: Before, course: Course) -> tuple[TouchAlert, str]:
    """What it is to press the clock before a move is made (Art. 7.5.1 to 7.5.3)."""
    board, edition, seen = before.board, before.edition, course.seen
    if seen.is_as_before:
        return TouchAlert.CLOCK_WITHOUT_MOVE, edition.press_without_move
    now_begun = begun(board, duty(before, course), seen) or begun(board, before.legal, seen)
    if now_begun and all(castling_rook(board, move) is not None for move in now_begun):
        return TouchAlert.CASTLING_INCOMPLETE, edition.castling_incomplete
    if now_begun and course.visited and seen.new is None:
        return TouchAlert.PROMOTION_MISSING, edition.promotion_missing
    if any(victim_left(board, move, seen) for move in now_begun):
        return TouchAlert.CAPTURE_INCOMPLETE, edition.capture_incomplete
    return TouchAlert.ILLEGAL_MOVE, edition.illegal_move


def _unfinished(before: Before, course: Course) -> tuple[TouchAlert, str] | None:
    """What stands on the board before the clock is pressed and is no move yet; it may still be put right."""
    board, edition, seen = before.board, before.edition, course.seen
    now_begun = begun(board, before.legal, seen)
    if any(victim_left(board, move, seen) for move in now_begun):
        article = edition.capture_made if seen.new is None else edition.promotion_capture
        return TouchAlert.CAPTURE_INCOMPLETE, article
    released = seen.new is not None or any(place is not None for place in seen.moved.values())
    if now_begun or not released:
        return None
    if _meant_castling(board, seen.moved.get(board.king(board.turn) or 0)):
        return TouchAlert.CASTLING_NOT_ALLOWED, edition.castling_not_allowed
    return TouchAlert.ILLEGAL_MOVE_PENDING, edition.illegal_move_pending


def _meant_castling(board: chess.Board, landed: chess.Square | None) -> bool:
    """Whether the king was released on a square where he would stand after castling, too far for a step."""
    king = board.king(board.turn)
    if king is None or landed is None:
        return False
    castled = chess.square_rank(landed) == (0 if board.turn else 7) and chess.square_file(landed) in {2, 6}
    return castled and chess.square_rank(king) == chess.square_rank(landed) and chess.square_distance(king, landed) > 1


def _article(before: Before, course: Course) -> str:
    """The article that decides when there is nothing to tell the arbiter."""
    edition = before.edition
    if course.pressed:
        return edition.completed
    if course.made is not None or course.left is not None:
        return _article_of_moves(before, course)
    if course.put_back:
        return edition.which_touches_bind
    if course.touches:
        return permitted(before.board, edition, course.touches).article
    return edition.adjusting if course.adjusting else edition.which_touches_bind if course.excused else ""


def _article_of_moves(before: Before, course: Course) -> str:
    """The article about the kind of move that was made, or begun by a release."""
    board, edition = before.board, before.edition
    moves = duty(before, course)
    if any(castling_rook(board, move) is not None for move in moves):
        return (board.chess960 and edition.chess960_castling) or edition.castling_made
    if any(move.promotion is not None for move in moves):
        return edition.promotion_made if course.seen.new or course.visited else edition.promotion_choice
    captures = any(capture_square(board, move) is not None for move in moves)
    return edition.capture_made if captures else edition.released
