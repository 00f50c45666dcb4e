"""The rules' share: what a half-move and a sensor event cost, beside listing legal moves once."""

from __future__ import annotations

import time

from benchmarks.games import Recorded, blitz_games
from benchmarks.measure import Measurement, least
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import TimePassed
from bridge.rules.position import position_of
from bridge.rules.setup import Setup

MOST_LISTINGS_PER_PLY = 3.0
MOST_LISTINGS_PER_EVENT = 25.0 / 26.0
"""25 µs where listing the legal moves of a position takes 26 µs, so that the budget is the same on every machine."""


def measure() -> list[Measurement]:
    """The cost of listing legal moves, and of a half-move and a sensor event in such listings."""
    games = blitz_games()
    plies = sum(len(game.moves) for game in games)
    events = sum(len(game.reports) for game in games)
    following, listing = least(lambda: follow_all(games))
    per_listing = listing / plies
    return [
        Measurement("python-chess lists the legal moves of a position", per_listing * 1e6, "µs"),
        Measurement("rules, per half-move", following / listing, "listings", MOST_LISTINGS_PER_PLY),
        Measurement("rules, per sensor event", following / events / per_listing, "listings", MOST_LISTINGS_PER_EVENT),
        Measurement("rules, per sensor event, on this machine", following / events * 1e6, "µs"),
    ]


def follow_all(games: list[Recorded]) -> tuple[float, float]:
    """Take one game after the other through the rules: the seconds in the rules, and those of listing legal moves.

    The moves of each position are listed between two events, where the rules work too: in a loop of its own,
    with nothing else in the processor's caches, listing is faster than it ever is in a program (by a fifth here).
    """
    seconds = [_follow(game) for game in games]
    return sum(following for following, _ in seconds), sum(listing for _, listing in seconds)


def _follow(game: Recorded) -> tuple[float, float]:
    """Take the whole game through `step`, waking it whenever it asks for it."""
    state = new_game(Setup(start=position_of(game.start)), 0.0)
    positions = iter(list(game.positions()))
    following = listing = 0.0
    for at, report in game.reports:
        begin = time.perf_counter()
        while (due := wake_at(state)) is not None and due <= at:
            state, _ = step(state, TimePassed(), due)
        state, _ = step(state, report, at)
        following += time.perf_counter() - begin
        if (position := next(positions, None)) is not None:
            begin = time.perf_counter()
            list(position.legal_moves)
            listing += time.perf_counter() - begin
    return following, listing
