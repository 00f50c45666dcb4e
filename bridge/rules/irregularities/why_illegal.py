"""Why a move is illegal: one plain reason for every move that FIDE Laws of Chess (2023) Art. 3 does not allow.

Of several reasons the one is given that a player sees first: what was moved, how it went, and only then the king.
`reason_texts` puts it into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import chess

from bridge.rules.position import Position

PROMOTES_TO = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


class Fault(Enum):
    """What is wrong with a move. The articles are those of the Laws of 2023."""

    NO_MOVE = auto()
    """Nothing left its square."""
    PUT_ON = auto()
    """A piece came from outside the board."""
    EMPTY_SQUARE = auto()
    """Nothing stood where the move began."""
    ENEMY_PIECE = auto()
    """A piece of the opponent was moved."""
    KING_CAPTURED = auto()
    """Art. 1.4.1; python-chess, which knows no such position, calls the capture legal."""
    OWN_PIECE_CAPTURED = auto()
    """Art. 3.1."""
    NOT_ITS_WAY = auto()
    """The piece does not go that way, whatever stands where."""
    IN_THE_WAY = auto()
    """Art. 3.5, and 3.7.2 for the pawn."""
    PAWN_BACKWARDS = auto()
    PAWN_SIDEWAYS = auto()
    PAWN_TWO_SQUARES = auto()
    """Two squares from elsewhere than the starting square (Art. 3.7.2)."""
    PAWN_CAPTURED_AHEAD = auto()
    PAWN_DIAGONAL = auto()
    """Diagonally without a capture (Art. 3.7.3)."""
    EN_PASSANT_LATE = auto()
    """Past a pawn that has not just moved two squares (Art. 3.7.3.2)."""
    PROMOTION_MISSING = auto()
    PROMOTION_ELSEWHERE = auto()
    """Something else than a pawn on the last rank was exchanged."""
    PROMOTION_WRONG = auto()
    """For a king or a pawn (Art. 3.7.3.3)."""
    CASTLING_RIGHT_GONE = auto()
    """Art. 3.8.2.1, as far as the position tells."""
    CASTLING_BLOCKED = auto()
    """Art. 3.8.2.2.2; Chess960: Guidelines II.3.2.7."""
    CASTLED_IN_CHECK = auto()
    CASTLED_THROUGH_CHECK = auto()
    CASTLED_INTO_CHECK = auto()
    """These three: Art. 3.8.2.2.1."""
    KING_ATTACKED = auto()
    """The king moved to an attacked square (Art. 3.8.1)."""
    STAYS_IN_CHECK = auto()
    PINNED = auto()
    EN_PASSANT_EXPOSES = auto()
    """The two pawns that a capture en passant takes off a line open it to the king. These three: Art. 3.9.2."""


class Standing(NamedTuple):
    """A piece and the square that it stands on."""

    piece: chess.PieceType
    square: chess.Square


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is illegal, for either language.

    `color` is the side that made it; `piece` what it moved, None when nothing stood on `origin`. `at`: the square that
    matters when it is neither `origin` nor `destination`, like the king's or the one passed in castling. `others`:
    the pieces that forbid the move, as they stood before it: those that attack, stand in the way, were captured.
    """

    fault: Fault
    color: chess.Color
    piece: chess.PieceType | None
    origin: chess.Square
    destination: chess.Square
    at: chess.Square | None = None
    others: tuple[Standing, ...] = ()


def why_illegal(position: Position, move: chess.Move) -> Reason | None:
    """The reason why the move is illegal in the position; None when it is legal.

    Castling is the king's move of two squares, or king takes own rook; in Chess960 the latter alone.
    """
    board = position.board()
    captures_king = _wrong_piece(board, move)
    if board.is_legal(move) and captures_king is None:
        return None
    return (
        captures_king
        or _castling(board, move)
        or _own_piece_captured(board, move)
        or _way(board, move)
        or _promotion(board, move)
        or _leaves_king_in_check(board, move)
    )


