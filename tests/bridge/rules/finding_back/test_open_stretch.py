"""Moves that nobody can prove leave an open stretch, and play is recorded from what stood."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.alerts import Severity
from tests.bridge.rules.finding_back.test_gap import OPENING, lost
from tests.bridge.rules.table import Table

UNPROVED = "Nf3 Nc6 Nc3"  # White's knights may have come out in either order


def test_play_goes_on_from_what_stands() -> None:
    table = lost(Table().play(OPENING).wait(2.0), UNPROVED, "12:W 15:B 18:W").wait(3.0)
    assert table.moves == "e4 e5"
    table.play("35:g8- 35.4:f6n 36:B 39:f1- 39.4:b5B 40:W").wait()
    sans = [move.before.board().san(move.move) if move.move else "…" for move in table.game.moves]
    assert sans == ["e4", "e5", "…", "Nf6", "Bb5"]
    assert table.raised == ["link_lost", "out_of_sync", "moves_missing"]
    assert table.closed == ["link_lost", "out_of_sync"]


def test_the_alert_says_where_and_how_many() -> None:
    table = lost(Table().play(OPENING).wait(2.0), UNPROVED, "12:W 15:B 18:W").wait(3.0)
    alert = table.play("35:g8- 35.4:f6n 36:B").wait().alert
    assert (alert.ply, alert.severity) == (3, Severity.INFO)
    assert {*alert.squares} == {chess.B1, chess.C3, chess.G1, chess.F3, chess.B8, chess.C6}
    assert "at least 3 half-moves are missing" in alert.explanation


def test_pieces_that_are_put_right_after_a_gap_are_no_play() -> None:
    table = lost(Table().play(OPENING).wait(2.0), UNPROVED).wait(3.0)
    table.play("40:b1N 40.2:c3- 42:g1N 42.2:f3- 44:b8n 44.2:c6-").wait()
    assert (table.moves, table.game.moves[-1].move) == ("e4 e5", chess.Move.from_uci("e7e5"))
    assert table.closed[-1] == "out_of_sync"


@pytest.mark.parametrize(
    "turn", ["35:g8- 35.4:f6n 36:B 39:d2- 39.4:d4P 40:W", "35:d2- 35.4:d4P 36:W 39:d7- 39.4:d6p 40:B"]
)
def test_who_moves_next_tells_whose_turn_it_is(turn: str) -> None:
    table = lost(Table().play(OPENING).wait(2.0), UNPROVED).wait(3.0).play(turn).wait()
    assert len(table.game.moves) == 5
    assert not table.game.moves[2].move
