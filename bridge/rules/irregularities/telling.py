"""The verdict on a press of the clock, and the alert that tells it."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Confidence
from bridge.rules.irregularities.found import found_on, restored
from bridge.rules.irregularities.penalties import with_irregularity
from bridge.rules.irregularities.why_illegal import Reason
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.sensors import NEVER
from bridge.rules.recognition.successors import played
from bridge.rules.state import Game, alert_id
from bridge.rules.touch.permitted import Moves
from drivers.placement import difference

NO_MOVES: Moves = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the press was: the kind, the number of the article, what the player did (to be read after their side), the
    move that is left to be finished, if there is one, the moves that may be played instead, and why a move was illegal.
    `waits`: the number of the article by which the arbiter waits for the next move first; empty when they need not.
    """

    kind: AlertKind
    article: str
    done: str
    to_finish: chess.Move | None = None
    instead: Moves = NO_MOVES
    reason: Reason | None = None
    confidence: Confidence = Confidence.STRONG
    cannot_show: str = ""
    waits: str = ""


def _is_told(game: Game, verdict: Verdict) -> bool:
    """Whether the arbiter knows: nothing has been put right or changed since, or what was played is not known still."""
    before, kind = game.published, verdict.kind
    told = max((alert.at for alert in game.alerts if alert.kind is kind and alert.ply == before.ply + 1), default=NEVER)
    if told >= max(game.log.changed_at, game.last_pressed[not before.position.turn]):
        return True
    unknown = kind is AlertKind.ILLEGAL_MOVE and not verdict.instead and verdict.reason is None
    return unknown and told > NEVER


def with_verdict(game: Game, verdict: Verdict, press: Pressed, now: float) -> Game:
    """The game with an alert about the press, unless the arbiter knows."""
    if _is_told(game, verdict):
        return game
    before = game.published
    position, right = before.position, before.placement
    if verdict.to_finish is not None:
        _, position, right = played(before.position, verdict.to_finish, game.setup.sensing)
    squares = tuple(chess.scan_forward(difference(right, game.log.placement)))
    color = before.position.turn
    to_play = verdict.instead if verdict.to_finish is None else {verdict.to_finish}
    alert = Alert(
        alert_id(game),
        verdict.kind,
        now,
        ply=before.ply + 1,
        color=color,
        article=game.edition.article(verdict.article),
        squares=squares,
        explanation=f"{words.side(color)} {verdict.done}.",
        confidence=verdict.confidence,
        evidence=game.log.since(before.born),
        cannot_show=verdict.cannot_show,
        restore=restored(position, squares),
        permitted=tuple(sorted(move.uci() for move in to_play)),
        reason=verdict.reason,
        found=found_on(game, squares),
    )
    return with_irregularity(game, alert, before.position, press.at, verdict.waits)
