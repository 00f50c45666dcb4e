"""A verdict is given though the opponent answers at once, and nobody is blamed for the answer."""

from __future__ import annotations

import itertools

import chess
import pytest

from bridge.rules.notices import AlertRaised
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

ROOKS = "r3k2r/8/8/8/8/8/p7/R3K2R w KQkq - 0 1"
PAWNS = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
EN_PASSANT = "4k3/7p/8/3pP3/8/8/8/4K3 w - d6 0 1"
UNFINISHED = {
    "castling": (ROOKS, "0:e1- 0.3:g1K 0.5:W 0.7:a8- 0.9:b8r 1.2:B", "castling_incomplete", ("e1g1",)),
    "en passant": (EN_PASSANT, "0:e5- 0.3:d6P 0.5:W 0.7:h7- 0.9:h6p 1.2:B", "capture_incomplete", ("e5d6",)),
    "capture": (PAWNS, "0:e4- 0.2:d5- 0.5:W 0.7:b8- 0.9:c6n 1.2:B", "capture_incomplete", ("e4d5",)),
    "answer in the hand": (ROOKS, "0:e1- 0.3:g1K 0.5:W 0.7:a8-", "castling_incomplete", ("e1g1",)),
    "answer in one change": (EN_PASSANT, "0:e5- 0.3:d6P 0.5:W 0.52:h7- 0.7:h6p", "capture_incomplete", ("e5d6",)),
}


@pytest.mark.parametrize(
    ("name", "color", "sensing", "deaf"), [*itertools.product(UNFINISHED, chess.COLORS, Sensing, (False, True))]
)
def test_what_was_unfinished_is_told(name: str, color: chess.Color, sensing: Sensing, deaf: bool) -> None:
    fen, script, kind, due = UNFINISHED[name]
    if not color:
        fen, script = chess.Board(fen).mirror().fen(), mirrored(script)
    table = Table(fen, sensing=sensing, deaf=deaf).play(script).wait()
    alert = next(told.alert for told in table.notices if isinstance(told, AlertRaised))
    assert (alert.kind.value, alert.color) == (kind, color)
    assert alert.permitted == due or not color
    assert {*table.raised} <= {kind, "displaced_piece"}  # what the answer left standing is told besides
    assert table.game.placement == table.standing


@pytest.mark.parametrize("deaf", [False, True])
def test_a_pawn_left_on_the_last_rank_is_told_as_that(deaf: bool) -> None:
    table = Table("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", deaf=deaf).play("0:e7- 0.3:e8P 0.5:W 0.7:g7- 0.9:f6k 1.2:B").wait()
    assert (table.moves, table.raised) == ("illegal:e7e8 Kf6", ["promotion_missing"])


def test_a_press_without_a_move_is_told_as_that() -> None:
    assert Table().play("0:W 0.2:d7- 0.4:d5p 0.7:B").wait().raised[0] == "clock_without_move"
