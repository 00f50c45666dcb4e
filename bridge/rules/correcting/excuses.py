"""Corrections of what was touched: what the sensors did not see, and what they saw but does not count.

FIDE Laws of Chess (2023) Art. 4.2.1, 4.2.2 and 7.5.4: contact without a lift, announcements, accidents and hands are
invisible to an e-board; an arbiter may know of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import Adjusting, Refusal, RefusalCode, Touched, TwoHands
from bridge.rules.correcting.lines import reading_at
from bridge.rules.endings.renewal import TOUCH_RULES_BROKEN, see_ending
from bridge.rules.irregularities.penalties import with_irregularity
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import NEVER, Lift
from bridge.rules.state import Game, alert_id
from bridge.rules.touch.judge import judge_touches
from drivers.placement import EMPTY, code_at, seen_by

ABOUT_TOUCHES = frozenset({*TOUCH_RULES_BROKEN, AlertKind.TOUCH_OUT_OF_TURN, AlertKind.TOUCH_REVIEW})


def touched(game: Game, asked: Touched, now: float) -> Game | Refusal:
    """A touch that no sensor saw; the last completed move is judged again if it was before that."""
    ply = game.root.ply + 1 if asked.ply is None else asked.ply
    last = game.root.parent if game.root.move is not None else None
    before = {game.root.ply + 1: game.root, game.root.ply: last}.get(ply)
    if before is None:
        reason = f"Only the touches before half-moves {game.root.ply} and {game.root.ply + 1} are judged."
        return Refusal(RefusalCode.NO_SUCH_PLY, reason)
    code = code_at(seen_by(game.setup.sensing, before.position.placement), asked.square)
    if code == EMPTY:
        reason = f"No piece stood on {chess.square_name(asked.square)} before half-move {ply}."
        return Refusal(RefusalCode.NO_SUCH_PIECE, reason)
    lift = Lift(asked.square, code, before.born, before.born, ruled=True)
    game = replace(game, log=dataclasses.replace(game.log, lifts=(lift, *game.log.lifts)))
    return _judged_again(game, chess.SQUARES, now) if before is game.root.parent else game


def adjusting(game: Game, asked: Adjusting) -> Game:
    """The next lifts of these pieces do not count."""
    squares = chess.SquareSet(asked.squares).mask
    return replace(game, log=dataclasses.replace(game.log, adjusting=game.log.adjusting | squares))


def excuse(game: Game, squares: Collection[chess.Square], now: float) -> Game | Refusal:
    """The touches of these pieces so far do not count; alerts that rest on them alone are closed."""
    known = any(lift.square in squares for lift in game.log.lifts)
    if not known and not any(_rests_on(alert, squares) for alert in game.alerts):
        reason = f"No touch of a piece on {words.listed(map(chess.square_name, squares), 'or')} is known."
        return Refusal(RefusalCode.NOT_OPEN, reason)
    kept = tuple(alert for alert in game.alerts if not _rests_on(alert, squares) or _judgeable(game, alert))
    game = replace(game, log=game.log.forgetting(squares), alerts=kept)
    return _judged_again(game, squares, now)


def two_hands(game: Game, asked: TwoHands, now: float) -> Game | Refusal:
    """The suspicion, or what only the arbiter saw, becomes an alert about an irregularity."""
    ply = game.root.ply if asked.ply is None else asked.ply
    reading = reading_at(game, ply)
    if reading is None or reading.move is None or reading.parent is None or ply > game.root.ply:
        return Refusal(RefusalCode.NO_SUCH_PLY, f"There is no completed half-move {ply}.")
    if any(alert.kind is AlertKind.TWO_HANDS and alert.ply == ply for alert in game.alerts):
        return Refusal(RefusalCode.NOT_OPEN, f"That half-move {ply} was made with two hands is known already.")
    suspected = [each for each in game.alerts if each.kind is AlertKind.TWO_HANDS_SUSPECTED and each.ply == ply]
    game = replace(game, alerts=tuple(alert for alert in game.alerts if alert not in suspected))
    squares = (reading.move.from_square, reading.move.to_square)
    alert = _two_hands_alert(game, reading, suspected[0].squares if suspected else squares, now)
    pressed_at = game.last_pressed[reading.mover] if ply == game.root.ply else NEVER
    return with_irregularity(game, alert, reading.parent.position, max(pressed_at, reading.born))


def _two_hands_alert(game: Game, reading: Reading, squares: tuple[chess.Square, ...], now: float) -> Alert:
    illegal = "" if game.edition.two_hands_is_illegal_move else ", which is no illegal move in this edition"
    return Alert(
        alert_id(game),
        AlertKind.TWO_HANDS,
        now,
        ply=reading.ply,
        color=reading.mover,
        article=game.edition.article(game.edition.two_hands),
        squares=squares,
        explanation=f"The arbiter says that {words.side(reading.mover)} made the move with two hands{illegal}.",
    )


def _rests_on(alert: Alert, squares: Collection[chess.Square]) -> bool:
    """Whether the alert is about touches of these pieces only."""
    return alert.kind in ABOUT_TOUCHES and bool(alert.squares) and set(squares).issuperset(alert.squares)


def _judgeable(game: Game, alert: Alert) -> bool:
    """Whether what the alert says can be judged again from what is remembered."""
    return alert.kind in TOUCH_RULES_BROKEN and alert.ply == game.root.ply


def _judged_again(game: Game, squares: Collection[chess.Square], now: float) -> Game:
    """The game whose last completed move is judged again, if it was judged by touches of these pieces."""
    old = [alert for alert in game.alerts if _judgeable(game, alert) and not set(squares).isdisjoint(alert.squares)]
    kept = replace(game, alerts=tuple(alert for alert in game.alerts if alert not in old))
    again = judge_touches(kept, game.root, now)
    if old and len(again.alerts) > len(kept.alerts) and _same(old[0], again.alerts[-1]):
        return game
    return _ended_or_not(again)


def _same(one: Alert, other: Alert) -> bool:
    return (one.kind, one.squares, one.permitted) == (other.kind, other.squares, other.permitted)


def _ended_or_not(game: Game) -> Game:
    """A move that ended the game does so only while no alert says that it broke the touch rules (Art. 5.1.1)."""
    if game.published is not game.root or (game.result is not None and game.result != game.ending):
        return game
    return see_ending(replace(game, result=None))
