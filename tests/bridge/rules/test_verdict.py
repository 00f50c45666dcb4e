"""What a press is when no legal move stands on the board (FIDE Laws of Chess (2023) Art. 7.5 and 4.7)."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import Severity
from bridge.rules.verdict import HANDS_STILL_SECONDS, NO_DUMP_SECONDS
from drivers.placement import code_from_symbol, from_fen, with_code
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.table import Table

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CHECKED = "4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1"
PROMOTE = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"

VERDICTS = {
    "nothing moved": (chess.STARTING_FEN, "1:W", "clock_without_move", "7.5.3"),
    "king left in check": (CHECKED, "0:d2- 0.4:d4P 0.8:W", "illegal_move", "7.5.1"),
    "knight moved like a bishop": (chess.STARTING_FEN, "0:g1- 0.4:e3N 0.8:W", "illegal_move", "7.5.1"),
    "castling through check": (
        "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1",
        "0:e1- 0.4:g1K 0.8:h1- 1.2:f1R 1.6:W",
        "illegal_move",
        "7.5.1",
    ),
    "pawn left on the last rank": (PROMOTE, "0:e7- 0.4:e8P 0.8:W", "promotion_missing", "7.5.2"),
    "castling without the rook": (CASTLE, "0:e1- 0.4:g1K 0.8:W", "castling_incomplete", "7.5.1"),
    "the pawn taken in passing left standing": (EN_PASSANT, "0:e5- 0.4:d6P 0.8:W", "capture_incomplete", "7.5.1"),
}


@pytest.mark.parametrize(("fen", "script", "kind", "article"), VERDICTS.values(), ids=VERDICTS)
def test_verdict(fen: str, script: str, kind: str, article: str) -> None:
    table = Table(fen).play(script).wait()
    assert table.raised == [kind]
    alert = table.alert
    assert alert.article == f"FIDE Laws of Chess (2023) Art. {article}"
    assert (alert.severity, alert.color, alert.ply) == (Severity.ACT, chess.WHITE, 1)
    assert alert.explanation.startswith("White ")


@pytest.mark.parametrize(("fen", "script", "kind", "article"), VERDICTS.values(), ids=VERDICTS)
def test_nothing_is_judged_before_the_press(fen: str, script: str, kind: str, article: str) -> None:  # noqa: ARG001
    table = Table(fen).play(script.rpartition(" ")[0])
    table.wait(HANDS_STILL_SECONDS)
    assert table.raised == []


IN_OTHER_EDITIONS = {
    "nothing moved": "6.7(c) 6.2(d) 7.5.3",
    "king left in check": "7.4 7.5(a) 7.5.1",
    "pawn left on the last rank": "7.4 7.5(a) 7.5.2",
    "castling without the rook": "7.4 7.5(a) 7.5.1",
    "the pawn taken in passing left standing": "7.4 7.5(a) 7.5.1",
}


@pytest.mark.parametrize("name", IN_OTHER_EDITIONS)
def test_the_verdict_bears_the_article_of_the_edition(name: str) -> None:
    fen, script, kind, _ = VERDICTS[name]
    for year, article in zip(("1997", "2014", "2018"), IN_OTHER_EDITIONS[name].split(), strict=True):
        table = Table(fen, edition=year).play(script).wait()
        assert table.raised == [kind]
        assert table.alert.article == f"FIDE Laws of Chess ({year}) Art. {article}"


def test_a_press_without_a_move_is_an_illegal_move_only_in_later_editions() -> None:
    told = {year: Table(edition=year).play("1:W").wait().alert.explanation for year in EDITIONS}
    assert {year: "no illegal move" in text for year, text in told.items()} == {
        "1997": True,
        "2014": True,
        "2018": False,
        "2023": False,
    }


def test_in_1997_a_pawn_left_on_the_last_rank_goes_back_and_its_piece_is_free() -> None:
    alert = Table(PROMOTE, edition="1997").play("0:e7- 0.4:e8P 0.8:W").wait().alert
    assert set(alert.permitted) == {"e7e8b", "e7e8n", "e7e8q", "e7e8r"}
    assert dict(alert.restore) == {chess.E7: "P", chess.E8: ""}


def test_the_alert_says_what_to_put_right() -> None:
    alert = Table(CHECKED).play("0:d2- 0.4:d4P 0.8:W").wait().alert
    assert set(alert.squares) == {chess.D2, chess.D4}
    assert dict(alert.restore) == {chess.D2: "P", chess.D4: ""}
    assert [(fact.square, fact.symbol) for fact in alert.evidence] == [(chess.D2, "")]


def test_of_two_pieces_moved_one_is_the_move_and_the_other_stands_wrong() -> None:
    table = Table().play("0:g1- 0.4:f3N 0.8:b1- 1.2:c3N 1.6:W").wait()
    assert table.moves == "Nf3"
    assert "displaced_piece" in table.raised
    assert "illegal_move" not in table.raised


def test_hands_must_be_still_first() -> None:
    table = Table().play("0:g1- 0.4:e3N 0.8:W").wait(HANDS_STILL_SECONDS / 2)
    assert table.raised == []
    assert table.wait(HANDS_STILL_SECONDS).raised == ["illegal_move"]


def test_without_a_dump_the_verdict_takes_longer() -> None:
    table = Table(deaf=True).play("0:g1- 0.4:e3N 0.8:W").wait(NO_DUMP_SECONDS - 0.1)
    assert table.raised == []
    assert table.wait(0.2).raised == ["illegal_move"]


def test_a_dump_acquits_a_player_whose_move_was_not_reported() -> None:
    table = Table(deaf=True).play("0:g1- 0.5:W")
    table.standing = Table().play("0:g1- 0.1:f3N").standing
    table.play("0.8:dump").wait()
    assert (table.moves, table.raised) == ("Nf3", [])


def test_the_illegal_move_stands_once_it_is_answered() -> None:
    table = Table(CHECKED).play("0:d2- 0.4:d4P 0.8:W 3:g8- 3.4:g7k 3.8:B").wait()
    assert table.moves == "illegal:d2d4 Kg7+"
    assert table.raised == ["illegal_move"]


def test_the_illegal_move_taken_back_is_none() -> None:
    table = Table(CHECKED).play("0:d2- 0.4:d4P 0.8:W 5:d4- 5.4:d2P 7:e1- 7.4:d1K 7.8:W").wait()
    assert table.moves == "Kd1"
    assert table.raised == ["illegal_move"]


@pytest.mark.parametrize("script", ["1:B", "0:e2- 0.4:e4P 0.8:W 2:W", "0:e2- 0.4:e4P 0.8:W 3:W 5:W"])
def test_a_press_of_the_side_that_is_not_to_move_proves_nothing(script: str) -> None:
    assert Table().play(script).wait().raised == []


def test_one_alert_for_one_half_move() -> None:
    table = Table().play("1:W 5:W 9:W").wait()
    assert table.raised == ["clock_without_move"]


FINISH = {
    "a queen, whatever the player had in mind (Art. 7.5.2)": (PROMOTE, "0:e7- 0.4:e8P 0.8:W", "e7e8q", {chess.E8: "Q"}),
    "the rook": (CASTLE, "0:e1- 0.4:g1K 0.8:W", "e1g1", {chess.H1: "", chess.F1: "R"}),
    "the pawn taken in passing": (EN_PASSANT, "0:e5- 0.4:d6P 0.8:W", "e5d6", {chess.D5: ""}),
}


@pytest.mark.parametrize(("fen", "script", "move", "restore"), FINISH.values(), ids=FINISH)
def test_what_was_begun_is_to_be_finished(fen: str, script: str, move: str, restore: dict[int, str]) -> None:
    alert = Table(fen).play(script).wait().alert
    assert alert.permitted == (move,)
    assert dict(alert.restore) == restore


REPLACEMENTS = {
    "the king left in check": (CHECKED, "0:d2- 0.4:d4P 0.8:W", "e1d1 e1f1 e1f2"),
    "a piece that can move otherwise": (chess.STARTING_FEN, "0:g1- 0.4:e3N 0.8:W", "g1f3 g1h3"),
    "castling through check": (
        "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1",
        "0:e1- 0.4:g1K 0.8:h1- 1.2:f1R 1.6:W",
        "e1c1 e1d1 e1f2",
    ),
    "a pinned piece took what another can take": (
        "4r1k1/8/8/8/3p4/2P5/4N3/4K3 w - - 0 1",
        "0:e2- 0.3:d4- 0.7:d4N 1.1:W",
        "c3d4",
    ),
    "another piece was touched before": (
        chess.STARTING_FEN,
        "0:b1- 1.5:b1N 2:g1- 2.4:e3N 2.8:W",
        "b1a3 b1c3",
    ),
}


@pytest.mark.parametrize(("fen", "script", "moves"), REPLACEMENTS.values(), ids=REPLACEMENTS)
def test_what_may_replace_an_illegal_move(fen: str, script: str, moves: str) -> None:
    assert Table(fen).play(script).wait().alert.permitted == tuple(moves.split())


def test_a_second_illegal_move_before_a_legal_one_is_told_too() -> None:
    table = Table().play("0:g1- 0.4:g4N 0.8:W 5:g4- 5.5:g1N 9:g1- 9.4:g5N 9.8:W").wait()
    assert table.raised == ["illegal_move", "illegal_move"]


def test_a_second_press_without_a_move_is_told_too() -> None:
    assert Table().play("1:W 5:B 9:W").wait().raised == ["clock_without_move"] * 2


def test_a_press_with_the_piece_in_the_hand_that_is_put_back_is_a_press_without_a_move() -> None:
    assert "clock_without_move" in Table().play("0:g1- 0.5:W 1.2:g1N").wait().raised


def test_a_press_before_the_link_broke_is_not_judged_by_what_was_not_seen() -> None:
    table = Table().play("0:g1- 0.4:f3N 0.8:W 3.3:B")
    table.tell(LinkDown("pulled"), 3.32)
    table.standing = with_code(with_code(table.standing, chess.E7, 0), chess.E5, code_from_symbol("p"))
    table.wait(5)
    table.tell(LinkUp(), table.now)
    table.tell(Dump(table.standing), table.now + 0.1)
    assert table.wait().moves == "Nf3 e5"
    assert table.raised == ["link_lost"]


def test_a_board_in_the_middle_of_another_game_accuses_nobody() -> None:
    table = Table()
    table.standing = from_fen("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R")
    table.tell(LinkUp(), 0.0)
    table.tell(Dump(table.standing), 0.1)
    assert table.play("20:W").wait().raised == ["out_of_sync"]


def test_an_illegal_move_is_one_however_long_the_player_waits_before_he_presses() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B 5:f1- 5.4:f3B 15:W").wait()
    assert "illegal_move" in table.raised
