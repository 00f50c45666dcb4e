"""What speaks against a whole line: a piece that rested where none of its moves lead, a piece that is gone again."""

from __future__ import annotations

import chess
import pytest

from drivers.placement import Sensing
from tests.bridge.rules.mirror import play, seen_by

EN_PASSANT = "4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1"


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize(
    ("script", "moves"),
    [
        ("0:f2- 0.05:f3P 0.1:f3- 0.12:f4P 0.4:f4- 0.45:W 0.6:e4- 0.9:f3p 1.2:B", "f4 exf3"),  # taken in passing
        ("0:f2- 0.3:f3P 0.6:W 0.9:f3- 1.2:e4- 1.5:f3p 1.8:B", "f3 exf3"),
    ],
)
def test_a_pawn_that_rested_further_on_was_taken_in_passing(color: chess.Color, script: str, moves: str) -> None:
    table = play(EN_PASSANT, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.raised) == (seen_by(color, moves), [])


@pytest.mark.parametrize("color", chess.COLORS)
def test_a_piece_that_nobody_could_take_and_that_is_gone_again_has_moved_on(color: chess.Color) -> None:
    """The rook slides on to the pawn, which leaves its square while the rook comes: the board shows nothing of that."""
    start = "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1"
    script = "0:d1- 0.05:d2R 0.1:d2- 0.12:d3R 0.18:d3- 0.2:d4R 0.26:d4- 0.28:d5R 0.34:d5- 0.36:d6R 0.42:d6- 0.8:W"
    table = play(start, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.raised) == (seen_by(color, "Rxd7"), [])


@pytest.mark.parametrize("color", chess.COLORS)
def test_a_piece_that_is_taken_early_has_stood_there(color: chess.Color) -> None:
    """The opponent lifts it before the press: it did not move on."""
    start = "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1"
    script = "0:c3- 0.4:e4N 0.55:e4- 0.6:W 0.8:d5- 1.1:e4p 1.4:B"
    table = play(start, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.raised) == (seen_by(color, "Ne4 dxe4"), [])
