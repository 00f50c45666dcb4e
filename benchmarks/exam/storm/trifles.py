"""What nobody needs to hear of: squares that flicker, nudges, ghosts, and pieces straightened."""

from __future__ import annotations

from collections.abc import Callable

import chess

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import Stage, Steps, touched_by
from drivers.hand.act import lift, put

SHORT = (0.6, 0.7)
WINK = (0.02, 0.06)
GHOST = (0.03, 0.4)
NUDGED = (0.03, 0.06)
TRIFLE = 0.25
"""The chance that one comes with a half-move in a gap, or while something else is wrong."""


def _quiet_pieces(stage: Stage) -> list[chess.Square]:
    move = stage.next_move()
    busy = touched_by(stage.board, move) if move is not None else set()
    return [square for square in stage.pieces() if square not in busy]


def flicker_steps(stage: Stage) -> Steps:
    """A square reads empty and full again, several times."""
    spare = _quiet_pieces(stage)
    if not spare:
        return []
    square = stage.rng.choice(spare)
    steps: Steps = []
    for _ in range(stage.rng.randint(2, 5)):
        steps += [lift(stage.takes(0.03, 0.2), square), put(stage.takes(*WINK), square, stage.code(square))]
    return steps


def ghost_steps(stage: Stage) -> Steps:
    """An empty square beside a piece reads as if it stood there too."""
    move = stage.next_move()
    busy = touched_by(stage.board, move) if move is not None else set()
    places = [
        (square, near)
        for square in _quiet_pieces(stage)
        for near in chess.SquareSet(chess.BB_KING_ATTACKS[square] & ~stage.board.occupied)
        if near not in busy
    ]
    if not places:
        return []
    square, near = stage.rng.choice(places)
    return [put(stage.takes(0.05, 0.3), near, stage.code(square)), lift(stage.takes(*GHOST), near)]


def adjust_short_steps(stage: Stage) -> Steps:
    """A piece of the player on the move is straightened: 0.6 to 0.7 seconds off its square."""
    spare = [square for square in _quiet_pieces(stage) if stage.board.color_at(square) is stage.board.turn]
    if not spare:
        return []
    square = stage.rng.choice(spare)
    return [lift(stage.takes(0.1, 0.3), square), put(stage.takes(*SHORT), square, stage.code(square))]


def nudge_steps(stage: Stage) -> Steps:
    """A piece reads as off its square for a twentieth of a second."""
    spare = _quiet_pieces(stage)
    if not spare:
        return []
    square = stage.rng.choice(spare)
    return [lift(stage.takes(0.05, 0.4), square), put(stage.takes(*NUDGED), square, stage.code(square))]


INTERJECTIONS: dict[Upset, Callable[[Stage], Steps]] = {
    Upset.FLICKER: flicker_steps,
    Upset.GHOST_NEIGHBOUR: ghost_steps,
    Upset.ADJUST_SHORT: adjust_short_steps,
    Upset.NUDGE: nudge_steps,
}
"""What may happen in the middle of a move; all of it is undone."""


def with_a_trifle(stage: Stage, inside: str) -> None:
    """The next half-move, and perhaps a trifle in the middle of it."""
    move = stage.next_move()
    if move is None:
        return
    begin, kind = stage.now, stage.rng.choice(tuple(INTERJECTIONS))
    steps = INTERJECTIONS[kind](stage) if stage.rng.random() < TRIFLE else []
    stage.half_move(move, splice=steps)
    if steps:
        stage.note(kind, begin, inside=inside)
