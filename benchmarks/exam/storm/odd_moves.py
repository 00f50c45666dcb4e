"""Moves made in an odd way, castling and promotion above all, and illegal ones."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import ARBITER_COMES, ARBITER_SPEAKS, Stage, is_plain, touched_by
from drivers.hand.act import Step, lift, put
from drivers.hand.moves import castling_squares, steps_of
from drivers.placement import code_of
from drivers.reports import ClockPaused, ClockResumed

SHORT = (0.6, 0.7)  # an adjustment, as club players do it
RELEASED = (1.2, 2.0)
HELD = (12.0, 25.0)
ILLEGAL_ANSWER = (0.2, 0.5)


def castling_to_come(stage: Stage) -> chess.Move | None:
    """A castling in which both pieces move, if there is one."""
    coming = stage.next_move()
    choices: list[chess.Move] = [] if coming is None else [coming, *stage.board.legal_moves]
    for move in choices:
        if not stage.board.is_castling(move) or not stage.avoid.isdisjoint(touched_by(stage.board, move)):
            continue
        squares = castling_squares(stage.board, move)
        if len(set(squares)) == 4 and chess.square_distance(squares[0], squares[1]) > 1:
            return move
    return None


def _castling_pressed(stage: Stage, kind: Upset, *, in_hand: bool) -> bool:
    """The king stands, the rook is in the hand or stands elsewhere, and the clock is pressed; then it is put right."""
    move = castling_to_come(stage)
    if move is None:
        return False
    stage.think()
    begin, mover, hand = stage.now, stage.board.turn, stage.hand
    king, king_to, rook, rook_to = castling_squares(stage.board, move)
    stage.carry(king, king_to)
    code = stage.code(rook)
    stage.do([lift(hand.takes(hand.style.pause), rook)])
    wrong = [square for square in stage.free_squares() if chess.square_distance(square, rook_to) == 1]
    wrong = [square for square in wrong if square not in (king, king_to, rook, rook_to)]
    there = None if in_hand or not wrong else stage.rng.choice(wrong)
    if there is not None:
        stage.do([put(hand.takes(hand.style.carry), there, code)])
    stage.press(mover)
    stage.do([Step(hand.takes(ARBITER_COMES), ClockPaused())])
    if there is not None:
        stage.do([lift(hand.takes(ARBITER_SPEAKS), there)])
    stage.do([put(hand.takes(ARBITER_SPEAKS), rook_to, code)])
    stage.count(move, begin)
    stage.do([Step(hand.takes(ARBITER_SPEAKS), ClockResumed(not mover))])
    stage.note(kind, begin, mover, "castling")
    return True


def castle_rook_in_hand(stage: Stage) -> bool:
    """The clock is pressed with the rook in the hand."""
    return _castling_pressed(stage, Upset.CASTLE_ROOK_IN_HAND, in_hand=True)


def castle_rook_wrong(stage: Stage) -> bool:
    """The clock is pressed with the rook on a square where it does not belong."""
    return _castling_pressed(stage, Upset.CASTLE_ROOK_WRONG, in_hand=False)


def king_back_then_castles(stage: Stage) -> bool:
    """The king is let go beside his square, taken back before the press, and castles."""
    move = castling_to_come(stage)
    if move is None:
        return False
    king = move.from_square
    steps = [other for other in stage.board.legal_moves if other.from_square == king and _one_step(stage.board, other)]
    castling = castling_squares(stage.board, move)
    steps = [other for other in steps if other.to_square not in castling]
    if not steps:
        return False
    stage.think()
    begin, mover, there = stage.now, stage.board.turn, stage.rng.choice(steps).to_square
    stage.carry(king, there)
    stage.carry(there, king, stage.takes(*RELEASED))
    stage.now += stage.takes(0.5, 1.5)
    stage.half_move(move, think=False)
    stage.note(Upset.KING_BACK_THEN_CASTLES, begin, mover, "castling")
    return True


def _one_step(board: chess.Board, move: chess.Move) -> bool:
    return not board.is_castling(move) and not board.is_capture(move)


def rook_adjusted_then_castles(stage: Stage) -> bool:
    """The rook is straightened, and some moments later the player castles with it."""
    move = castling_to_come(stage)
    if move is None:
        return False
    stage.think()
    begin, mover = stage.now, stage.board.turn
    rook = castling_squares(stage.board, move)[2]
    code = stage.code(rook)
    stage.do([lift(0, rook), put(stage.takes(*SHORT), rook, code)])
    stage.now += stage.takes(0.8, 3.0)
    stage.half_move(move, think=False)
    stage.note(Upset.ROOK_ADJUSTED_THEN_CASTLES, begin, mover, "castling")
    return True


def _illegal(board: chess.Board, *, captures: bool) -> list[chess.Move]:
    """Moves that leave the king in check, or go where the piece cannot; no pawn, no king, none that stops the game."""
    found = []
    for origin in chess.SquareSet(board.occupied_co[board.turn] & ~board.kings & ~board.pawns):
        targets = board.occupied_co[not board.turn] & ~board.kings if captures else ~board.occupied & chess.BB_ALL
        for target in chess.SquareSet(targets):
            move = chess.Move(origin, target)
            if move not in board.legal_moves and _playable_after(board, move):
                found.append(move)
    return found


def stands_after(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position in which an illegal move stands and the opponent is on the move."""
    after = board.copy(stack=False)
    after.push(move)
    return after


