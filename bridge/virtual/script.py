"""What happens at a virtual table, for ever: the game, the result, the pieces set up, the game again."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace

from bridge.virtual.games import HistoricGame
from drivers.hand import Act, Incident, Style, placement_after, play, possible, set_up, signal_result
from drivers.hand.finale import KINGS_FOR
from drivers.placement import Placement, placement_of
from drivers.reports import ClockResumed

OPENING_SECONDS = 1.0
"""Before the first game the e-board must have been found."""
SHOW_SECONDS = 6.0
"""How long the last position, the kings in the centre, and the pieces set up again stay: DGT advises five for kings."""


def table(game: HistoricGame, style: Style, rng: random.Random, incidents: Mapping[int, Incident]) -> Iterator[Act]:
    """The acts at one table without an end; the clock is started with the first of them."""
    at = OPENING_SECONDS
    start = placement_of(game.start)
    while True:
        yield Act(at, ClockResumed(game.start.turn))
        played = _later(play(game.start, game.moves, style, rng, incidents), at)
        at, placement = yield from _followed(played, at, start)
        if game.result in KINGS_FOR:
            at, placement = yield from _followed(
                signal_result(placement, game.result, style, rng, at + SHOW_SECONDS), at, placement
            )
        at, _ = yield from _followed(set_up(placement, start, style, rng, at + SHOW_SECONDS), at, placement)
        at += SHOW_SECONDS


def first_chance(game: HistoricGame, incident: Incident, ply: int) -> int | None:
    """The first half-move from `ply` on at which the incident can happen; None when there is none."""
    board = game.start.copy()
    for number, move in enumerate(game.moves, 1):
        if number >= ply and possible(incident, board, move):
            return number
        board.push(move)
    return None


def _later(acts: Iterable[Act], seconds: float) -> Iterator[Act]:
    return (replace(act, at=act.at + seconds) for act in acts)


def _followed(acts: Iterable[Act], at: float, placement: Placement) -> Generator[Act, None, tuple[float, Placement]]:
    """The same acts; returns when the last was done, and what stands then."""
    for act in acts:
        yield act
        at = act.at
        placement = placement_after(placement, [act])
    return at, placement
