"""Both kings in check, or a pawn on the last rank: what is done in rapid and blitz (FIDE Laws 2023, Art. A.5.4)."""

from __future__ import annotations

import chess
import pytest

from bridge.messages.texts import alert_text
from bridge.rules.alerts import AlertKind
from bridge.rules.irregularities.illegal_position import illegal_on
from bridge.rules.position import position_from_fen
from bridge.rules.setup import Tempo
from tests.bridge.rules.table import Table

BOTH = "4k3/8/8/8/4q3/8/3P4/R3K3 w - - 0 1"
BOTH_STAY = "0:a1- 0.4:a8R 0.8:W 3:e4- 3.3:e5q 3.8:B"
PAWN = "8/P4k2/8/8/8/8/5K2/7r w - - 0 1"
PAWN_STAYS = "0:a7- 0.4:a8P 0.8:W 3:f7- 3.4:f6k 3.8:B"


def played(
    fen: str, script: str, edition: str = "2023", tempo: Tempo = Tempo.BLITZ, *, adequate: bool = False
) -> Table:
    table = Table(fen, edition=edition, tempo=tempo, adequate_supervision=adequate)
    return table.play(script).wait()


@pytest.mark.parametrize(("fen", "script"), [(BOTH, BOTH_STAY), (PAWN, PAWN_STAYS)])
@pytest.mark.parametrize("tempo", [Tempo.RAPID, Tempo.BLITZ])
@pytest.mark.parametrize(("year", "article"), [("2014", "A.4(d)"), ("2018", "A.4.4"), ("2023", "A.5.4")])
def test_it_is_told_when_the_next_move_has_not_ended_it(
    fen: str, script: str, tempo: Tempo, year: str, article: str
) -> None:
    table = played(fen, script, year, tempo)
    assert table.raised[-1] == "illegal_position"
    assert table.alert.article == f"FIDE Laws of Chess ({year}) Art. {article}"
    assert table.alert.ply == 2


@pytest.mark.parametrize(
    ("fen", "script", "year", "tempo", "adequate"),
    [
        (BOTH, BOTH_STAY, "2023", Tempo.STANDARD, False),
        (BOTH, BOTH_STAY, "2023", Tempo.BLITZ, True),
        (BOTH, BOTH_STAY, "1997", Tempo.BLITZ, False),
        (BOTH, "0:a1- 0.4:a8R 0.8:W 3:e8- 3.3:e7k 3.8:B", "2023", Tempo.BLITZ, False),
        (PAWN, "0:a7- 0.4:a8P 0.8:W 3:h1- 3.1:a8- 3.4:a8r 3.8:B", "2023", Tempo.RAPID, False),
    ],
)
def test_else_it_is_not(fen: str, script: str, year: str, tempo: Tempo, adequate: bool) -> None:
    assert AlertKind.ILLEGAL_POSITION.value not in played(fen, script, year, tempo, adequate=adequate).raised


@pytest.mark.parametrize(
    ("fen", "script", "what"),
    [
        (BOTH, BOTH_STAY.partition(" 3:")[0], "both kings are in check"),
        (PAWN, PAWN_STAYS.partition(" 3:")[0], "a pawn is on the last rank"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "0:a7- 0.4:b8P 0.8:W", "a pawn is on the last rank"),
    ],
)
def test_the_alert_on_the_illegal_move_says_that_the_next_one_is_awaited(fen: str, script: str, what: str) -> None:
    awaited = f"{what}, so the next move is awaited (Art. A.5.4)"
    alert = played(fen, script).alert
    assert awaited in alert.explanation
    text = alert_text(alert, 1)
    assert "Wait until the next move is completed (Art. A.5.4)." in text.en
    assert "Sonraki hamle tamamlanana dek bekleyin (Md. A.5.4)." in text.tr
    alert = played(fen, script, tempo=Tempo.STANDARD).alert
    assert "awaited" not in alert.explanation
    assert "Wait" not in alert_text(alert, 1).en


@pytest.mark.parametrize(("fen", "script"), [(BOTH, BOTH_STAY), (PAWN, PAWN_STAYS)])
def test_nobody_waits_after_the_next_move(fen: str, script: str) -> None:
    first, *_ = played(fen, script).game.alerts
    assert "Wait" not in alert_text(first, 1).en


@pytest.mark.parametrize(
    ("fen", "squares"),
    [
        ("R3k3/8/8/8/4q3/8/8/4K3 b - - 0 1", {chess.E8, chess.E1}),
        ("4k3/8/8/8/4q3/8/8/4K3 w - - 0 1", set()),
        ("P3k3/8/8/8/8/8/8/p3K3 w - - 0 1", {chess.A8, chess.A1}),
        (chess.STARTING_FEN, set()),
    ],
)
def test_what_is_an_illegal_position(fen: str, squares: set[chess.Square]) -> None:
    assert set(chess.scan_forward(illegal_on(position_from_fen(fen)))) == squares
