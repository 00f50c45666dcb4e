"""A record is compared with the truth: what stands illegally is marked, and only what nobody can know may be open."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from benchmarks.exam.storm.truth import NULL, TruePly, Truth, compared, lines_to
from bridge.rules.notices import Played, Stage
from bridge.rules.position import position_of


def truth_of(*sans: str, gap: range = range(0)) -> Truth:
    board, truth = chess.Board(), Truth(presses_heard={1})
    for number, san in enumerate(sans):
        before = board.copy(stack=False)
        move = board.push_san(san)
        truth.plies.append(TruePly(move, before, number, number + 0.5, gap=1 if number in gap else None))
    return truth


def record_of(truth: Truth, opened: range = range(0)) -> list[Played]:
    """The true moves, those of the stretch replaced by one null move."""
    moves: list[Played] = []
    for number, ply in enumerate(truth.plies):
        position = position_of(ply.before)
        played = Played(number + 1, ply.move, position, position, ply.done, Stage.COMPLETED)
        if number not in opened:
            moves.append(played)
        elif number == opened.start:
            moves.append(replace(played, move=NULL, illegal=True, seen=False))
    return moves


def test_a_record_that_is_right() -> None:
    truth = truth_of("e4", "e5", "Nf3")
    verdict = compared(record_of(truth), truth, blind=False)
    assert (verdict.perfect, verdict.followed, verdict.first) == (True, True, "")


@pytest.mark.parametrize("short", [0, 1])
def test_a_record_that_is_wrong_or_too_short(short: int) -> None:
    truth, other = truth_of("e4", "e5", "Nf3"), truth_of("e4", "e5", "Nc3")
    verdict = compared(record_of(other)[: 3 - short], truth, blind=False)
    assert not verdict.followed
    assert verdict.first.startswith("half-move 3: ")


def test_an_illegal_move_that_stands_must_be_marked() -> None:
    truth = truth_of("e4", "e5")
    truth.plies[1] = replace(truth.plies[1], illegal=True)
    assert not compared(record_of(truth), truth, blind=False).followed


def test_an_open_stretch_is_perfect_only_where_nobody_could_know() -> None:
    several, one = ("e4", "e5", "Nf3", "Nf6", "d3"), ("e4", "e5", "Nf3")
    truth = truth_of(*several, gap=range(3))
    verdict = compared(record_of(truth, range(3)), truth, blind=False)
    assert (verdict.perfect, verdict.followed) == (True, True)  # e4 and Nf3 may have come in the other order
    truth = truth_of(*one, gap=range(1, 3))
    assert compared(record_of(truth, range(1, 3)), truth, blind=False) == replace(
        verdict, perfect=False, first="an open stretch that could be known"
    )
    truth = truth_of(*several)
    assert not compared(record_of(truth, range(3)), truth, blind=False).perfect  # all of it was seen


def test_lines_are_counted_up_to_two() -> None:
    start, target = chess.Board(), chess.Board()
    target.push_san("e4")
    assert [lines_to(start, target, plies) for plies in (0, 1, 2)] == [0, 1, 0]
    for san in ("e5", "Nf3"):
        target.push_san(san)
    assert lines_to(start, target, 3) == 2
    assert lines_to(target, target, 0) == 1
