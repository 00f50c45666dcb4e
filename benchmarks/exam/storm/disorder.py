"""Clocks and turns out of order: late presses, replies too early, levers that bounce or are not heard."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import ARBITER_COMES, ARBITER_SPEAKS, Stage, is_plain, touched_by
from bridge.rules.correcting.corrections import SetResult
from drivers.hand.act import Step
from drivers.hand.moves import steps_of
from drivers.reports import ClockPaused, ClockResumed

BOUNCE = (0.08, 0.2)
NOTICED = (0.6, 1.2)


def _pair(stage: Stage) -> tuple[chess.Move, chess.Move] | None:
    """A plain move, and a plain reply that could have been put on the board before it."""
    move = stage.next_move()
    if move is None or not is_plain(stage.board, move):
        return None
    after = stage.board.copy(stack=False)
    after.push(move)
    other = stage.board.copy(stack=False)
    other.turn, other.ep_square = not other.turn, None
    for reply in after.legal_moves:
        apart = touched_by(stage.board, move).isdisjoint(touched_by(after, reply)) and stage.avoid.isdisjoint(
            touched_by(after, reply)
        )
        if apart and is_plain(after, reply) and not after.is_capture(reply) and reply in other.pseudo_legal_moves:
            return move, reply
    return None


def reply_first(stage: Stage) -> bool:
    """The reply stands before the move was even lifted; both press."""
    pair = _pair(stage)
    if pair is None or stage.board.is_check():
        return False
    move, reply = pair
    stage.think()
    begin, mover = stage.now, stage.board.turn
    after = stage.board.copy(stack=False)
    after.push(move)
    stage.do(steps_of(after, reply, stage.hand))
    stage.now += stage.takes(0.8, 2.5)
    stage.do(steps_of(stage.board, move, stage.hand))
    stage.count(move, begin)
    stage.press(mover)
    stage.count(reply, begin)
    stage.press(not mover, stage.takes(0.5, 4.0))
    stage.note(Upset.REPLY_FIRST, begin, not mover)
    return True


def press_just_before_replys(stage: Stage) -> bool:
    """The move is pressed only when the reply stands, and a moment later the reply is pressed."""
    mover = stage.board.turn
    begin = stage.now
    if stage.ends():
        return False
    stage.half_move(press=False)
    stage.half_move()  # the lever is not up on that side, so it is not pressed
    stage.press(mover, stage.takes(0.1, 0.3))
    stage.press(not mover, stage.takes(0.06, 0.15))
    stage.note(Upset.PRESS_JUST_BEFORE_REPLYS, begin)
    return True


def lever_bounce(stage: Stage) -> bool:
    """The lever bounces back at once, and is pressed again."""
    mover, begin = stage.board.turn, stage.now
    if stage.running is not mover or stage.half_move() is None:
        return False
    stage.press(not mover, stage.takes(*BOUNCE))
    stage.press(mover, stage.takes(*NOTICED))
    stage.note(Upset.LEVER_BOUNCE, begin)
    return True


def clock_dead(stage: Stage) -> bool:
    """For some half-moves no press is reported."""
    begin = stage.now
    stage.clock_dead = True
    for _ in range(2 * stage.rng.randint(1, 3)):
        stage.half_move()
    stage.clock_dead = False
    stage.note(Upset.CLOCK_DEAD, begin)
    return True


def pause(stage: Stage) -> bool:
    """The arbiter stops the clock and starts it again; nothing was wrong."""
    begin = stage.now
    stage.do([Step(stage.hand.takes(ARBITER_COMES), ClockPaused())])
    stage.do([Step(stage.hand.takes(ARBITER_SPEAKS), ClockResumed(stage.board.turn))])
    stage.note(Upset.PAUSE, begin)
    return True


def result_by_mistake(stage: Stage) -> bool:
    """An arbiter sets the result of another board here; play goes on; then he takes it back."""
    begin = stage.now
    stage.say(SetResult("the exam", "mistyped", stage.rng.choice(("1-0", "0-1", "1/2-1/2"))), 0.3)
    for _ in range(stage.rng.randint(2, 5)):
        stage.half_move()
    stage.say(SetResult("the exam", "it was another board", "*"), 1.0)
    stage.note(Upset.RESULT_BY_MISTAKE, begin)
    return True


DISORDER: dict[Upset, Callable[[Stage], bool]] = {
    Upset.REPLY_FIRST: reply_first,
    Upset.PRESS_JUST_BEFORE_REPLYS: press_just_before_replys,
    Upset.LEVER_BOUNCE: lever_bounce,
    Upset.CLOCK_DEAD: clock_dead,
    Upset.PAUSE: pause,
    Upset.RESULT_BY_MISTAKE: result_by_mistake,
}
