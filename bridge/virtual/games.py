"""Games that were played, out of PGN files."""

from __future__ import annotations

import io
import itertools
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from bridge.messages.places import Player
from drivers.errors import FormatError


@dataclass(frozen=True, slots=True)
class HistoricGame:
    """A game that was played, with its result as in PGN."""

    white: Player
    black: Player
    start: chess.Board
    moves: tuple[chess.Move, ...]
    result: str


def game_in(path: Path, number: int = 1) -> HistoricGame:
    """The game of that number in a PGN file, as `games_in` counts them. Raises FormatError, also when there is none."""
    games = games_in(path)
    if number > len(games):
        what = f"there is no game {number} with moves in it."
        raise FormatError(what, where=str(path), remedy=f"Name one from 1 to {len(games)}.")
    return games[number - 1]


def games_in(path: Path) -> list[HistoricGame]:
    """The games of a PGN file as `read_games` reads them. Raises FormatError, also when the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        remedy = "Check its path, and who may read it."
        raise FormatError(f"the file cannot be read ({error.strerror}).", where=str(path), remedy=remedy) from error
    except UnicodeDecodeError as error:
        raise FormatError("the file is not in UTF-8.", where=str(path), remedy="Save it in that encoding.") from error
    return read_games(text, str(path))


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
