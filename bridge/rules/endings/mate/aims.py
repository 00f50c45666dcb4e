"""What both sides work towards when they help White to mate: the black king in a corner, the white king near it.

Only taste: nothing is proved by it. The weights were tried out on final positions of real games.
"""

from __future__ import annotations

import chess
from chess import Bitboard, Square

CORNERS = (chess.A1, chess.H1, chess.A8, chess.H8)

DISTANCES = tuple(tuple(chess.square_distance(one, other) for other in chess.SQUARES) for one in chess.SQUARES)
"""Moves of a king between two squares."""


def corners_for(board: chess.Board) -> list[Square]:
    """The corners in the order in which they deserve a try: where bishops alone can get to, and near the black king."""
    king = board.king(chess.BLACK)
    bishops = board.bishops & board.occupied_co[chess.WHITE]
    bishops_alone = board.occupied_co[chess.WHITE] == bishops | board.kings & board.occupied_co[chess.WHITE]

    def reluctance(corner: Square) -> tuple[bool, int]:
        shut = bishops_alone and not bishops & _shade(chess.BB_SQUARES[corner])
        return shut, DISTANCES[corner][king] if king is not None else 0

    return sorted(CORNERS, key=reluctance)


def only_minors(board: chess.Board) -> bool:
    """Whether White has knights and bishops only, so that black men must hem in their king."""
    return not board.occupied_co[chess.WHITE] & (board.pawns | board.rooks | board.queens)


def far_from_mate(board: chess.Board, corner: Square) -> float:
    """An estimate of how much is missing to White's mate in the corner; about one point for each move of a man."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    prey, hunter = board.king(chess.BLACK), board.king(chess.WHITE)
    if prey is None or hunter is None:
        return 0.0
    to_corner = DISTANCES[corner]
    missing = 2.0 * max(0, to_corner[hunter] - 2) + 2.5 * (black & (board.queens | board.rooks)).bit_count()
    heavy = white & (board.queens | board.rooks)
    if heavy:
        return missing + 3.0 * to_corner[prey] + _nearest(heavy, DISTANCES[prey])
    pawns = white & board.pawns
    if pawns:
        return missing + 3.0 * to_corner[prey] + min(_to_promotion(board, pawn) for pawn in chess.scan_forward(pawns))
    flights = chess.BB_KING_ATTACKS[prey] & ~black & ~chess.BB_KING_ATTACKS[hunter]
    missing += 5.0 * to_corner[prey] + 2.0 * flights.bit_count()
    minors = list(chess.scan_forward(white & ~board.kings))
    if len(minors) == 1:
        missing += _helper_missing(board, black, to_corner)
    return missing + sum(to_corner[square] for square in minors)


def _shade(squares: Bitboard) -> Bitboard:
    """All squares of the color of the first of these."""
    return chess.BB_DARK_SQUARES if squares & -squares & chess.BB_DARK_SQUARES else chess.BB_LIGHT_SQUARES


def _nearest(men: Bitboard, distances: tuple[int, ...]) -> int:
    return min(distances[square] for square in chess.scan_forward(men))


def _to_promotion(board: chess.Board, pawn: Square) -> float:
    """Four points a step, and six for every man in the way."""
    ahead = chess.BB_FILES[pawn & 7] & (chess.BB_ALL << pawn + 1)
    return 4.0 * (7 - (pawn >> 3)) + 6.0 * (ahead & board.occupied).bit_count()


def _helper_missing(board: chess.Board, black: Bitboard, to_corner: tuple[int, ...]) -> int:
    """How far the black man is from beside the corner that can hem its king in and not take what gives check there.

    If there is none a pawn must become one.
    """
    helpers = black & (board.knights | board.bishops | board.rooks)
    bishop = board.bishops & board.occupied_co[chess.WHITE]
    if bishop:
        helpers &= ~(board.rooks | board.bishops & _shade(bishop))
    if helpers:
        return min(abs(to_corner[square] - 1) for square in chess.scan_forward(helpers))
    return 7 + min((pawn >> 3 for pawn in chess.scan_forward(black & board.pawns)), default=8)
