"""After the last move: the kings say who won, and perhaps both players look at what might have been."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.stage import Stage
from drivers.hand import set_up, signal_result
from drivers.hand.act import Deed, Step
from drivers.hand.moves import steps_of
from drivers.placement import placement_of

LOOKED_AT = (5.0, 20.0)  # seconds that the kings stay in the centre


def kings_signal(stage: Stage) -> bool:
    """The centre is cleared and the kings are put there."""
    begin = stage.now
    _signal(stage)
    stage.note(Upset.KINGS_SIGNAL, begin)
    return True


def analysis(stage: Stage) -> bool:
    """Then they go back to where they were, and moves are tried that are none of the game."""
    begin = stage.now
    _signal(stage)
    stage.now += stage.takes(*LOOKED_AT)
    for act in list(set_up(stage.standing, placement_of(stage.board), stage.hand.style, stage.rng, stage.now)):
        _act(stage, act.at, act.does)
    tried = stage.board.copy(stack=False)
    for _ in range(stage.rng.randint(2, 6)):
        moves = list(tried.legal_moves)
        if not moves:
            break
        move = stage.rng.choice(moves)
        stage.now += stage.takes(1.0, 4.0)
        stage.do(steps_of(tried, move, stage.hand))
        tried.push(move)
    stage.note(Upset.ANALYSIS, begin)
    return True


def _signal(stage: Stage) -> None:
    stage.now += stage.takes(2.0, 5.0)
    result = stage.rng.choice(("1-0", "0-1", "1/2-1/2"))
    for act in list(signal_result(stage.standing, result, stage.hand.style, stage.rng, stage.now)):
        _act(stage, act.at, act.does)


def _act(stage: Stage, at: float, does: Deed) -> None:
    stage.do([Step(at - stage.now, does)])


FINALES: dict[Upset, Callable[[Stage], bool]] = {Upset.KINGS_SIGNAL: kings_signal, Upset.ANALYSIS: analysis}