def _reason(
    board: chess.Board, move: chess.Move, fault: Fault, others: chess.Bitboard = 0, at: chess.Square | None = None
) -> Reason:
    standing = tuple(
        Standing(piece, square)
        for square in chess.scan_forward(others)
        if (piece := board.piece_type_at(square)) is not None
    )
    piece = move.drop or board.piece_type_at(move.from_square)
    return Reason(fault, board.turn, piece, move.from_square, move.to_square, at, standing)


def _wrong_piece(board: chess.Board, move: chess.Move) -> Reason | None:
    """No piece that the player may move, or one that nobody may capture."""
    origin, destination = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if move.drop is not None:
        return _reason(board, move, Fault.PUT_ON)
    if origin == destination:
        return _reason(board, move, Fault.NO_MOVE)
    if not board.occupied & origin:
        return _reason(board, move, Fault.EMPTY_SQUARE)
    if board.occupied_co[not board.turn] & origin:
        return _reason(board, move, Fault.ENEMY_PIECE)
    if board.kings & board.occupied_co[not board.turn] & destination:
        return _reason(board, move, Fault.KING_CAPTURED, destination)
    return None


def _castling(board: chess.Board, move: chess.Move) -> Reason | None:
    rook = _castling_rook(board, move)
    if rook is None:
        return None
    if not board.clean_castling_rights() & chess.BB_SQUARES[rook]:
        return _reason(board, move, Fault.CASTLING_RIGHT_GONE, chess.BB_SQUARES[rook])
    king, rank = move.from_square, chess.square_rank(move.from_square)
    king_file, rook_file = (2, 3) if rook < king else (6, 5)
    king_to, rook_to = chess.square(king_file, rank), chess.square(rook_file, rank)
    path = chess.between(king, king_to)
    must_be_empty = path | chess.between(rook, rook_to) | chess.BB_SQUARES[king_to] | chess.BB_SQUARES[rook_to]
    rest = board.occupied & ~chess.BB_SQUARES[king] & ~chess.BB_SQUARES[rook]
    if rest & must_be_empty:
        return _reason(board, move, Fault.CASTLING_BLOCKED, _nearest(king, rest & must_be_empty))
    if board.is_check():
        return _reason(board, move, Fault.CASTLED_IN_CHECK, board.checkers_mask(), king)
    for square in sorted(chess.scan_forward(path), key=lambda passed: chess.square_distance(king, passed)):
        if attackers := board.attackers_mask(not board.turn, square, rest | chess.BB_SQUARES[rook]):
            return _reason(board, move, Fault.CASTLED_THROUGH_CHECK, attackers, square)
    attackers = board.attackers_mask(not board.turn, king_to, rest | chess.BB_SQUARES[rook_to])
    return _reason(board, move, Fault.CASTLED_INTO_CHECK, attackers, king_to) if attackers else None


