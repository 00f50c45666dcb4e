"""Questions that the sensors leave open, for the arbiter: what a pawn became, and which piece was taken.

Play goes on meanwhile with the likeliest move. Later moves may answer the question (`tracking.guess_again`).
"""

from __future__ import annotations

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.copying import replace
from bridge.rules.guesses import other_moves
from bridge.rules.reading import Reading
from bridge.rules.state import Game, alert_id, with_alert

QUESTIONS = frozenset({AlertKind.PROMOTION_CHOICE_NEEDED, AlertKind.AMBIGUOUS_MOVE})


def ask_about(game: Game, reading: Reading, now: float) -> Game:
    """The game with a question about the completed move of `reading`, if it is one guess among several."""
    parent, move = reading.parent, reading.move
    if not reading.guess or parent is None or move is None:
        return game
    others = other_moves(reading, game.setup.sensing)
    if not others:
        return game
    color, position = parent.position.turn, parent.position
    squares: tuple[chess.Square, ...]
    written = words.move(position, move)
    if move.promotion is not None:
        kind, squares = AlertKind.PROMOTION_CHOICE_NEEDED, (move.to_square,)
        told = f"{words.side(color)} promoted a pawn on {chess.square_name(move.to_square)}; {written} is recorded"
        cannot_show = "The e-board cannot show which piece the pawn became."
    else:
        kind, squares = AlertKind.AMBIGUOUS_MOVE, tuple(each.to_square for each in (move, *others))
        choices = " or ".join(words.move(position, each) for each in (move, *others))
        told = f"{words.side(color)} played {choices}; {written} is recorded"
        cannot_show = "The e-board did not show which piece was taken."
    alert = Alert(
        alert_id(game),
        kind,
        now,
        ply=reading.ply,
        color=color,
        squares=squares,
        explanation=f"{told}.",
        confidence=Confidence.WEAK,
        evidence=game.log.since(parent.born),
        cannot_show=cannot_show,
        permitted=tuple(each.uci() for each in (move, *others)),
    )
    return with_alert(game, alert)


def answered_from(game: Game, ply: int) -> Game:
    """The game without questions about that half-move and later ones."""
    kept = tuple(alert for alert in game.alerts if alert.kind not in QUESTIONS or alert.ply < ply)
    return replace(game, alerts=kept)
