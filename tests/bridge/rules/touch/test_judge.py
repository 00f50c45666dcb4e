"""Completed moves judged by the touches before them, under each edition of the Laws."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import Confidence, Severity
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CAPTURES = "4k3/8/8/3p4/4P3/2N5/8/3QK3 w - - 0 1"

KNIGHT_TOUCHED = "0:g1- 1.5:g1N 2:b1- 2.4:c3N 2.8:W"
BREACHES = {
    "another piece": (chess.STARTING_FEN, KNIGHT_TOUCHED, "touch_move_violation", "4.3(a) 4.3(a) 4.3.1 4.3.1"),
    "the rook first": (
        CASTLE,
        "0:h1- 0.4:f1R 0.9:e1- 1.3:g1K 1.7:W",
        "castling_rook_first",
        "4.4(b) 4.4(b) 4.4.2 4.4.2",
    ),
    "king, then rook, and no castling": (
        CASTLE,
        "0:e1- 1.5:e1K 2:h1- 2.4:h5R 2.8:W",
        "touch_move_violation",
        "4.4(a) 4.4(a) 4.4.1 4.4.1",
    ),
    "king, then a rook that may not castle, and neither of them moved": (
        "r3k2r/8/8/8/8/8/P7/RN2K2R w KQkq - 0 1",
        "0:e1- 1.5:e1K 2:a1- 3.5:a1R 4:a2- 4.4:a4P 4.8:W",
        "touch_move_violation",
        "4.4(c) 4.4(c) 4.4.3 4.4.3",
    ),
    "both colors": (
        CAPTURES,
        "0:c3- 0.4:d5- 1.5:d5p 2:c3N 2.5:e1- 2.9:e2K 3.3:W",
        "touch_move_violation",
        "4.3(b) 4.3(c) 4.3.3 4.3.3",
    ),
    "both colors, the enemy piece first": (
        CAPTURES,
        "0:d5- 0.4:e4- 1.5:d5p 2:e4P 2.5:e1- 2.9:e2K 3.3:W",
        "touch_move_violation",
        "4.3(b) 4.3(c) 4.3.3 4.3.3",
    ),
    "an enemy piece, with the piece in hand that then moves": (
        CAPTURES,
        "0:d5- 0.4:e1- 1.5:d5p 2.9:e2K 3.3:W",
        "touch_move_violation",
        "4.3(a) 4.3(b) 4.3.2 4.3.2",
    ),
}
BY_EDITION = [
    pytest.param(fen, script, kind, year, article, id=f"{name} ({year})")
    for name, (fen, script, kind, articles) in BREACHES.items()
    for year, article in zip(EDITIONS, articles.split(), strict=True)
]


def told_besides_reviews(table: Table, year: str) -> list[str]:
    """What was told but for the reviews of touches, which are closed when the move is completed; later editions have
    none.
    """
    reviews = table.raised.count("touch_review")
    assert table.closed == ["touch_review"] * reviews
    assert not reviews or EDITIONS[year].reviews_touch_put_back
    return [kind for kind in table.raised if kind != "touch_review"]


@pytest.mark.parametrize(("fen", "script", "kind", "year", "article"), BY_EDITION)
def test_a_breach_bears_the_article_of_the_edition(fen: str, script: str, kind: str, year: str, article: str) -> None:
    table = Table(fen, edition=year).play(script).wait()
    assert told_besides_reviews(table, year) == [kind]
    assert table.alert.article == f"FIDE Laws of Chess ({year}) Art. {article}"
    assert table.alert.permitted


def test_only_older_editions_ask_whether_a_touch_was_meant() -> None:
    asks = {year: "was meant" in _cannot_show(year) for year in EDITIONS}
    assert asks == {"1997": True, "2014": True, "2018": False, "2023": False}
    assert "(Art. 4.2)" in _cannot_show("1997")
    assert "(Art. 4.2.1)" in _cannot_show("2023")


def _cannot_show(year: str) -> str:
    return Table(edition=year).play(KNIGHT_TOUCHED).wait().alert.cannot_show


ENDS = {
    "mate": ("6k1/5ppp/8/8/8/8/6N1/R5K1 w - - 0 1", "0:g2- 1.5:g2N 2:a1- 2.4:a8R", "checkmate"),
    "stalemate": ("8/8/8/8/2q4n/1k6/8/K7 b - - 0 1", "0:h4- 1.5:h4n 2:c4- 2.4:c2q", "stalemate"),
    "dead position": ("8/8/8/8/7k/8/1n6/KB6 w - - 0 1", "0:b1- 1.5:b1B 2:b2- 2.2:a1- 2.6:b2K", "dead_position"),
}


@pytest.mark.parametrize("year", EDITIONS)
@pytest.mark.parametrize(("fen", "script", "reason"), ENDS.values(), ids=ENDS)
def test_a_breach_may_keep_the_game_from_ending(fen: str, script: str, reason: str, year: str) -> None:
    """Art. 5.1.1 and 5.2 ask since 2014 that the move obeyed Art. 4; in 1997 a legal one was enough."""
    table = Table(fen, edition=year).play(script).wait()
    assert told_besides_reviews(table, year) == ["touch_move_violation"]
    if year == "1997":
        assert table.game.result is not None
        assert table.game.result.reason == reason
        assert table.alert.explanation.endswith("The game is over all the same.")
        assert table.alert.permitted == ()
    else:
        assert table.game.result is None
        assert "not over by this move" in table.alert.explanation
        assert table.alert.permitted


@pytest.mark.parametrize("year", EDITIONS)
@pytest.mark.parametrize(("fen", "script", "reason"), ENDS.values(), ids=ENDS)
def test_without_a_breach_the_game_ends(fen: str, script: str, reason: str, year: str) -> None:
    table = Table(fen, edition=year).play(script.split(" ", 2)[2]).wait()
    assert table.raised == []
    assert table.game.result is not None
    assert table.game.result.reason == reason


def test_an_earlier_breach_does_not_keep_the_game_from_ending() -> None:
    table = Table("6k1/5ppp/8/8/8/8/6N1/R5K1 w - - 0 1")
    table.play("0:g2- 1.5:g2N 2:g1- 2.4:h2K 2.8:W 5:g8- 5.4:h8k 5.8:B 8:a1- 8.4:a8R").wait()
    assert table.raised == ["touch_move_violation"]
    assert table.game.result is not None
    assert table.game.result.reason == "checkmate"


def test_two_hands_are_an_illegal_move_only_in_later_editions() -> None:
    script = "0:e1- 0:h1- 0.4:g1K 0.4:f1R 0.8:W"
    told = {year: Table(CASTLE, edition=year).play(script).wait().alert for year in EDITIONS}
    assert {year: alert.article.rpartition(" ")[2] for year, alert in told.items()} == {
        "1997": "4.1",
        "2014": "4.1",
        "2018": "7.5.4",
        "2023": "7.5.4",
    }
    assert {year: "no illegal move" in alert.explanation for year, alert in told.items()} == {
        "1997": True,
        "2014": True,
        "2018": False,
        "2023": False,
    }


SHORT = {
    "straightened for long": (chess.STARTING_FEN, "0:g1- 0.8:g1N 2:b1- 2.4:c3N 2.8:W", "touch_move_violation"),
    "the castling rook for long": (CASTLE, "0:h1- 0.8:h1R 2:e1- 2.4:g1K 2.8:h1- 3.2:f1R 3.6:W", "castling_rook_first"),
}
NO_TOUCHES = {
    "a nudge": (chess.STARTING_FEN, "0:g1- 0.05:g1N 2:b1- 2.4:c3N 2.8:W", "Nc3"),
    "the castling rook is straightened": (CASTLE, "0:h1- 0.3:h1R 2:e1- 2.4:g1K 2.8:h1- 3.2:f1R 3.6:W", "O-O"),
    "the castling rook is nudged": (CASTLE, "0:h1- 0.05:h1R 0.4:e1- 0.8:g1K 1.2:h1- 1.6:f1R 2:W", "O-O"),
    "the captured piece is nudged": (CAPTURES, "0:d5- 0.05:d5p 1:c3- 1.2:d5- 1.5:d5N 2:W", "Nxd5"),
    "the captured piece, then another one takes it": (CAPTURES, "0:c3- 0.3:c3N 1:e4- 1.2:d5- 1.5:d5P 2:W", "exd5"),
    "the captured piece, with a piece in hand": (
        CAPTURES,
        "0:c3- 0.1:d5- 0.15:d5p 0.3:c3N 1:d1- 1.3:d5- 1.6:d5Q 2:W",
        "Qxd5",
    ),
}


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize(("fen", "script", "kind"), SHORT.values(), ids=SHORT)
def test_a_touch_of_less_than_a_second_calls_nobody(fen: str, script: str, kind: str, color: chess.Color) -> None:
    if not color:
        fen, script = chess.Board(fen).mirror().fen(), mirrored(script)
    table = Table(fen).play(script).wait()
    assert table.raised == [kind]
    assert (table.alert.severity, table.alert.confidence) == (Severity.INFO, Confidence.WEAK)


@pytest.mark.parametrize("kind", ["touch_move_violation", "castling_rook_first"])
def test_a_longer_touch_does(kind: str) -> None:
    fen, script, _ = next(each for each in SHORT.values() if each[2] == kind)
    later = script.replace("0.8:", "1.2:", 1)
    assert Table(fen).play(later).wait().alert.severity is Severity.CHECK


def test_how_long_the_pieces_of_the_move_were_away_does_not_count() -> None:
    script = "0:g1- 0.7:g1N 1:b1- 2.5:b1N 3:b1- 3.4:c3N 3.8:W"
    assert Table().play(script).wait().alert.severity is Severity.INFO


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize(("fen", "script", "moves"), NO_TOUCHES.values(), ids=NO_TOUCHES)
def test_who_straightens_a_piece_is_not_bound(
    fen: str, script: str, moves: str, sensing: Sensing, color: chess.Color
) -> None:
    if not color:
        fen, script = chess.Board(fen).mirror().fen(), mirrored(script)
    table = Table(fen, sensing=sensing).play(script).wait()
    assert table.raised == []
    assert table.moves == moves or not color
