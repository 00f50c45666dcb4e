"""Where an incident can happen at a move: the squares to choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import chess

from drivers.hand.incidents import Incident
from drivers.hand.moves import castling_squares, crossed_squares, en_passant_victim


def places(incident: Incident, board: chess.Board, move: chess.Move) -> Sequence[chess.Square]:
    """The squares on which the incident can happen at this legal move; none when it cannot happen at all."""
    return _PLACES[incident](board, move)


def possible(incident: Incident, board: chess.Board, move: chess.Move) -> bool:
    """Whether the incident can happen at this legal move. A rook-first castling needs a castling, and so on."""
    return bool(places(incident, board, move))


def _involved(board: chess.Board, move: chess.Move) -> chess.Bitboard:
    """The squares that the move itself changes, or may be read as changing."""
    squares = {move.from_square, move.to_square}
    if board.is_castling(move):
        squares.update(castling_squares(board, move))
    if board.is_en_passant(move):
        squares.add(en_passant_victim(move))
    return int(chess.SquareSet(squares))


def _neighbours(board: chess.Board, move: chess.Move) -> chess.Bitboard:
    """The squares around the one where the piece (the king when castling) arrives, without those of the move."""
    target = castling_squares(board, move)[1] if board.is_castling(move) else move.to_square
    return chess.BB_KING_ATTACKS[target] & ~_involved(board, move)


def _others(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Own pieces besides those that move. King and rooks stay out of each other's moves: together they read as
    castling, which is another incident.
    """
    others = board.occupied_co[board.turn] & ~_involved(board, move)
    if board.piece_type_at(move.from_square) == chess.KING:
        others &= ~board.rooks
    if board.piece_type_at(move.from_square) == chess.ROOK:
        others &= ~board.kings
    return [*chess.SquareSet(others)]


