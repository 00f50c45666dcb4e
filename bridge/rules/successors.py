"""The legal moves of a reading that the sensors support, found without listing the others.

A move is known by its result: the placement that it leads to. Only moves from squares whose piece is gone to squares
where such a piece has arrived can bring a reading nearer to what the sensors show, so python-chess is asked for just
those. Castling (Chess960 too), en passant and promotion need no code of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import chess

from bridge.rules.position import Position, position_of
from bridge.rules.reading import Reading
from drivers.placement import Code, Placement, Sensing, code_at, code_of, code_seen_by, difference, occupied, seen_by

Result: TypeAlias = tuple[chess.Move, Position, Placement]
"""A move, the position after it, and what the sensors show then."""


def supported_moves(reading: Reading, sensed: Placement, sensing: Sensing, fresh: chess.Bitboard) -> Iterator[Result]:
    """Legal moves of the reading's position that the sensors support, each with its result.

    Only moves that empty or fill one of the `fresh` squares; the others were supported before.
    """
    differs = difference(reading.placement, sensed)
    if not differs & fresh:
        return
    position = reading.position
    own = position.white if position.turn else position.black
    gone, arrived = differs & own, differs & _may_be_of(position.turn, sensed, sensing)
    castling_rooks = position.castling_rights & own
    if castling_rooks and not (differs & (castling_rooks | position.kings) and differs & fresh & chess.BB_BACKRANKS):
        castling_rooks = chess.BB_EMPTY
    if not gone & fresh:
        arrived &= fresh
    elif not arrived & fresh:
        gone &= fresh
    if not ((gone and arrived) or castling_rooks):
        return
    board = position.board()
    for move in board.generate_legal_moves(gone, arrived):
        if castling_rooks and board.is_castling(move):
            continue
        if code_seen_by(sensing, _arriving(position, move)) == code_at(sensed, move.to_square):
            yield _played(board, move, sensing)
    if castling_rooks:
        for move in board.generate_castling_moves(board.kings & own, castling_rooks):
            yield _played(board, move, sensing)


def legal_moves_with_results(
    position: Position, origins: chess.Bitboard, destinations: chess.Bitboard, sensing: Sensing
) -> Iterator[Result]:
    """The legal moves between these squares, each with its result."""
    board = position.board()
    for move in board.generate_legal_moves(origins, destinations):
        yield _played(board, move, sensing)


def played(position: Position, move: chess.Move, sensing: Sensing) -> Result:
    """The move with the position after it and what the sensors show then. The move need not be legal."""
    return _played(position.board(), move, sensing)


def _may_be_of(color: chess.Color, sensed: Placement, sensing: Sensing) -> chess.Bitboard:
    """The squares where a piece of this side may stand, as far as the sensors tell."""
    squares = occupied(sensed)
    if sensing is Sensing.OCCUPANCY:
        return squares
    black = sensed >> 192
    return squares & ~black if color else squares & black


def _arriving(position: Position, move: chess.Move) -> Code:
    """The code of the piece that stands on the destination after the move (the king's for castling)."""
    if move.promotion is not None:
        return code_of(chess.Piece(move.promotion, position.turn))
    return code_at(position.placement, move.from_square)


def _played(board: chess.Board, move: chess.Move, sensing: Sensing) -> Result:
    board.push(move)
    after = position_of(board)
    board.pop()
    return move, after, seen_by(sensing, after.placement)
