"""Lines that are lost while half-moves are played."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import Stage
from benchmarks.exam.storm.trifles import with_a_trifle
from drivers.hand.moves import steps_of


def _gap(stage: Stage, kind: Upset, plies: int, *, heard: bool = True) -> bool:
    """So many half-moves are played while the line is lost."""
    if stage.ends():
        return False
    begin = stage.now
    stage.lose_line(stage.takes(0.8, 3.5))
    if heard and stage.gap is not None:
        stage.truth.presses_heard.add(stage.gap)
    stage.clock_dead, was_dead = not heard or stage.clock_dead, stage.clock_dead
    for _ in range(plies):
        with_a_trifle(stage, "gap")
    stage.clock_dead = was_dead
    stage.find_line(stage.takes(0.3, 2.5))
    stage.note(kind, begin, inside="gap")
    return True


def gap_idle(stage: Stage) -> bool:
    """Nothing is played meanwhile."""
    return _gap(stage, Upset.GAP_IDLE, 0)


def gap_short(stage: Stage) -> bool:
    """One or two half-moves."""
    return _gap(stage, Upset.GAP_SHORT, stage.rng.randint(1, 2))


def gap_long(stage: Stage) -> bool:
    """Three to six half-moves."""
    return _gap(stage, Upset.GAP_LONG, stage.rng.randint(3, 6))


def gap_unheard(stage: Stage) -> bool:
    """The presses are not heard either."""
    return _gap(stage, Upset.GAP_UNHEARD, stage.rng.randint(1, 4), heard=False)


def gaps_in_a_row(stage: Stage) -> bool:
    """The line comes and goes."""
    begin = stage.now
    done = [_gap(stage, Upset.GAPS_IN_A_ROW, stage.rng.randint(0, 2)) for _ in range(3)]
    del stage.truth.happened[-sum(done) :]
    stage.note(Upset.GAPS_IN_A_ROW, begin, inside="gap")
    return any(done)


def gap_captures(stage: Stage) -> bool:
    """A capture and a recapture on the same square, if there are such."""
    exchange = _exchange(stage.board)
    if exchange is None:
        return False
    squares = {square for move in exchange for square in (move.from_square, move.to_square)}
    if squares & (stage.avoid | stage.dead):
        return False
    begin = stage.now
    stage.lose_line(stage.takes(0.8, 3.5))
    if stage.gap is not None:
        stage.truth.presses_heard.add(stage.gap)
    for move in exchange:
        stage.half_move(move)
    stage.find_line(stage.takes(0.3, 2.5))
    stage.note(Upset.GAP_CAPTURES, begin, inside="gap")
    return True


def _exchange(board: chess.Board) -> tuple[chess.Move, chess.Move] | None:
    """A capture that is answered on its square."""
    after = board.copy(stack=False)
    for capture in board.generate_legal_captures():
        after.push(capture)
        back = [move for move in after.legal_moves if move.to_square == capture.to_square and not move.promotion]
        after.pop()
        if back and not capture.promotion:
            return capture, back[0]
    return None


def gap_in_move(stage: Stage) -> bool:
    """The line is lost while a piece is in the hand, and back after the move (and the reply, perhaps) is pressed."""
    move = stage.next_move()
    if move is None:
        return False
    stage.think()
    begin, mover = stage.now, stage.board.turn
    steps = steps_of(stage.board, move, stage.hand)
    cut = max(1, len(steps) // 2)
    stage.do(steps[:cut])
    stage.lose_line(0.05)
    if stage.gap is not None:
        stage.truth.presses_heard.add(stage.gap)
    stage.do(steps[cut:])
    stage.count(move, begin)
    stage.press(mover)
    if stage.rng.random() < 0.5:
        stage.half_move()
    stage.find_line(stage.takes(0.3, 2.0))
    stage.note(Upset.GAP_IN_MOVE, begin, inside="gap")
    return True


GAPS: dict[Upset, Callable[[Stage], bool]] = {
    Upset.GAP_IDLE: gap_idle,
    Upset.GAP_SHORT: gap_short,
    Upset.GAP_LONG: gap_long,
    Upset.GAP_CAPTURES: gap_captures,
    Upset.GAP_UNHEARD: gap_unheard,
    Upset.GAP_IN_MOVE: gap_in_move,
    Upset.GAPS_IN_A_ROW: gaps_in_a_row,
}
