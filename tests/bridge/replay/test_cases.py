"""Every sensor case must be answered as its file says; those beside the project too, when they are there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess
import pytest

from bridge.replay import replay_file
from bridge.rules.alerts import SEVERITY, AlertKind, Severity

OWN = Path(__file__).parents[2] / "cases"
SHARED = Path(__file__).parents[4] / "shared" / "cases"

ALERTS = ("alerts", "optional_alerts", "forbidden_alerts")
INCIDENTS = SHARED / "incidents"

CASES = {path.stem: path for directory in (OWN, SHARED, INCIDENTS) for path in sorted(directory.glob("*.json"))}


@dataclass
class Answer:
    """What a replay says about a case: the summary, and the moves that were ever completed."""

    summary: dict[str, Any] = field(default_factory=dict)
    completed: set[str] = field(default_factory=set)


def answer(path: Path) -> Answer:
    told = Answer()
    for line in replay_file(path):
        if line["type"] == "summary":
            told.summary = line
        elif line["type"] == "move_seen" and line["stage"] == "completed":
            told.completed.add(line["san"])
    return told


def faults(case: dict[str, Any], told: Answer) -> list[str]:
    """Where the answer is not the expected one."""
    expected, summary = case["expect"], told.summary
    return [
        what
        for what, right in (
            (f"moves {summary['moves']}", summary["moves"] in [expected["moves"], *expected.get("also_accept", [])]),
            (f"alerts {kinds(summary)}", alerts_are_right(expected, without_unnamed_information(case, kinds(summary)))),
            (f"completed {told.completed}", told.completed.isdisjoint(expected.get("never_moves", []))),
            (f"result {summary['result']}", "result" not in expected or summary["result"] == expected["result"]),
            (f"placement {summary['placement']}", same_squares(case, summary["placement"])),
            (f"position {summary['fen']}", agreement_is_right(case, summary)),
        )
        if not right
    ]


def kinds(summary: dict[str, Any]) -> set[str]:
    return {alert["kind"] for alert in summary["alerts"]}


def without_unnamed_information(case: dict[str, Any], raised: set[str]) -> set[str]:
    """The kinds without information that the case says nothing about, and without the lost link where one is lost."""
    expected = case["expect"]
    named = {kind for key in ALERTS for kind in expected.get(key, [])}
    named |= {kind for kinds in expected.get("also_accept_alerts", []) for kind in kinds}
    lost = any(event.get("link") == "down" for event in case["events"])
    return {
        kind
        for kind in raised
        if kind in named or (SEVERITY[AlertKind(kind)] is not Severity.INFO and not (lost and kind == "link_lost"))
    }


def alerts_are_right(expected: dict[str, Any], raised: set[str]) -> bool:
    wanted = set(expected["alerts"])
    allowed = wanted | set(expected.get("optional_alerts", []))
    others = [set(each) for each in expected.get("also_accept_alerts", [])]
    right = (wanted <= raised <= allowed) or raised in others
    return right and raised.isdisjoint(expected.get("forbidden_alerts", []))


def same_squares(case: dict[str, Any], placement: str) -> bool:
    if case["board"] == "occupancy":
        return occupied(placement) == occupied(case["expect"]["final_fen_board"])
    return bool(placement == case["expect"]["final_fen_board"])


def agreement_is_right(case: dict[str, Any], summary: dict[str, Any]) -> bool:
    """Whether board and game agree exactly when they should; another accepted record decides for itself."""
    if summary["moves"] != case["expect"]["moves"]:
        return True
    agree = occupied(summary["fen"].split()[0]) == occupied(summary["placement"])
    if case["board"] == "identifying":
        agree = summary["fen"].split()[0] == summary["placement"]
    return bool(agree == case["expect"]["board_matches_game"])


def occupied(placement: str) -> chess.Bitboard:
    return chess.BaseBoard(placement.replace("?", "P")).occupied


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    case = json.loads(CASES[name].read_text(encoding="utf-8"))
    assert not faults(case, answer(CASES[name]))


def test_our_own_cases_are_here() -> None:
    own = {path.stem for path in OWN.glob("*.json")}
    assert len(own) == 66


def test_cases_bear_the_names_of_their_files() -> None:
    for path in OWN.glob("*.json"):
        assert json.loads(path.read_text(encoding="utf-8"))["id"] == path.stem
