"""Moves begun but not finished when the clock was pressed: promotion, castling, en passant."""

from __future__ import annotations

import chess

from bridge.rules.differences import Differences
from bridge.rules.reading import Reading
from drivers.placement import Placement, code_at, code_of


def pawn_on_last_rank(before: Reading, sensed: Placement, seen: Differences) -> chess.Square | None:
    """The last-rank square on which the player left a pawn that may promote there."""
    board = before.position.board()
    pawn = code_of(chess.Piece(chess.PAWN, board.turn))
    last_rank = seen.own_arrived & chess.BB_BACKRANKS
    for square in chess.scan_forward(last_rank):
        promotes = any(board.generate_legal_moves(board.pawns & seen.own_gone, chess.BB_SQUARES[square]))
        if promotes and code_at(sensed, square) == pawn:
            return square
    return None


def king_ready_to_castle(before: Reading, seen: Differences) -> chess.Square | None:
    """The square of a king that went where legal castling takes it, while the rook has not moved."""
    board = before.position.board()
    for move in board.generate_castling_moves():
        board.push(move)
        king = board.king(not board.turn)
        board.pop()
        if (
            king is not None
            and seen.own_arrived == chess.BB_SQUARES[king]
            and seen.own_gone == board.kings & seen.own_gone
        ):
            return king
    return None


def victim_left(before: Reading, seen: Differences) -> chess.Square | None:
    """The square of the pawn that was captured en passant but not taken off the board."""
    board = before.position.board()
    for move in board.generate_legal_ep(seen.own_gone, seen.own_arrived):
        victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        if not seen.enemy_gone & chess.BB_SQUARES[victim]:
            return victim
    return None
