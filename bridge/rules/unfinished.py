"""Moves begun but not finished when the clock was pressed: promotion, castling, en passant."""

from __future__ import annotations

import chess

from bridge.rules.differences import Differences
from bridge.rules.reading import Reading
from drivers.placement import Placement, code_at, code_of


def promotion_begun(before: Reading, sensed: Placement, seen: Differences) -> chess.Move | None:
    """The promotion to a queen of a pawn that was left on the last rank (FIDE Laws of Chess (2023) Art. 7.5.2)."""
    board = before.position.board()
    pawn = code_of(chess.Piece(chess.PAWN, board.turn))
    last_rank = seen.own_arrived & chess.BB_BACKRANKS
    for square in chess.scan_forward(last_rank):
        for move in board.generate_legal_moves(board.pawns & seen.own_gone, chess.BB_SQUARES[square]):
            if move.promotion == chess.QUEEN and code_at(sensed, square) == pawn:
                return move
    return None


def castling_begun(before: Reading, seen: Differences) -> chess.Move | None:
    """The legal castling whose king has moved, while the rook has not (Art. 4.7.2)."""
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
            return move
    return None


def en_passant_begun(before: Reading, seen: Differences) -> chess.Move | None:
    """The capture en passant whose victim has not been taken off the board (Art. 4.7.1)."""
    board = before.position.board()
    for move in board.generate_legal_ep(seen.own_gone, seen.own_arrived):
        victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        if not seen.enemy_gone & chess.BB_SQUARES[victim]:
            return move
    return None
