"""What a hand explains: one legal act of the player on the move, begun and not finished."""

from __future__ import annotations

import chess

from bridge.rules.position import Position
from drivers.hand.moves import castling_squares, en_passant_victim
from drivers.placement import EMPTY, Placement, Sensing, code_at, occupied, seen_by, with_code


def explained_by_a_hand(position: Position, standing: Placement, wrong: chess.Bitboard, sensing: Sensing) -> bool:
    """Whether the squares that are wrong are those of one act: a piece of the side to move is lifted, and what it can
    capture perhaps; or only what can be captured; or one of the stages of castling, promotion or a capture in passing.
    """
    if wrong.bit_count() > 4:
        return False
    board = position.board()
    if _lifted(board, standing, wrong):
        return True
    return any(
        standing in _stages(position, board, move, sensing)
        for move in board.legal_moves
        if wrong >> move.from_square & 1 or wrong >> move.to_square & 1
    )


def _lifted(board: chess.Board, standing: Placement, wrong: chess.Bitboard) -> bool:
    """Whether just one piece of the side to move is off its square."""
    if wrong & ~board.occupied_co[board.turn] or wrong.bit_count() != 1:
        return False
    return not occupied(standing) & wrong


def _stages(position: Position, board: chess.Board, move: chess.Move, sensing: Sensing) -> set[Placement]:
    """What may stand while the move is under way."""
    start = position.placement
    own = with_code(start, move.from_square, EMPTY)
    stages = [own]
    if board.is_castling(move):
        king, king_to, rook, rook_to = castling_squares(board, move)
        code, tower = (code_at(start, each) for each in (king, rook))
        both = with_code(with_code(start, king, EMPTY), rook, EMPTY)
        stages += [both, with_code(with_code(start, king, EMPTY), king_to, code), with_code(both, king_to, code)]
        stages += [with_code(both, rook_to, tower), with_code(with_code(start, rook, EMPTY), rook_to, tower)]
    elif board.is_en_passant(move):
        victim = en_passant_victim(move)
        pawn = code_at(start, move.from_square)
        stages += [with_code(start, victim, EMPTY), with_code(own, victim, EMPTY), with_code(own, move.to_square, pawn)]
    elif board.is_capture(move):
        stages += [with_code(start, move.to_square, EMPTY), with_code(own, move.to_square, EMPTY)]
    if move.promotion:
        pawn = code_at(start, move.from_square)
        new = move.promotion if board.turn else move.promotion | 8
        stages += [with_code(own, move.to_square, pawn), with_code(start, move.to_square, new)]
    return {seen_by(sensing, each) for each in stages}
