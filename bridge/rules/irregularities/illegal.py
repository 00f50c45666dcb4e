"""Illegal moves: found only after a press, when nothing legal explains the board.

FIDE Laws of Chess (2023) Art. 7.5.1. An illegal move gets a reading of its own, on which the opponent's reply may be
built: where the Laws let it stand, the game goes on from the real board and the move is marked in the record.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import chess

from bridge.rules.copying import replace
from bridge.rules.irregularities.why_illegal import PROMOTES_TO, Fault, why_illegal
from bridge.rules.position import Position, position_of
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.explaining import illegal_child
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition.successors import played, supported_moves
from bridge.rules.state import Game
from drivers.placement import Sensing, code_at, code_of, code_seen_by, seen_by


def suspect_illegal(game: Game) -> Game:
    """The game with a reading for the illegal move that the board shows after a press, if it shows just one.

    The reading stays open while nothing legal explains the board; the opponent's reply may be built on it, and so may
    a second illegal move.
    """
    press = game.question
    if press is None:
        return game
    if game.published.position.turn == press.color:
        return _with_illegal(game, game.published)
    for before in game.readings:
        if before.illegal and before.parent is game.published:
            game = _with_illegal(game, before)
    return game


def _with_illegal(game: Game, before: Reading) -> Game:
    move = _one_move(before, game)
    child = _answered(before, game) if move is None else _illegal_child(before, move, game, game.log.changed_at)
    if child is None or any(each.parent is before and each.move == child.move for each in game.readings):
        return game
    if move is not None and misfit(child, game.log.placement) >= DOES_NOT_FIT:
        return game
    return replace(game, readings=(*game.readings, child))


def _illegal_child(before: Reading, move: chess.Move, game: Game, moved_at: float) -> Reading | None:
    """The reading with this move; None when it is legal."""
    if why_illegal(before.position, move) is None:
        return None
    after = _position_after(game, before, move)
    return illegal_child(before, move, after, seen_by(game.setup.sensing, after.placement), max(moved_at, before.born))


def _answered(before: Reading, game: Game) -> Reading | None:
    """The reading with an illegal move that the opponent has answered legally before it was pressed for; None when the
    board does not show just that.
    """
    seen, log, sensing = differences(before, game.log.placement), game.log, game.setup.sensing
    if seen.own_gone.bit_count() != 1 or seen.enemy_gone.bit_count() != 1:
        return None
    for arrived in chess.scan_forward(seen.own_arrived):
        for move, piece in _ways(before.position.board(), chess.lsb(seen.own_gone), arrived):
            if code_seen_by(sensing, code_of(piece)) != code_at(log.placement, arrived):
                continue
            child = _illegal_child(before, move, game, log.filled[arrived])
            replies = () if child is None else supported_moves(child, log.placement, sensing, chess.BB_ALL)
            if any(placement == log.placement for _, _, placement in replies):
                return child
    return None


def _position_after(game: Game, before: Reading, move: chess.Move) -> Position:
    position = before.position
    if before.position.board().is_castling(move) and _castling_shown(position, game) != move:
        return _king_went_alone(position, move)
    taken = differences(before, game.log.placement).enemy_gone & _passed_pawn(position, move)
    position = dataclasses.replace(position, ep_square=move.to_square) if taken else position
    return played(position, move, game.setup.sensing)[1]


def _rook_was_first(game: Game, castling: chess.Move) -> bool:
    king, move = castling.from_square, game.published.move
    return move is not None and move.from_square != king and game.log.filled[move.to_square] <= game.log.lifted[king]


def _king_went_alone(position: Position, move: chess.Move) -> Position:
    """The position after a king's move too far, which python-chess would take for castling."""
    board = position.board()
    board.push(chess.Move.null())
    board.set_piece_at(move.to_square, board.remove_piece_at(move.from_square))
    board.castling_rights &= ~chess.BB_RANKS[0 if position.turn else 7]
    return position_of(board)


def illegal_reading(game: Game) -> Reading | None:
    """The illegal reading that fits the board, on its own or with a reply begun on it."""
    return _fitting(game, game.published)


def illegal_reply(game: Game) -> Reading | None:
    """The illegal reading that fits the board and answers another illegal move."""
    for reading in game.readings:
        if reading.illegal and reading.parent is game.published and (reply := _fitting(game, reading)) is not None:
            return reply
    return None


def _fitting(game: Game, before: Reading) -> Reading | None:
    for reading in game.readings:
        if reading.illegal and reading.parent is before and misfit(reading, game.log.placement) < DOES_NOT_FIT:
            return reading
    return None


def without_half_of_castling(game: Game) -> Game:
    """The game without the legal king's or rook's move of which the board shows the whole castling, which is illegal.

    Boards that do not tell pieces apart show a rook's move to the king's square as soon as the rook is lifted. But a
    rook that was put down before the king was lifted has made its move.
    """
    parent = game.published.parent
    if game.setup.sensing is Sensing.IDENTITY or game.explained or parent is not game.root:
        return game
    castling = _castling_shown(parent.position, game)
    if castling is None or why_illegal(parent.position, castling) is None or _rook_was_first(game, castling):
        return game
    return replace(game, published=parent, made=frozenset(), settle_at=None)


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
    if seen.enemy_arrived:
        return None
    if not seen.own_arrived:
        return _unseen_capture(before, game)
    if seen.own_arrived & (seen.own_arrived - 1):
        return _castling_shown(before.position, game)
    arrived = chess.lsb(seen.own_arrived)
    missing = seen.enemy_gone & ~seen.own_arrived
    missing = missing if missing & (missing - 1) else chess.BB_EMPTY  # One piece may be in the hand for the reply.
    for origin in sorted(chess.scan_forward(seen.own_gone), key=lambda square: _from_his_side(square, board.turn)):
        for move, piece in _ways(board, origin, arrived):
            if code_seen_by(game.setup.sensing, code_of(piece)) == code_at(sensed, arrived):
                return None if missing & ~_passed_pawn(before.position, move) else move
    return None


def _from_his_side(square: chess.Square, color: chess.Color) -> chess.Square:
    """The square as if his were the white pieces: of several that may have moved, both sides get the same one."""
    return square if color else chess.square_mirror(square)


def _unseen_capture(before: Reading, game: Game) -> chess.Move | None:
    """Occupancy boards: the piece that is gone went to the enemy's square that was left and filled after it was."""
    seen, log = differences(before, game.log.placement), game.log
    if game.setup.sensing is not Sensing.OCCUPANCY or seen.own_gone.bit_count() != 1 or seen.enemy_gone:
        return None
    origin = chess.lsb(seen.own_gone)
    since = max(before.born, log.lifted[origin])
    enemy = before.position.black if before.position.turn else before.position.white
    taken = [square for square in chess.scan_forward(enemy) if log.filled[square] > since > before.born]
    return chess.Move(origin, taken[0]) if len(taken) == 1 else None


def _ways(
    board: chess.Board, origin: chess.Square, arrived: chess.Square
) -> Iterator[tuple[chess.Move, chess.Piece | None]]:
    """The moves from one square to another, each with the piece that stands there afterwards.

    The last of them is a pawn that stays a pawn on the last rank.
    """
    last_rank = chess.BB_RANK_8 if board.turn else chess.BB_RANK_1
    if not (board.pawns & chess.BB_SQUARES[origin] and last_rank & chess.BB_SQUARES[arrived]):
        yield chess.Move(origin, arrived), board.piece_at(origin)
        return
    for kind in (*PROMOTES_TO, chess.KING):
        yield chess.Move(origin, arrived, kind), chess.Piece(kind, board.turn)
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
