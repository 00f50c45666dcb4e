"""A flag that falls, as it is told to the arbiter: with the result that the Laws propose, and with his duties.

FIDE Laws of Chess (2023) Art. 6.8 and 6.9; `flag_fall` knows what follows from the facts.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import chess

from bridge.laws.flags import FLAG_RULES
from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.endings.flag_fall import Conditions, FlagFall, Flags, Outcome, judge_flag_fall
from bridge.rules.endings.mating import possibility_of_mate
from bridge.rules.endings.possibility import Possibility
from bridge.rules.state import Game, alert_id, with_alert

WHITE_WINS = frozenset({Flags.BLACK, Flags.BLACK_FIRST})
BLACK_WINS = frozenset({Flags.WHITE, Flags.WHITE_FIRST})
"""If the side can mate; about the other one nobody asks."""
ONLY_PERIOD = "Nothing is known about periods: the proposal holds if all moves had to be made in this one."
PERIOD_ENDED = "How many moves had to be made in the period that has ended is not known."
RUN_OUT_SECONDS = 2.0
"""A clock that shows its flag and more than that has added time; its last reading may be that much late."""


@dataclass(frozen=True, slots=True)
class FlagFacts:
    """The facts when a flag fell, and what the Laws propose. `edition`: its year."""

    edition: str
    fall: FlagFall
    outcome: Outcome


def flag_fell(game: Game, color: chess.Color, now: float) -> Game:
    """The game with an alert about the flag of this side, unless it is open already: a clock that was connected anew
    tells the flag that it shows again. After another half-move it may be the flag of the next period.
    """
    time_added = (game.seconds_left(color, now) or 0.0) > RUN_OUT_SECONDS
    for alert in game.alerts:
        if alert.kind is AlertKind.FLAG and alert.color == color and alert.ply == game.published.ply:
            fallen_again = _time_was_added(alert) and not time_added
            return _with_changed(game, alert, now, time_added=False) if fallen_again else game
    facts = _facts(game, color, now, time_added=time_added)
    alert = Alert(
        alert_id(game),
        AlertKind.FLAG,
        now,
        game.published.ply,
        color,
        article=game.edition.article(game.edition.flag_fall),
        explanation=f"{words.side(color)}'s flag has fallen.",
        cannot_show=_not_known(facts),
        facts=facts,
    )
    return with_alert(game, alert)


def flags_after_times(game: Game, now: float) -> Game:
    """The game whose alerts about flags agree with the times that the clock shows now. Where it shows time again,
    another period has begun, and no loss is proposed; before the first move it was only being set.
    """
    for alert in game.alerts:
        facts = alert.facts
        if alert.color is None or not isinstance(facts, FlagFacts) or facts.fall.over is not None:
            continue
        if facts.fall.time_added or not game.seconds_left(alert.color, now):
            continue
        if game.moves:
            game = _with_changed(game, alert, now, time_added=True)
        else:
            game = replace(game, alerts=tuple(each for each in game.alerts if each is not alert))
    return game


def _with_changed(game: Game, alert: Alert, now: float, *, time_added: bool) -> Game:
    if alert.color is None:
        return game
    facts = _facts(game, alert.color, now, time_added=time_added)
    changed = dataclasses.replace(alert, facts=facts, cannot_show=_not_known(facts))
    return replace(game, alerts=tuple(changed if each is alert else each for each in game.alerts))


def _time_was_added(alert: Alert) -> bool:
    return isinstance(alert.facts, FlagFacts) and alert.facts.fall.time_added


def _not_known(facts: FlagFacts) -> str:
    if facts.fall.over:
        return ""
    return PERIOD_ENDED if facts.fall.time_added else ONLY_PERIOD


def _facts(game: Game, color: chess.Color, now: float, *, time_added: bool) -> FlagFacts:
    setup, ended = game.setup, game.result or game.ending
    completed = [played.before.turn for played in game.record]
    flags = _flags(game, color, now)
    fall = FlagFall(
        flags,
        completed.count(chess.WHITE),
        completed.count(chess.BLACK),
        None,
        possibility_of_mate(game.position, chess.WHITE) if flags in WHITE_WINS else Possibility.UNKNOWN,
        possibility_of_mate(game.position, chess.BLACK) if flags in BLACK_WINS else Possibility.UNKNOWN,
        None if ended is None else ended.result,
        time_added=time_added,
    )
    conditions = Conditions(setup.tempo, setup.adequate_supervision)
    return FlagFacts(setup.edition, fall, judge_flag_fall(fall, conditions, FLAG_RULES[setup.edition]))


def _flags(game: Game, color: chess.Color, now: float) -> Flags:
    """Which flags have fallen, this one last. Two that the clock shows at once have no order."""
    others = [
        alert.at
        for alert in game.alerts
        if alert.kind is AlertKind.FLAG and alert.color == (not color) and not _time_was_added(alert)
    ]
    if not others:
        return Flags.WHITE if color else Flags.BLACK
    if others[0] >= now:
        return Flags.ORDER_UNKNOWN
    return Flags.BLACK_FIRST if color else Flags.WHITE_FIRST
