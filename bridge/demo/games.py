"""The historic games of the demonstration."""

from __future__ import annotations

from importlib import resources

from bridge.virtual.games import HistoricGame, read_games

SHIPPED = "games.pgn"


def shipped_games() -> list[HistoricGame]:
    """The games that come with touchmove."""
    return read_games(resources.files("bridge.demo").joinpath(SHIPPED).read_text(encoding="utf-8"), SHIPPED)
