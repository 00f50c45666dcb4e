"""The moves that a player may still make after the pieces that he touched.

FIDE Laws of Chess (2023) Art. 4.3 to 4.5. The whole ordered list of touches decides, in one go; a set is never
narrowed step by step. The articles are filters over the legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, permutations
from typing import TypeAlias

import chess

Moves: TypeAlias = frozenset[chess.Move]
Touches: TypeAlias = Sequence[frozenset[chess.Square]]
"""The squares touched, in order; squares in one set were touched without a known order between them."""

UNORDERED_GROUPS = 2  # times in one move that several pieces were touched in one scan; more never was a player's touch
ORDERS_TRIED = 4  # pieces touched in one scan whose orders are all tried; more than that never was a player's touch


def permitted(board: chess.Board, touches: Touches) -> Moves:
    """The legal moves that the touches leave. Empty only when there is no legal move at all."""
    legal = frozenset(board.legal_moves)
    if sum(len(group) > 1 for group in touches) > UNORDERED_GROUPS:
        return legal  # So much happened at once that nobody can say what came first.
    return frozenset(chain.from_iterable(_for_order(board, legal, order) for order in _orders(board, touches)))


def _orders(board: chess.Board, touches: Touches) -> Iterable[list[chess.Square]]:
    """Every order of the touched squares that the sensors allow.

    Art. 4.3.3, last sentence: when the order of an own and an enemy piece is not established, the own one counts as
    touched first. King and rook without a known order count as king first. Between others every order is possible.
    """
    orders: list[list[chess.Square]] = [[]]
    for group in touches:
        own = [square for square in group if board.color_at(square) == board.turn]
        enemy = [square for square in group if board.color_at(square) == (not board.turn)]
        own.sort(key=lambda square: board.piece_type_at(square) != chess.KING)
        king_first = own and board.piece_type_at(own[0]) == chess.KING
        ways = [tuple(own)] if king_first or len(own) > ORDERS_TRIED else list(permutations(own))
        enemy_ways = [tuple(enemy)] if len(enemy) > ORDERS_TRIED else list(permutations(enemy))
        orders = [[*order, *mine, *theirs] for order in orders for mine in ways for theirs in enemy_ways]
    return orders


def _for_order(board: chess.Board, legal: Moves, order: Iterable[chess.Square]) -> Moves:
    touched = list(dict.fromkeys(order))
    own = [square for square in touched if board.color_at(square) == board.turn]
    enemy = [square for square in touched if board.color_at(square) == (not board.turn)]
    before_enemy = own if not enemy else touched[: touched.index(enemy[0])]
    castling, legal_here = _castling_rules(board, legal, before_enemy)
    if castling is not None:
        return castling
    return _both_colors(board, legal_here, own, enemy) or _first_usable(board, legal_here, touched) or legal_here


def _castling_rules(board: chess.Board, legal: Moves, own: list[chess.Square]) -> tuple[Moves | None, Moves]:
    """Art. 4.4.1 to 4.4.3: what touching king and rook first decides, or the moves that are left for Art. 4.3.

    Pieces touched before them that cannot move do not count (Art. 4.5).
    """
    movable = _origins(legal)
    rooks = chess.SquareSet(board.rooks & board.occupied_co[board.turn])
    king = board.king(board.turn)
    first = 0
    while first < len(own) and own[first] not in movable and own[first] not in rooks and own[first] != king:
        first += 1
    pair = own[first : first + 2]
    if len(pair) < 2 or king not in pair:
        return None, legal
    rook = pair[0] if pair[1] == king else pair[1]
    if rook not in rooks:
        return None, legal
    with_rook = frozenset(move for move in legal if castling_rook(board, move) == rook)
    if pair[0] == rook:
        return None, legal - with_rook
    return with_rook or _moves_of(legal, king) or legal, legal


def _both_colors(board: chess.Board, legal: Moves, own: list[chess.Square], enemy: list[chess.Square]) -> Moves:
    """Art. 4.3.3: the first own piece touched must capture the first enemy piece touched, if it can."""
    if not own or not enemy:
        return frozenset()
    return _moves_of(legal, own[0]) & _captures_of(board, legal, enemy[0])


def _first_usable(board: chess.Board, legal: Moves, touched: Iterable[chess.Square]) -> Moves:
    """Art. 4.3.1 and 4.3.2: the first piece touched that can be moved, or captured, must be."""
    for square in touched:
        if board.color_at(square) == board.turn:
            moves = _moves_of(legal, square) | _castling_by_rook_alone(board, legal, square)
        else:
            moves = _captures_of(board, legal, square)
        if moves:
            return moves
    return frozenset()


def _castling_by_rook_alone(board: chess.Board, legal: Moves, square: chess.Square) -> Moves:
    """Chess960: the castling in which only the rook on this square moves, because the king stands where it belongs.

    The Laws are silent; a player who touches that rook may still castle (Guidelines II.3.2.4).
    """
    king = board.king(board.turn)
    if king is None or not board.castling_rights & chess.BB_SQUARES[square]:
        return frozenset()
    home = chess.square(6 if square > king else 2, chess.square_rank(king))
    return frozenset(move for move in legal if king == home and castling_rook(board, move) == square)


def castling_rook(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """The square of the rook that the move castles with; None when it is no castling."""
    if not board.is_castling(move):
        return None
    if board.castling_rights & chess.BB_SQUARES[move.to_square]:
        return move.to_square
    toward_king_side = chess.square_file(move.to_square) > chess.square_file(move.from_square)
    rights = board.castling_rights & chess.BB_RANKS[chess.square_rank(move.from_square)]
    pick: Callable[[int], int] = chess.msb if toward_king_side else chess.lsb
    return pick(rights)


def capture_square(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """The square of the piece that the move captures (the pawn's own for en passant); None for no capture."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


def _origins(legal: Moves) -> frozenset[chess.Square]:
    return frozenset(move.from_square for move in legal)


def _moves_of(legal: Moves, square: chess.Square | None) -> Moves:
    return frozenset(move for move in legal if move.from_square == square)


def _captures_of(board: chess.Board, legal: Moves, square: chess.Square) -> Moves:
    return frozenset(move for move in legal if capture_square(board, move) == square)
