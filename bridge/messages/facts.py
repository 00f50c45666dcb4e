"""The facts on which an arbiter decides, as payloads."""

from __future__ import annotations

from typing import assert_never, cast

from bridge.laws import EDITIONS
from bridge.messages.alert_payloads import (
    BothTimes,
    CompletedMoves,
    DrawData,
    DutyData,
    FlagData,
    MatePossible,
    PenaltyData,
    ProposalData,
)
from bridge.messages.payloads import Result
from bridge.rules.alerts import Facts
from bridge.rules.endings.draws import DrawGround
from bridge.rules.endings.flag_alerts import FlagFacts
from bridge.rules.irregularities.penalties import PenaltyFacts, Times
from drivers.placement import to_fen


def facts_data(facts: Facts) -> PenaltyData | FlagData | DrawData:
    """The facts as payload."""
    match facts:
        case PenaltyFacts():
            return _penalty(facts)
        case FlagFacts():
            return _flag(facts)
        case DrawGround(kind, _, plies):
            return DrawData(kind.value, list(plies))
        case _:
            assert_never(facts)


def _penalty(facts: PenaltyFacts) -> PenaltyData:
    proposal = facts.proposal
    article = EDITIONS[facts.edition].article(proposal.article)
    return PenaltyData(
        edition=facts.edition,
        count_before=facts.count_before,
        proposed_penalty=ProposalData(proposal.penalty.value, proposal.minutes, article, proposal.on_claim_only),
        mate_possible_for_opponent=facts.opponent_can_mate.value,
        window=proposal.window.value,
        window_open=facts.window_open,
        position_before=facts.before.fen,
        position_now=to_fen(facts.placement),
        times_before=_times(facts.times_before),
        times_now=_times(facts.times_now),
        increment_to_remove=proposal.increment_off,
    )


def _flag(facts: FlagFacts) -> FlagData:
    fall, outcome = facts.fall, facts.outcome
    article = EDITIONS[facts.edition].article
    return FlagData(
        flags=fall.flags.value,
        completed=CompletedMoves(fall.white_completed, fall.black_completed),
        mate_possible=MatePossible(fall.white_can_mate.value, fall.black_can_mate.value),
        result=cast("Result | None", outcome.result),
        article=article(outcome.article),
        duties=[DutyData(duty.kind.value, article(duty.article)) for duty in outcome.duties],
    )


def _times(times: Times) -> BothTimes:
    white, black = (None if seconds is None else round(seconds, 3) for seconds in (times.white, times.black))
    return BothTimes(white, black)
