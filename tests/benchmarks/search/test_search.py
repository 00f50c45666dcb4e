"""The search finds planted faults, shrinks what it finds, keeps it as a case for replay, and notes its work."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from benchmarks.exam.plants import planted
from benchmarks.search import __main__ as command
from benchmarks.search.cases import case_of, write_case
from benchmarks.search.trying import Finding, shrunk, tried
from benchmarks.search.varying import WAYS, Trial, trial
from benchmarks.table import Event, Sight
from bridge.replay import replay_file
from bridge.rules.correcting.corrections import SetResult
from drivers.placement import placement_of
from drivers.reports import LinkDown, LinkUp, Press, SquaresChanged


def attempt(*events: Event) -> Trial:
    board = chess.Board()
    return Trial("by hand", board, placement_of(board), events, Sight())


def change(at: float, square: str, code: int) -> Event:
    return Event(at, SquaresChanged(((chess.parse_square(square), code),)))


MOVE = (change(1, "g1", 0), change(1.4, "f3", chess.KNIGHT), Event(2, Press(chess.WHITE)))
CUT = (Event(2.5, LinkDown("out")), Event(9, LinkUp()))


def test_nothing_is_found_where_nothing_is_broken() -> None:
    assert tried(attempt(*MOVE)) is None


def found(events: tuple[Event, ...]) -> tuple[Trial, Finding]:
    whole = attempt(*events)
    finding = tried(whole)
    assert finding is not None
    return whole, finding


def test_what_is_found_is_made_as_small_as_it_can_be() -> None:
    others = (change(12, "a7", 0), change(12.5, "a6", chess.PAWN | 8), Event(13, Press(chess.BLACK)))
    with planted("makes-what-it-cannot-see"):
        smaller, finding = shrunk(*found((*MOVE, *CUT, *others)), seconds=5)
        assert tried(smaller) == finding
    assert finding.kind == "false witness"
    assert len(smaller.events) <= 3


def test_an_exception_is_a_finding() -> None:
    finding = tried(replace(attempt(*MOVE), events=(change(1, "g1", 99),)))
    assert finding is not None
    assert finding.kind.startswith("raises ")


def test_a_finding_is_a_case_that_can_be_replayed(tmp_path: Path) -> None:
    result = Event(2.3, SetResult("somebody", "mistyped", "1-0"))
    with planted("makes-what-it-cannot-see"):
        whole, finding = found((*MOVE, result, *CUT))
    path = write_case(tmp_path / "new", "a-case", whole, finding)
    told = list(replay_file(path))
    assert told[-1]["type"] == "summary"
    assert told[-1]["moves"][0] == "Nf3"
    case = case_of("a-case", whole, finding)
    assert case == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", range(1, 9))
def test_every_seed_gives_one_stream_in_order(seed: int) -> None:
    one = trial(seed, ())
    assert one == replace(trial(seed, ()), start=one.start)
    assert [each.at for each in one.events] == sorted(each.at for each in one.events)


def test_there_are_several_ways_to_vary_a_stream() -> None:
    assert len({way.__name__ for way in WAYS}) >= 7


def test_sessions_are_noted_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.jsonl"
    asked = ["search", "--seconds", "0.01", "--out", str(tmp_path / "found"), "--log", str(log)]
    monkeypatch.setattr(command, "SHRINKING", 0.1)
    for first in ("1", "7"):
        monkeypatch.setattr(sys, "argv", [*asked, "--first-seed", first])
        command.main()
    notes = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [note["first_seed"] for note in notes] == [1, 7]
    assert all(note["cpu_seconds"] >= 0 and note["next_seed"] > note["first_seed"] for note in notes)
