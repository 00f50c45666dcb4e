"""When a move is made: what releasing pieces and pressing the clock add to the course of a move.

FIDE Laws of Chess (2023) Art. 4.4.2, 4.4.4 and 4.6 to 4.8; the other editions as far as `Edition` says otherwise.
A breach of these articles is no illegal move: the move stands, unless it is claimed or the arbiter intervenes.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from bridge.laws import PromotionFinal
from bridge.rules.touch.course import Before, Breach, Course, TouchAlert, duty
from bridge.rules.touch.permitted import Moves, castling_rook, king_and_rook, permitted
from bridge.rules.touch.whereabouts import begun, done


def release(before: Before, course: Course, home: chess.Square, square: chess.Square) -> Course:
    """Art. 4.7: a piece released on a square, as a legal move or part of one, must stay there."""
    if home == square:
        return put_back(before, _binding(course, home), home)
    pawn = before.position.pawns & chess.BB_SQUARES[home]
    visited = course.visited or bool(pawn and chess.BB_BACKRANKS & chess.BB_SQUARES[square])
    after = replace(_binding(course, home), seen=course.seen.released(home, square), visited=visited)
    return _settled(before, course, after)


def hold(course: Course, home: chess.Square, square: chess.Square) -> Course:
    """Art. 4.7: a piece that has not been released may go on to another square; it is only touched."""
    return replace(_binding(course, home), seen=course.seen.resting(home, square))


def put_back(before: Before, course: Course, home: chess.Square) -> Course:
    """A piece is on its own square again. What touching or releasing it has decided stays decided."""
    after = replace(course, seen=course.seen.put_back(home), adjusting=course.adjusting - {home})
    if before.is_own(home) and course.seen.moved.get(home) is not None:
        return _settled(before, course, after)
    touched = any(home in group for group in course.touches)
    return replace(after, put_back=course.put_back | {home}) if touched else after


def take_off(before: Before, course: Course, home: chess.Square) -> Course:
    """A piece taken off the board is touched. It may be all that was left of a capture or a promotion (Art. 4.7.1 and
    4.7.3).
    """
    return _made_if_done(before, replace(_binding(course, home), seen=course.seen.released(home, None)))


def new_piece_touched(before: Before, course: Course, piece_type: chess.PieceType, square: chess.Square) -> Course:
    """Art. 4.4.4, where the edition has it: the choice is final once the new piece touches the square."""
    if course.made is not None:
        return course
    course = replace(course, seen=replace(course.seen, new_held=(piece_type, square)))
    if before.edition.promotion_final is not PromotionFinal.ON_TOUCHING:
        return course
    chosen = frozenset(
        move for move in duty(before, course) if move.promotion == piece_type and move.to_square == square
    )
    return replace(course, left=chosen) if chosen else course


def new_piece_released(before: Before, course: Course, piece_type: chess.PieceType, square: chess.Square) -> Course:
    """Art. 4.7.3: the new piece stands on the square of promotion, perhaps instead of one put there before. The pawn
    may be taken off before or after that (Art. 4.6.2); where it stood on that square, it has been taken off.
    """
    seen = replace(course.seen, new=(piece_type, square), new_held=None)
    for home, place in course.seen.moved.items():
        if place == square:
            seen = seen.released(home, None)
    return _settled(before, course, replace(course, seen=seen))


def castled_by_the_rook(before: Before, course: Course) -> Course:
    """Art. 4.4.2: the rook was released where castling puts it, and now the king follows: the rook's move stands."""
    move = course.made
    if move is None or course.breach is not None or not _castles_half(before.board, move):
        return course
    article = before.edition.castling_rook_first
    return replace(course, breach=Breach(TouchAlert.CASTLING_ROOK_FIRST, article, frozenset({move})))


def opponent_touched(before: Before, course: Course) -> Course:
    """Art. 4.8: who touches a piece himself has lost the right to claim a breach. While the player has the move, the
    opponent may touch nothing (Art. 4.2.1); it binds nobody.
    """
    course = _placed_promotion_stands(before, course)
    if course.made is None:
        return course if course.pressed else replace(course, out_of_turn=True)
    if course.breach is None:
        return course
    lapses = course.breach.kind is not TouchAlert.RELEASE_VIOLATION or before.edition.release_claim_lapses
    return replace(course, claim_lost=course.claim_lost or lapses)


def press(before: Before, course: Course) -> Course:
    """The clock was pressed: pieces that were held count as released, and a move of which all is done as made, also a
    king's step that could have become castling in Chess960.
    """
    for home, square in course.seen.held.items():
        course = release(before, course, home, square)
    if course.seen.new_held is not None:
        course = new_piece_released(before, course, *course.seen.new_held)
    course = _placed_promotion_stands(before, course)
    if course.made is None and course.breach is None and course.left is not None:
        course = _with_made(course, done(before.board, course.left, course.seen))
    return replace(course, pressed=True)


def _binding(course: Course, home: chess.Square) -> Course:
    """The course with this piece touched; once the move is made, no touch binds to it."""
    return course if course.made is not None else replace(course, touches=(*course.touches, frozenset({home})))


