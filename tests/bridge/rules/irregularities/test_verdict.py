"""What a press is when no legal move stands on the board (FIDE Laws of Chess (2023) Art. 7.5 and 4.7)."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import AlertKind, Confidence, Severity
from bridge.rules.irregularities.half_castled import HANDS_STILL_SECONDS
from bridge.rules.irregularities.reason_texts import english
from bridge.rules.irregularities.verdict import NO_DUMP_SECONDS
from drivers.placement import Sensing, code_from_symbol, from_fen, with_code
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.table import Table, mirrored

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


KINDS_MATTER = {"pawn left on the last rank"}  # Else a promotion.
COLORS_AND_SENSING = [
    (name, color, sensing)
    for name in VERDICTS
    for color in chess.COLORS
    for sensing in Sensing
    if sensing is Sensing.IDENTITY or name not in KINDS_MATTER
]


@pytest.mark.parametrize(("name", "color", "sensing"), COLORS_AND_SENSING)
def test_verdict_does_not_depend_on_the_color(name: str, color: chess.Color, sensing: Sensing) -> None:
    fen, script, kind, _ = VERDICTS[name]
    fen, script = (fen, script) if color else (chess.Board(fen).mirror().fen(), mirrored(script))
    table = Table(fen, sensing=sensing).play(script).wait()
    assert (table.raised, table.alert.color) == ([kind], color)
    assert "no legal move leads" not in table.alert.explanation


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


def any_move(fen: str) -> set[str]:
    return {move.uci() for move in chess.Board(fen).legal_moves}


THROUGH_CHECK = "r3k2r/8/8/8/8/8/5R2/4K3 b kq - 0 1"
RIGHT_GONE = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
TOO_LATE = "could be captured en passant only at once after a move of two squares"
INSTEAD: dict[str, tuple[str, str, str, set[str]]] = {
    "the piece itself": (
        chess.STARTING_FEN,
        "0:g1- 0.4:e3N 0.8:W",
        "the knight from g1 to e3: the knight cannot move from g1 to e3",
        {"g1f3", "g1h3"},
    ),
    "a piece that cannot move binds nobody (Art. 4.5)": (
        CHECKED,
        "0:d2- 0.4:d4P 0.8:W",
        "the pawn from d2 to d4: the king on e1 stays in check by the rook on e8",
        any_move(CHECKED),
    ),
    "the victim of a pinned piece by another one": (
        "4r1k1/8/8/8/3p4/8/4N3/3QK3 w - - 0 1",
        "0:e2- 0.3:d4- 0.6:d4N 0.9:W",
        "the knight from e2 to d4: the rook on e8 pins the knight on e2",
        {"d1d4"},
    ),
    "the king that was touched for castling, also the other castling (Art. 4.4.3)": (
        THROUGH_CHECK,
        "0:e8- 0.4:g8k 0.8:h8- 1.2:f8r 1.6:B",
        "the king from e8 to g8: Black castled through f8, attacked by the rook on f2",
        {"e8c8", "e8d8", "e8e7", "e8d7"},
    ),
    "the king that was touched for castling without the right to it": (
        RIGHT_GONE,
        "0:e1- 0.4:g1K 0.8:h1- 1.2:f1R 1.6:W",
        "the king from e1 to g1: White has no right to castle with the rook on h1 any more",
        {"e1d1", "e1d2", "e1e2", "e1f1", "e1f2"},
    ),
    "the pawn that captured en passant a move too late": (
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "0:e5- 0.4:d6P 0.8:d5- 1.6:W",
        f"the pawn from e5 to d6: the pawn on d5 {TOO_LATE}",
        {"e5e6"},
    ),
    "the same of Black, who took the other pawn off first": (
        "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
        "0:e4- 0.4:d4- 0.8:e3p 1.6:B",
        f"the pawn from d4 to e3: the pawn on e4 {TOO_LATE}",
        {"d4d3"},
    ),
    "a pinned pawn that was promoted": (
        "4K3/8/8/8/8/8/RR1p1k2/2B5 b - - 0 1",
        "0:d2- 0.3:c1- 0.6:c1q 1:B",
        "the pawn from d2 to c1: the rook on b2 pins the pawn on d2",
        any_move("4K3/8/8/8/8/8/RR1p1k2/2B5 b - - 0 1"),
    ),
    "a pawn that was promoted on the wrong square": (
        PROMOTE,
        "0:e7- 0.6:d8Q 1:W",
        "the pawn from e7 to d8: the pawn moved diagonally to d8 without capturing",
        {"e7e8q", "e7e8r", "e7e8b", "e7e8n"},
    ),
    "a pawn that went back to the first rank": (
        "4k3/8/8/8/8/8/4P3/K7 w - - 0 1",
        "0:e2- 0.6:e1P 1:W",
        "the pawn from e2 to e1: the pawn moved backwards, from e2 to e1",
        {"e2e3", "e2e4"},
    ),
    "the piece that was touched before the one that moved": (
        chess.STARTING_FEN,
        "0:b1- 1.2:b1N 2:g1- 2.4:e3N 2.8:W",
        "the knight from g1 to e3: the knight cannot move from g1 to e3",
        {"b1a3", "b1c3"},
    ),
    "the piece of the illegal move before, which has been taken back": (
        chess.STARTING_FEN,
        "0:g1- 0.4:g4N 0.8:W 5:g4- 5.5:g1N 9:b1- 9.4:b5N 9.8:W",
        "the knight from b1 to b5: the knight cannot move from b1 to b5",
        {"g1f3", "g1h3"},
    ),
}


@pytest.mark.parametrize(("fen", "script", "moved", "instead"), INSTEAD.values(), ids=INSTEAD)
def test_what_is_wrong_and_what_may_be_played_instead(fen: str, script: str, moved: str, instead: set[str]) -> None:
    alert = Table(fen).play(script).wait().alert
    side = "White" if chess.Board(fen).turn else "Black"
    assert alert.explanation == f"{side} completed an illegal move with {moved}."
    assert alert.reason is not None
    assert moved.endswith(english(alert.reason))
    assert alert.permitted == tuple(sorted(instead))
    assert {symbol for _, symbol in alert.restore} != {""}


CASTLING_960 = {
    "past an attacked square": (
        "4kr2/8/8/8/8/8/8/1RK3R1 w BG - 0 1",
        "0:c1- 0.4:g1- 0.8:g1K 1.2:f1R 1.6:W",
        "illegal:c1g1",
        "White castled through f1, attacked by the rook on f8",
    ),
    "king and rook exchanging squares": (
        "4k1rr/8/8/8/8/8/8/1R3KR1 w G - 0 1",
        "0:f1- 0.4:g1- 0.8:f1R 1.2:g1K 1.6:W",
        "illegal:f1g1",
        "White castled to g1, attacked by the rook on g8",
    ),
    "Black, without the right": (
        "1r2k1r1/8/8/8/8/8/8/4K3 b g - 0 1",
        "0:e8- 0.4:b8- 0.8:c8k 1.2:d8r 1.6:B",
        "illegal:e8b8",
        "Black has no right to castle with the rook on b8 any more",
    ),
}


@pytest.mark.parametrize(("fen", "script", "move", "reason"), CASTLING_960.values(), ids=CASTLING_960)
def test_illegal_castling_in_chess960(fen: str, script: str, move: str, reason: str) -> None:
    table = Table(fen, chess960=True).play(script).wait()
    assert table.raised == ["illegal_move"]
    assert table.alert.explanation.endswith(f": {reason}.")
    king = chess.square_name(chess.Board(fen, chess960=True).king(script.endswith("W")) or 0)
    assert table.alert.permitted
    assert {each[:2] for each in table.alert.permitted} == {king}
    reply = "5:e8- 5.4:e7k 5.8:B" if script.endswith("W") else "5:e1- 5.4:e2K 5.8:W"
    assert table.play(reply).wait().moves.split()[0] == move


PRESSED_ONLY = {
    "a touched piece still binds": ("0:g1- 1:g1N 1.6:W", {"g1f3", "g1h3"}),
    "and one that was in the hand when he pressed": ("0:g1- 0.5:W 1.2:g1N", {"g1f3", "g1h3"}),
    "the first of two": ("0:b1- 1:b1N 1.2:g1- 2:g1N 2.6:W", {"b1a3", "b1c3"}),
    "straightening binds nobody": ("0:g1- 0.2:g1N 0.8:W", set()),
    "nothing touched": ("1:W", set()),
}


@pytest.mark.parametrize(("script", "allowed"), PRESSED_ONLY.values(), ids=PRESSED_ONLY)
def test_what_may_be_played_after_a_press_without_a_move(script: str, allowed: set[str]) -> None:
    alert = next(
        alert for alert in Table().play(script).wait().game.alerts if alert.kind is AlertKind.CLOCK_WITHOUT_MOVE
    )
    assert alert.permitted == tuple(sorted(allowed))


MOVED_BISHOP = ("r1bqk1nr/pppp1ppp/2n5/2b1p3/4P3/2P2N2/PP1P1PPP/RNBQKB1R w KQkq - 1 4", "0:c5- 0.5:f2- 0.9:f2b 1.3:W")
ENEMY_PIECE = {
    "that captured": (*MOVED_BISHOP, "White", "the bishop from c5 to f2", "the bishop on c5"),
    "that captured nothing": (
        "4k3/8/8/8/3N4/8/8/4K3 b - - 0 1",
        "0:d4- 0.5:e2N 0.9:B",
        "Black",
        "the knight from d4 to e2",
        "the knight on d4",
    ),
}


@pytest.mark.parametrize(("fen", "script", "side", "moved", "piece"), ENEMY_PIECE.values(), ids=ENEMY_PIECE)
def test_a_piece_of_the_opponent(fen: str, script: str, side: str, moved: str, piece: str) -> None:
    alert = Table(fen).play(script).wait().alert
    reason = f"a piece of the opponent was moved, {piece}"
    assert alert.explanation == f"{side} completed an illegal move with {moved}: {reason}."
    assert alert.permitted == ()  # The sensors cannot show who touched it, or what for.


@pytest.mark.parametrize(
    "script",
    [
        "0:c5- 0.5:f2- 0.9:f2b 1:d2- 1.1:d4P 1.3:W",
        "0:c5- 0.5:f2- 0.7:e5- 0.9:f2b 1.0:e6p 1.3:W",
        "0:c5- 0.9:d6r 1.3:W",
    ],
)
def test_more_than_a_piece_of_the_opponent(script: str) -> None:
    explanations = [alert.explanation for alert in Table(MOVED_BISHOP[0]).play(script).wait().game.alerts]
    assert not any("a piece of the opponent" in explanation for explanation in explanations)
    assert explanations


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


TWO_GONE = ("4r1k1/3P4/8/8/4q3/8/3N4/R3K2R w KQ - 0 1", "0:a1- 0.3:d7- 0.8:e3P 1.2:W")


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", [Sensing.COLOR, Sensing.OCCUPANCY])
def test_of_two_pieces_gone_both_sides_are_told_the_same_one(color: chess.Color, sensing: Sensing) -> None:
    fen, script = TWO_GONE
    fen, script = (fen, script) if color else (chess.Board(fen).mirror().fen(), mirrored(script))
    alert = Table(fen, sensing=sensing).play(script).wait().alert
    assert alert.reason is not None
    assert alert.reason.origin == (chess.A1 if color else chess.A8)
    squares = "a1 and d7" if color else "d2 and a8"
    assert alert.confidence is Confidence.WEAK
    assert alert.cannot_show == f"The e-board cannot show which of the pieces on {squares} moved."


def test_an_identifying_board_knows_which_of_two_pieces_moved() -> None:
    alert = Table(TWO_GONE[0]).play(TWO_GONE[1]).wait().alert
    assert alert.reason is not None
    assert (alert.reason.origin, alert.confidence, alert.cannot_show) == (chess.D7, Confidence.STRONG, "")
