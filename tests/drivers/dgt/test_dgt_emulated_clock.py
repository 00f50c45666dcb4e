"""The virtual chess clock."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.dgt.clock import Side
from drivers.dgt.emulated_clock import EmulatedClock

WHITE, BLACK = chess.WHITE, chess.BLACK


def clock(start: float = 60.0, increment: float = 0.0, *, white_right: bool = False) -> EmulatedClock:
    return EmulatedClock(start, increment, white_right)


def test_the_display_changes_each_second_of_the_side_that_runs() -> None:
    it = clock()
    assert it.next_change() is None
    it.start(WHITE, 10.0)
    assert (it.times().left.seconds, it.times().right.seconds, it.times().running) == (60, 60, True)
    assert it.next_change() == 11.0
    it.tick(11.0)
    assert (it.times().left.seconds, it.times().right.seconds) == (59, 60)
    assert it.next_change() == 12.0


def test_a_press_adds_the_increment_and_turns_the_lever() -> None:
    it = clock(increment=30)
    it.start(WHITE, 0.0)
    it.press(WHITE, 2.5)
    assert it.times().left == Side(88, per_move=True)  # 57.5 s left and 30 s more, shown as begun seconds
    assert it.times().right_high
    assert it.next_change() == 3.5
    it.press(WHITE, 2.6)
    assert it.times().left == Side(88, per_move=True), "whose lever is down already cannot press"


def test_a_press_on_a_stopped_clock_only_moves_the_lever() -> None:
    it = clock(increment=30)
    it.press(WHITE, 1.0)
    assert it.times().left.seconds == 60
    assert it.times().right_high
    assert not it.times().running


def test_a_stopped_clock_stands() -> None:
    it = clock()
    it.start(BLACK, 0.0)
    it.stop(4.5)
    it.tick(100.0)
    assert it.times().right.seconds == 56
    assert it.next_change() is None


def test_at_zero_the_flag_falls_and_the_clock_stops() -> None:
    it = clock(start=2)
    it.start(BLACK, 0.0)
    it.tick(2.0)
    assert it.times().right == Side(0, blocked=True)
    assert not it.times().running
    it.start(BLACK, 3.0)
    assert not it.times().running


def test_white_may_sit_at_the_right_side() -> None:
    it = clock(white_right=True)
    it.start(WHITE, 0.0)
    it.tick(1.0)
    assert it.times().right.seconds == 59
    assert it.times().right_high


@given(st.floats(0.001, 7200), st.floats(0, 100_000), st.integers(1, 50))
def test_every_announced_change_is_one(start: float, now: float, changes: int) -> None:
    it = clock(start)
    it.start(WHITE, now)
    for _ in range(changes):
        before, due = it.times(), it.next_change()
        if due is None:
            assert it.times().left.blocked
            return
        it.tick(due)
        assert it.times() != before
        following = it.next_change()
        assert following is None or following > due


@pytest.mark.parametrize("start", [40_000, 36_000])
def test_a_display_has_room_for_ten_hours(start: float) -> None:
    assert clock(start).times().left.seconds == 35_999
