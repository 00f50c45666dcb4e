"""What an arbiter may do about an illegal move: a proposal, which he decides on.

FIDE Laws of Chess (2023) Art. 7.5.5 with Appendices A and B, and their like in earlier editions: `bridge.laws.tariff`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

import chess

from bridge.laws.tariff import TARIFFS, Irregularity, MateTest, Scale, Tariff, Window
from bridge.rules.alerts import AlertKind
from bridge.rules.endings.possibility import Possibility
from bridge.rules.setup import Tempo

IRREGULARITY_OF: Mapping[AlertKind, Irregularity] = {
    AlertKind.ILLEGAL_MOVE: Irregularity.ILLEGAL_MOVE,
    AlertKind.PROMOTION_MISSING: Irregularity.PROMOTION_MISSING,
    AlertKind.CASTLING_INCOMPLETE: Irregularity.CASTLING_INCOMPLETE,
    AlertKind.CAPTURE_INCOMPLETE: Irregularity.CAPTURE_INCOMPLETE,
    AlertKind.CLOCK_WITHOUT_MOVE: Irregularity.PRESS_WITHOUT_MOVE,
    AlertKind.TWO_HANDS: Irregularity.TWO_HANDS,
}
"""The alerts that are about a press of this kind. Two hands are only suspected by sensors: an arbiter must say so."""


class Penalty(Enum):
    """What the Laws have for the player."""

    TIME = "time"
    """Minutes for the opponent."""
    LOSS = "loss"
    DRAW = "draw"
    """The loss, but the opponent cannot checkmate."""
    LOSS_OR_DRAW = "loss_or_draw"
    """Whether the opponent can checkmate is not known; the arbiter decides."""
    DISCRETION = "discretion"
    """No tariff: whether to penalise, and how, is the arbiter's choice."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Under what terms a game is played.

    `year` of the edition. `quickplay`: a quickplay finish has been announced and its phase has begun. `minutes`: what
    the event lets the opponent gain for each illegal move instead of the tariff's minutes. `increment` in seconds, 0
    when the clock adds nothing to the time left.
    """

    year: str
    tempo: Tempo
    adequate_supervision: bool = False
    quickplay: bool = False
    minutes: int | None = None
    increment: float = 0.0

    @property
    def tariff(self) -> Tariff:
        """The edition's. Raises KeyError for a year that is no edition."""
        return TARIFFS[self.year]

    @property
    def scale(self) -> Scale:
        """The part of the tariff that holds under these terms. Raises KeyError for a year that is no edition."""
        tariff = self.tariff
        match self.tempo:
            case Tempo.STANDARD:
                return tariff.quickplay if self.quickplay else tariff.standard
            case Tempo.RAPID:
                return tariff.rapid_adequate if self.adequate_supervision else tariff.rapid_basic
            case Tempo.BLITZ:
                return tariff.blitz_adequate if self.adequate_supervision else tariff.blitz_basic
            case _:
                assert_never(self.tempo)


@dataclass(frozen=True, slots=True)
class Incident:
    """What a player did and pressed the clock on, at `pressed_at` (seconds), and the id of the alert about it."""

    color: chess.Color
    kind: Irregularity
    pressed_at: float
    alert: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the Laws propose.

    `article`: the number, to be given to `Edition.article`. `window`: until when it can be acted on. `minutes` for the
    opponent, 0 unless the penalty is time. `on_claim_only`: only when the opponent asks. `increment_off`: seconds to
    take off the player's clock, which the press has added and another press will add again; none when the game is
    lost, nor when the pawn on the last rank becomes a queen and the opponent is to move.
    """

    penalty: Penalty
    article: str
    window: Window
    minutes: int = 0
    on_claim_only: bool = False
    increment_off: float = 0.0

    @property
    def stands_after_reply(self) -> bool:
        """Whether the illegal move stands once the opponent has made his next move."""
        return self.window is Window.REPLY

    def is_open(self, *, replied: bool, over: bool) -> bool:
        """Whether it can still be acted on: `replied`: the opponent has made his next move; `over`: the game is."""
        return not over and not (replied and self.stands_after_reply)


def illegal_moves_before(tariff: Tariff, incidents: Iterable[Incident], now: Incident) -> int:
    """How many illegal moves the player has completed in this game before the press of `now`.

    `incidents`: of the game, also those whose alerts the arbiter has closed, unless as a false alarm. Several kinds at
    one press are one illegal move, and all kinds that the edition counts share one counter.
    """
    presses = {
        incident.pressed_at
        for incident in incidents
        if incident.color == now.color and incident.kind in tariff.counted and incident.pressed_at < now.pressed_at
    }
    return len(presses)


def propose(terms: Terms, kind: Irregularity, before: int, opponent_can_mate: Possibility) -> Proposal:
    """The proposal for one irregularity of a player who has completed `before` illegal moves in this game.

    `opponent_can_mate` answers the scale's `mate_test`, which is not the same question in every edition. Raises
    KeyError for a year that is no edition.
    """
    tariff, scale = terms.tariff, terms.scale
    if kind not in tariff.counted:
        return Proposal(Penalty.DISCRETION, tariff.discretion, Window.GAME, increment_off=terms.increment)
    gained = 0.0 if kind is Irregularity.PROMOTION_MISSING else terms.increment
    if scale.minutes is None:
        return Proposal(Penalty.DISCRETION, scale.article, scale.window, increment_off=gained)
    if before >= len(scale.minutes):
        penalty = _loss(scale.mate_test, opponent_can_mate)
        return Proposal(penalty, scale.article, scale.window, on_claim_only=scale.on_claim_only)
    minutes = scale.minutes[before] if terms.minutes is None else terms.minutes
    return Proposal(Penalty.TIME, scale.article, scale.window, minutes, scale.on_claim_only, gained)


def _loss(mate_test: MateTest, opponent_can_mate: Possibility) -> Penalty:
    if mate_test is MateTest.NONE:
        return Penalty.LOSS
    match opponent_can_mate:
        case Possibility.YES:
            return Penalty.LOSS
        case Possibility.NO:
            return Penalty.DRAW
        case Possibility.UNKNOWN:
            return Penalty.LOSS_OR_DRAW
        case _:
            assert_never(opponent_can_mate)
