"""A king left in check and captured, and other illegal moves that answer an illegal move."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.alerts import Confidence, Severity
from bridge.rules.correcting.corrections import IllegalStands
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

CORNER = "4k3/8/8/8/8/8/4R3/K2r4 w - - 0 1"
FILE = "4k3/8/8/8/4q3/8/8/R3K3 w - - 0 1"
PAWN = "4k3/8/8/8/8/4R3/3p4/4K3 w - - 0 1"

CASES = {
    "by a rook, his own king in check": (CORNER, "0:e2- 0.4:e3R 0.8:W 3:d1- 3.3:a1- 3.4:a1r 3.8:B", "e2e3", chess.A1),
    "by a queen": (FILE, "0:a1- 0.4:a2R 0.8:W 3:e4- 3.3:e1- 3.4:e1q 3.8:B", "a1a2", chess.E1),
    "the square goes straight over": (FILE, "0:a1- 0.4:a2R 0.8:W 3:e4- 3.4:e1q 3.8:B", "a1a2", chess.E1),
    "by a pawn on the last rank": (PAWN, "0:e3- 0.4:h3R 0.8:W 3:d2- 3.3:e1- 3.4:e1q 3.8:B", "e3h3", chess.E1),
}  # fmt: skip


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("name", CASES)
def test_the_king_is_captured(name: str, color: chess.Color, sensing: Sensing) -> None:
    fen, script, _, king = CASES[name]
    if not color:
        fen, script, king = chess.Board(fen).mirror().fen(), mirrored(script), chess.square_mirror(king)
    table = Table(fen, sensing=sensing).play(script).wait()
    assert (table.moves, table.raised) == ("", ["illegal_move", "king_captured"])
    alert = table.alert
    assert (alert.color, alert.ply, alert.severity) == (not color, 2, Severity.ACT)
    assert alert.article == "FIDE Laws of Chess (2023) Art. 1.4.1"
    restored = dict(alert.restore)
    assert restored.items() >= {move_origin(name, color): rook(name, color)}.items()
    if sensing is not Sensing.OCCUPANCY:
        assert restored[king] == ("K" if color else "k")
    assert alert.confidence is (Confidence.WEAK if sensing is Sensing.OCCUPANCY else Confidence.STRONG)


def move_origin(name: str, color: chess.Color) -> chess.Square:
    origin = chess.parse_square(CASES[name][2][:2])
    return origin if color else chess.square_mirror(origin)


def rook(name: str, color: chess.Color) -> str:
    symbol = chess.Board(CASES[name][0]).piece_at(move_origin(name, chess.WHITE))
    assert symbol is not None
    return symbol.symbol() if color else symbol.symbol().swapcase()


@pytest.mark.parametrize("year", ["1997", "2014", "2018", "2023"])
def test_it_bears_the_article_of_the_edition(year: str) -> None:
    table = Table(FILE, edition=year).play(CASES["by a queen"][1]).wait()
    numbers = {"1997": "7.4", "2014": "1.2", "2018": "1.4.1", "2023": "1.4.1"}
    assert table.alert.article == f"FIDE Laws of Chess ({year}) Art. {numbers[year]}"


def test_the_first_irregularity_need_not_have_been_pressed_for() -> None:
    table = Table(FILE).play("0:a1- 0.4:a2R 3:e4- 3.4:e1q 3.8:B").wait()
    assert table.raised == ["king_captured"]
    assert {(chess.A1, "R"), (chess.E1, "K"), (chess.E4, "q")} <= set(table.alert.restore)


@pytest.mark.parametrize("sensing", [Sensing.IDENTITY, Sensing.COLOR])
def test_it_is_no_move_either_when_the_illegal_one_stands(sensing: Sensing) -> None:
    table = Table(FILE, sensing=sensing).play("0:a1- 0.4:a2R 0.8:W").wait()
    table.tell(IllegalStands("arbiter", "it is blitz"), table.now)
    table.play("60:e4- 60.3:e1- 60.4:e1q 60.8:B").wait()
    assert (table.moves, table.raised) == ("illegal:a1a2", ["illegal_move", "king_captured"])


def test_a_king_only_lifted_is_not_captured() -> None:
    table = Table(FILE).play("0:e1- 0.4:f1K 0.8:W 3:e4- 3.4:e1q 3.8:B").wait()
    assert (table.moves, table.raised) == ("Kf1 Qe1+", [])


def test_a_reply_that_leaves_another_king_in_check_is_illegal_too() -> None:
    table = Table("4k3/8/8/8/4q3/8/3P4/R3K3 w - - 0 1")
    table.play("0:a1- 0.4:a8R 0.8:W 3:e4- 3.3:e5q 3.8:B").wait()
    assert (table.moves, table.raised) == ("", ["illegal_move", "illegal_move"])
    assert (table.alert.color, table.alert.ply) == (chess.BLACK, 2)
    assert "stays in check by the rook on a8" in table.alert.explanation


def test_what_stands_wrong_later_is_told_when_all_has_been_put_back() -> None:
    back = "8:pause 9:e1- 9.4:e4q 9.8:e1K 10:a2- 10.4:a1R 11:white"
    table = Table(FILE).play(f"{CASES['by a queen'][1]} {back} 13:e1- 13.4:f1K 13.8:W 16:a1- 16.4:a3R").wait()
    assert table.moves == "Kf1"
    assert table.raised == ["illegal_move", "king_captured", "touch_out_of_turn", "displaced_piece"]
