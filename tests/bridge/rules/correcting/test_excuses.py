"""Touches that no sensor saw, and touches that do not count: what an arbiter knows of hands and announcements."""

from __future__ import annotations

import chess
import pytest

from bridge.laws import EDITIONS
from bridge.rules.alerts import AlertState, Confidence, Severity
from bridge.rules.correcting.corrections import (
    Accident,
    AcknowledgeAlert,
    Adjusted,
    Adjusting,
    CloseAlert,
    Correction,
    RefusalCode,
    RestorePly,
    Touched,
    TwoHands,
)
from bridge.rules.irregularities.penalties import PenaltyFacts
from bridge.rules.notices import AlertAcknowledged, AlertClosed, ResultSeen
from drivers.placement import Sensing
from tests.bridge.rules.correcting.test_rewriting import ARBITER, CASTLE, OPENING, open_alerts, refused, said
from tests.bridge.rules.irregularities.test_verdict import mirrored
from tests.bridge.rules.table import Table

A_TOUCH = "0:g1- 2:g1N 3:e2- 3.4:e4P"  # the knight was touched, a pawn was moved
PRESSED = f"{A_TOUCH} 3.8:W"


def table_of(script: str, color: chess.Color, sensing: Sensing = Sensing.IDENTITY) -> Table:
    """The script played by White, or by Black on the mirrored board."""
    fen = chess.STARTING_FEN if color else chess.Board().mirror().fen()
    return Table(fen, sensing=sensing).play(script if color else mirrored(script))


def of(color: chess.Color, square: chess.Square) -> chess.Square:
    return square if color else chess.square_mirror(square)


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("kind", [Adjusted, Accident])
def test_an_alert_about_a_touch_that_does_not_count_is_closed(
    color: chess.Color, sensing: Sensing, kind: type[Adjusted | Accident]
) -> None:
    table = table_of(PRESSED, color, sensing).wait()
    assert open_alerts(table) == ["touch_move_violation"]
    said(table, kind(*ARBITER, (of(color, chess.G1),)))
    assert open_alerts(table) == []
    (closed,) = [notice for notice in table.notices if isinstance(notice, AlertClosed)]
    assert (closed.alert.state, closed.reason) == (AlertState.CLOSED, "arbiter: as I saw it")


@pytest.mark.parametrize("kind", [Adjusted, Accident])
def test_a_touch_is_excused_before_the_move_is_judged(kind: type[Adjusted | Accident]) -> None:
    table = Table().play("0:g1- 2:g1N 2.5:e2-")
    said(table, kind(*ARBITER, (chess.G1,)))
    assert table.play("4:e4P 4.8:W").wait().raised == []


@pytest.mark.parametrize("color", chess.COLORS)
def test_what_is_announced_first_does_not_count(color: chess.Color) -> None:
    table = said(table_of("", color), Adjusting(*ARBITER, (of(color, chess.G1),)))
    script = "1:g1- 3:g1N 4:e2- 4.4:e4P 4.8:W"
    assert table.play(script if color else mirrored(script)).wait().raised == []


def test_an_announcement_counts_for_one_lift_and_for_one_turn() -> None:
    twice = said(Table(), Adjusting(*ARBITER, (chess.G1,)))
    assert twice.play("1:g1- 3:g1N 4:g1- 6:g1N 7:e2- 7.4:e4P 7.8:W").wait().raised == ["touch_move_violation"]
    later = said(Table(), Adjusting(*ARBITER, (chess.G1,)))
    later.play("1:e2- 1.4:e4P 1.8:W 3:e7- 3.4:e5p 3.8:B 5:g1- 7:g1N 8:d2- 8.4:d4P 8.8:W").wait()
    assert later.raised == ["touch_move_violation"]


def test_of_two_touches_one_still_counts() -> None:
    table = Table().play("0:g1- 2:g1N 2.5:b1- 4.5:b1N 5:e2- 5.4:e4P 5.8:W").wait()
    assert set(table.alert.squares) == {chess.G1, chess.B1}
    said(table, Accident(*ARBITER, (chess.G1,)))
    assert table.raised == ["touch_move_violation", "touch_move_violation"]
    assert (table.game.alerts[0].squares, table.game.alerts[0].permitted) == ((chess.B1,), ("b1a3", "b1c3"))
    said(table, Accident(*ARBITER, (chess.B1,)))
    assert open_alerts(table) == []


def test_an_older_alert_is_closed_when_all_its_touches_are_excused() -> None:
    table = Table().play(f"{PRESSED} 6:e7- 6.4:e5p 6.8:B 9:d2- 9.4:d4P 9.8:W").wait()
    assert open_alerts(table) == ["touch_move_violation"]
    said(table, Adjusted(*ARBITER, (chess.G1, chess.A1)))
    assert open_alerts(table) == []


