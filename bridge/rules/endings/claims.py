"""What becomes of a player's claim that the game is drawn: FIDE Laws of Chess (2023) Art. 9.2 to 9.5.

The arbiter decides; this tells what the moves show, and what the Laws attach to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

import chess

from bridge.laws.draws import DrawRules, WrongClaim
from bridge.rules.endings.draws import DrawGround, DrawKind, History, claimable, claimable_with
from bridge.rules.endings.on_the_board import ended_by
from bridge.rules.setup import Tempo


class ClaimOutcome(Enum):
    """What the claim is found to be."""

    RIGHT = "right"
    """The game is drawn."""
    WRONG = "wrong"
    """The game goes on, with the intended move if one was declared; the clocks are corrected."""
    BARRED = "barred"
    """The player has touched a piece, and may not claim on this move."""
    GAME_OVER = "game_over"
    """The position had ended the game before."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What the player who has the move claims: threefold repetition or fifty moves, with the move that he declared.

    `touched`: he has touched a piece before. `time_left`: his seconds, None when no clock tells.
    """

    kind: DrawKind
    intended: chess.Move | None = None
    touched: bool = False
    time_left: float | None = None


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """The outcome, with the number of its article, and the seconds by which the clocks change.

    `ground` supports a right claim. `claimant_loses` is None when it depends on a clock that nobody has read.
    """

    outcome: ClaimOutcome
    article: str = ""
    ground: DrawGround | None = None
    opponent_gains: float = 0.0
    claimant_loses: float | None = 0.0


def judge_claim(history: History, claim: Claim, rules: DrawRules, tempo: Tempo) -> ClaimVerdict:
    """What becomes of the claim under these rules."""
    if ended_by(history.position) is not None:
        return ClaimVerdict(ClaimOutcome.GAME_OVER)
    if claim.touched and rules.touched_first is not None:
        return ClaimVerdict(ClaimOutcome.BARRED, rules.touched_first)
    move = claim.intended
    grounds = claimable(history, rules) if move is None else claimable_with(history, move, rules)
    for ground in grounds:
        if ground.kind is claim.kind:
            return ClaimVerdict(ClaimOutcome.RIGHT, rules.claim_right, ground)
    penalty = rules.wrong_claim
    return ClaimVerdict(
        ClaimOutcome.WRONG,
        penalty.article,
        opponent_gains=_opponent_gains(penalty, tempo),
        claimant_loses=_claimant_loses(penalty, claim.time_left),
    )


def _opponent_gains(penalty: WrongClaim, tempo: Tempo) -> float:
    match tempo:
        case Tempo.STANDARD:
            return penalty.opponent_gains
        case Tempo.RAPID:
            return penalty.opponent_gains_in_rapid
        case Tempo.BLITZ:
            return penalty.opponent_gains_in_blitz
        case _:
            assert_never(tempo)


def _claimant_loses(penalty: WrongClaim, time_left: float | None) -> float | None:
    if penalty.halving_limit is None:
        return 0.0
    return None if time_left is None else min(time_left / 2, penalty.halving_limit)
