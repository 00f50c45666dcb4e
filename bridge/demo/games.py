"""The historic games of the demonstration."""

from __future__ import annotations

import io
import itertools
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
    """The games of a PGN file in which a move was made, their main lines.

    Raises FormatError when a game cannot be read, or no such game is there.
    """
    file = io.StringIO(text)
    found: list[HistoricGame] = []
    for number in itertools.count(1):
        game = chess.pgn.read_game(file, Visitor=_QuietBuilder)
        if game is None:
            break
        if game.errors:
            what = f"game {number} cannot be read ({game.errors[0]})."
            raise FormatError(what, where=name, remedy="Correct it, or name another file.")
        if game.next() is not None:
            found.append(_historic(game))
    if not found:
        raise FormatError("there is no game with moves in it.", where=name, remedy="Name a file in PGN that has one.")
    return found


class _QuietBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Keeps errors for `read_games` to raise; python-chess would log them as well."""

    def handle_error(self, error: Exception) -> None:
        self.game.errors.append(error)


def _historic(game: chess.pgn.Game) -> HistoricGame:
    white, black = Player(game.headers["White"]), Player(game.headers["Black"])
    return HistoricGame(white, black, game.board(), tuple(game.mainline_moves()), game.headers["Result"])
