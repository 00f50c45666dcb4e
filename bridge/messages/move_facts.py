"""What is to be said about a move in every notation, whether the Laws allow it or not.

An illegal move that stands is described like any other, so that no reader learns that it is one (FIDE Laws of Chess
(2023) Art. 12.7: irregularities are for the arbiter).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import chess

from bridge.rules.position import Position


class Castling(Enum):
    """Which way the king goes."""

    TOWARD_H = "toward_h"
    TOWARD_A = "toward_a"


class Threat(Enum):
    """What the move does to the opponent's king."""

    NONE = "none"
    CHECK = "check"
    MATE = "mate"


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """One move. `uci`: as in that protocol; castling in Chess960 is king takes own rook.

    `piece`: None when none stood there, and then nothing but `uci` can be written. `told_apart`: file, rank or square
    of departure, if another piece of the kind may go to the same square. `en_passant`: a pawn captured on a square
    where nothing stood.
    """

    uci: str
    piece: chess.PieceType | None
    origin: chess.Square
    destination: chess.Square
    told_apart: str = ""
    captures: bool = False
    en_passant: bool = False
    promotion: chess.PieceType | None = None
    castling: Castling | None = None
    threat: Threat = Threat.NONE


def facts_of(before: Position, move: chess.Move) -> MoveFacts:
    """What is to be said about the move, which need not be legal."""
    board = before.board()
    uci, piece = board.uci(move), board.piece_type_at(move.from_square)
    if not move or piece is None:
        return MoveFacts(uci, None, move.from_square, move.to_square)
    castling = _castling(board, move)
    occupied = board.piece_type_at(move.to_square) is not None and castling is None
    slanting = piece == chess.PAWN and chess.square_file(move.from_square) != chess.square_file(move.to_square)
    return MoveFacts(
        uci,
        piece,
        move.from_square,
        move.to_square,
        told_apart="" if piece == chess.PAWN else _told_apart(board, move, piece),
        captures=slanting if piece == chess.PAWN else occupied,
        en_passant=slanting and not occupied,
        promotion=move.promotion,
        castling=castling,
        threat=_threat(board, move),
    )


def _castling(board: chess.Board, move: chess.Move) -> Castling | None:
    """Castling is meant when the king goes two files along its rank, or takes its own rook."""
    same_rank = chess.square_rank(move.from_square) == chess.square_rank(move.to_square)
    if not same_rank or not board.kings & chess.BB_SQUARES[move.from_square]:
        return None
    own_rooks = board.rooks & board.occupied_co[bool(board.color_at(move.from_square))]
    if own_rooks & chess.BB_SQUARES[move.to_square] or abs(move.to_square - move.from_square) == 2:
        return Castling.TOWARD_H if move.to_square > move.from_square else Castling.TOWARD_A
    return None


def _told_apart(board: chess.Board, move: chess.Move, piece: chess.PieceType) -> str:
    """FIDE Laws of Chess (2023) Art. C.10; an illegal move too is told apart from the legal ones."""
    if board.color_at(move.from_square) != board.turn:
        return ""
    same_kind = board.pieces_mask(piece, board.turn) & ~chess.BB_SQUARES[move.from_square]
    others = chess.BB_EMPTY
    for other in board.generate_legal_moves(same_kind, chess.BB_SQUARES[move.to_square]):
        others |= chess.BB_SQUARES[other.from_square]
    if not others:
        return ""
    name = chess.square_name(move.from_square)
    if not others & chess.BB_FILES[chess.square_file(move.from_square)]:
        return name[0]
    return name if others & chess.BB_RANKS[chess.square_rank(move.from_square)] else name[1]


def _threat(board: chess.Board, move: chess.Move) -> Threat:
    board.push(move)
    if not board.is_check():
        return Threat.NONE
    return Threat.MATE if board.is_checkmate() else Threat.CHECK
