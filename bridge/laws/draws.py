"""What the editions of the Laws say about draws by repetition, by moves without progress, and about wrong claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """What a wrong claim costs, in seconds: `opponent_gains` at the standard tempo, in rapid and in blitz.

    `halving_limit`: the claimant's remaining time is halved, but no more than this is taken; None: it is not touched.
    """

    article: str
    opponent_gains: float
    opponent_gains_in_rapid: float
    opponent_gains_in_blitz: float
    halving_limit: float | None = None


@dataclass(frozen=True, slots=True)
class DrawRules:
    """One edition. Articles are numbers; None: the edition knows no such rule.

    `threefold` and `fifty_moves` hold for what stands on the board, `..._intended` for a move that is written and
    declared. `fivefold_interval`: the half-moves from each of the five occurrences to the next; None: any.
    `touched_first`: a player who has touched a piece may not claim on this move. `claim_right`: a right claim ends the
    game.
    """

    year: str
    threefold: str
    threefold_intended: str
    fifty_moves: str
    fifty_moves_intended: str
    fivefold: str | None
    fivefold_interval: int | None
    seventy_five_moves: str | None
    touched_first: str | None
    claim_right: str
    wrong_claim: WrongClaim


_1997 = DrawRules(
    year="1997",
    threefold="9.2(b)",
    threefold_intended="9.2(a)",
    fifty_moves="9.3(b)",
    fifty_moves_intended="9.3(a)",
    fivefold=None,
    fivefold_interval=None,
    seventy_five_moves=None,
    touched_first=None,
    claim_right="9.4",
    wrong_claim=WrongClaim("9.4", 180.0, 180.0, 180.0, halving_limit=180.0),
)
_2014 = DrawRules(
    year="2014",
    threefold="9.2(b)",
    threefold_intended="9.2(a)",
    fifty_moves="9.3(b)",
    fifty_moves_intended="9.3(a)",
    fivefold="9.6(a)",
    fivefold_interval=4,  # On consecutive alternate moves by each player: both move away, and both come back.
    seventy_five_moves="9.6(b)",
    touched_first="9.4",
    claim_right="9.5(a)",
    wrong_claim=WrongClaim("9.5(b)", 120.0, 120.0, 60.0),  # Blitz: B.2.
)
_2018 = DrawRules(
    year="2018",
    threefold="9.2",  # Our sources do not agree on the numbers below 9.2 in this edition.
    threefold_intended="9.2",
    fifty_moves="9.3.2",
    fifty_moves_intended="9.3.1",
    fivefold="9.6.1",
    fivefold_interval=None,
    seventy_five_moves="9.6.2",
    touched_first="9.4",
    claim_right="9.5.2",
    wrong_claim=WrongClaim("9.5.3", 120.0, 120.0, 60.0),  # Blitz: B.2.
)
_2023 = DrawRules(
    year="2023",
    threefold="9.2.2",
    threefold_intended="9.2.1",
    fifty_moves="9.3.2",
    fifty_moves_intended="9.3.1",
    fivefold="9.6.1",
    fivefold_interval=None,
    seventy_five_moves="9.6.2",
    touched_first="9.4",
    claim_right="9.5.2",
    wrong_claim=WrongClaim("9.5.3", 120.0, 60.0, 60.0),  # Rapid and blitz: A.3.
)

DRAW_RULES: Mapping[str, DrawRules] = {rules.year: rules for rules in (_1997, _2014, _2018, _2023)}
"""The rules by the year of the edition."""
