"""Touching pieces while the opponent has the move.

FIDE Laws of Chess (2023) Art. 4.2.1: only the player having the move may adjust pieces. It binds nobody to a move, and
a piece that the player to move lifts in order to capture it looks the same; so this is only information.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.sensors import NEVER, Lift
from bridge.rules.state import Game, alert_id, with_alert
from bridge.rules.touch.touches import put_right
from drivers.placement import Sensing, code_at, occupied

KIND = AlertKind.TOUCH_OUT_OF_TURN
OUT_OF_TURN_SECONDS = 0.35  # shorter lifts are bumps and flicker


def see_touch_out_of_turn(game: Game, now: float) -> Game:
    """The game with an alert for each piece that the side not to move lifted and put back."""
    if game.published is not game.root or game.result is not None or game.paused:
        return game  # In a pause pieces are put right.
    enemy = game.position.black if game.position.turn else game.position.white
    if not game.log.fresh & enemy & occupied(game.log.placement):
        return game
    for lift in _out_of_turn(game):
        game = _with_alert(game, lift.square, lift.at, "lifted and put back", now)
    return game


def report_move_out_of_turn(game: Game, now: float) -> Game:
    """The game with an alert when the board differs because the side not to move has moved a piece."""
    seen = differences(game.published, game.log.placement)
    arrived = seen.enemy_arrived or (chess.BB_EMPTY if seen.own_gone else seen.own_arrived)
    one_piece = seen.enemy_gone.bit_count() == arrived.bit_count() == 1
    if game.published is not game.root or not one_piece:
        return game
    square = chess.lsb(seen.enemy_gone)
    if game.log.lifted[square] <= game.completed_at:
        return game  # It went with the move, before the opponent had his turn.
    return _with_alert(game, square, game.log.lifted[square], "moved", now)


def _with_alert(game: Game, square: chess.Square, lifted_at: float, what: str, now: float) -> Game:
    """Once for each piece and move: it may be a contact that flickers."""
    color, ply = not game.position.turn, game.root.ply + 1
    name = chess.square_name(square)
    explanation = f"{words.side(color)}'s piece on {name} was {what} while {words.side(not color)} had the move."
    if any((alert.kind, alert.ply, alert.explanation) == (KIND, ply, explanation) for alert in game.alerts):
        return game
    alert = Alert(
        alert_id(game),
        KIND,
        now,
        ply=ply,
        color=color,
        article=game.edition.article(game.edition.touch_out_of_turn),
        squares=(square,),
        explanation=explanation,
        confidence=Confidence.WEAK,
        evidence=game.log.since(lifted_at),
        cannot_show="The sensors cannot show who lifted the piece, or why.",
    )
    return with_alert(game, alert)


def _out_of_turn(game: Game) -> Iterator[Lift]:
    """Lifts of the enemy's pieces since the last move, back on their squares, while no own piece was in a hand."""
    told = max((alert.at for alert in game.alerts if alert.kind is KIND), default=NEVER)
    since = max(game.root.born, game.completed_at)
    enemy = game.position.black if game.position.turn else game.position.white
    for lift in game.log.lifts:
        if lift.returned is None or lift.at < since or lift.returned <= told or lift.returned < game.log.changed_at:
            continue
        if not enemy >> lift.square & 1 or lift.code != code_at(game.root.placement, lift.square):
            continue
        if _may_be_promoting(game, lift.square):
            continue
        long_enough = lift.returned - lift.at >= OUT_OF_TURN_SECONDS + game.tolerance
        if long_enough and not put_right(game.alerts, lift) and not _own_in_hand(game, lift.at, lift.returned):
            yield lift


def _may_be_promoting(game: Game, square: chess.Square) -> bool:
    """Whether the piece that stands there again may be a new one of the player to move, whose pawn is still to go.

    Only an occupancy board shows the new piece as the one that it takes.
    """
    if game.setup.sensing is not Sensing.OCCUPANCY or not chess.BB_SQUARES[square] & chess.BB_BACKRANKS:
        return False
    board = game.position.board()
    return any(move.promotion for move in board.generate_legal_moves(board.pawns, chess.BB_SQUARES[square]))


def _own_in_hand(game: Game, start: float, end: float) -> bool:
    """Whether a piece of the side to move was off its square at some time between."""
    own = game.position.white if game.position.turn else game.position.black
    return any(
        chess.BB_SQUARES[lift.square] & own and lift.at <= end and game.log.out_until(lift) >= start
        for lift in game.log.lifts
    )
