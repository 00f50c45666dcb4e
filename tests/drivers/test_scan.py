"""The scan model: what is seen, when, and what never is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.scan import Scan, Sighting

PERIOD = 0.64  # seconds; 64 cells, so the pointer is at cell n at n * 10 ms


def scan_of_empty_cells(period: float = PERIOD) -> Scan:
    return Scan([0] * 64, period)


def test_a_change_is_seen_when_the_pointer_passes() -> None:
    scan = scan_of_empty_cells()
    scan.put(20, 7, now=0.1)
    assert scan.next_sighting() == pytest.approx(0.2)
    assert scan.advance(0.19) == []
    assert scan.seen[20] == 0
    (sighting,) = scan.advance(0.21)
    assert (sighting.cell, sighting.code) == (20, 7)
    assert scan.seen[20] == 7
    assert scan.next_sighting() is None


def test_a_cell_that_the_pointer_has_just_left_waits_for_the_next_round() -> None:
    scan = scan_of_empty_cells()
    scan.put(20, 7, now=0.3)
    assert scan.next_sighting() == pytest.approx(PERIOD + 0.2)


def test_without_a_period_everything_is_seen_at_once() -> None:
    scan = scan_of_empty_cells(period=0)
    scan.put(63, 5, now=1.5)
    assert scan.advance(1.5) == [Sighting(1.5, 63, 5)]


def test_what_is_undone_before_the_pointer_comes_is_never_seen() -> None:
    scan = scan_of_empty_cells()
    scan.put(20, 7, now=0.1)
    scan.put(20, 0, now=0.15)
    assert scan.next_sighting() is None
    assert scan.advance(10) == []


def test_a_capture_within_one_round_turns_the_victim_into_its_captor() -> None:
    scan = Scan([0] * 27 + [7] + [0] * 8 + [1] + [0] * 27, PERIOD)  # a black pawn on d5 (27), a white one on e4 (36)
    scan.put(27, 0, now=0.40)
    scan.put(36, 0, now=0.45)
    scan.put(27, 1, now=0.60)
    assert [(sighting.cell, sighting.code) for sighting in scan.advance(2)] == [(27, 1), (36, 0)]


def test_a_piece_can_arrive_before_it_has_left() -> None:
    scan = Scan([0] * 8 + [7] + [0] * 55, PERIOD)
    scan.put(8, 0, now=0.09)  # just behind the pointer
    scan.put(16, 7, now=0.12)  # just before it
    assert [(sighting.cell, sighting.code) for sighting in scan.advance(2)] == [(16, 7), (8, 0)]


def test_the_phase_shifts_the_round() -> None:
    scan = Scan([0] * 64, PERIOD, phase=0.05)
    scan.put(0, 1, now=0.01)
    assert scan.next_sighting() == pytest.approx(0.05)


hands = st.lists(
    st.tuples(st.integers(0, 63), st.integers(0, 12), st.floats(0, 0.3)),
    max_size=40,
)


@given(hands, st.sampled_from([0, 0.25, 0.5]), st.floats(0, 0.5))
def test_after_a_round_of_rest_everything_is_seen(
    work: list[tuple[int, int, float]], period: float, phase: float
) -> None:
    scan, cells, now = scan_of_empty_cells(period), [0] * 64, phase
    told = list(scan.seen)
    for cell, code, pause in work:
        now += pause
        for sighting in scan.advance(now):
            assert sighting.at <= now
            assert told[sighting.cell] != sighting.code, "a sighting is a change"
            told[sighting.cell] = sighting.code
        scan.put(cell, code, now)
        cells[cell] = code
        due = scan.next_sighting()
        assert due is None or now - 1e-9 <= due <= now + period + 1e-9
    for sighting in scan.advance(now + period + 1e-9):
        told[sighting.cell] = sighting.code
    assert told == cells == list(scan.seen)
