"""What moves please White, and Black, when both help White to mate in a corner. Only taste: nothing is proved by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import chess

from bridge.rules.endings.mate.aims import DISTANCES, only_minors

Taste: TypeAlias = Callable[[chess.Move], float]
"""How much a legal move is liked: about one point for a step in the right direction."""

VALUES = (0.0, 1.0, 3.0, 3.0, 5.0, 9.0, 0.0)  # by piece type
HEAVY = (chess.ROOK, chess.QUEEN)


def taste_of_white(board: chess.Board, corner: chess.Square) -> Taste:
    """White gets a heavy piece, keeps what can hem the black king in if it has none, and brings its men near."""
    king = board.king(chess.BLACK)
    black, minors = board.occupied_co[chess.BLACK], only_minors(board)
    needs_heavy = not board.occupied_co[chess.WHITE] & (board.rooks | board.queens)
    to_corner, to_king = DISTANCES[corner], DISTANCES[corner if king is None else king]

    def taste(move: chess.Move) -> float:
        origin, target = move.from_square, move.to_square
        kind = board.piece_type_at(origin)
        liked = _captured(board, target, minors=minors) if black >> target & 1 else 0.0
        if move.promotion:
            return liked + (8.0 if move.promotion in HEAVY else -3.0)
        if kind == chess.PAWN:
            return liked + (3.0 if needs_heavy else 0.0)
        if kind == chess.KING:
            return liked + abs(to_corner[origin] - 2) - abs(to_corner[target] - 2)
        if kind in HEAVY:
            return liked + to_king[origin] - to_king[target]
        return liked + (to_corner[origin] - to_corner[target] if minors else 0.0)

    return taste


def _captured(board: chess.Board, target: chess.Square, *, minors: bool) -> float:
    """Captures are liked, but of what could stand beside the black king when White cannot do without it."""
    kind = board.piece_type_at(target) or 0
    return -3.0 if minors and kind != chess.QUEEN else VALUES[kind]


def taste_of_black(board: chess.Board, corner: chess.Square) -> Taste:
    """Black spares White's men, goes to the corner, and surrounds its king if White has too little to do so."""
    white, minors = board.occupied_co[chess.WHITE], only_minors(board)
    to_corner = DISTANCES[corner]

    def taste(move: chess.Move) -> float:
        origin, target = move.from_square, move.to_square
        kind = board.piece_type_at(origin)
        liked = -3.0 - VALUES[board.piece_type_at(target) or 0] if white >> target & 1 else 0.0
        if kind == chess.KING:
            return liked + 1.5 * (to_corner[origin] - to_corner[target])
        if move.promotion:
            return liked + (3.0 if minors and move.promotion != chess.QUEEN else -4.0)
        if not minors:
            return liked
        if kind == chess.PAWN:
            return liked + 2.0
        return liked + 0.5 * (max(to_corner[origin], 1) - max(to_corner[target], 1))

    return taste
