"""A flag that falls, as it is told to the arbiter: with the result that the Laws propose, and with his duties.

FIDE Laws of Chess (2023) Art. 6.8 and 6.9; `flag_fall` knows what follows from the facts.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from bridge.laws.flags import FLAG_RULES
from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.endings.flag_fall import Conditions, FlagFall, Flags, Outcome, judge_flag_fall
from bridge.rules.endings.mating import possibility_of_mate
from bridge.rules.endings.possibility import Possibility
from bridge.rules.state import Game, alert_id, with_alert

WHITE_WINS = frozenset({Flags.BLACK, Flags.BLACK_FIRST})
BLACK_WINS = frozenset({Flags.WHITE, Flags.WHITE_FIRST})
"""If the side can mate; about the other one nobody asks."""
ONLY_PERIOD = "Nothing is known about periods: the proposal holds if all moves had to be made in this one."


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
    if any(
        alert.kind is AlertKind.FLAG and alert.color == color and alert.ply == game.published.ply
        for alert in game.alerts
    ):
        return game
    facts = _facts(game, color, now)
    alert = Alert(
        alert_id(game),
        AlertKind.FLAG,
        now,
        game.published.ply,
        color,
        article=game.edition.article(game.edition.flag_fall),
        explanation=f"{words.side(color)}'s flag has fallen.",
        cannot_show="" if facts.fall.over else ONLY_PERIOD,
        facts=facts,
    )
    return with_alert(game, alert)


def _facts(game: Game, color: chess.Color, now: float) -> FlagFacts:
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
    )
    conditions = Conditions(setup.tempo, setup.adequate_supervision)
    return FlagFacts(setup.edition, fall, judge_flag_fall(fall, conditions, FLAG_RULES[setup.edition]))


def _flags(game: Game, color: chess.Color, now: float) -> Flags:
    """Which flags have fallen, this one last. Two that the clock shows at once have no order."""
    others = [alert.at for alert in game.alerts if alert.kind is AlertKind.FLAG and alert.color == (not color)]
    if not others:
        return Flags.WHITE if color else Flags.BLACK
    if others[0] >= now:
        return Flags.ORDER_UNKNOWN
    return Flags.BLACK_FIRST if color else Flags.WHITE_FIRST
