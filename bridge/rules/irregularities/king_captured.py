"""A king taken off by an enemy piece, and a second illegal move on top of the first.

FIDE Laws of Chess (2023) Art. 1.4.1: the king is never captured. Who finds his king captured has left it in check
before, so the position to be restored is the one before the first irregularity.
"""

from __future__ import annotations

import dataclasses

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.irregularities.found import found_on, restored
from bridge.rules.irregularities.illegal import illegal_reply
from bridge.rules.irregularities.illegal_position import with_illegal_position
from bridge.rules.irregularities.penalties import with_irregularity
from bridge.rules.irregularities.reason_texts import english
from bridge.rules.irregularities.why_illegal import Fault, Reason, why_illegal
from bridge.rules.recognition.differences import Differences, differences
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.reading import Reading
from bridge.rules.state import Game, alert_id, with_alert
from drivers.placement import Sensing, code_of, difference, squares_with, surely_of

UNRESTORED = "The position before the first irregularity is to be restored."


def judge_second_illegal_move(game: Game, press: Pressed, now: float) -> Game:
    """The game with an alert when the press completed the capture of a king, or answered an illegal move with another
    one.
    """
    color, reply = press.color, illegal_reply(game)
    if reply is not None and reply.mover != color:
        reply = None
    reason = None if reply is None else _why(reply)
    king = _king_under_enemy(game, color)
    king = _king_taken_unseen(game, color) if king is None else king
    if king is None and reason is not None and reason.fault is Fault.KING_CAPTURED:
        king = reason.destination
    if king is not None:
        captured = _captured(game, color, king, now)
        return game if _is_told(game, captured) else with_alert(game, captured)
    if reply is None or reason is None:
        return game
    before = game.published if reply.parent is None else reply.parent
    alert = _answered(game, reply, reason, now)
    if not _is_told(game, alert):
        game = with_irregularity(game, alert, before.position, press.at)
    return with_illegal_position(game, before.position, reply.position, reply.ply, now)


def _is_told(game: Game, alert: Alert) -> bool:
    return any(each.kind is alert.kind and each.ply == alert.ply for each in game.alerts)


def _why(reply: Reading) -> Reason | None:
    if reply.parent is None or reply.move is None:
        return None
    return why_illegal(reply.parent.position, reply.move)


def _king_under_enemy(game: Game, color: chess.Color) -> chess.Square | None:
    """The square of the other side's king on which a piece of this side stands now, with no such king elsewhere."""
    sensed, position = game.placement, game.published.position
    king = position.board().king(not color)
    if king is None or not surely_of(color, sensed) & chess.BB_SQUARES[king]:
        return None
    if game.setup.sensing is Sensing.IDENTITY:
        return None if squares_with(sensed, code_of(chess.Piece(chess.KING, not color))) else king
    theirs = position.black if color else position.white
    return None if surely_of(not color, sensed) & ~theirs else king  # Else the king may have gone there.


def _king_taken_unseen(game: Game, color: chess.Color) -> chess.Square | None:
    """Occupancy boards: the king left in check by an illegal move, when the piece that attacked it is gone from its
    square and has arrived on no other.
    """
    if game.setup.sensing is not Sensing.OCCUPANCY:
        return None
    for reading in game.readings:
        if not reading.illegal or reading.parent is not game.published or reading.position.turn != color:
            continue
        seen = differences(reading, game.log.placement)
        king = reading.position.board().king(not color)
        if seen.own_gone.bit_count() != 1 or seen != Differences(seen.own_gone, 0, 0, 0) or king is None:
            continue
        if king in reading.position.board().attacks(chess.lsb(seen.own_gone)):
            return king
    return None


def _captured(game: Game, color: chess.Color, king: chess.Square, now: float) -> Alert:
    seen = game.setup.sensing is not Sensing.OCCUPANCY
    done = f"captured the king on {chess.square_name(king)}, which had been left in check"
    return dataclasses.replace(
        _about(game, now),
        kind=AlertKind.KING_CAPTURED,
        ply=game.published.ply + (1 if game.published.position.turn == color else 2),
        color=color,
        article=game.edition.article(game.edition.king_captured),
        explanation=f"{words.side(color)} {done}. {UNRESTORED}",
        confidence=Confidence.STRONG if seen else Confidence.WEAK,
        cannot_show="" if seen else "The e-board cannot show which piece stands on the square of the king.",
    )


def _answered(game: Game, reply: Reading, reason: Reason, now: float) -> Alert:
    done = f"answered an illegal move with another one: {english(reason)}"
    return dataclasses.replace(
        _about(game, now),
        ply=reply.ply,
        color=reply.mover,
        explanation=f"{words.side(reply.mover)} {done}. {UNRESTORED}",
        reason=reason,
    )


def _about(game: Game, now: float) -> Alert:
    """An alert on an illegal move that wants the published position restored."""
    before = game.published
    squares = tuple(chess.scan_forward(difference(before.placement, game.placement)))
    return Alert(
        alert_id(game),
        AlertKind.ILLEGAL_MOVE,
        now,
        ply=before.ply + 1,
        article=game.edition.article(game.edition.illegal_move),
        squares=squares,
        evidence=game.log.since(before.born),
        restore=restored(before.position, squares),
        found=found_on(game, squares),
    )
