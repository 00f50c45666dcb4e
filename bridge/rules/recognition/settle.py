"""When a move counts as made: judged by what could still happen to it, not by one constant.

FIDE Laws of Chess (2023) Art. 4.7: a move is made when the piece has been released. No sensor sees a release, so a
move that cannot go on is made at once, and the others after the time in which a hand would still have moved on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import chess

from bridge.rules.position import captured_square
from bridge.rules.recognition.reading import Reading
from bridge.rules.setup import Patience, Setup
from drivers.placement import Placement, Sensing, difference, occupied


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds that a move must stand unchanged before it counts as made.

    `pawn`: a pawn that could go one square further. `piece`: any other piece that has another legal square.
    `half_castling`: a king or rook that stands where it would after castling, while castling is still legal.
    """

    pawn: float
    piece: float
    half_castling: float


DELAYS: Mapping[Patience, Delays] = {
    Patience.QUICK: Delays(pawn=0.1, piece=0.1, half_castling=2.0),
    Patience.BALANCED: Delays(pawn=0.1, piece=0.9, half_castling=2.8),
    Patience.SURE: Delays(pawn=0.5, piece=1.8, half_castling=3.5),
}
"""Measured in club play: made median 463 ms at 2.0 withdrawn moves per 1,000 half-moves with BALANCED."""

AFTER_GAP_SECONDS = 0.15  # a move learnt from a dump has long been made; one more reading confirms it
SCANS_TO_CONFIRM = 1.1  # a scanning board must have had the time to look once more


def looked_again(setup: Setup) -> float:
    """Seconds until the e-board has surely looked at every square once more."""
    return setup.scan_period * SCANS_TO_CONFIRM


def settle_seconds(reading: Reading, setup: Setup, *, goes_on: bool | None = None) -> float:
    """How long the last move of the line must stand before it counts as made.

    `goes_on`: whether the piece has another legal square, if that is known, and the move can be no half of castling.
    """
    scan = looked_again(setup)
    if not reading.seen:
        return max(AFTER_GAP_SECONDS, scan)
    return max(_delay(reading, DELAYS[setup.patience], setup.sensing, goes_on), scan)


def _delay(reading: Reading, delays: Delays, sensing: Sensing, goes_on: bool | None) -> float:
    parent, move = reading.parent, reading.move
    if parent is None or move is None:
        return 0.0
    position, origin = parent.position, chess.BB_SQUARES[move.from_square]
    captured = captured_square(position, move)
    if move.promotion is not None or captured is not None:
        # What an occupancy board shows there may be the piece that was lifted, or one carried past.
        return delays.piece if sensing is Sensing.OCCUPANCY else 0.0
    if origin & position.pawns:
        return delays.pawn
    if goes_on is not None:
        return delays.piece if goes_on else 0.0
    board = position.board()
    if position.castling_rights and origin & (position.kings | position.castling_rights):
        if board.is_castling(move):
            return 0.0
        if _half_of_castling(board, move):
            return delays.half_castling
    others = board.generate_legal_moves(origin, ~chess.BB_SQUARES[move.to_square])
    return 0.0 if next(others, None) is None else delays.piece


def castling_unfinished(reading: Reading, sensed: Placement) -> bool:
    """Whether the last move is castling of which a piece has not arrived on its square: it is not made (Art. 4.7.2)."""
    parent, move = reading.parent, reading.move
    if parent is None or move is None or reading.placement == sensed or not parent.position.castling_rights:
        return False
    before, after = parent.position, reading.position
    if not chess.BB_SQUARES[move.from_square] & before.kings:
        return False
    own = after.white if before.turn else after.black
    missing = own & difference(reading.placement, sensed) & ~occupied(sensed)
    arrived = missing & ~(before.white if before.turn else before.black)
    return bool(arrived) and before.board().is_castling(move)


def _half_of_castling(board: chess.Board, move: chess.Move) -> bool:
    """Whether the king or rook moved to the square where a legal castling would bring it."""
    before = board.piece_at(move.from_square)
    for castling in list(board.generate_castling_moves()):
        board.push(castling)
        lands = board.piece_at(move.to_square) == before
        board.pop()
        if lands:
            return True
    return False