def test_a_piece_touched_out_of_turn_was_only_adjusted() -> None:
    table = Table().play("0:e7- 2:e7p").wait()
    assert open_alerts(table) == ["touch_out_of_turn"]
    said(table, Adjusted(*ARBITER, (chess.E7,)))
    assert open_alerts(table) == []
    assert table.play("50:d7- 52:d7p").wait().raised == ["touch_out_of_turn", "touch_out_of_turn"]
    assert table.alert.squares == (chess.D7,)


def test_a_touch_that_nobody_knows_of_cannot_be_excused() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W").wait()
    assert refused(table, Accident(*ARBITER, (chess.A1, chess.H8))) is RefusalCode.NOT_OPEN
    assert refused(table, Adjusted(*ARBITER, (chess.A1,))) is RefusalCode.NOT_OPEN


# ---- touched ----


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("ruled_after", ["before the move", "after the move", "after the next move began"])
def test_a_piece_was_touched_though_nobody_lifted_it(color: chess.Color, ruled_after: str) -> None:
    square, move = of(color, chess.G1), "3:e2- 3.4:e4P 3.8:W"
    table = table_of("", color)
    if ruled_after == "before the move":
        said(table, Touched(*ARBITER, square))
    table.play(move if color else mirrored(move)).wait()
    if ruled_after != "before the move":
        assert table.raised == []
        said(table, Touched(*ARBITER, square, table.game.root.ply))
    alert = table.alert
    assert (alert.kind.value, alert.ply, alert.color) == ("touch_move_violation", 1, color)
    assert (alert.squares, alert.confidence) == ((square,), Confidence.STRONG)
    assert alert.article == "FIDE Laws of Chess (2023) Art. 4.3.1"
    assert square not in {fact.square for fact in alert.evidence}, "no sensor saw it"
    assert f"the knight on {chess.square_name(square)}, as an arbiter says, and then played" in alert.explanation
    assert alert.cannot_show == "", "nothing rests on a sensor"


def test_the_piece_that_the_sensors_did_not_see_was_the_first() -> None:
    table = said(Table().play("0:b1-"), Touched(*ARBITER, chess.G1))
    table.play("2:c3N 2.4:W").wait()
    assert table.alert.permitted == ("g1f3", "g1h3")


def test_what_was_touched_after_a_move_does_not_count_before_it_though_the_game_was_restored() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W 2:g1- 5:g1N 6:e7- 6.4:e5p 6.8:B").wait()
    said(table, RestorePly(*ARBITER, 1))
    table.play("50:a1- 53:a1R 54:e5- 54.4:e7p")
    assert not table.game.restoring
    said(table, Touched(*ARBITER, chess.B1, 1))
    assert (table.alert.kind.value, table.alert.squares) == ("touch_move_violation", (chess.B1,))


def test_an_alert_that_a_further_touch_does_not_change_stays_the_same() -> None:
    table = Table().play(PRESSED).wait()
    alert = table.alert
    said(table, Touched(*ARBITER, chess.G1, 1))
    assert (table.game.alerts, table.raised) == ((alert,), ["touch_move_violation"])


def test_an_enemy_piece_was_touched() -> None:
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    table = said(Table(fen), Touched(*ARBITER, chess.D5)).play("0:e1- 0.4:e2K 0.8:W").wait()
    assert (table.raised, table.alert.permitted) == (["touch_move_violation"], ("e4d5",))


def test_a_mate_with_another_piece_than_the_touched_one_is_not_the_end_yet() -> None:
    table = Table("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").play("0:a1- 0.4:a8R 0.8:W").wait()
    assert table.game.result == ResultSeen("1-0", "checkmate")
    said(table, Touched(*ARBITER, chess.E1, 1))
    assert (table.raised, table.game.result) == (["touch_move_violation"], None)
    said(table, CloseAlert(*ARBITER, table.alert.id, "the king was not touched"))
    assert (open_alerts(table), table.game.result) == ([], ResultSeen("1-0", "checkmate"))


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (Touched(*ARBITER, chess.E4), RefusalCode.NO_SUCH_PIECE),
        (Touched(*ARBITER, chess.E2, 3), RefusalCode.NO_SUCH_PLY),
        (Touched(*ARBITER, chess.E2, 0), RefusalCode.NO_SUCH_PLY),
    ],
)
def test_what_cannot_have_been_touched(correction: Correction, code: RefusalCode) -> None:
    assert refused(Table().play("0:d2- 0.4:d4P 0.8:W").wait(), correction) is code


# ---- two hands ----

