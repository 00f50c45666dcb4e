"""Which piece is missing, and which is one too many, is named."""

from __future__ import annotations

import chess
import pytest

from bridge.messages.texts import alert_text
from bridge.rules.irregularities.found import sorted_out, told
from drivers.placement import Sensing
from tests.bridge.rules.table import Table

MOVE = "0:h2- 0.3:h3P"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (f"{MOVE} 0.35:g2- 0.8:W", "missing: the white pawn on g2"),
        (f"{MOVE} 0.8:W 3:a5Q", "standing wrong: the white queen on a5"),
        (f"{MOVE} 0.8:W 3:a5n", "standing wrong: the black knight on a5"),
        (
            f"{MOVE} 0.8:W 3:a8- 3.4:b8- 3.8:a8n",
            "missing: the black rook on a8 and the black knight on b8; standing wrong: the black knight on a8",
        ),
        (
            f"{MOVE} 0.35:g2- 0.36:g4P 0.37:f2- 0.8:W",
            "missing: the white pawn on f2 and the white pawn on g2; standing wrong: the white pawn on g4",
        ),
    ],
)
def test_the_explanation_names_the_pieces(script: str, words: str) -> None:
    alert = Table().play(script).wait(8.0).alert
    assert alert.kind.value == "displaced_piece"
    assert alert.explanation.endswith(f"; {words}.")
    assert [square for square, _ in alert.found] == [square for square, _ in alert.restore] == list(alert.squares)


def test_a_board_that_knows_no_pieces_says_so() -> None:
    alert = Table(sensing=Sensing.OCCUPANCY).play(f"{MOVE} 0.8:W 3:a5Q").wait(8.0).alert
    assert alert.explanation.endswith("standing wrong: the piece on a5.")
    alert = Table(sensing=Sensing.COLOR).play(f"{MOVE} 0.8:W 3:a5q").wait(8.0).alert
    assert alert.explanation.endswith("standing wrong: the black piece on a5.")


def test_in_both_languages() -> None:
    alert = Table().play(f"{MOVE} 0.35:g2- 0.36:g4P 0.8:W").wait(8.0).alert
    text = alert_text(alert, 7)
    assert text.en.endswith("Missing: white pawn (g2). Standing wrong: white pawn (g4).")
    assert text.tr.endswith("Eksik: beyaz piyon (g2). Yanlış duran: beyaz piyon (g4).")


def test_sorting() -> None:
    restore = ((chess.A1, "R"), (chess.B2, ""), (chess.C3, "n"))
    found = ((chess.A1, ""), (chess.B2, "?"), (chess.C3, "q"))
    missing, extra = sorted_out(restore, found)
    assert missing == ((chess.A1, "R"), (chess.C3, "n"))
    assert extra == ((chess.B2, "?"), (chess.C3, "q"))
    assert told(restore, restore) == (
        "missing: the white rook on a1 and the black knight on c3; "
        "standing wrong: the white rook on a1 and the black knight on c3"
    )