def _castling_rook(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """The own rook that the king's move means to castle with; None when it is no attempt at castling."""
    back_rank = board.occupied_co[board.turn] & (chess.BB_RANK_1 if board.turn else chess.BB_RANK_8)
    if move.promotion is not None or not board.kings & back_rank & chess.BB_SQUARES[move.from_square]:
        return None
    rook = move.to_square
    if not board.chess960:
        corner = {0: 0, 2: 0, 6: 7, 7: 7}.get(chess.square_file(move.to_square))
        on_rank = chess.square_rank(move.from_square) == chess.square_rank(move.to_square)
        if corner is None or not on_rank or chess.square_file(move.from_square) != 4:
            return None
        rook = chess.square(corner, chess.square_rank(move.from_square))
    return rook if board.rooks & back_rank & chess.BB_SQUARES[rook] else None


def _own_piece_captured(board: chess.Board, move: chess.Move) -> Reason | None:
    captured = board.occupied_co[board.turn] & chess.BB_SQUARES[move.to_square]
    return _reason(board, move, Fault.OWN_PIECE_CAPTURED, captured) if captured else None


def _way(board: chess.Board, move: chess.Move) -> Reason | None:
    """The piece does not go there, or cannot because another one stands between."""
    origin, destination = move.from_square, chess.BB_SQUARES[move.to_square]
    if board.pawns & chess.BB_SQUARES[origin]:
        return _pawn_way(board, move)
    if board.attacks_mask(origin) & destination:
        return None
    alone = chess.BaseBoard(None)
    alone.set_piece_at(origin, board.piece_at(origin))
    if alone.attacks_mask(origin) & destination:
        between = chess.between(origin, move.to_square) & board.occupied
        return _reason(board, move, Fault.IN_THE_WAY, _nearest(origin, between))
    return _reason(board, move, Fault.NOT_ITS_WAY)


def _pawn_way(board: chess.Board, move: chess.Move) -> Reason | None:
    files = chess.square_file(move.to_square) - chess.square_file(move.from_square)
    ranks = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    match abs(files), ranks if board.turn else -ranks:
        case _, ahead if ahead < 0:
            return _reason(board, move, Fault.PAWN_BACKWARDS)
        case _, 0:
            return _reason(board, move, Fault.PAWN_SIDEWAYS)
        case 0, 1 | 2:
            return _pawn_ahead(board, move)
        case 1, 1:
            return _pawn_diagonal(board, move)
        case _:
            return _reason(board, move, Fault.NOT_ITS_WAY)


def _pawn_ahead(board: chess.Board, move: chess.Move) -> Reason | None:
    passed = chess.between(move.from_square, move.to_square)
    starting_rank = chess.BB_RANK_2 if board.turn else chess.BB_RANK_7
    if passed and not starting_rank & chess.BB_SQUARES[move.from_square]:
        return _reason(board, move, Fault.PAWN_TWO_SQUARES)
    if passed & board.occupied:
        return _reason(board, move, Fault.IN_THE_WAY, passed)
    captured = board.occupied & chess.BB_SQUARES[move.to_square]
    return _reason(board, move, Fault.PAWN_CAPTURED_AHEAD, captured) if captured else None


def _pawn_diagonal(board: chess.Board, move: chess.Move) -> Reason | None:
    origin, destination = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if board.occupied & destination or any(board.generate_pseudo_legal_ep(origin, destination)):
        return None
    passed = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    fifth_rank = chess.BB_RANK_5 if board.turn else chess.BB_RANK_4
    pawn_beside = board.pawns & board.occupied_co[not board.turn] & fifth_rank & chess.BB_SQUARES[passed]
    return _reason(board, move, Fault.EN_PASSANT_LATE if pawn_beside else Fault.PAWN_DIAGONAL, pawn_beside)


def _promotion(board: chess.Board, move: chess.Move) -> Reason | None:
    last_rank = chess.BB_RANK_8 if board.turn else chess.BB_RANK_1
    arrives = board.pawns & chess.BB_SQUARES[move.from_square] and last_rank & chess.BB_SQUARES[move.to_square]
    if move.promotion is None:
        return _reason(board, move, Fault.PROMOTION_MISSING) if arrives else None
    if not arrives:
        return _reason(board, move, Fault.PROMOTION_ELSEWHERE)
    return None if move.promotion in PROMOTES_TO else _reason(board, move, Fault.PROMOTION_WRONG)


def _leaves_king_in_check(board: chess.Board, move: chess.Move) -> Reason:
    """What attacks the king after a move that is otherwise as it should be."""
    own = board.turn
    after = board.copy(stack=False)
    after.push(move)
    king = chess.msb(after.kings & after.occupied_co[own])
    attackers = after.attackers_mask(not own, king)
    if king == move.to_square:
        return _reason(board, move, Fault.KING_ATTACKED, attackers)
    if staying := attackers & board.checkers_mask():
        return _reason(board, move, Fault.STAYS_IN_CHECK, staying, king)
    pinned = all(
        chess.between(king, attacker) & board.occupied == chess.BB_SQUARES[move.from_square]
        for attacker in chess.scan_forward(attackers)
    )
    return _reason(board, move, Fault.PINNED if pinned else Fault.EN_PASSANT_EXPOSES, attackers, king)


def _nearest(origin: chess.Square, squares: chess.Bitboard) -> chess.Bitboard:
    """Of these squares the one nearest to `origin`."""
    return chess.BB_SQUARES[min(chess.scan_forward(squares), key=lambda each: chess.square_distance(origin, each))]


__all__ = ["Fault", "Reason", "Standing", "why_illegal"]
