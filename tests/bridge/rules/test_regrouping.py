"""The same game reported in other portions: by the square, in frames, in scans, as dumps. The record is the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.table import Played
from drivers.hand import CALM, Act
from drivers.hand.perturb import in_frames, through_scan
from drivers.placement import Sensing, placement_of, with_code
from drivers.reports import Dump, SquaresChanged
from tests.bridge.rules.streams import acts_of, games, seeds, sensings
from tests.bridge.rules.table import Table

PERIODS = (0.02, 0.1, 0.25)  # seconds; 0.25 is the slowest scan measured on e-boards

QUESTIONS = {"promotion_choice_needed", "ambiguous_move"}

Regroup = Callable[[Played, list[Act], float, random.Random], Iterable[Act]]


def frames(_: Played, acts: list[Act], period: float, __: random.Random) -> Iterator[Act]:
    """All squares that changed in a period at once."""
    return in_frames(acts, period)


def shuffled(_: Played, acts: list[Act], period: float, rng: random.Random) -> Iterator[Act]:
    """Square by square, all of a period at the same moment, in any order."""
    for act in in_frames(acts, period):
        if isinstance(act.does, SquaresChanged):
            changes = list(act.does.changes)
            rng.shuffle(changes)
            yield from (Act(act.at, SquaresChanged((change,))) for change in changes)
        else:
            yield act


def scanned(played: Played, acts: list[Act], period: float, rng: random.Random) -> Iterator[Act]:
    """One square after the other, in any fixed order."""
    order = list(chess.SQUARES)
    rng.shuffle(order)
    return through_scan(placement_of(played.start), acts, period, order)


WAYS: Mapping[str, Regroup] = {"frames": frames, "shuffled": shuffled, "scanned": scanned}


def shown(moves: Iterable[chess.Move], sensing: Sensing) -> list[str]:
    """The moves as far as an e-board shows them: not what a pawn became, unless it knows the pieces."""
    return [move.uci() if sensing is Sensing.IDENTITY else move.uci()[:4] for move in moves]


def recorded(table: Table) -> list[str]:
    return shown((each.move for each in table.game.moves), table.sensing)


@settings(max_examples=40)
@pytest.mark.parametrize("way", WAYS)
@given(games, sensings, seeds, st.sampled_from(PERIODS))
def test_the_record_does_not_depend_on_how_changes_are_grouped(
    way: str, played: Played, sensing: Sensing, seed: int, period: float
) -> None:
    acts = WAYS[way](played, acts_of(played, CALM, seed), period, random.Random(seed))
    table = Table(played.start.fen(), chess960=played.start.chess960, sensing=sensing, scan=period).take(acts).wait()
    assert recorded(table) == shown(played.moves, sensing)
    assert QUESTIONS.issuperset(table.raised)


@settings(max_examples=40)
@given(games, seeds)
def test_where_pieces_are_known_a_dump_of_what_stands_at_each_press_is_enough(played: Played, seed: int) -> None:
    """Nothing is told but dumps: the order of the lifts is lost, and the times of all squares."""
    table = Table(played.start.fen(), chess960=played.start.chess960)
    for act in acts_of(played, CALM, seed):
        if isinstance(act.does, SquaresChanged):
            ((square, code),) = act.does.changes
            table.standing = with_code(table.standing, square, code)
        else:
            table.wait_until(act.at)
            table.tell(Dump(table.standing), act.at)
            table.tell(act.does, act.at)
    assert recorded(table.wait()) == shown(played.moves, Sensing.IDENTITY)
    assert not table.raised
