"""How a game ends on the board: mate, stalemate, dead position, or kings put on the centre squares."""

from __future__ import annotations

import chess

from bridge.rules.notices import ResultSeen
from bridge.rules.position import Position
from drivers.placement import Placement, difference, occupied, squares_with

CENTER = chess.BB_D4 | chess.BB_E4 | chess.BB_D5 | chess.BB_E5
WHITE_KING = chess.KING
BLACK_KING = chess.KING | 8
KINGS = "kings"
"""The reason of a result that the kings show: the players say so, and nothing on the board proves it."""


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


def king_signal(position: Position, sensed: Placement) -> ResultSeen | None:
    """The result that the players show with the two kings in the centre, by the custom of DGT boards.

    Both kings on light squares: White won; both on dark ones: Black won; one on each: drawn. Since `position` only
    kings may have moved, and pieces may have been cleared off the centre squares; whether the kings got there by legal
    moves is the caller's question.
    """
    white, black = squares_with(sensed, WHITE_KING), squares_with(sensed, BLACK_KING)
    if white.bit_count() != 1 or black.bit_count() != 1 or (white | black) & ~CENTER:
        return None
    cleared = CENTER & ~occupied(sensed)
    if difference(position.placement, sensed) & ~(white | black | position.kings | cleared):
        return None
    light = (white | black) & chess.BB_LIGHT_SQUARES
    if light == white | black:
        return ResultSeen("1-0", KINGS)
    return ResultSeen("1/2-1/2", KINGS) if light else ResultSeen("0-1", KINGS)
