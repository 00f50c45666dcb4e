"""Hands that do whatever they like to the pieces and the clock; nothing of it is chess, and nothing heals."""

from __future__ import annotations

import chess

from benchmarks.exam.storm.stage import Stage
from drivers.hand.act import Step, lift, put
from drivers.reports import Press

DEEDS = (5, 30)


def chaos(stage: Stage) -> None:
    """Pieces are lifted, put down anywhere, taken off; the lever is pressed now and then."""
    held: list[int] = []
    for _ in range(stage.rng.randint(*DEEDS)):
        wait = stage.takes(0.05, 2.0)
        free = [square for square in chess.SQUARES if not stage.code(square)]
        full = [square for square in chess.SQUARES if stage.code(square)]
        dice = stage.rng.random()
        if dice < 0.1 and stage.running is not None:
            stage.do([Step(wait, Press(stage.running))])
        elif held and dice < 0.55:
            stage.do([put(wait, stage.rng.choice(free), held.pop(stage.rng.randrange(len(held))))])
        elif full:
            square = stage.rng.choice(full)
            held.append(stage.code(square))
            stage.do([lift(wait, square)])
