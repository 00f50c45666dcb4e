"""Castling that stands half on the board after the record has taken the move: the rook is not there, or the king
followed a rook that had been put down first.

FIDE Laws of Chess (2023) Art. 4.7.2: castling is made when king and rook have been released on their squares. A rook
released first has moved, whatever the king does then (Art. 4.4.2 and 4.7).
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from bridge.rules import words
from bridge.rules.alerts import AlertKind
from bridge.rules.copying import replace
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition.settle import castling_unfinished
from bridge.rules.state import Game
from bridge.rules.touch.permitted import Moves, castling_rook

HANDS_STILL_SECONDS = 0.3  # no square has changed for this long
IN_HAND_SECONDS = 0.9  # a piece that was pressed for with the hand still on it may come to its square for this long
BACK_RANKS = chess.BB_BACKRANKS
KING_SIDE, QUEEN_SIDE = (6, 5), (2, 3)  # the files of king and rook after castling


@dataclass(frozen=True, slots=True)
class HalfCastled:
    """The kind of the alert, the number of its article, what the player did, and the move that stands."""

    kind: AlertKind
    article: str
    done: str
    stands: Moves


def half_castled(game: Game) -> HalfCastled | None:
    """What is wrong with the castling, or the rook's move, that was recorded last; None when it is something else."""
    last = game.published
    parent, move = last.parent, last.move
    if parent is None or move is None or last.illegal:
        return None
    pieces = BACK_RANKS & (parent.position.kings | parent.position.rooks)
    if not chess.BB_SQUARES[move.from_square] & pieces:
        return None
    board = parent.position.board()
    if castling_rook(board, move) is not None:
        return _rook_is_missing(game, last, move)
    if board.piece_type_at(move.from_square) == chess.ROOK:
        return _king_followed(game, board, move)
    return None


def pressed_while_castling(game: Game) -> Pressed | None:
    """The press for castling whose rook has not arrived, while nothing has been played on it."""
    last = game.published
    if not game.presses or last.parent is not game.root or not castling_unfinished(last, game.log.placement):
        return None
    return game.assigned.readings.get(last)


def without_unfinished_castling(game: Game, now: float) -> Game:
    """The game without the castling of the published line that was pressed for and not finished in time.

    Its press is a question then, to which `verdict` knows the answer.
    """
    due = unfinished_castling_due(game)
    if due is None or now < due:
        return game
    last = game.published
    readings = tuple(reading for reading in game.readings if not reading.follows(last))
    return replace(game, readings=readings, published=game.root, made=game.made - {last}, settle_at=None)


def unfinished_castling_due(game: Game) -> float | None:
    """When castling that was pressed for will have been left unfinished, if nothing changes until then."""
    press = pressed_while_castling(game)
    if press is None:
        return None
    in_hand = misfit(game.published, game.log.placement) < DOES_NOT_FIT
    return max(press.at, game.log.changed_at) + (IN_HAND_SECONDS if in_hand else HANDS_STILL_SECONDS)


def still_castling(game: Game) -> bool:
    """Whether nothing is wrong but a rook that has not arrived yet, while the clock has not been pressed."""
    last = game.published
    half = half_castled(game)
    castling = half is not None and half.kind is AlertKind.CASTLING_INCOMPLETE
    return castling and game.last_pressed[last.mover] < last.born


def _rook_is_missing(game: Game, last: Reading, move: chess.Move) -> HalfCastled | None:
    seen = differences(last, game.log.placement)
    if seen.own_gone or seen.enemy_gone & ~last.position.rooks or seen.enemy_gone.bit_count() != 1:
        return None
    if (seen.own_arrived | seen.enemy_arrived).bit_count() > 1:
        return None
    done = "moved the king for castling and pressed with the rook not on its square"
    return HalfCastled(AlertKind.CASTLING_INCOMPLETE, game.edition.castling_incomplete, done, frozenset({move}))


def _king_followed(game: Game, board: chess.Board, move: chess.Move) -> HalfCastled | None:
    king = board.king(board.turn)
    if king is None or chess.square_rank(king) != chess.square_rank(move.from_square):
        return None
    seen = differences(game.published, game.log.placement)
    king_file, rook_file = KING_SIDE if move.from_square > king else QUEEN_SIDE
    castled = chess.square(king_file, chess.square_rank(king))
    arrived = seen.own_arrived | seen.enemy_arrived
    in_his_turn = game.published is not game.root or game.log.lifted[king] <= game.completed_at
    if (
        not in_his_turn
        or chess.square_file(move.to_square) != rook_file
        or (seen.own_gone, seen.enemy_gone, arrived) != (0, chess.BB_SQUARES[king], chess.BB_SQUARES[castled])
    ):
        return None
    rook_move = words.move_in(board, move)
    done = (
        f"put down the rook first and then moved the king to {chess.square_name(castled)} as if castling: "
        f"{rook_move} stands"
    )
    return HalfCastled(AlertKind.CASTLING_ROOK_FIRST, game.edition.castling_rook_first, done, frozenset({move}))
