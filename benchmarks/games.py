"""The games that are measured, and how hands play them on an identifying e-board."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

import chess
import chess.pgn

from drivers.hand import CLUB, at_pace, play
from drivers.placement import placement_of
from drivers.reports import Dump, Report

BLITZ = at_pace(CLUB, 0.15)
"""Club players who think as short as in blitz: a half-move takes three seconds with everything."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game, and what the e-board said while it was played: moments in seconds, and reports."""

    start: chess.Board
    moves: tuple[chess.Move, ...]
    reports: tuple[tuple[float, Report], ...]

    def positions(self) -> Iterator[chess.Board]:
        """The position before each move."""
        board = self.start.copy()
        for move in self.moves:
            yield board.copy(stack=False)
            board.push(move)


def blitz_games() -> list[Recorded]:
    """The demonstration's games, played at blitz pace; always the same."""
    text = io.StringIO((files("bridge.demo") / "games.pgn").read_text(encoding="utf-8"))
    games = iter(lambda: chess.pgn.read_game(text), None)
    return [recorded(game.board(), tuple(game.mainline_moves()), seed) for seed, game in enumerate(games)]


def recorded(start: chess.Board, moves: tuple[chess.Move, ...], seed: int) -> Recorded:
    """How hands play these moves in blitz."""
    acts = play(start, moves, BLITZ, random.Random(seed))
    seen: list[tuple[float, Report]] = [(0.0, Dump(placement_of(start)))]
    seen += [(act.at, act.does) for act in acts]
    return Recorded(start, moves, tuple(seen))
