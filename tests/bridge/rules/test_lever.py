"""The lever of the clock bounces, and players press late: nobody is accused, and nothing stalls (Art. 6.2)."""

from __future__ import annotations

import itertools

import chess
import pytest

from bridge.rules.notices import Stage
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

HARMLESS = {
    "it bounces, and is pressed again": ("0:e2- 0.4:e4P 0.8:W 0.95:B 1.9:W 6:e7- 6.4:e5p 6.8:B", "e4 e5"),
    "it bounces, and nobody puts it right": ("0:e2- 0.4:e4P 0.8:W 0.95:B 6:e7- 6.4:e5p 6.8:B", "e4 e5"),
    "it bounces again and again": ("0:e2- 0.4:e4P 0.8:W 0.95:B 1.1:W 1.25:B 1.4:W 6:e7- 6.4:e5p 6.8:B", "e4 e5"),
    "it bounces right before the reply": ("0:e2- 0.4:e4P 0.8:W 0.95:B 1:e7- 1.2:e5p 1.6:B", "e4 e5"),
    "with the reply in the hand": ("0:e2- 0.4:e4P 0.75:e7- 0.8:W 0.95:B 1.2:e5p 1.6:B", "e4 e5"),
    "before the sensors show the move": ("0:e2- 0.4:W 0.5:B 0.55:e4P 3:e7- 3.4:e5p 3.8:B", "e4 e5"),
    "put right when the reply stands": ("0:e2- 0.4:e4P 0.8:W 0.95:B 3:e7- 3.4:e5p 3.5:W 4:B 6:d2- 6.4:d4P", "e4 e5 d4"),
    "put right as the reply comes": ("0:e2- 0.4:e4P 0.8:W 0.95:B 3:e7- 3.3:W 3.4:e5p 4:B", "e4 e5"),
    "late and at once the reply's": ("0:e2- 0.4:e4P 1:e7- 1.4:e5p 2:W 2.1:B 3:g1- 3.4:f3N 3.8:W", "e4 e5 Nf3"),
    "very late, at once the reply's": ("0:e2- 0.4:e4P 1:e7- 1.4:e5p 4:W 4.1:B 5:g1- 5.4:f3N 5.8:W", "e4 e5 Nf3"),
    "the reply's, and at once the late one": ("0:e2- 0.4:e4P 1:e7- 1.4:e5p 2:B 2.1:W 3:g1- 3.4:f3N", "e4 e5 Nf3"),
    "late, and it bounces": ("0:e2- 0.4:e4P 1:e7- 1.4:e5p 2:W 2.1:B 2.2:W 2.3:B 3:g1- 3.4:f3N 3.8:W", "e4 e5 Nf3"),
}
CIRCUMSTANCES = [*itertools.product(HARMLESS, chess.COLORS, Sensing, (0.0, 0.23), (False, True))]


@pytest.mark.parametrize(("name", "color", "sensing", "scan", "deaf"), CIRCUMSTANCES)
def test_nobody_is_accused(name: str, color: chess.Color, sensing: Sensing, scan: float, deaf: bool) -> None:
    script, moves = HARMLESS[name]
    fen = chess.STARTING_FEN if color else chess.Board().mirror().fen()
    table = Table(fen, sensing=sensing, scan=scan, deaf=deaf).play(script if color else mirrored(script)).wait()
    assert table.raised == []
    assert len(table.moves.split()) == len(moves.split())
    assert table.moves == moves or not color
    assert {*table.stages[:2]} == {Stage.COMPLETED}
    assert table.game.presses == ()


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("0:e2- 0.4:e4P 0.8:W 1.2:B", "clock_without_move"),  # too late for a bounce
        ("0:e2- 0.4:e5P 0.8:W 0.95:B", "illegal_move"),  # the first press was one
        ("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B 4:W", "clock_without_move"),
    ],
)
def test_what_is_no_bounce_is_told(script: str, kind: str) -> None:
    assert Table().play(script).wait().raised == [kind]
