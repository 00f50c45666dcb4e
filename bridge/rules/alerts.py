"""Alerts: what an arbiter should know, with the article and what the sensors saw.

Alerts go to arbiters only. Their kinds and severities: FIDE Laws of Chess (2023), Articles 4, 6 and 7, as far as a
sensor can see them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

import chess

from bridge.rules.irregularities.why_illegal import Reason

if TYPE_CHECKING:  # What they are made of knows alerts.
    from bridge.rules.endings.draws import DrawGround
    from bridge.rules.endings.flag_alerts import FlagFacts
    from bridge.rules.irregularities.penalties import PenaltyFacts


class Severity(Enum):
    """How soon an arbiter should look."""

    ACT = "act"
    CHECK = "check"
    INFO = "info"


class AlertKind(Enum):
    """What an alert is about; the value is its name on the wire and in recordings."""

    ILLEGAL_MOVE = "illegal_move"
    PROMOTION_MISSING = "promotion_missing"
    CASTLING_INCOMPLETE = "castling_incomplete"
    CAPTURE_INCOMPLETE = "capture_incomplete"
    CLOCK_WITHOUT_MOVE = "clock_without_move"
    KING_CAPTURED = "king_captured"
    ILLEGAL_POSITION = "illegal_position"
    TOUCH_MOVE_VIOLATION = "touch_move_violation"
    CASTLING_ROOK_FIRST = "castling_rook_first"
    TOUCH_OUT_OF_TURN = "touch_out_of_turn"
    TOUCH_REVIEW = "touch_review"
    DISPLACED_PIECE = "displaced_piece"
    OUT_OF_SYNC = "out_of_sync"
    WRONG_START_POSITION = "wrong_start_position"
    BOARD_REVERSED = "board_reversed"
    RESULT_SIGNAL = "result_signal"
    GAME_RESET = "game_reset"
    TAKEBACK = "takeback"
    PLAY_AFTER_RESULT = "play_after_result"
    MOVES_MISSING = "moves_missing"
    IDENTITY_DOUBTFUL = "identity_doubtful"
    LINK_LOST = "link_lost"
    FLAG = "flag"
    TWO_HANDS_SUSPECTED = "two_hands_suspected"
    TWO_HANDS = "two_hands"
    PROMOTION_CHOICE_NEEDED = "promotion_choice_needed"
    AMBIGUOUS_MOVE = "ambiguous_move"
    DRAW_CLAIM_POSSIBLE = "draw_claim_possible"
    AUTOMATIC_DRAW = "automatic_draw"


SEVERITY: dict[AlertKind, Severity] = {
    AlertKind.ILLEGAL_MOVE: Severity.ACT,
    AlertKind.PROMOTION_MISSING: Severity.ACT,
    AlertKind.CASTLING_INCOMPLETE: Severity.ACT,
    AlertKind.CAPTURE_INCOMPLETE: Severity.ACT,
    AlertKind.CLOCK_WITHOUT_MOVE: Severity.ACT,
    AlertKind.KING_CAPTURED: Severity.ACT,
    AlertKind.ILLEGAL_POSITION: Severity.ACT,
    AlertKind.TOUCH_MOVE_VIOLATION: Severity.CHECK,
    AlertKind.CASTLING_ROOK_FIRST: Severity.CHECK,
    AlertKind.TOUCH_OUT_OF_TURN: Severity.INFO,
    AlertKind.TOUCH_REVIEW: Severity.INFO,
    AlertKind.DISPLACED_PIECE: Severity.CHECK,
    AlertKind.OUT_OF_SYNC: Severity.CHECK,
    AlertKind.WRONG_START_POSITION: Severity.ACT,
    AlertKind.BOARD_REVERSED: Severity.CHECK,
    AlertKind.RESULT_SIGNAL: Severity.INFO,
    AlertKind.GAME_RESET: Severity.INFO,
    AlertKind.TAKEBACK: Severity.CHECK,
    AlertKind.PLAY_AFTER_RESULT: Severity.CHECK,
    AlertKind.MOVES_MISSING: Severity.INFO,
    AlertKind.IDENTITY_DOUBTFUL: Severity.INFO,
    AlertKind.LINK_LOST: Severity.CHECK,
    AlertKind.FLAG: Severity.ACT,
    AlertKind.TWO_HANDS_SUSPECTED: Severity.INFO,
    AlertKind.TWO_HANDS: Severity.ACT,
    AlertKind.PROMOTION_CHOICE_NEEDED: Severity.CHECK,
    AlertKind.AMBIGUOUS_MOVE: Severity.CHECK,
    AlertKind.DRAW_CLAIM_POSSIBLE: Severity.INFO,
    AlertKind.AUTOMATIC_DRAW: Severity.ACT,
}

WEAK_IS_INFO = frozenset({AlertKind.TOUCH_MOVE_VIOLATION, AlertKind.CASTLING_ROOK_FIRST})
"""Alerts for which nobody need come when they are weak: a touch so short may have been adjusting."""


class Confidence(Enum):
    """How much the sensors prove: `weak` when the same readings also come from something harmless."""

    STRONG = "strong"
    WEAK = "weak"


class AlertState(Enum):
    """How far the arbiter has come with an alert."""

    OPEN = "open"
    ACKNOWLEDGED = "acknowledged"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SensorFact:
    """One thing that the sensors saw: at `at` (seconds), `square` read `symbol` (`""` empty, a FEN letter, `?`)."""

    at: float
    square: chess.Square
    symbol: str


Facts: TypeAlias = "PenaltyFacts | FlagFacts | DrawGround"
"""The facts on which an arbiter decides, with what the Laws propose."""


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert.

    `ply`: number of the half-move that it is about, 1 for the first of the game. `article`: with the edition, like
    `FIDE Laws of Chess (2023) Art. 4.3.1`; empty when no article is concerned. `explanation`: one English sentence.
    `restore`: the squares that must be put right, with what belongs there. `permitted`: moves (UCI) that the player
    may still choose from; empty when the alert tells nothing about them. `cannot_show`: what the sensors cannot prove.
    `reason`: why a move was illegal; the explanation says it too. `found`: what stands on the squares of `restore`.
    `ordered`: they are wrong because an arbiter has put the game on another position. `facts`: what else they need to
    decide. `decision`: how they have settled it, in words. `played`: the move that broke the touch-move rules;
    `released`: the one that had been made before it and was taken back.
    """

    id: str
    kind: AlertKind
    at: float
    ply: int
    color: chess.Color | None = None
    article: str = ""
    squares: tuple[chess.Square, ...] = ()
    explanation: str = ""
    confidence: Confidence = Confidence.STRONG
    evidence: tuple[SensorFact, ...] = ()
    cannot_show: str = ""
    restore: tuple[tuple[chess.Square, str], ...] = ()
    permitted: tuple[str, ...] = ()
    reason: Reason | None = None
    found: tuple[tuple[chess.Square, str], ...] = ()
    ordered: bool = False
    facts: Facts | None = None
    state: AlertState = AlertState.OPEN
    decision: str = ""
    played: chess.Move | None = None
    released: chess.Move | None = None

    @property
    def severity(self) -> Severity:
        """How soon an arbiter should look; follows from the kind, and for touches from how much the sensors prove."""
        if self.kind in WEAK_IS_INFO and self.confidence is Confidence.WEAK:
            return Severity.INFO
        return SEVERITY[self.kind]
