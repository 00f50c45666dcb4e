"""What follows when a flag falls, or a player resigns: FIDE Laws of Chess (2023) Art. 6.8, 6.9, 5.1.2 and brothers.

A result is only proposed, for the arbiter to confirm. Where the Laws leave it open, or a fact is missing, there is
none, and the duties say what the arbiter has to find out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

import chess

from bridge.laws.flags import FastFlagRules, FlagRules
from bridge.rules.endings.possibility import Possibility
from bridge.rules.setup import Tempo

DRAWN = "1/2-1/2"


class Flags(Enum):
    """Which flags have fallen, and in which order."""

    WHITE = "white"
    BLACK = "black"
    WHITE_FIRST = "white_first"
    BLACK_FIRST = "black_first"
    ORDER_UNKNOWN = "order_unknown"


class DutyKind(Enum):
    """What the arbiter must do, or must not."""

    CALL_FLAG = "call_flag"
    STAY_SILENT = "stay_silent"
    """Neither say nor show it until a player claims."""
    CHECK_MOVES = "check_moves"
    """Make sure that the moves of the period were counted rightly."""
    GO_ON = "go_on"
    """Let the game continue."""
    UPDATE_SHEETS = "update_sheets"
    """See that the scoresheets are brought up to date, with the clocks stopped if neither player has recorded."""
    DECIDE_MATE = "decide_mate"
    """Decide whether the opponent could checkmate by any series of legal moves."""
    DECIDE_MATING_POTENTIAL = "decide_mating_potential"
    """Decide whether the winner's forces are enough as the edition defines it: mate must become unavoidable."""
    DECIDE_ORDER = "decide_order"
    """Find out which flag fell first."""
    REJECT_CLAIM = "reject_claim"
    """The claimant's own flag has fallen; how the game ends is the arbiter's decision."""


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing that the arbiter must do, with the number of the article."""

    kind: DutyKind
    article: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the game is played under. `guidelines`: the Guidelines III (quickplay finishes) are in use."""

    tempo: Tempo
    adequate_supervision: bool = False
    guidelines: bool = False


@dataclass(frozen=True, slots=True)
class FlagFall:
    """The facts when a flag has fallen.

    `required`: the moves that had to be completed since the start of the game; None in the last period, for all that
    remain. A move that was made before and pressed for after the fall does not count, unless it ended the game.
    `over`: the result of a game that ended before the fall was noticed. `claimed`: a player has claimed a win on time.
    `time_added`: the clock shows time again for the side whose flag fell last, so another period has begun.
    """

    flags: Flags
    white_completed: int
    black_completed: int
    required: int | None
    white_can_mate: Possibility
    black_can_mate: Possibility
    over: str | None = None
    claimed: bool = False
    time_added: bool = False

    @property
    def overstepped(self) -> tuple[chess.Color, ...]:
        """The sides whose flag has fallen without the moves being completed, the first to fall first."""
        required = self.required
        return tuple(color for color in _fallen(self.flags) if required is None or self.completed(color) < required)

    def completed(self, color: chess.Color) -> int:
        """The moves that this side has completed since the start of the game."""
        return self.white_completed if color else self.black_completed

    def can_mate(self, color: chess.Color) -> Possibility:
        """Whether this side could still checkmate."""
        return self.white_can_mate if color else self.black_can_mate


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result to propose (as in PGN; None: none yet), the number of the article behind it, the arbiter's duties."""

    result: str | None
    article: str
    duties: tuple[Duty, ...] = ()


def judge_flag_fall(fall: FlagFall, conditions: Conditions, rules: FlagRules) -> Outcome:
    """What follows from the fall of one flag or both."""
    if fall.over is not None:
        return Outcome(fall.over, rules.lost)
    if fall.time_added:
        going_on = _goes_on(rules.moves_checked, conditions, rules)
        return Outcome(None, going_on.article, (Duty(DutyKind.CHECK_MOVES, rules.moves_checked), *going_on.duties))
    fast = _fast_rules(conditions, rules)
    if fast is not None and fast.silent is not None and not fall.claimed:
        return Outcome(None, fast.silent, (Duty(DutyKind.STAY_SILENT, fast.silent),))
    outcome = _on_the_facts(fall, conditions, rules, fast)
    duties: list[Duty] = []
    if not fall.claimed:
        duties.append(Duty(DutyKind.CALL_FLAG, fast.call if fast is not None and fast.call else rules.noticed))
    if fall.required is not None:
        duties.append(Duty(DutyKind.CHECK_MOVES, rules.moves_checked))
    return Outcome(outcome.result, outcome.article, (*duties, *outcome.duties))


