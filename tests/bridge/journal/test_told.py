"""What an e-board told last, out of a journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chess
import pytest

from bridge.journal.records import GameKey, Record
from bridge.journal.store import Store
from bridge.journal.told import told_last
from bridge.rules.inputs import Input, TimePassed
from drivers.eboard import TOLD_KEPT
from drivers.placement import EMPTY, placement_of
from drivers.reports import ClockResumed, ClockTimes, Dump, LinkUp, Press, SquaresChanged

DUMP = Dump(placement_of(chess.Board()))
LIFT, PUT = SquaresChanged(((chess.E2, EMPTY),)), SquaresChanged(((chess.E4, chess.PAWN),))


def test_squares_and_clock_in_their_order() -> None:
    clock = ClockTimes(300.0, 299.0, chess.BLACK)
    inputs: list[Input] = [TimePassed(), LinkUp(), DUMP, LIFT, TimePassed(), PUT, Press(chess.WHITE), clock]
    inputs.append(ClockResumed(chess.BLACK))
    assert told_last(reversed(inputs)) == (DUMP, LIFT, PUT, Press(chess.WHITE), clock)


def test_no_more_is_read_than_a_memory_is_searched_for() -> None:
    def newest_first() -> Iterator[Input]:
        for _ in range(TOLD_KEPT):
            yield LIFT
        yield DUMP
        pytest.fail("this is too long ago")

    assert told_last(newest_first()) == (DUMP, *[LIFT] * TOLD_KEPT)


def test_what_came_before_is_read_back_to_a_reading_of_all_squares() -> None:
    inputs = [DUMP, *[LIFT] * TOLD_KEPT, PUT]
    assert told_last(reversed(inputs)) == tuple(inputs)


def test_of_one_game_only(tmp_path: Path) -> None:
    one, other = GameKey("open/1/1", "open-1-1-1"), GameKey("open/1/2", "open-1-2-1")
    with closing(Store(tmp_path / "journal.db")) as store:
        store.write([Record(one, 1.0, DUMP), Record(other, 2.0, PUT), Record(one, 3.0, LIFT)], [], 1, 0)
        assert store.told(one) == (DUMP, LIFT)
        assert store.told(GameKey("open/1/3", "open-1-3-1")) == ()
