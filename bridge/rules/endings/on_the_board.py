"""How a position ends the game: mate, stalemate, dead position."""

from __future__ import annotations

from bridge.rules.notices import ResultSeen
from bridge.rules.position import Position


def ended_by(position: Position) -> ResultSeen | None:
    """The result when the position itself ends the game: FIDE Laws of Chess (2023) Art. 5.1.1, 5.2.1 and 5.2.2.

    Of dead positions only those that lack the material to mate are known here.
    """
    board = position.board()
    may_be_dead = not position.pawns | position.rooks | position.queens
    if may_be_dead and board.is_insufficient_material():
        return ResultSeen("1/2-1/2", "dead_position")
    if next(board.generate_legal_moves(), None) is not None:
        return None
    if board.is_check():
        return ResultSeen("0-1" if position.turn else "1-0", "checkmate")
    return ResultSeen("1/2-1/2", "stalemate")