def _playable_after(board: chess.Board, move: chess.Move) -> bool:
    after = stands_after(board, move)
    return after.is_valid() and not after.is_game_over()


def illegal_answered(stage: Stage) -> bool:
    """An illegal move is pressed and answered at once, and play goes on from there: it stands."""
    choices = [
        move
        for move in _illegal(stage.board, captures=False)
        if stage.avoid.isdisjoint({move.from_square, move.to_square})
    ]
    if not choices or stage.board.is_check():
        return False
    move = stage.rng.choice(choices)
    stage.think()
    begin, mover = stage.now, stage.board.turn
    stage.carry(move.from_square, move.to_square)
    stage.press(mover)
    stage.count(move, begin, illegal=True)
    stage.now += stage.takes(*ILLEGAL_ANSWER)
    stage.half_move(think=False)
    stage.note(Upset.ILLEGAL_ANSWERED, begin, mover)
    stage.half_move()
    return True


def illegal_capture_seen(stage: Stage) -> bool:
    """A capture that is not legal is seen from beginning to end, pressed, and put back in the arbiter's pause."""
    choices = [
        move
        for move in _illegal(stage.board, captures=True)
        if stage.avoid.isdisjoint({move.from_square, move.to_square})
    ]
    if not choices:
        return False
    move = stage.rng.choice(choices)
    stage.think()
    begin, mover, hand = stage.now, stage.board.turn, stage.hand
    mine, theirs = stage.code(move.from_square), stage.code(move.to_square)
    stage.do([lift(0, move.to_square), lift(hand.takes(hand.style.pause), move.from_square)])
    stage.do([put(hand.takes(hand.style.carry), move.to_square, mine)])
    stage.press(mover)
    stage.do([Step(hand.takes(ARBITER_COMES), ClockPaused()), lift(hand.takes(ARBITER_SPEAKS), move.to_square)])
    stage.do([put(hand.takes(hand.style.carry), move.from_square, mine)])
    stage.do([put(hand.takes(ARBITER_SPEAKS), move.to_square, theirs)])
    stage.do([Step(hand.takes(ARBITER_SPEAKS), ClockResumed(mover))])
    stage.note(Upset.ILLEGAL_CAPTURE_SEEN, begin, mover, "capture")
    legal = stage.any_move(lambda each: each.from_square == move.from_square)
    stage.half_move(legal)
    return True


