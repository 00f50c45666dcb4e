"""What happens at a virtual table, for ever."""

from __future__ import annotations

import random

import chess

from bridge.virtual.games import read_games
from bridge.virtual.script import table
from drivers.hand import CALM, at_pace
from drivers.placement import placement_of, with_code
from drivers.reports import ClockResumed, SquaresChanged


def test_a_table_plays_its_game_again_and_again() -> None:
    (game,) = read_games('[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1', "fool")
    placement, clock_starts, last = placement_of(chess.Board()), 0, 0.0
    for act in table(game, at_pace(CALM, 0.0), random.Random(3), {}):
        assert act.at >= last
        last = act.at
        if isinstance(act.does, ClockResumed):
            clock_starts += 1
            assert placement == placement_of(chess.Board())
        if isinstance(act.does, SquaresChanged):
            for square, code in act.does.changes:
                placement = with_code(placement, square, code)
        if clock_starts == 3:
            break
