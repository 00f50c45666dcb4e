"""Pieces that are pushed, swept off, nudged or exchanged, and put right: nobody has made a move by that."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import Stage, Steps, touched_by
from benchmarks.exam.storm.trifles import with_a_trifle
from drivers.hand.act import lift, put

PUSHED = (0.015, 0.04)  # seconds between two changes while pieces are pushed
NOTICED = (4.0, 7.0)  # until somebody begins to put pieces right
RIGHTED = (0.3, 0.8)  # between two pieces put right
PLIES_OFF = (2, 6)  # half-moves played while a piece is off the board


def _spare(stage: Stage, color: chess.Color | None = None) -> list[chess.Square]:
    """Pieces that neither the next move nor a reply to it that captures would touch."""
    move = stage.next_move()
    busy = touched_by(stage.board, move) if move is not None else set()
    return [square for square in stage.pieces(color) if square not in busy]


def pushed_steps(stage: Stage) -> Steps:
    """Four pieces are pushed to other squares within a fifth of a second, and put right."""
    squares = stage.rng.sample(spare, 4) if len(spare := _spare(stage)) >= 4 else []
    busy = touched_by(stage.board, move) if (move := stage.next_move()) is not None else set()
    free = [square for square in stage.free_squares() if square not in busy]
    steps, moved = [], []
    for square in squares:
        near = [each for each in free if chess.square_distance(each, square) == 1]
        if near:
            there = stage.rng.choice(near)
            free.remove(there)
            steps += [lift(stage.takes(*PUSHED), square), put(stage.takes(*PUSHED), there, stage.code(square))]
            moved.append((square, there))
    if len(moved) < 3:
        return []
    for number, (square, there) in enumerate(reversed(moved)):
        wait = stage.takes(*RIGHTED) if number else stage.takes(*NOTICED)
        steps += [lift(wait, there), put(stage.takes(*RIGHTED), square, stage.code(square))]
    return steps


def swept_steps(stage: Stage) -> Steps:
    """A sleeve takes three to six pieces off the board; they are put back one by one."""
    spare = _spare(stage)
    squares = stage.rng.sample(spare, min(len(spare), stage.rng.randint(3, 6)))
    off = [lift(stage.takes(*PUSHED), square) for square in squares]
    waits = [stage.takes(*RIGHTED) if number else stage.takes(*NOTICED) for number in range(len(squares))]
    return [*off, *(put(wait, square, stage.code(square)) for wait, square in zip(waits, squares, strict=True))]


def swapped_steps(stage: Stage) -> Steps:
    """Two pieces of one side fall, are put back on each other's squares, and later exchanged."""
    spare = _spare(stage)
    pairs = [
        (one, two)
        for one in spare
        for two in spare
        if stage.board.color_at(one) == stage.board.color_at(two) and stage.code(one) != stage.code(two)
    ]
    if not pairs:
        return []
    one, two = stage.rng.choice(pairs)
    first, second = stage.code(one), stage.code(two)
    wrong = [lift(0.1, one), lift(0.1, two), put(0.8, one, second), put(0.5, two, first)]
    return [*wrong, lift(stage.takes(*NOTICED), one), lift(0.3, two), put(0.6, two, second), put(0.4, one, first)]


def _played_without(stage: Stage, kind: Upset, squares: list[chess.Square]) -> bool:
    """Pieces fall off; some half-moves are played without touching them; they are put back."""
    begin, codes = stage.now, [stage.code(square) for square in squares]
    stage.do([lift(stage.takes(0.2, 0.6) if n == 0 else 0.1, square) for n, square in enumerate(squares)])
    stage.avoid.update(squares)
    for _ in range(stage.rng.randint(*PLIES_OFF)):
        if stage.ends():
            break
        with_a_trifle(stage, "knocked")
    for square, code in zip(squares, codes, strict=True):
        stage.do([put(stage.takes(0.8, 2.0), square, code)])
    stage.avoid.difference_update(squares)
    stage.note(kind, begin)
    return True


def _harmless(stage: Stage, color: chess.Color) -> list[chess.Square]:
    """Spare pieces that pin nothing, guard no king and give no check: without them the game reads the same."""
    return [square for square in _spare(stage, color) if not stage.board.is_attacked_by(not color, square)]


def one_of_each(stage: Stage) -> bool:
    """A piece of either colour falls off, and the game goes on without them for a while."""
    white, black = _harmless(stage, chess.WHITE), _harmless(stage, chess.BLACK)
    if not white or not black:
        return False
    return _played_without(stage, Upset.ONE_OF_EACH, [stage.rng.choice(white), stage.rng.choice(black)])


def long_knock(stage: Stage) -> bool:
    """One piece falls off, and the game goes on without it for a while."""
    either = _harmless(stage, chess.WHITE) + _harmless(stage, chess.BLACK)
    return bool(either) and _played_without(stage, Upset.LONG_KNOCK, [stage.rng.choice(either)])


INTERJECTIONS: dict[Upset, Callable[[Stage], Steps]] = {
    Upset.FOUR_PUSHED: pushed_steps,
    Upset.SWEPT: swept_steps,
    Upset.SWAPPED: swapped_steps,
}
"""What may happen in the middle of a move; all of it is undone."""
