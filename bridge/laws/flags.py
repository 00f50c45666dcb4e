"""What the editions of the Laws say about flags that fall, and about resignation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FastFlagRules:
    """Flags in rapid and blitz without adequate supervision, as numbers of articles; None: no such rule.

    `silent`: the arbiter says nothing until a player claims. `call`: the arbiter must call the flag. `claim`: how a
    player claims a win on time; `claimant_needs_time`: only while his own flag stands. `both_drawn`: the game is drawn
    when both flags have fallen, in whatever order. `mating_potential`: what a win in blitz needs besides.
    """

    claim: str
    claimant_needs_time: bool
    silent: str | None = None
    call: str | None = None
    both_drawn: str | None = None
    mating_potential: str | None = None


@dataclass(frozen=True, slots=True)
class FlagRules:
    """One edition, as numbers of articles.

    `noticed`: when a flag counts as fallen. `lost`: what follows, and what it may not undo. `moves_checked`: the moves
    of the period are counted. `sheets`: the scoresheets are brought up to date.

    `both_go_on` and `both_drawn` hold when both flags have fallen in unknown order, before and in the last period;
    `both_by_guidelines`: only where the Guidelines III are in use.

    `fast`: rapid and blitz; `supervision_matters`: only without adequate supervision. `resignation` ends the game;
    `resignation_may_draw`: drawn if the opponent cannot mate.
    """

    year: str
    noticed: str
    lost: str
    moves_checked: str
    sheets: str
    both_go_on: str
    both_drawn: str
    both_by_guidelines: bool
    fast: FastFlagRules
    supervision_matters: bool
    resignation: str
    resignation_may_draw: bool


_1997 = FlagRules(
    year="1997",
    noticed="6.8",
    lost="6.9",
    moves_checked="6.3",
    sheets="8.5",
    both_go_on="6.11",
    both_drawn="10.4",
    both_by_guidelines=False,
    fast=FastFlagRules(
        claim="B7", claimant_needs_time=True, silent="B6", both_drawn="B8", mating_potential="C4"
    ),  # Blitz too: C2.
    supervision_matters=False,
    resignation="5.1(b)",
    resignation_may_draw=False,
)
_2014 = FlagRules(
    year="2014",
    noticed="6.8",
    lost="6.9",
    moves_checked="6.4",
    sheets="8.5",
    both_go_on="6.11(a)",
    both_drawn="6.11(b)",
    both_by_guidelines=False,
    fast=FastFlagRules(claim="A.4(c)", claimant_needs_time=True),  # Blitz too: B.4.
    supervision_matters=True,
    resignation="5.1(b)",
    resignation_may_draw=False,
)
_2018 = FlagRules(
    year="2018",
    noticed="6.8",
    lost="6.9",
    moves_checked="6.4",
    sheets="8.5",
    both_go_on="III.3.1.1",
    both_drawn="III.3.1.2",
    both_by_guidelines=True,
    fast=FastFlagRules(claim="A.4.3", claimant_needs_time=False, call="A.4.5"),  # Blitz too: B.4.
    supervision_matters=True,
    resignation="5.1.2",
    resignation_may_draw=False,
)
_2023 = FlagRules(
    year="2023",
    noticed="6.8",
    lost="6.9",
    moves_checked="6.4",
    sheets="8.5",
    both_go_on="III.3.1.1",
    both_drawn="III.3.1.2",
    both_by_guidelines=True,
    fast=FastFlagRules(claim="A.5.3", claimant_needs_time=False, call="A.5.5"),  # Blitz too: B.3.
    supervision_matters=True,
    resignation="5.1.2",
    resignation_may_draw=True,
)

FLAG_RULES: Mapping[str, FlagRules] = {rules.year: rules for rules in (_1997, _2014, _2018, _2023)}
"""The rules by the year of the edition."""
