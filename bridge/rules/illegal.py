"""Illegal moves: found only after a press, when nothing legal explains the board.

FIDE Laws of Chess (2023) Art. 7.5.1. An illegal move gets a reading of its own, on which the opponent's reply may be
built: where the Laws let it stand, the game goes on from the real board and the move is marked in the record.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import chess

from bridge.rules.copying import replace
from bridge.rules.differences import differences
from bridge.rules.position import Position
from bridge.rules.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition import illegal_child
from bridge.rules.state import Game
from bridge.rules.successors import played
from bridge.rules.why_illegal import PROMOTES_TO, Fault, why_illegal
from drivers.placement import code_at, code_of, code_seen_by


def suspect_illegal(game: Game) -> Game:
    """The game with a reading for the illegal move that the board shows after a press, if it shows just one.

    The reading stays open while nothing legal explains the board; the opponent's reply may be built on it.
    """
    press = game.question
    before = game.published
    if press is None or before.position.turn != press.color:
        return game
    move = _one_move(before, game)
    if move is None or before.position.board().is_legal(move):
        return game
    if any(reading.parent is before and reading.move == move for reading in game.readings):
        return game
    taken = differences(before, game.log.placement).enemy_gone & _passed_pawn(before.position, move)
    position = dataclasses.replace(before.position, ep_square=move.to_square) if taken else before.position
    _, after, placement = played(position, move, game.setup.sensing)
    child = illegal_child(before, move, after, placement, max(game.log.changed_at, before.born))
    if misfit(child, game.log.placement) >= DOES_NOT_FIT:
        return game
    return replace(game, readings=(*game.readings, child))


def illegal_reading(game: Game) -> Reading | None:
    """The illegal reading that fits the board, on its own or with a reply begun on it."""
    before = game.published
    for reading in game.readings:
        if reading.illegal and reading.parent is before and misfit(reading, game.log.placement) < DOES_NOT_FIT:
            return reading
    return None


def enemy_piece_moved(game: Game) -> chess.Move | None:
    """The move of one of the opponent's pieces that the board shows instead of an own one, if it shows just that."""
    before, sensed = game.published, game.log.placement
    seen = differences(before, sensed)
    one_piece = seen.enemy_gone.bit_count() == seen.enemy_arrived.bit_count() == 1
    if not one_piece or seen.own_arrived or seen.own_gone & ~seen.enemy_arrived:
        return None
    origin, destination = chess.lsb(seen.enemy_gone), chess.lsb(seen.enemy_arrived)
    same = code_at(before.placement, origin) == code_at(sensed, destination)
    return chess.Move(origin, destination) if same else None


def _one_move(before: Reading, game: Game) -> chess.Move | None:
    """The single piece move that the board shows since `before`, legal or not; castling as the king's move."""
    seen = differences(before, game.log.placement)
    sensed, board = game.log.placement, before.position.board()
    if seen.enemy_arrived or not seen.own_arrived:
        return None
    if seen.own_arrived & (seen.own_arrived - 1):
        return _castling_shown(before.position, game)
    arrived = chess.lsb(seen.own_arrived)
    missing = seen.enemy_gone & ~seen.own_arrived
    for origin in chess.scan_forward(seen.own_gone):
        for move, piece in _ways(board, origin, arrived):
            if code_seen_by(game.setup.sensing, code_of(piece)) == code_at(sensed, arrived):
                return None if missing & ~_passed_pawn(before.position, move) else move
    return None


def _ways(
    board: chess.Board, origin: chess.Square, arrived: chess.Square
) -> Iterator[tuple[chess.Move, chess.Piece | None]]:
    """The moves from one square to another, each with the piece that stands there afterwards.

    A pawn that stays a pawn on the last rank is none of them: that is an unfinished promotion.
    """
    last_rank = chess.BB_RANK_8 if board.turn else chess.BB_RANK_1
    if board.pawns & chess.BB_SQUARES[origin] and last_rank & chess.BB_SQUARES[arrived]:
        for kind in PROMOTES_TO:
            yield chess.Move(origin, arrived, kind), chess.Piece(kind, board.turn)
    else:
        yield chess.Move(origin, arrived), board.piece_at(origin)


def _passed_pawn(position: Position, move: chess.Move) -> chess.Bitboard:
    """The pawn that the move would take en passant if it had just moved two squares; no square for other moves."""
    reason = why_illegal(position, move)
    if reason is None or reason.fault is not Fault.EN_PASSANT_LATE:
        return chess.BB_EMPTY
    ((_, square),) = reason.others
    return chess.BB_SQUARES[square]


def _castling_shown(position: Position, game: Game) -> chess.Move | None:
    """The castling, legal or not, whose result the board shows exactly."""
    board = position.board()
    king = board.king(board.turn)
    if king is None or (not position.chess960 and chess.square_file(king) != 4):
        return None
    rooks = board.rooks & board.occupied_co[board.turn] & chess.BB_RANKS[chess.square_rank(king)]
    for rook in chess.scan_forward(rooks):
        two_squares = king + 2 if rook > king else king - 2
        move = chess.Move(king, rook if position.chess960 else two_squares)
        if played(position, move, game.setup.sensing)[2] == game.log.placement:
            return move
    return None
