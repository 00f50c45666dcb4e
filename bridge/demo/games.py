"""The historic games of the demonstration."""

from __future__ import annotations

import io
from dataclasses import dataclass
from importlib import resources

import chess
import chess.pgn

from bridge.messages.places import Player
from drivers.errors import FormatError

SHIPPED = "games.pgn"


@dataclass(frozen=True, slots=True)
class HistoricGame:
    """A game that was played, with its result as in PGN."""

    white: Player
    black: Player
    start: chess.Board
    moves: tuple[chess.Move, ...]
    result: str


def shipped_games() -> list[HistoricGame]:
    """The games that come with touchmove."""
    return read_games(resources.files("bridge.demo").joinpath(SHIPPED).read_text(encoding="utf-8"), SHIPPED)


def read_games(text: str, name: str) -> list[HistoricGame]:
    """All games of a PGN file, their main lines. Raises FormatError when one cannot be read, or none is there."""
    file = io.StringIO(text)
    found: list[HistoricGame] = []
    while (game := chess.pgn.read_game(file)) is not None:
        if game.errors:
            raise FormatError(f"game {len(found) + 1} cannot be read ({game.errors[0]}).", where=name)
        found.append(_historic(game))
    if not found:
        raise FormatError("there is no game in it.", where=name)
    return found


def _historic(game: chess.pgn.Game) -> HistoricGame:
    white, black = Player(game.headers["White"]), Player(game.headers["Black"])
    return HistoricGame(white, black, game.board(), tuple(game.mainline_moves()), game.headers["Result"])