def _settled(before: Before, course: Course, after: Course) -> Course:
    """What follows when a piece was released, or taken back from where it had been released."""
    if course.made is not None or course.breach is not None:
        return _after_the_move(before, course, after)
    now_begun = begun(before.board, before.legal, after.seen)
    fitting = now_begun & duty(before, after)
    if fitting:
        return _made_if_done(before, replace(after, left=fitting))
    if now_begun or (course.left is not None and after.seen.is_as_before):
        return _made_if_done(before, replace(after, breach=_breach(before, course, after, now_begun)))
    return after  # No legal move begins like that. Before the clock is pressed, it may be corrected freely.


def _made_if_done(before: Before, course: Course) -> Course:
    """Art. 4.7.1 to 4.7.3: a move is made when nothing is left to do, and no other one may still be meant: in Chess960
    a king's step may be the beginning of castling. A promotion to another piece than the chosen one is not made.
    """
    broken = course.breach is not None
    candidates = before.legal if broken else duty(before, course)
    now_done = done(before.board, candidates, course.seen)
    if course.breach is not None and course.breach.kind is TouchAlert.PROMOTION_CHOICE_CHANGED:
        return course
    if not broken and now_done != begun(before.board, candidates, course.seen):
        return course
    return _with_made(course, now_done)


def _with_made(course: Course, now_done: Moves) -> Course:
    if not now_done:
        return course
    move = min(now_done, key=chess.Move.uci)
    return replace(course, made=move, left=course.left if course.breach is not None else frozenset({move}))


def _breach(before: Before, course: Course, after: Course, now_begun: Moves) -> Breach:
    """Which duty was broken by a legal move that has begun, though others were due, or by taking one back."""
    edition, due = before.edition, duty(before, after)
    if course.left is not None:
        if edition.promotion_final is PromotionFinal.ON_TOUCHING and _another_piece_chosen(course.left, now_begun):
            return Breach(TouchAlert.PROMOTION_CHOICE_CHANGED, edition.promotion_choice, due)
        return Breach(TouchAlert.RELEASE_VIOLATION, edition.released, due)
    own = [square for group in after.touches for square in group if before.is_own(square)]
    pair = king_and_rook(before.board, own, before.legal)
    if pair is not None and any(castling_rook(before.board, move) == pair[0] for move in now_begun):
        return Breach(TouchAlert.CASTLING_ROOK_FIRST, edition.castling_rook_first, due)
    article = permitted(before.board, edition, course.touches or after.touches).article  # the duty before this act
    return Breach(TouchAlert.TOUCH_MOVE_VIOLATION, article, due)


def _another_piece_chosen(chosen: Moves, now_begun: Moves) -> bool:
    """Whether the pawn promotes on the square chosen, but to another piece."""
    squares = {move.to_square for move in chosen if move.promotion is not None}
    return bool(now_begun) and all(move.promotion is not None and move.to_square in squares for move in now_begun)


def _after_the_move(before: Before, course: Course, after: Course) -> Course:
    """A piece was released after the move had been made, or after a breach: that puts the breach right, or moves a
    released piece on (Art. 4.7).
    """
    due = _due_now(course)
    right = done(before.board, due, after.seen)
    if right:
        return _with_made(replace(after, breach=None), right)
    if course.breach is not None:
        return after if course.made is not None else _made_if_done(before, after)
    if before.board.king(before.position.turn) in after.seen.moved:
        after = castled_by_the_rook(before, after)
    return after if after.breach is not None else replace(after, breach=_moved_on(before, course, after))


def _due_now(course: Course) -> Moves:
    if course.breach is not None:
        return course.breach.due
    return frozenset() if course.made is None else frozenset({course.made})


def _moved_on(before: Before, course: Course, after: Course) -> Breach:
    """Art. 4.7: a piece was moved on after the move had been made; Art. 4.4.4: the new piece was exchanged."""
    edition, due = before.edition, _due_now(course)
    exchanged = course.seen.new is not None and after.seen.new != course.seen.new
    if exchanged and edition.promotion_final is PromotionFinal.ON_TOUCHING:
        return Breach(TouchAlert.PROMOTION_CHOICE_CHANGED, edition.promotion_choice, due)
    return Breach(TouchAlert.RELEASE_VIOLATION, edition.released, due)


def _castles_half(board: chess.Board, move: chess.Move) -> bool:
    """Whether the move takes a rook to where it would stand after castling with the king of its rank."""
    king = board.king(board.turn)
    if king is None or board.piece_type_at(move.from_square) != chess.ROOK:
        return False
    rank = 0 if board.turn else 7
    on_it = chess.square_rank(king) == chess.square_rank(move.from_square) == rank
    return on_it and move.to_square == chess.square(5 if move.from_square > king else 3, rank)


def _placed_promotion_stands(before: Before, course: Course) -> Course:
    """A promotion to another piece than the chosen one is made all the same when the game goes on from it."""
    if course.made is not None or course.breach is None:
        return course
    return _with_made(course, done(before.board, before.legal, course.seen))