CASTLED = "0:e1- 0.01:h1- 0.4:g1K 0.41:f1R 0.8:W"


@pytest.mark.parametrize("color", chess.COLORS)
def test_a_suspicion_of_two_hands_is_confirmed(color: chess.Color) -> None:
    table = Table(CASTLE if color else chess.Board(CASTLE).mirror().fen())
    table.play(CASTLED if color else mirrored(CASTLED)).wait()
    assert open_alerts(table) == ["two_hands_suspected"]
    said(table, TwoHands(*ARBITER))
    assert open_alerts(table) == ["two_hands"]
    alert = table.alert
    assert (alert.severity, alert.color, alert.ply) == (Severity.ACT, color, 1)
    assert alert.article == "FIDE Laws of Chess (2023) Art. 7.5.4"
    assert refused(table, TwoHands(*ARBITER)) is RefusalCode.NOT_OPEN


def test_the_arbiter_saw_two_hands_where_the_sensors_saw_none() -> None:
    told = {}
    for year in EDITIONS:
        table = said(Table(edition=year).play("0:e2- 0.4:e4P 0.8:W").wait(), TwoHands(*ARBITER, 1))
        told[year] = (table.alert.article.rpartition(" ")[2], "no illegal move" in table.alert.explanation)
    assert told == {"1997": ("4.1", True), "2014": ("4.1", True), "2018": ("7.5.4", False), "2023": ("7.5.4", False)}


@pytest.mark.parametrize("ply", [None, 0, 1, 7])
def test_without_a_completed_move_there_were_no_two_hands(ply: int | None) -> None:
    assert refused(Table().wait(), TwoHands(*ARBITER, ply)) is RefusalCode.NO_SUCH_PLY


# ---- alerts by name ----


def test_an_alert_is_acknowledged_and_then_closed_with_a_decision() -> None:
    table = Table().play(PRESSED).wait()
    name = table.alert.id
    said(table, AcknowledgeAlert(*ARBITER, name))
    assert [alert.state for alert in table.game.alerts] == [AlertState.ACKNOWLEDGED]
    assert AlertAcknowledged(table.game.alerts[0]) in table.notices
    said(table, CloseAlert(*ARBITER, name, "a warning"))
    assert open_alerts(table) == []
    (closed,) = [notice.alert for notice in table.notices if isinstance(notice, AlertClosed)]
    assert (closed.id, closed.state, closed.decision) == (name, AlertState.CLOSED, "a warning")
    assert refused(table, CloseAlert(*ARBITER, name, "again")) is RefusalCode.NO_SUCH_ALERT
    assert refused(table, AcknowledgeAlert(*ARBITER, "9-9")) is RefusalCode.NO_SUCH_ALERT


@pytest.mark.parametrize(("false_alarm", "counted"), [(None, 1), (False, 1), (True, 0)])
@pytest.mark.parametrize("mover", ["W", "B"])
def test_a_false_alarm_counts_for_nothing(false_alarm: bool | None, counted: int, mover: str) -> None:
    """The second press without a move is the first that counts, when the first was none."""
    fen = chess.STARTING_FEN if mover == "W" else "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    square, piece = ("d2", "P") if mover == "W" else ("d7", "p")
    table = Table(fen).play(f"1:{mover}").wait()
    said(table, CloseAlert(*ARBITER, table.alert.id, "seen", false_alarm))
    table.play(f"{table.now + 1}:{square}- {table.now + 2}:{square}{piece} {table.now + 3}:{mover}").wait()
    assert table.raised == ["clock_without_move", "clock_without_move"]
    assert isinstance(table.alert.facts, PenaltyFacts)
    assert table.alert.facts.count_before == counted


def test_a_closed_alert_is_not_raised_again_for_the_same_touch() -> None:
    table = Table().play("0:e7- 2:e7p").wait()
    said(table, CloseAlert(*ARBITER, table.alert.id, "told him not to"))
    assert table.play("50:d7- 52:d7p").wait().raised == ["touch_out_of_turn", "touch_out_of_turn"]


def test_what_the_board_shows_is_not_closed_by_words() -> None:
    table = Table().play(f"{OPENING} 8:b1- 8.4:b5N 9:g8- 9.4:g4n 10:dump").wait()
    (displaced,) = [alert for alert in table.game.alerts if alert.kind.value == "displaced_piece"]
    assert refused(table, CloseAlert(*ARBITER, displaced.id, "never mind")) is RefusalCode.STILL_SO
    said(table, AcknowledgeAlert(*ARBITER, displaced.id))
    assert [alert.state for alert in table.game.alerts if alert.id == displaced.id] == [AlertState.ACKNOWLEDGED]
