"""Moves as text: UCI and SAN, also for moves that the Laws forbid but that stand on the board."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import chess

from bridge.rules.position import Position

_REMEMBERED = 1 << 17
"""Moves whose text is remembered: 1,000 boards of 130 half-moves; `moves` is written anew after every half-move."""


class Written(NamedTuple):
    """One move in both notations. Castling in Chess960 is `uci` king takes own rook, and `san` O-O or O-O-O."""

    uci: str
    san: str


@lru_cache(_REMEMBERED)
def written(before: Position, move: chess.Move) -> Written:
    """The move as text. An illegal one is written like any other and bears no mark, so that no reader learns that it
    is one (FIDE Laws of Chess (2023) Art. 12.7: irregularities are for the arbiter).
    """
    board = before.board()
    return Written(board.uci(move), board.san(move) if board.is_legal(move) else _described(board, move))


def _described(board: chess.Board, move: chess.Move) -> str:
    piece = board.piece_at(move.from_square)
    if not move or piece is None:
        return move.uci()
    if _is_meant_as_castling(board, move):
        return "O-O" if move.to_square > move.from_square else "O-O-O"
    start = chess.square_file(move.from_square)
    if piece.piece_type == chess.PAWN:
        captures = start != chess.square_file(move.to_square)
        text = chess.FILE_NAMES[start] if captures else ""
    else:
        captures = board.piece_at(move.to_square) is not None
        text = piece.symbol().upper()
    text += ("x" if captures else "") + chess.square_name(move.to_square)
    if move.promotion:
        text += "=" + chess.piece_symbol(move.promotion).upper()
    board.push(move)
    return text + ("#" if board.is_checkmate() else "+" if board.is_check() else "")


def _is_meant_as_castling(board: chess.Board, move: chess.Move) -> bool:
    """The king goes two files along its rank, or takes its own rook."""
    same_rank = chess.square_rank(move.from_square) == chess.square_rank(move.to_square)
    if not same_rank or not board.kings & chess.BB_SQUARES[move.from_square]:
        return False
    own_rooks = board.rooks & board.occupied_co[bool(board.color_at(move.from_square))]
    return bool(own_rooks & chess.BB_SQUARES[move.to_square]) or abs(move.to_square - move.from_square) == 2
