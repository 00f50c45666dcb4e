"""Positions with the right answer for a side: our own rows, and those beside the project when they are there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import chess

from bridge.rules.endings.mate import Answer, Verdict, can_mate
from bridge.rules.position import Position, position_from_fen

OWN = Path(__file__).parent / "rows.json"
SHARED = Path(__file__).parents[6] / "shared" / "laws" / "mate-possible-cases.json"

LITTLE = 15_000
"""Nodes for rows that may stay unknown, but must not be answered wrongly. All others get `BUDGET`; half of it is enough
for the hardest of them.
"""
MAY_STAY_UNKNOWN = {"hard", "hard-label-only", "underpromotion"}
BY_WORD = {True: Verdict.YES, False: Verdict.NO, None: Verdict.UNKNOWN}


@dataclass(frozen=True)
class Row:
    """A position, a side, and whether it can mate. A `hard` one may stay unknown. `line`: a mating line, in UCI."""

    name: str
    position: Position
    color: chess.Color
    right: Verdict
    hard: bool
    line: str | None


@cache
def decided(position: Position, color: chess.Color, budget: int) -> Answer:
    """The answer, worked out once however many tests ask for it."""
    return can_mate(position, color, budget)


def own_rows() -> list[Row]:
    return [row for each in json.loads(OWN.read_text(encoding="utf-8")) for row in _rows(each["why"], each)]


def shared_rows() -> list[Row]:
    if not SHARED.exists():
        return []
    return [
        row
        for number, each in enumerate(json.loads(SHARED.read_text(encoding="utf-8")), 1)
        for row in _rows(f"{number}", each | {"hard": each["category"] in MAY_STAY_UNKNOWN})
    ]


def _rows(name: str, each: dict[str, Any]) -> list[Row]:
    """One for each side that the row is about."""
    position = position_from_fen(each["fen"], chess960=each.get("chess960", False))
    right = Verdict(each["answer"]) if "answer" in each else BY_WORD[each["can_mate"]]
    sides = ("white", "black") if each["side"] == "both" else (each["side"],)
    return [
        Row(
            name if len(sides) == 1 else f"{name}, for {side.title()}",
            position,
            side == "white",
            right,
            each.get("hard", False),
            each.get("line"),
        )
        for side in sides
    ]