def judge_resignation(
    color: chess.Color, opponent_can_mate: Possibility, rules: FlagRules, *, over: str | None = None
) -> Outcome:
    """What follows from the resignation of this side; `over`: the result of a game that had ended before."""
    if over is not None:
        return Outcome(over, rules.resignation)
    if not rules.resignation_may_draw:
        return Outcome(_won_by(not color), rules.resignation)
    return _lost_unless_no_mate(color, opponent_can_mate, rules.resignation)


def _on_the_facts(fall: FlagFall, conditions: Conditions, rules: FlagRules, fast: FastFlagRules | None) -> Outcome:
    overstepped = fall.overstepped
    if not overstepped:
        return _goes_on(rules.moves_checked, conditions, rules)
    if len(overstepped) == 2:
        if fast is not None and fast.both_drawn is not None:
            return Outcome(DRAWN, fast.both_drawn)
        if fall.flags is Flags.ORDER_UNKNOWN:
            return _order_unknown(fall, conditions, rules)
        if fast is not None and fast.claimant_needs_time and fall.claimed:
            return Outcome(None, fast.claim, (Duty(DutyKind.REJECT_CLAIM, fast.claim),))
    loser = overstepped[0]
    article = fast.claim if fast is not None and fall.claimed else rules.lost
    outcome = _lost_unless_no_mate(loser, fall.can_mate(not loser), article)
    won = outcome.result is not None and outcome.result != DRAWN
    if won and fast is not None and fast.mating_potential is not None and conditions.tempo is Tempo.BLITZ:
        duty = Duty(DutyKind.DECIDE_MATING_POTENTIAL, fast.mating_potential)
        return Outcome(None, fast.mating_potential, (duty,))  # That mate is possible is not enough.
    return outcome


def _fast_rules(conditions: Conditions, rules: FlagRules) -> FastFlagRules | None:
    """The rules for rapid and blitz, where they hold."""
    if conditions.tempo is Tempo.STANDARD or (conditions.adequate_supervision and rules.supervision_matters):
        return None
    return rules.fast


def _order_unknown(fall: FlagFall, conditions: Conditions, rules: FlagRules) -> Outcome:
    guidelines = conditions.guidelines and conditions.tempo is not Tempo.BLITZ  # Guidelines III.2.2
    if rules.both_by_guidelines and not guidelines:
        return Outcome(None, rules.lost, (Duty(DutyKind.DECIDE_ORDER, rules.lost),))
    if fall.required is None:
        return Outcome(DRAWN, rules.both_drawn)
    return _goes_on(rules.both_go_on, conditions, rules)


def _goes_on(article: str, conditions: Conditions, rules: FlagRules) -> Outcome:
    duties = [Duty(DutyKind.GO_ON, article)]
    if conditions.tempo is Tempo.STANDARD:  # In rapid and blitz nobody need record.
        duties.append(Duty(DutyKind.UPDATE_SHEETS, rules.sheets))
    return Outcome(None, article, tuple(duties))


def _lost_unless_no_mate(loser: chess.Color, opponent_can_mate: Possibility, article: str) -> Outcome:
    match opponent_can_mate:
        case Possibility.YES:
            return Outcome(_won_by(not loser), article)
        case Possibility.NO:
            return Outcome(DRAWN, article)
        case Possibility.UNKNOWN:
            return Outcome(None, article, (Duty(DutyKind.DECIDE_MATE, article),))
        case _:
            assert_never(opponent_can_mate)


def _fallen(flags: Flags) -> tuple[chess.Color, ...]:
    """The sides whose flag has fallen, the first to fall first if that is known."""
    match flags:
        case Flags.WHITE:
            return (chess.WHITE,)
        case Flags.BLACK:
            return (chess.BLACK,)
        case Flags.WHITE_FIRST | Flags.ORDER_UNKNOWN:
            return (chess.WHITE, chess.BLACK)
        case Flags.BLACK_FIRST:
            return (chess.BLACK, chess.WHITE)
        case _:
            assert_never(flags)


def _won_by(color: chess.Color) -> str:
    return "1-0" if color else "0-1"
