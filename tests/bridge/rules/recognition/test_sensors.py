"""The memory of the sensors: where something rested."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.recognition.sensors import SensorLog, observe, observe_dump
from drivers.placement import EMPTY, EMPTY_BOARD, SOME_PIECE, with_code

E4 = chess.BB_SQUARES[chess.E4]


@pytest.mark.parametrize(
    ("put_at", "lifted_at", "since", "rested"),
    [
        (1.0, 1.3, 0.0, E4),
        (1.0, 1.05, 0.0, chess.BB_EMPTY),  # carried past
        (1.0, 1.3, 1.1, chess.BB_EMPTY),  # before that
        (1.0, None, 0.0, chess.BB_EMPTY),  # it still stands there
    ],
)
def test_a_piece_that_was_put_down_and_taken_up_again_has_rested(
    put_at: float, lifted_at: float | None, since: float, rested: chess.Bitboard
) -> None:
    log = observe(SensorLog(), [(chess.E4, SOME_PIECE)], put_at)
    if lifted_at is not None:
        log = observe(log, [(chess.E4, EMPTY)], lifted_at)
    assert log.rested_since(since) == rested


def test_what_is_learnt_from_a_dump_tells_nothing_of_a_rest() -> None:
    log = observe(SensorLog(), [(chess.E4, SOME_PIECE)], 1.0)
    assert observe_dump(log, EMPTY_BOARD, 2.0).rested_since(0.0) == chess.BB_EMPTY
    assert observe_dump(log, with_code(EMPTY_BOARD, chess.E4, SOME_PIECE), 2.0).rested_since(0.0) == chess.BB_EMPTY
