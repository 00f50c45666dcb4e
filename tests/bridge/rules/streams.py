"""Streams for property tests: whole games as hands play them, and inputs that mean nothing at all."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import chess
from hypothesis import strategies as st

from benchmarks.table import Played, games_in
from bridge.laws import EDITIONS
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.position import position_of
from bridge.rules.setup import Patience, Setup
from drivers import reports
from drivers.hand import Act, Incident, Style, play, possible
from drivers.placement import Sensing, from_codes, placement_of
from tests.bridge.rules.positions import boards

HOUSE = Path(__file__).parents[3]
GAMES = list(games_in([HOUSE / "tests" / "games", HOUSE / "bridge" / "demo"]))

seeds = st.integers(0, 1 << 16)
games = st.sampled_from(GAMES)
sensings = st.sampled_from(Sensing)
codes = st.integers(0, 15)
squares = st.sampled_from(chess.SQUARES)
colors = st.booleans()
seconds = st.floats(-10.0, 1e7)
starts = boards().map(position_of)
placements = st.one_of(st.lists(codes, min_size=64, max_size=64).map(from_codes), boards().map(placement_of))
garbage: st.SearchStrategy[Input] = st.one_of(
    st.lists(st.tuples(squares, codes), max_size=6).map(lambda changes: reports.SquaresChanged(tuple(changes))),
    placements.map(reports.Dump),
    colors.map(reports.Press),
    st.builds(reports.ClockTimes, seconds, seconds, st.none() | colors),
    st.sampled_from([reports.ClockPaused(), reports.ClockGone(), reports.LinkDown("pulled"), reports.LinkUp()]),
    colors.map(reports.ClockResumed),
    colors.map(reports.FlagFell),
    st.builds(reports.Silent, seconds),
    st.sampled_from(
        [TimePassed(), reports.Garbled(b"\xff", "noise"), reports.Identified(""), reports.Battery(-1, True)]
    ),
    colors.map(reports.Oriented),
    starts.map(StartGame),
)
"""Anything that could ever be said, whether it makes sense or not."""
waits = st.sampled_from([0.0, 0.0, 0.01, 0.1, 0.3, 1.0, 4.0, 1e5])
setups = st.builds(
    Setup,
    starts,
    edition=st.sampled_from(list(EDITIONS)),
    sensing=sensings,
    scan_period=st.sampled_from([0.0, 0.05, 0.25]),
    patience=st.sampled_from(Patience),
)


def acts_of(played: Played, style: Style, seed: int, incidents: Mapping[int, Incident] | None = None) -> list[Act]:
    """What the hands do in a game; the same seed gives the same."""
    return list(play(played.start, played.moves, style, random.Random(seed), incidents or {}))


def incidents_in(played: Played, seed: int, one_in: int = 6) -> dict[int, Incident]:
    """Something out of the ordinary at every so many half-moves, wherever it is possible."""
    rng, board, chosen = random.Random(seed), played.start.copy(), dict[int, Incident]()
    for ply, move in enumerate(played.moves, 1):
        choices = [incident for incident in Incident if possible(incident, board, move)]
        if choices and rng.randrange(one_in) == 0:
            chosen[ply] = rng.choice(choices)
        board.push(move)
    return chosen
