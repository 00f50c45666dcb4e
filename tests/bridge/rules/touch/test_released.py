"""A move that had been made and was taken back before the press (FIDE Laws of Chess (2023) Art. 4.7)."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.messages.texts import alert_text
from bridge.rules.alerts import Severity
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

CASTLE = "r3k2r/pppp1ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 1"
KING = "0:e1- 0.5:d2K 2:d2- 2.6:e1K"
CASTLED = f"{KING} 4.6:e1- 5.1:g1K 5.5:h1- 6:f1R 6.4:W"
TAKEN_BACK = {
    "the king, then castling": (CASTLED, "O-O", "e1d2"),
    "the king, then another move of it": (f"{KING} 3:e1- 3.3:e2K 3.6:W", "Ke2", "e1d2"),
    "a pawn's single step": ("0:a2- 0.5:a3P 1.8:a3- 2.2:a2P 3:a2- 3.4:a4P 3.8:W", "a4", "a2a3"),
}
HARMLESS = {
    "it rested there": ("0:e1- 0.5:d2K 1.1:d2- 1.4:e1K 2:e1- 2.3:e2K 2.6:W", "Ke2"),
    "it was played after all": (f"{KING} 3:e1- 3.3:d2K 3.6:W", "Kd2"),
    "it is half of castling": ("0:e1- 0.5:g1K 2:g1- 2.6:e1K 3:e1- 3.3:e2K 3.6:W", "Ke2"),
}


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("scan", [0.0, 0.23])
@pytest.mark.parametrize(("script", "moves", "made"), TAKEN_BACK.values(), ids=TAKEN_BACK)
def test_taken_back(script: str, moves: str, made: str, scan: float, sensing: Sensing, color: chess.Color) -> None:
    fen, move = CASTLE, chess.Move.from_uci(made)
    if not color:
        fen, script = chess.Board(fen).mirror().fen(), mirrored(script)
        move = chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square))
    table = Table(fen, sensing=sensing, scan=scan).play(script).wait()
    assert table.raised == ["touch_move_violation"]
    assert table.moves == moves or not color
    alert = table.alert
    assert (alert.color, alert.severity, alert.permitted) == (color, Severity.CHECK, (move.uci(),))
    assert (alert.released, alert.article) == (move, "FIDE Laws of Chess (2023) Art. 4.7")


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize(("script", "moves"), HARMLESS.values(), ids=HARMLESS)
def test_not_taken_back(script: str, moves: str, sensing: Sensing) -> None:
    table = Table(CASTLE, sensing=sensing).play(script).wait()
    assert (table.moves, table.raised) == (moves, [])


def test_both_languages_name_the_move() -> None:
    text = alert_text(Table(CASTLE).play(CASTLED).wait().alert, 4)
    assert "Released before and taken back: e1–d2. Played: e1–g1." in text.en
    assert "Önce bırakılıp geri alınan: e1–d2. Oynanan: e1–g1." in text.tr


@pytest.mark.parametrize("year", EDITIONS)
def test_every_edition_has_its_article(year: str) -> None:
    table = Table(CASTLE, edition=year).play(CASTLED).wait()
    assert table.alert.article == f"FIDE Laws of Chess ({year}) Art. {EDITIONS[year].released}"


def test_illegal_castling_that_is_put_right_was_no_release() -> None:
    fen = "4k3/pp6/8/8/8/8/PP6/R3K2R w - - 0 1"
    castled = "0:e1- 0.4:g1K 0.8:h1- 1.2:f1R"
    undone = "4:g1- 4.4:e1K 4.8:f1- 5.2:h1R 6:e1- 6.4:e2K 6.8:W"
    assert Table(fen).play(f"{castled} {undone}").wait().raised == []
    assert Table(fen).play(f"{castled} 1.6:W {undone}").wait().raised == ["illegal_move"]


def test_a_capture_that_was_made_and_taken_back() -> None:
    table = Table("4k3/8/8/3p4/4P3/2N5/8/3QK3 w - - 0 1")
    table.play("0:e4- 0.3:d5- 0.6:d5P 2:d5- 2.4:e4P 2.8:d5p 3.6:e4- 4:e5P 4.4:W").wait()
    assert (table.moves, table.raised, table.alert.permitted) == ("e5", ["touch_move_violation"], ("e4d5",))
