"""What it costs to say whether a side can still mate, beside listing legal moves once."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import chess

from benchmarks.games import blitz_games
from benchmarks.measure import ROUNDS, Measurement, least
from bridge.rules.endings.mate import can_mate, is_dead
from bridge.rules.position import Position, position_of

EVERY = 10  # half-moves between two positions that are asked about
MOST_LISTINGS_PER_SIDE = 5e-3 / 26e-6
"""5 ms where listing the legal moves of a position takes 26 µs, so that the budget is the same on every machine."""


def measure() -> list[Measurement]:
    """The median for a side, in all phases of the games; and what it costs to ask after a move whether all is over."""
    boards = [board for game in blitz_games() for board in list(game.positions())[::-EVERY]]
    positions = [position_of(board) for board in boards]
    listing = _least_seconds(lambda: [list(board.legal_moves) for board in boards]) / len(boards)
    sides = [(position, color) for position in positions for color in chess.COLORS]
    deciding = min(_median_seconds(sides) for _ in range(ROUNDS))
    ended = _least_seconds(lambda: [is_dead(position) for position in positions]) / len(positions)
    return [
        Measurement("can a side still mate, median", deciding / listing, "listings", MOST_LISTINGS_PER_SIDE),
        Measurement("can a side still mate, median, on this machine", deciding * 1e3, "ms"),
        Measurement("is the position dead, mean", ended / listing, "listings"),
    ]


def _least_seconds(work: Callable[[], object]) -> float:
    """What the work takes at least, in seconds."""

    def timed() -> tuple[float]:
        begin = perf_counter()
        work()
        return (perf_counter() - begin,)

    return least(timed)[0]


def _median_seconds(sides: list[tuple[Position, chess.Color]]) -> float:
    """What one answer takes, in seconds."""
    taken = []
    for position, color in sides:
        begin = perf_counter()
        can_mate(position, color)
        taken.append(perf_counter() - begin)
    return median(taken)
