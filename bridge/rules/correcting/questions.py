"""Questions that the sensors leave open, for the arbiter: what a pawn became, and which piece was taken.

Play goes on meanwhile with the likeliest move. Later moves may answer the question (`tracking.guess_again`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.copying import replace
from bridge.rules.notices import Played
from bridge.rules.position import Position
from bridge.rules.recognition.guesses import other_moves
from bridge.rules.recognition.reading import Reading
from bridge.rules.state import Game, alert_id, with_alert
from drivers.placement import Sensing

OTHER_PROMOTIONS = (chess.ROOK, chess.BISHOP, chess.KNIGHT)
QUESTIONS = frozenset({AlertKind.PROMOTION_CHOICE_NEEDED, AlertKind.AMBIGUOUS_MOVE})


class _Question(NamedTuple):
    """The kind of the alert, the squares in question, what was done (to be read after the side), what is not seen."""

    kind: AlertKind
    squares: tuple[chess.Square, ...]
    done: str
    cannot_show: str


def ask_about(game: Game, reading: Reading, later: Sequence[Reading], now: float) -> Game:
    """The game with a question about the completed move of `reading`, if it is one guess among several.

    What the `later` moves rule out is no choice.
    """
    parent, move = reading.parent, reading.move
    if not reading.guess or parent is None or move is None:
        return game
    others = other_moves(reading, later, game.setup.sensing)
    if not others and move.promotion and game.setup.sensing is Sensing.IDENTITY:
        others = tuple(chess.Move(move.from_square, move.to_square, piece) for piece in OTHER_PROMOTIONS)
    if not others:
        return game
    choices = (move, *others)
    question = _about_promotion(move) if move.promotion else _about_capture(parent.position, choices)
    alert = Alert(
        alert_id(game),
        question.kind,
        now,
        ply=reading.ply,
        color=parent.position.turn,
        squares=question.squares,
        explanation=f"{words.side(parent.position.turn)} {question.done}; "
        f"{words.move(parent.position, move)} is recorded.",
        confidence=Confidence.WEAK,
        evidence=game.log.since(parent.born),
        cannot_show=question.cannot_show,
        permitted=tuple(each.uci() for each in choices),
    )
    return with_alert(game, alert)


def _about_promotion(move: chess.Move) -> _Question:
    done = f"promoted a pawn on {chess.square_name(move.to_square)}"
    cannot_show = "The e-board cannot show which piece the pawn became."
    return _Question(AlertKind.PROMOTION_CHOICE_NEEDED, (move.to_square,), done, cannot_show)


def _about_capture(position: Position, choices: tuple[chess.Move, ...]) -> _Question:
    done = f"played {' or '.join(words.move(position, each) for each in choices)}"
    squares = tuple(each.to_square for each in choices)
    return _Question(AlertKind.AMBIGUOUS_MOVE, squares, done, "The e-board did not show which piece was taken.")


def without_answered(game: Game, root: Reading) -> Game:
    """The game without questions that the completed move of `root` has answered: it went from or to a square in
    question, and no other choice allows all moves up to it.
    """
    questions = [alert for alert in game.alerts if alert.kind in QUESTIONS and alert.ply < root.ply]
    if not questions or root.move is None:
        return game
    squares = {root.move.from_square, root.move.to_square}
    plies = [alert.ply for alert in questions if not squares.isdisjoint(alert.squares)]
    return _without_questions(game, {ply for ply in plies if not _open_choices(game, root, ply)})


def asked_again(game: Game, read_again: Sequence[tuple[Reading, Played]], now: float) -> Game:
    """The game without questions about moves that turned out to be others, or can no longer be others; about those
    that may be yet another one there is a new question.

    `read_again`: completed moves that were read again, each with what was recorded before.
    """
    changed = [reading for reading, played in read_again if reading.move != played.move]
    decided = {reading.ply for reading, _ in read_again if not _open_choices(game, game.published, reading.ply)}
    game = _without_questions(game, decided.union(reading.ply for reading in changed))
    for reading in changed:
        game = ask_about(game, reading, game.published.line(reading), now)
    return game


def _open_choices(game: Game, last: Reading, ply: int) -> tuple[chess.Move, ...]:
    """The other moves that the guess of that half-move may still have been, after the line up to `last`."""
    later: list[Reading] = []
    reading = last
    while reading.ply > ply and reading.parent is not None:
        later.append(reading)
        reading = reading.parent
    return other_moves(reading, later[::-1], game.setup.sensing)


def _without_questions(game: Game, plies: Collection[int]) -> Game:
    kept = tuple(alert for alert in game.alerts if alert.kind not in QUESTIONS or alert.ply not in plies)
    return game if len(kept) == len(game.alerts) else replace(game, alerts=kept)