def capture_fumbled(stage: Stage) -> bool:
    """A piece is lifted for a capture, put back, and lifted again to capture."""
    move = stage.any_move(lambda each: stage.board.is_capture(each) and not stage.board.is_en_passant(each))
    if move is None or move.promotion:
        return False
    stage.think()
    begin = stage.now
    own, victim = stage.code(move.from_square), stage.code(move.to_square)
    stage.do([lift(0, move.to_square), lift(stage.takes(0.1, 0.3), move.from_square)])
    stage.do([put(stage.takes(0.3, 0.6), move.from_square, own), put(stage.takes(0.2, 0.5), move.to_square, victim)])
    stage.now += stage.takes(0.2, 0.8)
    stage.half_move(move, think=False)
    stage.note(Upset.CAPTURE_FUMBLED, begin, inside="capture")
    return True


def victim_off_long(stage: Stage) -> bool:
    """The piece to be taken is off for two seconds before the one that takes it is lifted."""
    move = stage.any_move(lambda each: stage.board.is_capture(each) and not stage.board.is_en_passant(each))
    if move is None or move.promotion:
        return False
    stage.think()
    begin, mover, hand = stage.now, stage.board.turn, stage.hand
    code = stage.code(move.from_square)
    stage.do([lift(0, move.to_square), lift(stage.takes(1.2, 4.5), move.from_square)])
    stage.do([put(hand.takes(hand.style.carry), move.to_square, code)])
    stage.count(move, begin)
    stage.press(mover)
    stage.note(Upset.VICTIM_OFF_LONG, begin, inside="capture")
    return True


def promotion_changed(stage: Stage) -> bool:
    """A piece is put on the last rank, and another one instead before the press."""
    move = stage.any_move(lambda each: bool(each.promotion))
    if move is None:
        return False
    stage.think()
    begin, mover, hand = stage.now, stage.board.turn, stage.hand
    wrong = stage.rng.choice([kind for kind in (2, 3, 4, 5) if kind != move.promotion])
    at = chess.Move(move.from_square, move.to_square, wrong)
    stage.do(steps_of(stage.board, at, hand))
    right = code_of(chess.Piece(move.promotion or chess.QUEEN, mover))
    stage.do([lift(stage.takes(0.4, 1.2), move.to_square), put(hand.takes(hand.style.fetch), move.to_square, right)])
    stage.count(move, begin)
    stage.press(mover)
    stage.note(Upset.PROMOTION_CHANGED, begin, inside="promotion")
    return True


def underpromotion(stage: Stage) -> bool:
    """A pawn becomes something other than a queen, and is moved on later."""
    move = stage.any_move(lambda each: each.promotion not in (None, chess.QUEEN))
    if move is None:
        return False
    begin, mover = stage.now, stage.board.turn
    stage.half_move(move)
    for _ in range(4):
        onward = stage.any_move(lambda each: each.from_square == move.to_square)
        stage.half_move(onward if stage.board.turn is mover else None)
    stage.note(Upset.UNDERPROMOTION, begin, inside="promotion")
    return True


def held_long(stage: Stage) -> bool:
    """A piece is held in the hand for a long thought, and then moved."""
    move = stage.next_move()
    if move is None or not is_plain(stage.board, move) or stage.board.is_capture(move):
        return False
    stage.think()
    begin, mover, code = stage.now, stage.board.turn, stage.code(move.from_square)
    stage.do([lift(0, move.from_square), put(stage.takes(*HELD), move.to_square, code)])
    stage.count(move, begin)
    stage.press(mover)
    stage.note(Upset.HELD_LONG, begin)
    return True


ODD_MOVES: dict[Upset, Callable[[Stage], bool]] = {
    Upset.CASTLE_ROOK_IN_HAND: castle_rook_in_hand,
    Upset.CASTLE_ROOK_WRONG: castle_rook_wrong,
    Upset.KING_BACK_THEN_CASTLES: king_back_then_castles,
    Upset.ROOK_ADJUSTED_THEN_CASTLES: rook_adjusted_then_castles,
    Upset.ILLEGAL_ANSWERED: illegal_answered,
    Upset.ILLEGAL_CAPTURE_SEEN: illegal_capture_seen,
    Upset.CAPTURE_FUMBLED: capture_fumbled,
    Upset.VICTIM_OFF_LONG: victim_off_long,
    Upset.PROMOTION_CHANGED: promotion_changed,
    Upset.UNDERPROMOTION: underpromotion,
    Upset.HELD_LONG: held_long,
}
