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
from bridge.rules.recognition.reading import Reading
from drivers.placement import Code, Placement, Sensing, code_at, code_of, code_seen_by, difference, may_be_of, seen_by

Result: TypeAlias = tuple[chess.Move, Position, Placement]
"""A move, the position after it, and what the sensors show then."""


def supported_moves(reading: Reading, sensed: Placement, sensing: Sensing, fresh: chess.Bitboard) -> Iterator[Result]:
    """Legal moves of the reading's position that the sensors support, each with its result.

    Only moves that empty or fill one of the `fresh` squares; the others were supported before.
    """
    differs = difference(reading.placement, sensed)
    position = reading.position
    own, enemy = (position.white, position.black) if position.turn else (position.black, position.white)
    gone, arrived = differs & own, differs & may_be_of(position.turn, sensed)
    if sensing is Sensing.OCCUPANCY:
        arrived |= enemy & ~differs  # A piece that takes another one fills a square that was filled before.
    arrived &= ~(position.kings & enemy)  # After an illegal move python-chess has the king captured.
    castling_rooks = _rooks_that_castle(position, own, differs, sensing, fresh)
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
        if code_seen_by(sensing, arriving(position, move)) == code_at(sensed, move.to_square):
            yield played(position, move, sensing)
    if castling_rooks:
        for move in board.generate_castling_moves(board.kings & own, castling_rooks):
            yield played(position, move, sensing)


def _rooks_that_castle(
    position: Position, own: chess.Bitboard, differs: chess.Bitboard, sensing: Sensing, fresh: chess.Bitboard
) -> chess.Bitboard:
    """The rooks with which the side to move may just have castled, as far as the squares that differ tell."""
    rooks = position.castling_rights & own
    if not rooks:
        return chess.BB_EMPTY
    pieces = rooks | position.kings & own
    seen = differs & pieces and differs & fresh & chess.BB_BACKRANKS
    if sensing is not Sensing.IDENTITY and position.chess960:  # King and rook may stand where the other one stood.
        seen = fresh & pieces or differs & fresh & chess.BB_BACKRANKS
    return rooks if seen else chess.BB_EMPTY


def legal_moves_with_results(
    position: Position, origins: chess.Bitboard, destinations: chess.Bitboard, sensing: Sensing
) -> Iterator[Result]:
    """The legal moves between these squares, each with its result."""
    for move in position.board().generate_legal_moves(origins, destinations):
        yield played(position, move, sensing)


def played(position: Position, move: chess.Move, sensing: Sensing) -> Result:
    """The move with the position after it and what the sensors show then. The move need not be legal."""
    return pushed(position.board(), move, sensing)  # A fresh board costs less than taking a move back.


def pushed(board: chess.Board, move: chess.Move, sensing: Sensing) -> Result:
    """The same for the position on a board, which is changed."""
    board.push(move)
    after = position_of(board)
    return move, after, seen_by(sensing, after.placement)


def arriving(position: Position, move: chess.Move) -> Code:
    """The code of the piece that stands on the destination after the move (the king's for castling)."""
    if move.promotion is not None:
        return code_of(chess.Piece(move.promotion, position.turn))
    return code_at(position.placement, move.from_square)
