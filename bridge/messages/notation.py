"""Moves as messages carry them: UCI and English SAN, also for moves that the Laws forbid but that stand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import chess

from bridge.messages.move_facts import facts_of
from bridge.messages.styles import SAN, render
from bridge.rules.position import Position

_REMEMBERED = 1 << 17
"""Moves whose text is remembered: 1,000 boards of 130 half-moves; `moves` is written anew after every half-move."""


class Written(NamedTuple):
    """One move in both notations. Castling in Chess960 is `uci` king takes own rook, and `san` O-O or O-O-O."""

    uci: str
    san: str


@lru_cache(_REMEMBERED)
def written(before: Position, move: chess.Move) -> Written:
    """The move as text. An illegal one bears no mark."""
    facts = facts_of(before, move)
    return Written(facts.uci, render(facts, SAN))