def _out_of_reach(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Pieces of the player not on the move that no legal move takes (touching those reads like a capture begun), and
    that did not move last (lifting that one reads like taking the move back).
    """
    taken = {legal.to_square for legal in board.legal_moves}
    taken |= {en_passant_victim(legal) for legal in board.generate_legal_ep()}
    moved = {board.peek().to_square} if board.move_stack else set()
    theirs = chess.SquareSet(board.occupied_co[not board.turn] & ~_involved(board, move))
    return [square for square in theirs if square not in taken | moved]


def _wrong_squares(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Empty squares where the piece of a plain quiet move might rest: legal ones, and neighbours of the right one."""
    if board.is_castling(move) or board.is_capture(move) or move.promotion:
        return []
    legal = {other.to_square for other in board.legal_moves if other.from_square == move.from_square}
    wrong = (int(chess.SquareSet(legal)) | chess.BB_KING_ATTACKS[move.to_square]) & ~board.occupied
    if board.piece_type_at(move.from_square) == chess.PAWN:
        wrong &= ~chess.BB_BACKRANKS
    return [square for square in chess.SquareSet(wrong) if square != move.to_square]


def _illegal_squares(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Empty squares where the moving piece may not go: first those that leave the king in check, then those beside a
    right one, then any. Squares that read as half a castling, promotion or en passant are left out.
    """
    piece = board.piece_type_at(move.from_square)
    legal = {other.to_square for other in board.legal_moves if other.from_square == move.from_square}
    wrong = ~board.occupied & chess.BB_ALL & ~int(chess.SquareSet(legal))
    if piece in (chess.PAWN, chess.KING):
        wrong &= ~chess.BB_BACKRANKS
    if piece == chess.PAWN and board.ep_square is not None:
        wrong &= ~chess.BB_SQUARES[board.ep_square]
    near_right = int(
        chess.SquareSet(near for square in legal for near in chess.SquareSet(chess.BB_KING_ATTACKS[square]))
    )
    reached = {other.to_square for other in board.pseudo_legal_moves if other.from_square == move.from_square}
    exposing = wrong & int(chess.SquareSet(reached))
    return [*chess.SquareSet(exposing or wrong & near_right or wrong)]


def _rook_first_squares(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """The rook's square when the castling can be done with the rook first and both pieces really move."""
    if not board.is_castling(move):
        return []
    king, king_to, rook, rook_to = castling_squares(board, move)
    return [rook] if len({king, king_to, rook, rook_to}) == 4 else []


def _castling_in_two_steps(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """The rook's square when the king's half of the castling is no move by itself, as a single step would be."""
    squares = _rook_first_squares(board, move)
    king, king_to = castling_squares(board, move)[:2] if squares else (0, 0)
    return squares if chess.square_distance(king, king_to) > 1 else []


def _rooks_not_to_castle_with(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """At a king's move from the e-file: the rooks in the corners with which he may not castle, no piece between."""
    king, rank = move.from_square, chess.square_rank(move.from_square)
    plain = board.piece_type_at(king) == chess.KING and not board.is_castling(move) and not board.chess960
    if not plain or king != chess.square(4, 0 if board.turn else 7):
        return []
    allowed = {castling_squares(board, legal)[2] for legal in board.generate_castling_moves()}
    rooks = board.rooks & board.occupied_co[board.turn] & (chess.BB_FILE_A | chess.BB_FILE_H) & chess.BB_RANKS[rank]
    free = [rook for rook in chess.SquareSet(rooks) if not chess.between(king, rook) & board.occupied]
    return [rook for rook in free if rook not in allowed]


def _plain_captures(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    plain = board.is_capture(move) and not board.is_en_passant(move) and not move.promotion
    return [move.to_square] if plain else []


def _victims_in_passing(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [en_passant_victim(move)] if board.is_en_passant(move) else []


def quiet_squares(board: chess.Board, origin: chess.Square) -> list[chess.Square]:
    """The empty squares to which the piece could go if it were its side's move; no last rank, no castling."""
    other = board.copy(stack=False)
    other.turn, other.ep_square = bool(board.color_at(origin)), None
    moves = other.generate_pseudo_legal_moves(chess.BB_SQUARES[origin], ~board.occupied)
    return [move.to_square for move in moves if not move.promotion and not other.is_castling(move)]


def _moved_after(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Own pieces besides those that move, which could move on after it."""
    after = board.copy(stack=False)
    after.push(move)
    return [square for square in _others(board, move) if quiet_squares(after, square)]


def _moved_instead(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [square for square in _out_of_reach(board, move) if quiet_squares(board, square)]


def beside(board: chess.Board, move: chess.Move, square: chess.Square) -> list[chess.Square]:
    """The empty squares next to this one to which neither its piece nor the one that moves could have gone."""
    either = chess.BB_SQUARES[square] | chess.BB_SQUARES[move.from_square]
    legal = {other.to_square for other in board.generate_legal_moves(either)}
    free = chess.SquareSet(chess.BB_KING_ATTACKS[square] & ~board.occupied & ~_involved(board, move))
    return [near for near in free if near not in legal]


def _knocked_aside(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [square for square in _knocked(board, move) if beside(board, move, square)]


def _could_take(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """What the piece of a plain quiet move could have taken instead."""
    if board.is_castling(move) or board.is_capture(move) or move.promotion:
        return []
    moves = board.generate_legal_moves(chess.BB_SQUARES[move.from_square], board.occupied_co[not board.turn])
    return sorted({other.to_square for other in moves})


def _exposing_squares(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Empty squares to which the piece goes by its way of moving, but which leave its king in check."""
    return [square for square in _illegal_squares(board, move) if taker(board, move.from_square, square) is not None]


def taker(board: chess.Board, origin: chess.Square, square: chess.Square) -> chess.Move | None:
    """The capture of the king that is possible when this piece has moved to the empty square; None when there is none.
    A pawn captures on no last rank here.
    """
    if not any(board.generate_pseudo_legal_moves(chess.BB_SQUARES[origin], chess.BB_SQUARES[square])):
        return None
    after = board.copy(stack=False)
    after.set_piece_at(square, after.remove_piece_at(origin))
    king = after.king(board.turn)
    attackers = chess.SquareSet() if king is None else after.attackers(not board.turn, king)
    takers = [each for each in attackers if king is not None and not _promotes(after, each, king)]
    return chess.Move(takers[0], king) if takers and king is not None else None


def _promotes(board: chess.Board, origin: chess.Square, square: chess.Square) -> bool:
    return board.piece_type_at(origin) == chess.PAWN and bool(chess.BB_BACKRANKS & chess.BB_SQUARES[square])


def _own_piece(_board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [move.from_square]


def _own_pieces(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [move.from_square, *_others(board, move)]


def _movable_others(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    movable = {legal.from_square for legal in board.legal_moves}
    return [square for square in _others(board, move) if square in movable]


def _occupied_neighbours(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [*chess.SquareSet(_neighbours(board, move) & board.occupied)]


def _knocked(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Own neighbours; an opponent's would read like his reply begun. Kings do not fall."""
    near = _neighbours(board, move) & ~board.kings
    return [square for square in _others(board, move) if near >> square & 1]


def _queening(_board: chess.Board, move: chess.Move) -> list[chess.Square]:
    return [move.to_square] if move.promotion == chess.QUEEN else []


_PLACES: Mapping[Incident, Callable[[chess.Board, chess.Move], Sequence[chess.Square]]] = {
    Incident.SLIDE: crossed_squares,
    Incident.ADJUST_OWN: _own_pieces,
    Incident.ADJUST_OUT_OF_TURN: _out_of_reach,
    Incident.FUMBLE: _own_piece,
    Incident.REST_ON_WRONG_SQUARE: _wrong_squares,
    Incident.BUMP: _occupied_neighbours,
    Incident.TAKE_BACK_BEFORE_PRESS: _illegal_squares,
    Incident.TOUCH_MOVE: _movable_others,
    Incident.ROOK_FIRST: _rook_first_squares,
    Incident.ILLEGAL_MOVE: _illegal_squares,
    Incident.PRESS_WITHOUT_MOVE: _own_piece,
    Incident.PROMOTION_MISSING: _queening,
    Incident.DISPLACED: _knocked,
    Incident.KNOCKED_ASIDE: _knocked_aside,
    Incident.LATE_PRESS: _own_piece,
    Incident.CASTLING_INCOMPLETE: _castling_in_two_steps,
    Incident.ILLEGAL_CASTLING: _rooks_not_to_castle_with,
    Incident.TWO_HANDED_CASTLING: _castling_in_two_steps,
    Incident.CAPTURE_INCOMPLETE: _plain_captures,
    Incident.EN_PASSANT_INCOMPLETE: _victims_in_passing,
    Incident.PROMOTION_PIECE_MISSING: _queening,
    Incident.SECOND_MOVE: _moved_after,
    Incident.OPPONENTS_PIECE: _moved_instead,
    Incident.ENEMY_PIECE_TOUCHED: _could_take,
    Incident.KING_CAPTURED: _exposing_squares,
}
