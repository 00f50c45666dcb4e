"""The rules' share: what a half-move and a sensor event cost, beside listing legal moves once."""

from __future__ import annotations

from benchmarks.games import Recorded, blitz_games
from benchmarks.measure import Measurement, best_seconds
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
    boards = [board for game in games for board in game.positions()]
    listing = best_seconds(lambda: [list(board.legal_moves) for board in boards]) / plies
    following = best_seconds(lambda: follow_all(games))
    return [
        Measurement("python-chess lists the legal moves of a position", listing * 1e6, "µs"),
        Measurement("rules, per half-move", following / plies / listing, "listings", MOST_LISTINGS_PER_PLY),
        Measurement("rules, per sensor event", following / events / listing, "listings", MOST_LISTINGS_PER_EVENT),
        Measurement("rules, per sensor event, on this machine", following / events * 1e6, "µs"),
    ]


def follow_all(games: list[Recorded]) -> None:
    """Take one game after the other through the rules."""
    for game in games:
        follow(game)


def follow(game: Recorded) -> None:
    """Take the whole game through `step`, waking it whenever it asks for it."""
    state = new_game(Setup(start=position_of(game.start)), 0.0)
    for at, report in game.reports:
        while (due := wake_at(state)) is not None and due <= at:
            state, _ = step(state, TimePassed(), due)
        state, _ = step(state, report, at)
