"""The plain case: the player to move has lifted one of his pieces after the last move, and put it on another square.

Nearly all half-moves are like this. What is found here is what `explaining.search` would find; it only comes there
sooner.
"""

from __future__ import annotations

from typing import NamedTuple

import chess

from bridge.rules.position import Position, position_of
from bridge.rules.recognition.growth import TWO_MOVES_SECONDS
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.recognition.successors import arriving
from drivers.placement import Placement, code_at, difference


class PlainMove(NamedTuple):
    """A reading one legal move further that explains the board exactly, and against which nothing speaks.

    `goes_on`: whether the piece has another legal square, to which the hand may still carry it. That is looked for
    only where it matters to `settle`: not after a capture or the move of a pawn.
    """

    reading: Reading
    goes_on: bool


def plain_move(root: Reading, log: SensorLog, *, seen: bool) -> PlainMove | None:
    """The move on an identifying board while nothing but the root is open and nothing is pressed for; None when the
    case is not plain, or there is no such move. `seen`: nothing happened while nobody was listening.
    """
    differs = difference(root.placement, log.placement)
    position = root.position
    own = position.white if position.turn else position.black
    origin = differs & own
    destination = (differs ^ origin) & ~position.kings  # After an illegal move python-chess has the king captured.
    if not differs & log.fresh or differs & log.undated or origin.bit_count() != 1 or destination.bit_count() != 1:
        return None
    landed = log.filled[destination.bit_length() - 1]
    if not _in_order(root, log, origin.bit_length() - 1, landed):
        return None
    board = position.board()
    rooks = position.castling_rights & own
    if rooks and origin & (position.kings | rooks) and next(board.generate_castling_moves(), None) is not None:
        return None  # He may be castling.
    move, goes_on = _move_between(position, board, origin, destination, log.placement)
    if move is None:
        return None
    board.push(move)
    after = position_of(board)
    if after.placement != log.placement:
        return None
    reading = Reading(root, move, after, after.placement, root.ply + 1, landed, root.cost, landed, seen=seen)
    return PlainMove(reading, goes_on)


def king_castling(root: Reading, log: SensorLog) -> bool:
    """Whether nothing has happened but that the king was just put where a legal castling brings it, before the rook."""
    position = root.position
    king = position.kings & (position.white if position.turn else position.black)
    castled = difference(root.placement, log.placement) ^ king
    if not (king and position.castling_rights) or castled != log.fresh or position.chess960:
        return False
    if code_at(log.placement, castled.bit_length() - 1) != code_at(root.placement, king.bit_length() - 1):
        return False
    castlings = position.board().generate_castling_moves()
    return any(castled == chess.BB_SQUARES[move.to_square] for move in castlings)


def _in_order(root: Reading, log: SensorLog, origin: chess.Square, landed: float) -> bool:
    """Whether the piece was lifted after the move that it answers, and put down after that, not too fast."""
    left, before = log.lifted[origin], root.parent
    if not root.born <= left <= landed or log.filled[origin] == left:
        return False
    return before is None or landed >= before.born + TWO_MOVES_SECONDS


def _move_between(
    position: Position, board: chess.Board, origin: chess.Bitboard, destination: chess.Bitboard, sensed: Placement
) -> tuple[chess.Move | None, bool]:
    """The legal move between these squares that brings the piece which is sensed there, and whether it goes on."""
    settled = destination & board.occupied or origin & position.pawns
    found, goes_on = None, False
    for move in board.generate_legal_moves(origin, destination if settled else chess.BB_ALL):
        if not destination >> move.to_square & 1:
            goes_on = True
        elif arriving(position, move) == code_at(sensed, move.to_square):
            found = move
        if found and goes_on:
            break
    return found, goes_on
