"""Lamps at the corners of squares: whatever is lit, nothing else seems to be."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.corners import corners_of, painted, shining

PAINTS = tuple(range(1, 9))


def squares(names: str) -> frozenset[chess.Square]:
    return frozenset(map(chess.parse_square, names.split()))


def test_corners_are_counted_from_a1() -> None:
    assert set(corners_of(chess.A1)) == {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert set(corners_of(chess.H8)) == {(7, 7), (8, 7), (7, 8), (8, 8)}
    assert set(corners_of(chess.E2)) == {(4, 1), (5, 1), (4, 2), (5, 2)}


@pytest.mark.parametrize(
    "lit", ["", "a1", "e2 e4", "d4 f4", "a1 c1 a3", "e1 g1 h1 f1", "a1 h8 d5", "e2 e3 e4", "a1 c1 e1 g1 a3 c3 e3 g3"]
)
def test_exactly_these_squares_shine(lit: str) -> None:
    assert shining(painted(squares(lit), PAINTS)) == squares(lit)


def test_squares_that_touch_share_their_paint_and_others_do_not() -> None:
    corners = painted(squares("e2 e3 e5"), PAINTS)
    assert {corners[corner] for corner in corners_of(chess.E2) + corners_of(chess.E3)} == {1}
    assert {corners[corner] for corner in corners_of(chess.E5)} == {2}


@pytest.mark.parametrize("around", ["d3 e3 f3 d4 f4 d5 e5 f5", "d4 e3 f4"])
def test_a_dark_square_that_one_group_surrounds_cannot_be_told_from_it(around: str) -> None:
    assert shining(painted(squares(around), PAINTS)) == squares(around) | {chess.E4}


@given(st.frozensets(st.sampled_from(chess.SQUARES), max_size=2))
def test_a_move_can_always_be_shown(lit: frozenset[chess.Square]) -> None:
    assert shining(painted(lit, PAINTS)) == lit


@given(st.frozensets(st.sampled_from(chess.SQUARES)))
def test_whatever_should_shine_does(lit: frozenset[chess.Square]) -> None:
    assert lit <= shining(painted(lit, PAINTS))
