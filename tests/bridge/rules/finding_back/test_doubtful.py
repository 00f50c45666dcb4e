"""Pieces that read as others: what left and what arrived decides, and nobody is charged for a chip."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.alerts import AlertKind, Severity
from bridge.rules.correcting.corrections import Identify, RefusalCode
from bridge.rules.state import has_alert
from drivers.placement import code_from_symbol, from_fen, with_code
from drivers.reports import Dump
from tests.bridge.rules.correcting.test_rewriting import ARBITER, refused, said
from tests.bridge.rules.mirror import play
from tests.bridge.rules.table import Table

both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])
OPENING = "10:e2- 10.4:e4P 10.8:W 13:e7- 13.4:e5p 13.8:B"


def reading(square: str, symbol: str, fen: str = chess.STARTING_FEN) -> Table:
    """A board on which one piece reads as another from the start."""
    table = Table(fen)
    table.standing = with_code(table.standing, chess.parse_square(square), code_from_symbol(symbol))
    table.tell(Dump(table.standing), 0.0)
    return table.wait(5.0)


@pytest.mark.parametrize("symbol", ["B", "?", "b", "Q"])
def test_a_piece_that_reads_as_another_is_followed_all_game_long(symbol: str) -> None:
    table = reading("g1", symbol).play(f"{OPENING} 20:g1- 20.4:f3{symbol} 21:W 24:b8- 24.4:c6n 25:B")
    table.play(f"28:e5- 28.3:f3- 28.7:e5{symbol} 29:W 32:e5- 32.3:c6- 32.7:e5n 33:B 36:d2- 36.4:d4P 37:W").wait()
    assert table.moves == "e4 e5 Nf3 Nc6 Nxe5 Nxe5 d4"
    assert (table.raised, table.closed) == (["identity_doubtful"], ["identity_doubtful"])


def test_the_alert_follows_the_piece() -> None:
    table = reading("g1", "B").play(f"{OPENING} 20:g1- 20.4:f3B 21:W").wait()
    (alert,) = [alert for alert in table.game.alerts if alert.kind is AlertKind.IDENTITY_DOUBTFUL]
    assert (alert.squares, alert.severity) == ((chess.F3,), Severity.INFO)
    assert (alert.restore, alert.found) == (((chess.F3, "N"),), ((chess.F3, "B"),))


def test_the_real_bishop_is_no_knight() -> None:
    table = reading("g1", "B").play(f"{OPENING} 20:f1- 21:c4B 22:W").wait()
    assert table.moves == "e4 e5 Bc4"


@both_colors
def test_an_identity_goes_wrong_with_a_move(color: chess.Color) -> None:
    table = play(chess.STARTING_FEN, "0:g1- 0.4:f3B 1:W 5:b8- 5.4:c6n 6:B 9:f3- 9.4:g5B 10:W", color).wait()
    assert len(table.moves.split()) == 3
    assert table.raised == ["identity_doubtful"]


def test_two_pieces_that_have_changed_places_are_no_chips() -> None:
    table = Table()
    table.standing = from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR")
    table.tell(Dump(table.standing), 0.0)
    table.play("20:e2- 20.4:e4P 21:W").wait()
    assert "identity_doubtful" not in table.raised
    assert not table.game.log.mistaken


@both_colors
def test_a_new_queen_that_nobody_knows_is_a_queen_and_the_arbiter_is_asked(color: chess.Color) -> None:
    table = play("8/P5k1/8/8/8/8/5K2/8 w - - 0 60", "0:a7- 0.8:a8? 1.3:W 5:g7- 5.5:f7k 6:B 9:a8- 9.6:a2? 10:W", color)
    assert table.wait().moves.split()[0] in {"a8=Q", "a1=Q"}
    assert len(table.moves.split()) == 3
    assert table.raised == ["promotion_choice_needed", "identity_doubtful"]


def test_an_illegal_move_is_no_misread_piece() -> None:
    table = Table().play(f"{OPENING} 20:f1- 20.4:f3B 21:W").wait()
    assert table.raised == ["illegal_move"]


def test_an_arbiter_says_what_a_piece_is() -> None:
    table = reading("a8", "q").play(OPENING).wait(2.0)
    said(table, Identify(*ARBITER, chess.A8, "r"))
    assert table.game.log.placement == table.game.published.placement
    assert has_alert(table.game, AlertKind.IDENTITY_DOUBTFUL)


def test_what_is_not_there_is_not_identified() -> None:
    table = Table().play(OPENING).wait()
    assert refused(table, Identify(*ARBITER, chess.E2, "P")) is RefusalCode.NO_SUCH_PIECE
    assert refused(table, Identify(*ARBITER, chess.D2, "x")) is RefusalCode.NO_SUCH_PIECE
