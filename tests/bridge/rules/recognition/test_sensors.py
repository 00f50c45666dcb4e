"""The memory of the sensors: where something rested."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.recognition.sensors import SensorLog, observe, observe_dump
from drivers.placement import EMPTY, EMPTY_BOARD, SOME_PIECE, with_code

E4 = chess.BB_SQUARES[chess.E4]
NOWHERE = (chess.BB_EMPTY, chess.BB_EMPTY)


@pytest.mark.parametrize(
    ("put_at", "lifted_at", "since", "rested", "passed"),
    [
        (1.0, 1.3, 0.0, E4, chess.BB_EMPTY),
        (1.0, 1.05, 0.0, chess.BB_EMPTY, E4),  # carried past
        (1.0, 1.3, 1.1, chess.BB_EMPTY, chess.BB_EMPTY),  # before that
        (1.0, None, 0.0, chess.BB_EMPTY, chess.BB_EMPTY),  # it still stands there
    ],
)
def test_a_piece_that_was_put_down_and_taken_up_again_has_rested_or_passed(
    put_at: float, lifted_at: float | None, since: float, rested: chess.Bitboard, passed: chess.Bitboard
) -> None:
    log = observe(SensorLog(), [(chess.E4, SOME_PIECE)], put_at)
    if lifted_at is not None:
        log = observe(log, [(chess.E4, EMPTY)], lifted_at)
    assert log.visited_since(since) == (rested, passed)


def test_what_is_learnt_from_a_dump_tells_nothing_of_a_rest() -> None:
    log = observe(SensorLog(), [(chess.E4, SOME_PIECE)], 1.0)
    assert observe_dump(log, EMPTY_BOARD, 2.0).visited_since(0.0) == NOWHERE
    assert observe_dump(log, with_code(EMPTY_BOARD, chess.E4, SOME_PIECE), 2.0).visited_since(0.0) == NOWHERE


def lifted_twice() -> SensorLog:
    log = SensorLog(with_code(EMPTY_BOARD, chess.E4, SOME_PIECE))
    for at, code in ((1.0, EMPTY), (1.5, SOME_PIECE), (2.0, EMPTY)):
        log = observe(log, [(chess.E4, code)], at)
    return log


@pytest.mark.parametrize(("since", "first"), [(0.0, 1.0), (1.0, 2.0), (2.0, 2.0)])
def test_the_first_lift_after_a_moment(since: float, first: float) -> None:
    assert lifted_twice().first_lift(chess.E4, since) == first


@pytest.mark.parametrize(("landed", "seconds"), [(1.5, 0.5), (2.5, float("inf"))])
def test_how_long_a_piece_stood(landed: float, seconds: float) -> None:
    assert lifted_twice().stood(chess.E4, landed) == seconds


@pytest.mark.parametrize(
    ("start", "end", "squares", "back"),
    [(1.0, 2.0, E4, True), (1.5, 2.0, E4, False), (1.0, 1.5, E4, False), (1.0, 2.0, chess.BB_ALL & ~E4, False)],
)
def test_whether_a_piece_was_put_back_meanwhile(start: float, end: float, squares: chess.Bitboard, back: bool) -> None:
    assert lifted_twice().put_back_between(start, end, squares) == back
