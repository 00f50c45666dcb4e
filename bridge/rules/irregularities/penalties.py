"""What an arbiter needs to decide about an illegal move. It is told with the alert; he decides.

FIDE Laws of Chess (2023) Art. 7.5.1 to 7.5.5 with Appendices A and B: `irregularities` proposes, by the tariffs of
`bridge.laws.tariff`.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import chess

from bridge.laws.tariff import MateTest
from bridge.rules.alerts import Alert
from bridge.rules.copying import replace
from bridge.rules.endings.king_signal import KINGS
from bridge.rules.endings.mating import possibility_of_mate
from bridge.rules.endings.possibility import Possibility
from bridge.rules.irregularities.proposals import (
    IRREGULARITY_OF,
    Incident,
    Proposal,
    Terms,
    illegal_moves_before,
    propose,
)
from bridge.rules.position import Position
from bridge.rules.setup import Setup
from bridge.rules.state import Game, with_alert
from drivers.placement import Placement


@dataclass(frozen=True, slots=True)
class Times:
    """The seconds left to both sides; None for one that no clock has told."""

    white: float | None = None
    black: float | None = None


@dataclass(frozen=True, slots=True)
class PenaltyFacts:
    """The facts, and what the Laws propose.

    `edition`: its year. `count_before`: the illegal moves that the player had completed before. `before`: the position
    that he moved from; `placement`: what the sensors show. `times_before`: what both sides had when the half-move
    began; `times_now`: when the alert was raised. `replied`: the opponent has made his next move, where that
    ends the matter; `over`: the game has ended on the board. `waits`: the number of the article by which the arbiter
    waits for the next move first; empty when they need not.
    """

    edition: str
    count_before: int
    proposal: Proposal
    opponent_can_mate: Possibility
    before: Position
    placement: Placement
    times_before: Times
    times_now: Times
    replied: bool = False
    over: bool = False
    waits: str = ""

    @property
    def window_open(self) -> bool:
        """Whether the illegal move can still be acted on."""
        return self.proposal.is_open(replied=self.replied, over=self.over)


def terms_of(setup: Setup) -> Terms:
    """The terms under which a game is played."""
    return Terms(
        setup.edition,
        setup.tempo,
        setup.adequate_supervision,
        minutes=setup.illegal_move_minutes,
        increment=setup.increment,
    )


def with_irregularity(game: Game, alert: Alert, before: Position, pressed_at: float, waits: str = "") -> Game:
    """The game with one more open alert, which gets the facts, and with the incident that it is about.

    The alert is about a press at `pressed_at` (seconds) of the player who had the move in the position `before`; its
    kind is one of `IRREGULARITY_OF`. `waits`: as in `PenaltyFacts`.
    """
    incident = Incident(before.turn, IRREGULARITY_OF[alert.kind], pressed_at, alert.id)
    alert = dataclasses.replace(alert, facts=_facts(game, incident, before, waits))
    return replace(with_alert(game, alert), incidents=(*game.incidents, incident))


def _facts(game: Game, incident: Incident, before: Position, waits: str) -> PenaltyFacts:
    terms, opponent = terms_of(game.setup), not incident.color
    count = illegal_moves_before(terms.tariff, game.incidents, incident)
    can_mate = possibility_of_mate(before, opponent)
    proposal = propose(terms, incident.kind, count, _passes(terms.scale.mate_test, can_mate))
    return PenaltyFacts(
        terms.year,
        count,
        proposal,
        can_mate,
        before,
        game.placement,
        _times_before(game),
        Times() if game.clock is None else Times(game.clock.white, game.clock.black),
        waits=waits,
    )


def without_waiting(alert: Alert) -> Alert:
    """The alert when the next move, for which the arbiter waited, has been completed."""
    facts = alert.facts
    if not isinstance(facts, PenaltyFacts) or not facts.waits:
        return alert
    return dataclasses.replace(alert, facts=dataclasses.replace(facts, waits=""))


def with_windows(game: Game) -> Game:
    """The game whose alerts say whether their illegal moves can still be acted on."""
    alerts = tuple([_with_window(game, alert) for alert in game.alerts])
    same = all(one is other for one, other in zip(alerts, game.alerts, strict=True))
    return game if same else replace(game, alerts=alerts)


def _with_window(game: Game, alert: Alert) -> Alert:
    facts = alert.facts
    if not isinstance(facts, PenaltyFacts):
        return alert
    replied = facts.proposal.stands_after_reply and _plies_made(game) > alert.ply
    over = game.result is not None and game.result.reason != KINGS
    if (replied, over) == (facts.replied, facts.over):
        return alert
    return dataclasses.replace(alert, facts=dataclasses.replace(facts, replied=replied, over=over))


def _plies_made(game: Game) -> int:
    """How many half-moves count as made, or are completed."""
    return max((reading.ply for reading in game.open_line if reading in game.made), default=game.root.ply)


def _passes(test: MateTest, can_mate: Possibility) -> Possibility:
    """The answer to the edition's own test: that mate is possible is not yet mating potential."""
    if test is MateTest.MATING_POTENTIAL and can_mate is Possibility.YES:
        return Possibility.UNKNOWN
    return can_mate


def _times_before(game: Game) -> Times:
    """What both sides had left when they completed their last moves."""
    white, black = (_last_time(game, color) for color in (chess.WHITE, chess.BLACK))
    return Times(white, black)


def _last_time(game: Game, color: chess.Color) -> float | None:
    return next((played.clock for played in reversed(game.record) if played.before.turn == color), None)
