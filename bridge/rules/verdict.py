"""A press of the clock with nothing on the board to press for: what was it?

The press is first a question. The sensors may be late, the hand may still hold the piece, a report may be lost: so a
dump is asked for, and only when the hands are still is there a verdict (FIDE Laws of Chess (2023) Art. 7.5).
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from bridge.rules import words
from bridge.rules.alerts import AlertKind
from bridge.rules.copying import replace
from bridge.rules.presses import Pressed
from bridge.rules.reading import Reading, fit
from bridge.rules.recognition import illegal_child
from bridge.rules.state import Game, has_alert, out_of_sync, with_alert
from bridge.rules.successors import played
from drivers.placement import EMPTY, Placement, code_at, code_of, code_seen_by, difference, occupied, symbol_of

HANDS_STILL_SECONDS = 0.3  # no square has changed for this long
NO_DUMP_SECONDS = 1.2  # an e-board that has not answered with a dump by then will not
VERDICTS = frozenset(
    {
        AlertKind.ILLEGAL_MOVE,
        AlertKind.PROMOTION_MISSING,
        AlertKind.CASTLING_INCOMPLETE,
        AlertKind.CAPTURE_INCOMPLETE,
        AlertKind.CLOCK_WITHOUT_MOVE,
    }
)
"""What a press without a legal move may turn out to be."""
PIECE_IN_HAND_SECONDS = 1.0  # a player may press a moment before he puts the piece down


@dataclass(frozen=True, slots=True)
class Differences:
    """How the board differs from a position, seen by the side to move there."""

    own_gone: chess.Bitboard
    own_arrived: chess.Bitboard
    enemy_gone: chess.Bitboard
    enemy_arrived: chess.Bitboard


def differences(reading: Reading, sensed: Placement) -> Differences:
    """How the board differs from the result of `reading`."""
    differs = difference(reading.placement, sensed)
    position = reading.position
    own, enemy = (position.white, position.black) if position.turn else (position.black, position.white)
    black = sensed >> 192 & occupied(sensed)
    of_white, of_black = occupied(sensed) & ~black, black
    mine, theirs = (of_white, of_black) if position.turn else (of_black, of_white)
    return Differences(differs & own, differs & mine, differs & enemy, differs & theirs)


def open_question(game: Game) -> Pressed | None:
    """The first press that no move explains."""
    if not game.presses:
        return None
    left = game.assigned.left
    return left[0] if left else None


def verdict_due(game: Game) -> float | None:
    """When there will be a verdict on the open question, if nothing changes until then."""
    press = open_question(game)
    if press is None:
        return None
    last = max(press.at, game.log.changed_at)
    if not _needs_time(game, press) and game.log.dumped_at >= press.at:
        return max(last + HANDS_STILL_SECONDS, game.log.dumped_at)
    return last + NO_DUMP_SECONDS


def suspect_illegal(game: Game) -> Game:
    """The game with a reading for the illegal move that the board shows after a press, if it shows just one.

    The reading stays open while nothing legal explains the board; the opponent's reply may be built on it.
    """
    press = open_question(game)
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
    if not fit(child, game.log.placement).fits:
        return game
    return replace(game, readings=(*game.readings, child))


def judge_press(game: Game, now: float) -> Game:
    """The game after the verdict on the open question, when it is due."""
    press, due = open_question(game), verdict_due(game)
    if press is None or due is None or now < due:
        return game
    game = replace(game, presses=tuple(each for each in game.presses if each is not press))
    before = game.published
    if press.color in game.unpressed:
        return replace(game, unpressed=game.unpressed - {press.color})  # A very late press, which Art. 6.2.2 allows.
    if before.position.turn != press.color or out_of_sync(game):
        return game  # Not his move: the clock was started, pressed back, or pressed twice.
    seen = differences(before, game.log.placement)
    illegal = _illegal_reading(game, before)
    if illegal is not None and illegal.move is not None:
        return _illegal_move(game, before, illegal.move, now)
    if has_alert(game, AlertKind.DISPLACED_PIECE) and seen.own_arrived | seen.enemy_arrived:
        return game  # The arbiter knows that the pieces stand wrong; what the player pressed for cannot be told.
    if pawn := _pawn_on_last_rank(before, game.log.placement, seen):
        return _alert(
            game, AlertKind.PROMOTION_MISSING, game.edition.promotion_missing, now,
            f"{words.side(press.color)} left a pawn on {words.squares(chess.scan_forward(pawn))} and pressed the clock.",
        )  # fmt: skip
    if king := _king_ready_to_castle(before, seen):
        return _alert(
            game, AlertKind.CASTLING_INCOMPLETE, game.edition.castling_incomplete, now,
            f"{words.side(press.color)} put the king on {chess.square_name(king)} and pressed without moving the rook.",
        )  # fmt: skip
    if victim := _victim_left(before, seen):
        return _alert(
            game, AlertKind.CAPTURE_INCOMPLETE, game.edition.capture_incomplete, now,
            f"{words.side(press.color)} pressed while the captured pawn still stands on {chess.square_name(victim)}.",
        )  # fmt: skip
    if seen.own_arrived or seen.enemy_arrived:
        return _alert(
            game, AlertKind.ILLEGAL_MOVE, game.edition.illegal_move, now,
            f"{words.side(press.color)} pressed, and no legal move leads to what stands on the board.",
        )  # fmt: skip
    if seen.own_gone:
        return game  # A piece is in the hand or lies beside its square; `mismatch` says so.
    return _alert(
        game, AlertKind.CLOCK_WITHOUT_MOVE, game.edition.press_without_move, now,
        f"{words.side(press.color)} pressed the clock without having made a move.",
    )  # fmt: skip


def _needs_time(game: Game, press: Pressed) -> bool:
    """Whether the player may just have pressed a moment too early, with the piece still in the hand."""
    seen = differences(game.published, game.log.placement)
    waited = game.log.dumped_at - press.at >= PIECE_IN_HAND_SECONDS
    return bool(seen.own_gone) and not seen.own_arrived and not waited


def _alert(game: Game, kind: AlertKind, article: str, now: float, explanation: str) -> Game:
    before = game.published
    if any(alert.kind is kind and alert.ply == before.ply + 1 for alert in game.alerts):
        return game
    differs = difference(before.placement, game.log.placement)
    squares = tuple(chess.scan_forward(differs))
    return with_alert(
        game,
        kind,
        now,
        ply=before.ply + 1,
        color=before.position.turn,
        article=article,
        squares=squares,
        explanation=explanation,
        evidence=game.log.since(before.born),
        restore=tuple((square, symbol_of(code_at(before.placement, square))) for square in squares),
    )


def _illegal_move(game: Game, before: Reading, move: chess.Move, now: float) -> Game:
    name = words.move(before.position, move)
    color = words.side(before.position.turn)
    return _alert(
        game, AlertKind.ILLEGAL_MOVE, game.edition.illegal_move, now, f"{color} completed the illegal move {name}."
    )


def _illegal_reading(game: Game, before: Reading) -> Reading | None:
    """The illegal reading that fits the board, on its own or with a reply begun on it."""
    for reading in game.readings:
        if reading.illegal and reading.parent is before and fit(reading, game.log.placement).fits:
            return reading
    return None


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


def _pawn_on_last_rank(before: Reading, sensed: Placement, seen: Differences) -> chess.Bitboard:
    """The last-rank square on which the player left a pawn that may promote there."""
    board = before.position.board()
    pawn = code_of(chess.Piece(chess.PAWN, board.turn))
    last_rank = seen.own_arrived & chess.BB_BACKRANKS
    for square in chess.scan_forward(last_rank):
        promotes = any(board.generate_legal_moves(board.pawns & seen.own_gone, chess.BB_SQUARES[square]))
        if promotes and code_at(sensed, square) == pawn:
            return chess.BB_SQUARES[square]
    return chess.BB_EMPTY


def _king_ready_to_castle(before: Reading, seen: Differences) -> chess.Square | None:
    """The square of a king that went where legal castling takes it, while the rook has not moved."""
    board = before.position.board()
    for move in board.generate_castling_moves():
        board.push(move)
        king = board.king(not board.turn)
        board.pop()
        if (
            king is not None
            and seen.own_arrived == chess.BB_SQUARES[king]
            and seen.own_gone == board.kings & seen.own_gone
        ):
            return king
    return None


def _victim_left(before: Reading, seen: Differences) -> chess.Square | None:
    """The square of the pawn that was captured en passant but not taken off the board."""
    board = before.position.board()
    for move in board.generate_legal_ep(seen.own_gone, seen.own_arrived):
        victim = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        if not seen.enemy_gone & chess.BB_SQUARES[victim]:
            return victim
    return None


__all__ = ["EMPTY", "Differences", "differences", "judge_press", "open_question", "suspect_illegal", "verdict_due"]
