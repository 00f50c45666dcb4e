"""How pieces, squares and sides are named in explanations, which are in English."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from bridge.rules.position import Position


def side(color: chess.Color) -> str:
    """`White` or `Black`."""
    return "White" if color else "Black"


def squares(names: Iterable[chess.Square]) -> str:
    """`a1`, `a1 and b2`, `a1, b2 and c3`."""
    return listed(map(chess.square_name, names), "and")


def listed(words: Iterable[str], last: str) -> str:
    """`one`, `one and two`, `one, two and three`, when `last` is `and`."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def piece_on(position: Position, square: chess.Square) -> str:
    """`the knight on b1`, `the square b1` when nothing stands there."""
    kind = position.board().piece_type_at(square)
    name = chess.square_name(square)
    return f"the {chess.piece_name(kind)} on {name}" if kind else f"the square {name}"


def symbol(text: str) -> str:
    """What a symbol of a placement means: `white knight` for `N`, `piece` for `?`, `black piece` for `w`."""
    if text in {"W", "w"}:
        return "white piece" if text == "W" else "black piece"
    if text == "?":
        return "piece"
    kind = chess.Piece.from_symbol(text)
    return f"{chess.COLOR_NAMES[kind.color]} {chess.piece_name(kind.piece_type)}"


def move(position: Position, played: chess.Move) -> str:
    """The move in algebraic notation when it is legal, else like `e2-e5`."""
    return move_in(position.board(), played)


def move_in(board: chess.Board, played: chess.Move) -> str:
    """The same on a board of python-chess."""
    if board.is_legal(played):
        return board.san(played)
    return f"{chess.square_name(played.from_square)}-{chess.square_name(played.to_square)}"


def moved_piece(position: Position, played: chess.Move) -> str:
    """`the knight from d5 to e3`."""
    kind = position.board().piece_type_at(played.from_square)
    origin, destination = chess.square_name(played.from_square), chess.square_name(played.to_square)
    return f"the {chess.piece_name(kind) if kind else 'piece'} from {origin} to {destination}"
