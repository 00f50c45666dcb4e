"""The proof, without playing a move, that White can never mate because nothing gets to where a mate would need it."""

from __future__ import annotations

from collections.abc import Iterator

import chess
from chess import BB_ALL, Bitboard

from bridge.rules.endings.mate.reach import Man, pawn_attacks, reach_of


def blocked(board: chess.Board) -> bool:
    """Whether White provably cannot mate after any further move. False proves nothing.

    The board must be valid. Nothing is claimed where castling or an en-passant capture may be possible.
    """
    if board.castling_rights or board.has_pseudo_legal_en_passant() or _pawn_has_open_file(board):
        return False
    reach = reach_of(board)
    white, black = reach.of(chess.WHITE), reach.of(chess.BLACK)
    if any(man.reach == BB_ALL for man in white if man.piece_type == chess.PAWN):
        return False
    return not any(_mate_imaginable(square, white, black) for square in _checked_squares(white, _king(black).reach))


def _pawn_has_open_file(board: chess.Board) -> bool:
    """Whether a white pawn has nothing in front of it, so that it is needless to look where it can get to."""
    ahead, empty = board.pawns & board.occupied_co[chess.WHITE], ~board.occupied & BB_ALL
    while ahead and not ahead & chess.BB_RANK_8:
        ahead = ahead << 8 & empty
    return bool(ahead)


def _king(men: list[Man]) -> Man:
    return next(man for man in men if man.piece_type == chess.KING)


def _checked_squares(white: list[Man], kings: Bitboard) -> Iterator[Bitboard]:
    """Where the black king may ever be given check.

    A piece that gives check may also step onto that square by the rules of reach, which stop at no enemy. A pawn that
    gives check has just moved, so it does not stand where it stood.
    """
    checked = 0
    for man in white:
        if man.piece_type == chess.PAWN:
            checked |= pawn_attacks(man.reach & ~man.home, chess.WHITE)
        elif man.piece_type != chess.KING and man.can_move:
            checked |= man.reach
    return (chess.BB_SQUARES[square] for square in chess.scan_forward(checked & kings))


def _mate_imaginable(square: Bitboard, white: list[Man], black: list[Man]) -> bool:
    """Whether a mate of the king on this square cannot be excluded.

    Of the squares around it that it could go to, those that no white man but the king ever attacks, nor defends, must
    be occupied by black men, or lie beside the white king.
    """
    around = chess.BB_KING_ATTACKS[square.bit_length() - 1]
    flights = around & _king(black).reach & ~_guarded(white)
    blockers = [man.reach & flights for man in black if man.piece_type != chess.KING and man.reach & flights]
    for place in chess.scan_forward(_king(white).reach & ~around & ~square):
        if _can_fill(list(chess.scan_forward(flights & ~chess.BB_KING_ATTACKS[place])), blockers):
            return True
    return False


def _guarded(white: list[Man]) -> Bitboard:
    """What white men other than the king may ever attack, or defend, of the squares that a black king may enter."""
    guarded = 0
    for man in white:
        if man.piece_type == chess.PAWN:
            guarded |= pawn_attacks(man.reach, chess.WHITE)
        elif man.piece_type != chess.KING and man.can_move:
            guarded |= man.reach
    return guarded


def _can_fill(squares: list[chess.Square], blockers: list[Bitboard]) -> bool:
    """Whether every square can get a blocker of its own: a matching, found along augmenting paths."""
    holds: dict[int, chess.Square] = {}

    def place(square: chess.Square, tried: set[int]) -> bool:
        for blocker, reach in enumerate(blockers):
            if reach >> square & 1 and blocker not in tried:
                tried.add(blocker)
                if blocker not in holds or place(holds[blocker], tried):
                    holds[blocker] = square
                    return True
        return False

    return len(squares) <= len(blockers) and all(place(square, set()) for square in squares)
