"""Illegal moves: found only after a press, when nothing legal explains the board.

FIDE Laws of Chess (2023) Art. 7.5.1. An illegal move gets a reading of its own, on which the opponent's reply may be
built: where the Laws let it stand, the game goes on from the real board and the move is marked in the record.
"""

from __future__ import annotations

import chess

from bridge.rules.copying import replace
from bridge.rules.differences import differences
from bridge.rules.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition import illegal_child
from bridge.rules.state import Game
from bridge.rules.successors import played
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
    _, after, placement = played(before.position, move, game.setup.sensing)
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
    if seen.enemy_arrived or seen.enemy_gone & ~seen.own_arrived:
        return None
    gone, arrived = list(chess.scan_forward(seen.own_gone)), list(chess.scan_forward(seen.own_arrived))
    if len(gone) == len(arrived) == 2:
        return _castling_shown(board, gone, arrived)
    if len(arrived) != 1:
        return None
    for origin in gone:
        kind = board.piece_at(origin)
        if code_seen_by(game.setup.sensing, code_of(kind)) == code_at(sensed, arrived[0]):
            last_rank = chess.BB_SQUARES[arrived[0]] & chess.BB_BACKRANKS
            pawn = kind is not None and kind.piece_type == chess.PAWN
            return None if pawn and last_rank else chess.Move(origin, arrived[0])
    return None


def _castling_shown(board: chess.Board, gone: list[chess.Square], arrived: list[chess.Square]) -> chess.Move | None:
    """Castling, when king and a rook left `gone` for the squares of a castled king and rook."""
    king = board.king(board.turn)
    if king not in gone or board.chess960:
        return None
    rook = gone[0] if gone[1] == king else gone[1]
    rank = chess.square_rank(king)
    for king_file, rook_file in ((6, 5), (2, 3)):
        landed = {chess.square(king_file, rank), chess.square(rook_file, rank)}
        toward = (rook > king) == (king_file == 6)
        if set(arrived) == landed and toward and board.piece_type_at(rook) == chess.ROOK:
            return chess.Move(king, chess.square(king_file, rank))
    return None
