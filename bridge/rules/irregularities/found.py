"""What stands wrong on the board, square by square: what belongs there and what is found there instead.

An arbiter must know which piece is missing and which is one too many, not only where the board differs.
"""

from __future__ import annotations

from collections.abc import Iterable

import chess

from bridge.rules import words
from bridge.rules.position import Position
from bridge.rules.state import Game
from drivers.placement import code_at, symbol_of

OnSquares = tuple[tuple[chess.Square, str], ...]
"""Squares with what stands there: a FEN letter, empty text for nothing, `?`, `W` or `w` for some piece."""


def restored(position: Position, squares: Iterable[chess.Square]) -> OnSquares:
    """What belongs on the squares."""
    return tuple((square, symbol_of(code_at(position.placement, square))) for square in squares)


def found_on(game: Game, squares: Iterable[chess.Square]) -> OnSquares:
    """What the sensors show on the squares."""
    return tuple((square, symbol_of(code_at(game.placement, square))) for square in squares)


def sorted_out(restore: OnSquares, found: OnSquares) -> tuple[OnSquares, OnSquares]:
    """The pieces that are missing from their squares, and those that stand where nothing or another one belongs."""
    wrong = [(square, due, here) for (square, due), (_, here) in zip(restore, found, strict=True)]
    missing = tuple((square, due) for square, due, _ in wrong if due)
    extra = tuple((square, here) for square, _, here in wrong if here)
    return missing, extra


def told(restore: OnSquares, found: OnSquares) -> str:
    """Like `missing: the white knight on g1; standing wrong: the black pawn on e5`."""
    missing, extra = sorted_out(restore, found)
    parts = [("missing", missing), ("standing wrong", extra)]
    return "; ".join(f"{name}: {words.listed(map(_named, pieces), 'and')}" for name, pieces in parts if pieces)


def _named(standing: tuple[chess.Square, str]) -> str:
    square, symbol = standing
    return f"the {words.symbol(symbol)} on {chess.square_name(square)}"
