"""A piece lifted and put back without a move, in the editions that ask whether the touch was meant.

In 1997 and 2014 a touch binds only if it was deliberate (1997: Art. 4.3) or with the intention of moving or capturing
(2014: Art. 4.3), so the arbiter may have to find out. The later editions count such a touch as meant unless it was
clearly accidental (2023: Art. 4.2.2); there it is told only when another piece is played.
"""

from __future__ import annotations

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.copying import replace
from bridge.rules.recognition.sensors import Lift
from bridge.rules.state import Game, alert_id, with_alert
from bridge.rules.touch.permitted import permitted
from bridge.rules.touch.touches import CERTAIN_TOUCH_SECONDS, in_order, seldom_read, touched_without_move
from drivers.placement import occupied


def see_touch_put_back(game: Game, now: float) -> Game:
    """The game with an alert for each touch that ended with this change of the sensors and may bind the player."""
    if not game.edition.reviews_touch_put_back or game.misfit:
        return game
    pieces = game.position.white | game.position.black
    back = game.log.fresh & pieces & occupied(game.log.placement)
    if not back:
        return game
    touched = touched_without_move(game.published, game.log, game.setup.sensing, game.tolerance)
    for lift in touched:
        if lift.returned == now and back >> lift.square & 1:
            game = _with_review(game, touched, lift, now)
    return game


def without_reviews(game: Game) -> Game:
    """The game without reviews of touches before moves that are completed now: then they are judged, not reviewed."""
    kept = tuple(
        alert for alert in game.alerts if alert.kind is not AlertKind.TOUCH_REVIEW or alert.ply > game.root.ply
    )
    return game if len(kept) == len(game.alerts) else replace(game, alerts=kept)


def _with_review(game: Game, touched: tuple[Lift, ...], lift: Lift, now: float) -> Game:
    board, edition = game.position.board(), game.edition
    moves = permitted(board, edition, in_order(touched, game.tolerance)).moves
    if lift.returned is None or len(moves) == board.legal_moves.count():
        return game  # Whatever was meant, nothing binds.
    away = lift.returned - lift.at
    certain = away >= CERTAIN_TOUCH_SECONDS + game.tolerance and not seldom_read(game.tolerance)
    confidence = Confidence.STRONG if certain else Confidence.WEAK
    if _is_asked(game, lift.square, confidence):
        return game
    piece = words.piece_on(game.position, lift.square)
    alert = Alert(
        alert_id(game),
        AlertKind.TOUCH_REVIEW,
        now,
        ply=game.published.ply + 1,
        color=board.turn,
        article=edition.article(edition.which_touches_bind),
        squares=(lift.square,),
        explanation=f"{words.side(board.turn)} lifted {piece} for {away:.1f} s and put it back.",
        confidence=confidence,
        evidence=game.log.since(lift.at),
        cannot_show=f"The sensors cannot show whether adjusting was announced (Art. {edition.adjusting}), whether the "
        f"touch was meant, or who lifted the piece.{seldom_read(game.tolerance)}",
        permitted=tuple(sorted(map(chess.Move.uci, moves))),
    )
    return with_alert(game, alert)


def _is_asked(game: Game, square: chess.Square, confidence: Confidence) -> bool:
    """Whether the arbiter has been asked about this piece before this move, as surely as now."""
    asked = (
        alert.confidence
        for alert in game.alerts
        if (alert.kind, alert.ply, alert.squares) == (AlertKind.TOUCH_REVIEW, game.published.ply + 1, (square,))
    )
    return any(known in {confidence, Confidence.STRONG} for known in asked)
