"""A finding as a sensor case, so that it can be replayed and kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import chess

from benchmarks.search.trying import Finding
from benchmarks.search.varying import Trial
from bridge.rules.correcting.corrections import SetResult
from bridge.rules.inputs import Input
from drivers.placement import symbol_of, to_fen
from drivers.reports import ClockPaused, ClockResumed, Dump, LinkDown, LinkUp, Press, SquaresChanged

BEGIN = 1.0
"""Seconds that are added, because the table's first dump comes a second before the game."""


def case_of(name: str, trial: Trial, finding: Finding) -> dict[str, object]:
    """The case of a finding. What should have come out is for people to say."""
    return {
        "id": name,
        "title": f"{finding.kind}: {finding.text}",
        "source": f"benchmarks.search, {trial.name}",
        "kind": finding.kind,
        "board": trial.sight.sensing.value,
        "variant": "chess960" if trial.start.chess960 else "standard",
        "start_fen": trial.start.fen(),
        "laws": "2023",
        "mode": "standard",
        "events": [{"t": round(at + BEGIN, 3), **each} for at, heard in finding.heard for each in _events(heard)],
    }


def _events(heard: Input) -> list[Mapping[str, object]]:
    match heard:
        case SquaresChanged(changes):
            return [{"sq": chess.square_name(square), "piece": symbol_of(code)} for square, code in changes]
        case Dump(placement):
            return [{"dump": to_fen(placement)}]
        case Press(color):
            return [{"clock": "white_pressed" if color else "black_pressed"}]
        case ClockPaused():
            return [{"clock": "paused"}]
        case ClockResumed():
            return [{"clock": "resumed"}]
        case LinkDown():
            return [{"link": "down"}]
        case LinkUp():
            return [{"link": "up"}]
        case SetResult(by, why, result):
            params = {"result": result, "why": why}
            return [{"request": "game.set_result", "actor": by, "params": params}]
        case _:
            return []


def write_case(folder: Path, name: str, trial: Trial, finding: Finding) -> Path:
    """Write the case of a finding into the folder, which is made when it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    text = json.dumps(case_of(name, trial, finding), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    return path
