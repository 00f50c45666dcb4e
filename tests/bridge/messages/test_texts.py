from __future__ import annotations

import chess
import pytest

from bridge.messages.texts import alert_text
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.irregularities.why_illegal import Fault, Reason


@pytest.mark.parametrize("color", [chess.WHITE, chess.BLACK, None])
@pytest.mark.parametrize("kind", AlertKind)
def test_every_kind_has_both_languages(kind: AlertKind, color: chess.Color | None) -> None:
    text = alert_text(Alert("a1", kind, 0.0, 3, color, squares=(chess.E4,)), 12)
    assert text.en.startswith("Board 12: ")
    assert text.tr.startswith("Masa 12: ")
    assert "{" not in text.en + text.tr
    assert ("e4" in text.en) == ("e4" in text.tr)


def test_why_a_move_is_illegal_is_said_in_both_languages() -> None:
    reason = Reason(Fault.NOT_ITS_WAY, chess.WHITE, chess.KNIGHT, chess.G1, chess.G3)
    text = alert_text(Alert("a1", AlertKind.ILLEGAL_MOVE, 0.0, 3, chess.WHITE, reason=reason), 12)
    assert text.en == ("Board 12: White completed an illegal move. Reason: the knight cannot move from g1 to g3.")
    assert text.tr == (
        "Masa 12: Geçersiz hamle tamamlandı. Taraf: Beyaz. Neden: at, g1 karesinden g3 karesine gidemez."
    )


def test_a_breach_of_the_touch_move_rules_names_what_was_touched_and_what_was_played() -> None:
    move = chess.Move(chess.B1, chess.C3)
    breach = Alert("a1", AlertKind.TOUCH_MOVE_VIOLATION, 0.0, 3, chess.WHITE, squares=(chess.G1,), played=move)
    text = alert_text(breach, 12)
    assert text.en == "Board 12: White touched one piece and played otherwise. Touched: g1. Played: b1–c3."
    assert text.tr == ("Masa 12: Dokunulan taş oynanmadı ya da alınmadı. Taraf: Beyaz. Dokunulan: g1. Oynanan: b1–c3.")


def test_what_an_arbiter_has_ordered_is_not_told_as_displaced_by_somebody() -> None:
    king = ((chess.E1, "K"),)
    alert = Alert(
        "a1",
        AlertKind.DISPLACED_PIECE,
        0.0,
        6,
        squares=(chess.E1,),
        restore=king,
        found=((chess.E1, ""),),
        ordered=True,
    )
    text = alert_text(alert, 12)
    assert text.en == (
        "Board 12: the board does not show yet what the arbiter has decided. Squares: e1. Missing: white king (e1)."
    )
    assert text.tr == (
        "Masa 12: Tahta, hakemin karar verdiği konuma henüz getirilmedi. Kareler: e1. Eksik: beyaz şah (e1)."
    )


@pytest.mark.parametrize("taken_off", [True, False])
def test_a_capture_begun_is_told_as_one_whether_the_captured_piece_is_off_or_not(taken_off: bool) -> None:
    square, symbol = (chess.D5, "p") if taken_off else (chess.D4, "")
    alert = Alert(
        "a1", AlertKind.CAPTURE_INCOMPLETE, 0.0, 3, chess.WHITE, squares=(square,), restore=((square, symbol),)
    )
    text = alert_text(alert, 12)
    assert text.en.startswith("Board 12: the clock was pressed before the capture was finished. Side: White.")
    assert text.tr.startswith("Masa 12: Taş alma bitmeden saate basıldı. Taraf: Beyaz.")
