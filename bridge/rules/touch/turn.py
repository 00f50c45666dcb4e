"""Touching pieces while the opponent has the move.

FIDE Laws of Chess (2023) Art. 4.2.1: only the player having the move may adjust pieces. It binds nobody to a move, and
a piece that the player to move lifts in order to capture it looks the same; so this is only information.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.endings.king_signal import king_put_in_the_centre
from bridge.rules.endings.renewal import signal_due
from bridge.rules.irregularities.mismatch import arbiter_called
from bridge.rules.irregularities.verdict import NO_DUMP_SECONDS
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.sensors import NEVER, Lift
from bridge.rules.state import Game, alert_id, with_alert
from bridge.rules.touch.touches import put_right
from drivers.placement import Sensing, code_at, occupied

KIND = AlertKind.TOUCH_OUT_OF_TURN
MOVED = "moved"
MOVED_SECONDS = 1.0  # a piece of the side not to move stands on another square for so long
OUT_OF_TURN_SECONDS = 0.35  # shorter lifts are bumps and flicker


def see_touch_out_of_turn(game: Game, now: float) -> Game:
    """The game with an alert for each piece that the side not to move lifted and put back."""
    if game.published is not game.root or game.result is not None or game.paused:
        return game  # In a pause pieces are put right.
    enemy = game.position.black if game.position.turn else game.position.white
    if not game.log.fresh & enemy & occupied(game.log.placement):
        return game
    for lift in _out_of_turn(game):
        game = _with_alert(game, (lift.square,), lift.at, "lifted and put back", now)
    return game


def move_out_of_turn_due(game: Game) -> float | None:
    """When the arbiter will hear that the side not to move has moved a piece, if it stands there until then."""
    squares = _moved_out_of_turn(game)
    if squares is None or _is_told(game, squares[0], MOVED):
        return None
    if game.log.dumped_at > game.log.changed_at:
        return max(game.log.changed_at + MOVED_SECONDS, game.log.dumped_at)
    return game.log.changed_at + NO_DUMP_SECONDS + game.tolerance


def see_move_out_of_turn(game: Game, now: float) -> Game:
    """The game with an alert when the board differs because the side not to move has moved a piece."""
    due, squares = move_out_of_turn_due(game), _moved_out_of_turn(game)
    if due is None or squares is None or now < due:
        return game
    return _with_alert(game, squares, game.log.lifted[squares[0]], MOVED, now)


def _moved_out_of_turn(game: Game) -> tuple[chess.Square, chess.Square] | None:
    """From where to where the side not to move has moved a piece since the last move; None when it has not."""
    unread = not game.linked or game.log.dumped_at < game.linked_at
    if unread or game.published is not game.root or game.result is not None or game.paused or game.gap:
        return None
    seen = differences(game.root, game.log.placement)
    arrived = seen.enemy_arrived or (chess.BB_EMPTY if seen.own_gone else seen.own_arrived)
    if not seen.enemy_gone.bit_count() == arrived.bit_count() == 1:
        return None
    if arbiter_called(game) or signal_due(game) is not None:
        return None
    square = chess.lsb(seen.enemy_gone)
    if chess.BB_SQUARES[square] & game.root.position.kings and king_put_in_the_centre(square, chess.lsb(arrived)):
        return None
    taken_back = game.root.move is not None and game.root.move.to_square == square
    by_the_other = game.pressed_by == game.root.position.turn and game.pressed_at >= game.log.changed_at
    if taken_back or by_the_other:
        return None
    # Earlier it went with the last move, before the opponent had the turn; or it moved in a gap, and nobody knows when.
    began = max(game.completed_at, game.log.seen_since)
    return (square, chess.lsb(arrived)) if game.log.lifted[square] > began else None


def _with_alert(game: Game, squares: tuple[chess.Square, ...], lifted_at: float, what: str, now: float) -> Game:
    """Once for each piece and move: it may be a contact that flickers. `squares`: its own first."""
    if _is_told(game, squares[0], what):
        return game
    color, ply = not game.position.turn, game.root.ply + 1
    alert = Alert(
        alert_id(game),
        KIND,
        now,
        ply=ply,
        color=color,
        article=game.edition.article(game.edition.touch_out_of_turn),
        squares=squares,
        explanation=_explanation(game, squares[0], what),
        confidence=Confidence.WEAK,
        evidence=game.log.since(lifted_at),
        cannot_show="The sensors cannot show who lifted the piece, or why.",
    )
    return with_alert(game, alert)


def _explanation(game: Game, square: chess.Square, what: str) -> str:
    color, name = not game.position.turn, chess.square_name(square)
    return f"{words.side(color)}'s piece on {name} was {what} while {words.side(not color)} had the move."


def _is_told(game: Game, square: chess.Square, what: str) -> bool:
    told = (KIND, game.root.ply + 1, _explanation(game, square, what))
    return any((alert.kind, alert.ply, alert.explanation) == told for alert in game.alerts)


def _out_of_turn(game: Game) -> Iterator[Lift]:
    """Lifts of the enemy's pieces since the last move, back on their squares, while no own piece was in a hand."""
    told = max((alert.at for alert in game.alerts if alert.kind is KIND), default=NEVER)
    since = max(game.root.born, game.completed_at)
    enemy = game.position.black if game.position.turn else game.position.white
    for lift in game.log.lifts:
        if lift.at <= game.log.seen_since:
            continue
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
