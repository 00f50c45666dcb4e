"""Moves begun but not finished when the clock was pressed: promotion, castling, captures."""

from __future__ import annotations

import chess

from bridge.rules.recognition.differences import Differences
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.touch.permitted import Moves, Touches, capture_square, castling_rook
from drivers.placement import Placement, code_at, code_of, occupied

LAST_RANKS = chess.BB_BACKRANKS


def promotion_begun(before: Reading, sensed: Placement, seen: Differences) -> chess.Move | None:
    """The promotion to a queen of a pawn that was left on the last rank (FIDE Laws of Chess (2023) Art. 7.5.2)."""
    board = before.position.board()
    pawn = code_of(chess.Piece(chess.PAWN, board.turn))
    last_rank = seen.own_arrived & LAST_RANKS
    for square in chess.scan_forward(last_rank):
        for move in board.generate_legal_moves(board.pawns & seen.own_gone, chess.BB_SQUARES[square]):
            if move.promotion == chess.QUEEN and code_at(sensed, square) == pawn:
                return move
    return None


def promotions_without_piece(before: Reading, seen: Differences) -> Moves:
    """The promotions of a pawn that was taken off while no new piece was put down; none when that is not what stands.

    Art. 7.5.2 speaks of a pawn on the last rank, so this is an illegal move of Art. 7.5.1; that is our reading.
    """
    if seen.own_arrived or seen.enemy_arrived or seen.own_gone.bit_count() != 1:
        return frozenset()
    board = before.position.board()
    moves = board.generate_legal_moves(seen.own_gone & board.pawns, LAST_RANKS)
    return frozenset(move for move in moves if not seen.enemy_gone & ~_taken(board, move))


def castling_begun(before: Reading, seen: Differences) -> chess.Move | None:
    """The legal castling whose king has moved, while the rook stands where it stood, is off or stands elsewhere
    (Art. 4.7.2).
    """
    board = before.position.board()
    for move in board.generate_castling_moves():
        board.push(move)
        king = board.king(not board.turn)
        board.pop()
        if king is None or not seen.own_arrived & chess.BB_SQUARES[king] or not board.kings & seen.own_gone:
            continue
        if not seen.own_gone & ~board.kings & ~board.castling_rights and _one_rook(board, seen, king):
            return move
    return None


def touched_castling(before: Reading, castling: chess.Move, log: SensorLog, tolerance: float) -> Touches:
    """King and rook in the order in which they were lifted for castling that is not finished; what is on its square was
    not lifted.
    """
    board = before.position.board()
    king, rook = castling.from_square, castling_rook(board, castling)
    if rook is None or occupied(log.placement) & chess.BB_SQUARES[rook]:
        return [frozenset({king})]
    if abs(log.lifted[king] - log.lifted[rook]) <= tolerance:
        return [frozenset({king, rook})]
    return [frozenset({square}) for square in sorted((king, rook), key=lambda square: log.lifted[square])]


def _one_rook(board: chess.Board, seen: Differences, king: chess.Square) -> bool:
    """Whether at most one rook is away, and at most one piece besides the king stands where none stood."""
    rooks = seen.own_gone & board.rooks
    others = seen.own_arrived & ~chess.BB_SQUARES[king]
    return not seen.enemy_arrived and rooks.bit_count() <= 1 and others.bit_count() <= rooks.bit_count()


def en_passant_begun(before: Reading, seen: Differences) -> chess.Move | None:
    """The capture en passant whose victim has not been taken off the board (Art. 4.7.1)."""
    board = before.position.board()
    for move in board.generate_legal_ep(seen.own_gone, seen.own_arrived):
        victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        if not seen.enemy_gone & chess.BB_SQUARES[victim]:
            return move
    return None


def captures_begun(before: Reading, seen: Differences) -> Moves:
    """The captures of the one enemy piece that was taken off, when nothing was put down: by the piece that is in the
    hand, if one is (Art. 4.7.1). None when that is not what stands.
    """
    if seen.own_arrived or seen.enemy_arrived or seen.enemy_gone.bit_count() != 1 or seen.own_gone.bit_count() > 1:
        return frozenset()
    board = before.position.board()
    moves = board.generate_legal_moves(seen.own_gone or chess.BB_ALL)
    return frozenset(move for move in moves if _taken(board, move) == seen.enemy_gone)


def _taken(board: chess.Board, move: chess.Move) -> chess.Bitboard:
    square = capture_square(board, move)
    return chess.BB_EMPTY if square is None else chess.BB_SQUARES[square]
