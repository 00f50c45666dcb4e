"""Moves that were pressed and taken back, by agreement or at an arbiter's word. None of them counts."""

from __future__ import annotations

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import ARBITER_COMES, ARBITER_SPEAKS, Stage, is_plain, undoing
from drivers.hand.act import Step
from drivers.hand.moves import steps_of
from drivers.reports import ClockPaused, ClockResumed

REGRET = (1.5, 4.0)  # seconds from the press until the piece is lifted again


def _tried(stage: Stage, *, same: bool = False) -> chess.Move | None:
    """A plain move other than the one to come (or that one)."""
    coming = stage.next_move()
    if same:
        return coming if coming is not None and is_plain(stage.board, coming) else None
    return stage.any_move(lambda move: is_plain(stage.board, move) and move != coming and not _same_piece(move, coming))


def _same_piece(move: chess.Move, coming: chess.Move | None) -> bool:
    return coming is not None and move.to_square == coming.to_square


def _pressed(stage: Stage, move: chess.Move) -> chess.Board:
    """The move is made and pressed, though it will not count; the board before it."""
    before = stage.board.copy(stack=False)
    stage.think()
    stage.do(steps_of(before, move, stage.hand))
    stage.press(before.turn)
    return before


def _back(stage: Stage, before: chess.Board, move: chess.Move) -> None:
    first, *rest = undoing(before, move, stage.hand)
    stage.do([Step(stage.takes(*REGRET), first.does), *rest])


def takeback_other(stage: Stage, *, same: bool = False) -> bool:
    """A move is pressed, taken back, the lever turned back; another (or the same) move is played."""
    move = _tried(stage, same=same)
    if move is None:
        return False
    begin, mover = stage.now, stage.board.turn
    before = _pressed(stage, move)
    _back(stage, before, move)
    stage.press(not mover)
    stage.note(Upset.TAKEBACK_SAME if same else Upset.TAKEBACK_OTHER, begin, mover)
    stage.half_move()
    return True


def takeback_same(stage: Stage) -> bool:
    """A move is pressed and taken back, and then the same one is played after all."""
    return takeback_other(stage, same=True)


def takeback_two(stage: Stage) -> bool:
    """A move and its reply, both pressed, are taken back, and the game goes on from there."""
    move = _tried(stage)
    if move is None:
        return False
    course, board = stage.keep_course(), stage.board
    begin, first = stage.now, board.copy(stack=False)
    second = first.copy()
    second.push(move)
    stage.board = second
    reply = stage.any_move(lambda other: is_plain(second, other) and other.from_square != move.to_square)
    stage.board = first
    if reply is None or reply.to_square == move.from_square:
        stage.board = board
        return False
    _pressed(stage, move)
    stage.board = second
    _pressed(stage, reply)
    _back(stage, second, reply)
    _back(stage, first, move)
    stage.board = board
    stage.on_course(course)
    stage.note(Upset.TAKEBACK_TWO, begin, board.turn)
    stage.half_move()
    return True


def takeback_in_pause(stage: Stage) -> bool:
    """A move is pressed, the arbiter stops the clock, has it taken back, and the player moves again."""
    move = _tried(stage)
    if move is None:
        return False
    begin, mover = stage.now, stage.board.turn
    before = _pressed(stage, move)
    stage.do([Step(stage.hand.takes(ARBITER_COMES), ClockPaused())])
    _back(stage, before, move)
    stage.do([Step(stage.hand.takes(ARBITER_SPEAKS), ClockResumed(mover))])
    stage.note(Upset.TAKEBACK_IN_PAUSE, begin, mover)
    stage.half_move()
    return True
