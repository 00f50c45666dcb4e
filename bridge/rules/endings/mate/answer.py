"""What is answered to the question whether a side can still mate, and how far the parts of the answer go."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import chess


class Verdict(Enum):
    """Whether a side can mate. `YES` and `NO` are proved; everything else is `UNKNOWN`."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Method(Enum):
    """What gave the answer."""

    ILLEGAL_BOARD = "illegal_board"
    """No position of a game, so nothing is said about it."""
    ON_BOARD = "on_board"
    """Mate or stalemate stands on the board already."""
    MATERIAL = "material"
    """No arrangement of such men is mate."""
    BLOCKED = "blocked"
    """No man can ever get to where a mate would need it."""
    CLOSURE = "closure"
    """All positions that can still arise were visited, or the nearest of them that is mate."""
    PLAY_OUT = "play_out"
    """A game in which both sides work towards the mate ended with it."""
    SEARCH = "search"
    """The most promising positions were looked at first."""
    BUDGET_ENDED = "budget_ended"
    """Neither a mate nor a proof was found before the nodes, or the time, ran out."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a side can mate, what gave the answer, and what it took.

    `line` is a series of legal moves in UCI that ends in that mate; given with every `YES`, and empty when the mate
    stands on the board. `nodes` is how many moves were looked at.
    """

    verdict: Verdict
    method: Method
    line: tuple[str, ...] = ()
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """What a strategy came to: a line of moves with `YES`, a proof with `NO`, or that it gave up."""

    verdict: Verdict
    moves: tuple[chess.Move, ...] = ()


GAVE_UP = Finding(Verdict.UNKNOWN)
NO_MATE = Finding(Verdict.NO)

Strategy: TypeAlias = Generator[int, None, Finding]
"""Yields how many moves it has looked at since it last did, after each piece of work, and returns what it found.

Inside, the side that mates is always White, and the root is neither mate nor stalemate.
"""


def within(nodes: int, strategy: Strategy) -> Strategy:
    """Follow the strategy until it has looked at so many moves; what it then knows is that it gave up for now."""
    while nodes > 0:
        try:
            looked = next(strategy)
        except StopIteration as end:
            return end.value or GAVE_UP  # without a value it had ended before
        nodes -= looked
        yield looked
    return GAVE_UP
