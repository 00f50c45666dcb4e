"""The moves that a player may still make after the pieces that he touched.

FIDE Laws of Chess (2023) Art. 4.3 to 4.5; the other editions say the same under other numbers. The whole ordered list
of touches decides, in one go; a set is never narrowed step by step. The articles are filters over the legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import TypeAlias

import chess

from bridge.laws import Edition

Moves: TypeAlias = frozenset[chess.Move]
Touches: TypeAlias = Sequence[frozenset[chess.Square]]
"""The squares touched, in order; squares in one set were touched without a known order between them."""

ORDERS_FOLLOWED = 576  # twice four pieces of one color within one scan each; more at once was no player's touch


@dataclass(frozen=True, slots=True)
class Permitted:
    """The legal moves that touches leave, and the number of the article that says so."""

    moves: Moves
    article: str


def permitted(board: chess.Board, edition: Edition, touches: Touches) -> Permitted:
    """What the touches leave: no moves only when there is no legal move at all.

    Where the order of touches is not known, every move is permitted that some possible order permits. When that are
    too many orders for anybody to say what came first, the touches from there on bind to nothing.
    """
    legal = frozenset(board.legal_moves)
    each = [_for_order(board, edition, legal, order) for order in _orders(board, _followed(board, touches))]
    return Permitted(frozenset().union(*(one.moves for one in each)), each[0].article)


def order_matters(board: chess.Board, edition: Edition, before: Touches, together: frozenset[chess.Square]) -> bool:
    """Whether the order in which these pieces were touched, after the ones before, decides what is permitted.

    Own pieces count as touched before enemy pieces by the last sentence of Art. 4.3. Of more pieces than can be put in
    order, it does.
    """
    if len(list(_followed(board, [*before, together]))) <= len(before):
        return True
    ways = _ways(board, together, _any_order)
    results = {permitted(board, edition, [*before, *map(_alone, way)]).moves for way in ways}
    return len(results) > 1


def _followed(board: chess.Board, touches: Touches) -> Iterator[frozenset[chess.Square]]:
    orders = 1
    for group in touches:
        own = chess.SquareSet(group) & board.occupied_co[board.turn]
        enemy = chess.SquareSet(group) & board.occupied_co[not board.turn]
        orders *= factorial(len(own)) * factorial(len(enemy))
        if orders > ORDERS_FOLLOWED:
            return
        yield group


def _orders(board: chess.Board, touches: Iterable[frozenset[chess.Square]]) -> list[list[chess.Square]]:
    """Every order of the touched squares that the touches allow."""
    orders: list[list[chess.Square]] = [[]]
    for group in touches:
        ways = list(_ways(board, group, _king_before_rooks))
        orders = [[*order, *way] for order in orders for way in ways]
    return orders


Counted: TypeAlias = Callable[[chess.Board, tuple[chess.Square, ...]], bool]


def _ways(board: chess.Board, group: frozenset[chess.Square], counted: Counted) -> Iterator[tuple[chess.Square, ...]]:
    """The orders in which pieces without a known order may have been touched.

    Art. 4.3.3, last sentence: when the order of an own and an enemy piece is not established, the own one counts as
    touched first. Of the orders of own pieces, those that are `counted`.
    """
    own = chess.SquareSet(group) & board.occupied_co[board.turn]
    enemy = chess.SquareSet(group) & board.occupied_co[not board.turn]
    for mine in permutations(own):
        if counted(board, mine):
            for theirs in permutations(enemy):
                yield (*mine, *theirs)


def _any_order(_board: chess.Board, _own: tuple[chess.Square, ...]) -> bool:
    return True


def _king_before_rooks(board: chess.Board, own: tuple[chess.Square, ...]) -> bool:
    """The Laws are silent on king and rook in an unknown order; rook first is not proven, so the king counts first."""
    kinds = [board.piece_type_at(square) for square in own]
    return chess.KING not in kinds or chess.ROOK not in kinds[: kinds.index(chess.KING)]


def _for_order(board: chess.Board, edition: Edition, legal: Moves, order: Iterable[chess.Square]) -> Permitted:
    """What remains when the pieces were touched in just this order."""
    touched = list(dict.fromkeys(order))
    own = [square for square in touched if board.color_at(square) == board.turn]
    enemy = [square for square in touched if board.color_at(square) == (not board.turn)]
    pair = king_and_rook(board, own if not enemy else touched[: touched.index(enemy[0])], legal)
    article = _article_of_touches(edition, own, enemy)
    if pair is not None:
        if board.piece_type_at(pair[0]) == chess.KING:
            return _king_then_rook(board, edition, legal, pair)
        legal, article = _without_castling(board, legal, pair[0]) or legal, edition.castling_rook_first
    moves = _first_own_takes_first_enemy(board, legal, own, enemy) or _first_usable(board, legal, touched)
    if moves:
        return Permitted(moves, article)
    return Permitted(legal, edition.nothing_usable)  # Art. 4.5: nothing touched can be moved or captured.


def _article_of_touches(edition: Edition, own: list[chess.Square], enemy: list[chess.Square]) -> str:
    """The paragraph of Art. 4.3 for own pieces, enemy pieces, or both."""
    if own and enemy:
        return edition.touched_both_colors
    return edition.touched_enemy_piece if enemy else edition.touched_own_piece


def king_and_rook(
    board: chess.Board, own: Sequence[chess.Square], legal: Moves
) -> tuple[chess.Square, chess.Square] | None:
    """King and rook in the order touched, when they come first among the own pieces: then Art. 4.4 holds, not 4.3.

    Pieces touched before them that cannot move do not count (Art. 4.5). A piece that can move does: it must move by
    Art. 4.3.1; that this comes before Art. 4.4 is our reading.
    """
    movable = frozenset(move.from_square for move in legal)
    rooks = chess.SquareSet(board.rooks & board.occupied_co[board.turn])
    king = board.king(board.turn)
    first = 0
    while first < len(own) and own[first] not in movable and own[first] not in rooks and own[first] != king:
        first += 1
    pair = own[first : first + 2]
    if len(pair) < 2 or king not in pair or (pair[0] not in rooks and pair[1] not in rooks):
        return None
    return pair[0], pair[1]


def _king_then_rook(
    board: chess.Board, edition: Edition, legal: Moves, pair: tuple[chess.Square, chess.Square]
) -> Permitted:
    """Art. 4.4.1: he must castle with this rook. Art. 4.4.3: if he cannot, the king must move, castling with the
    other rook included; and if the king cannot, anything is free. That he meant to castle is presumed.
    """
    king, rook = pair
    castling = frozenset(move for move in legal if castling_rook(board, move) == rook)
    if castling:
        return Permitted(castling, edition.king_and_rook_touched)
    return Permitted(_moves_of(legal, king) or legal, edition.castling_impossible)


def _without_castling(board: chess.Board, legal: Moves, rook: chess.Square) -> Moves:
    """Art. 4.4.2: who touches a rook and then his king may not castle with that rook; the rest is left to Art. 4.3."""
    return frozenset(move for move in legal if castling_rook(board, move) != rook)


def _first_own_takes_first_enemy(
    board: chess.Board, legal: Moves, own: list[chess.Square], enemy: list[chess.Square]
) -> Moves:
    """Art. 4.3.3: the first own piece touched must capture the first enemy piece touched, if it can.

    The editions before 2018 speak of one piece of each color; more are treated like that by analogy.
    """
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


def _moves_of(legal: Moves, square: chess.Square | None) -> Moves:
    return frozenset(move for move in legal if move.from_square == square)


def _captures_of(board: chess.Board, legal: Moves, square: chess.Square) -> Moves:
    return frozenset(move for move in legal if capture_square(board, move) == square)


def _alone(square: chess.Square) -> frozenset[chess.Square]:
    return frozenset({square})
