"""The missing moves are filled in from the scoresheets."""

from __future__ import annotations

import pytest

from bridge.rules.alerts import AlertKind
from bridge.rules.correcting.corrections import FillStretch, RefusalCode
from bridge.rules.state import has_alert
from tests.bridge.rules.correcting.test_rewriting import ARBITER, refused, said
from tests.bridge.rules.finding_back.test_gap import OPENING, lost
from tests.bridge.rules.finding_back.test_open_stretch import UNPROVED
from tests.bridge.rules.table import Table

GOES_ON = "35:g8- 35.4:f6n 36:B 39:f1- 39.4:b5B"


def open_stretch() -> Table:
    return lost(Table().play(OPENING).wait(2.0), UNPROVED, "12:W 15:B 18:W").wait(3.0).play(GOES_ON)


@pytest.mark.parametrize("moves", ["Nf3 Nc6 Nc3", "Nc3 Nc6 Nf3"])
def test_the_moves_of_the_scoresheet_take_the_place_of_the_stretch(moves: str) -> None:
    table = said(open_stretch(), FillStretch(*ARBITER, 3, tuple(moves.split())))
    assert table.moves == f"e4 e5 {moves} Nf6 Bb5"
    assert [played.ply for played in table.game.moves] == [1, 2, 3, 4, 5, 6, 7]
    assert not has_alert(table.game, AlertKind.MOVES_MISSING)
    assert table.play("41:W 44:a7- 44.4:a6p 45:B").wait().moves == f"e4 e5 {moves} Nf6 Bb5 a6"


def test_castling_is_possible_again_when_the_moves_are_known() -> None:
    table = said(open_stretch(), FillStretch(*ARBITER, 3, tuple(UNPROVED.split())))
    assert table.game.position.fen.split()[2] == "KQkq"


@pytest.mark.parametrize(
    ("ply", "moves", "code", "reason"),
    [
        (3, "Nf3 Nc6", RefusalCode.NOT_LEGAL, "do not lead to the position"),
        (3, "Nf3 Nc6 Nd5", RefusalCode.NOT_LEGAL, "Nd5 (half-move 5) cannot be played"),
        (3, "Nf3 Nc6 Nc3 Nf6 Ng1", RefusalCode.NOT_LEGAL, "do not lead to the position"),
        (2, "Nf3", RefusalCode.NOT_OPEN, "No moves are missing at half-move 2"),
        (0, "Nf3", RefusalCode.NOT_OPEN, "No moves are missing at half-move 0"),
        (99, "Nf3", RefusalCode.NOT_OPEN, "No moves are missing at half-move 99"),
    ],
)
def test_what_does_not_fit_is_refused(ply: int, moves: str, code: RefusalCode, reason: str) -> None:
    table = open_stretch()
    before = table.game.moves
    assert refused(table, FillStretch(*ARBITER, ply, tuple(moves.split()))) is code
    assert table.game.ruling is not None
    assert table.game.ruling.refusal is not None
    assert reason in table.game.ruling.refusal.reason
    assert table.game.moves == before
