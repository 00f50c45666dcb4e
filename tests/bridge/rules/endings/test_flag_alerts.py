"""What the alert about a fallen flag proposes: FIDE Laws of Chess (2023) Art. 6.8 and 6.9."""

from __future__ import annotations

import base64
from pathlib import Path

import chess
import pytest

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.endings.flag_alerts import ONLY_PERIOD, PERIOD_ENDED, FlagFacts
from bridge.rules.endings.flag_fall import DutyKind, Flags
from bridge.rules.notices import AlertClosed, ClockShown
from bridge.rules.setup import Tempo
from drivers.dgt import DgtCodec
from drivers.eboard import CodecOptions
from drivers.reports import ClockGone, ClockTimes, FlagFell
from tests.bridge.rules.table import Table

BLACK_CAN_MATE = "6k1/8/8/8/8/r7/1r6/4K1N1 w - - 0 1"
WHITE_CAN_MATE = chess.Board(BLACK_CAN_MATE).mirror().fen()
BLACK_IS_BARE = "6k1/8/8/8/8/8/4P3/4K1N1 w - - 0 1"
MATE_IN_ONE = "6k1/8/8/8/8/r7/1r6/4K1N1 b - - 0 1"


def facts_of(alert: Alert) -> FlagFacts:
    assert isinstance(alert.facts, FlagFacts)
    return alert.facts


def fallen(table: Table, color: chess.Color, after: float = 1.0) -> FlagFacts:
    table.wait(after)
    table.tell(FlagFell(color), table.now)
    return facts_of(table.alert)


@pytest.mark.parametrize(
    ("fen", "color", "result"),
    [
        (BLACK_CAN_MATE, chess.WHITE, "0-1"),
        (WHITE_CAN_MATE, chess.BLACK, "1-0"),
        (BLACK_IS_BARE, chess.WHITE, "1/2-1/2"),
        (chess.Board(BLACK_IS_BARE).mirror().fen(), chess.BLACK, "1/2-1/2"),
    ],
)
@pytest.mark.parametrize("edition", ["1997", "2014", "2018", "2023"])
def test_the_result_that_is_proposed(fen: str, color: chess.Color, result: str, edition: str) -> None:
    table = Table(fen, edition=edition)
    facts = fallen(table, color)
    assert (facts.outcome.result, facts.outcome.article) == (result, "6.9")
    assert [duty.kind for duty in facts.outcome.duties] == [DutyKind.CALL_FLAG]
    assert table.alert.article == f"FIDE Laws of Chess ({edition}) Art. 6.9"
    assert (table.alert.color, table.alert.cannot_show) == (color, ONLY_PERIOD)
    assert table.game.result is None  # Only the arbiter ends the game.


def test_in_1997_nobody_is_told_in_a_fast_game() -> None:
    facts = fallen(Table(BLACK_CAN_MATE, edition="1997", tempo=Tempo.BLITZ), chess.WHITE)
    assert facts.outcome.result is None
    assert [(duty.kind, duty.article) for duty in facts.outcome.duties] == [(DutyKind.STAY_SILENT, "B6")]


@pytest.mark.parametrize(("adequate", "article"), [(False, "A.5.5"), (True, "6.8")])
def test_supervision_matters(adequate: bool, article: str) -> None:
    facts = fallen(Table(BLACK_CAN_MATE, tempo=Tempo.RAPID, adequate_supervision=adequate), chess.WHITE)
    assert [(duty.kind, duty.article) for duty in facts.outcome.duties] == [(DutyKind.CALL_FLAG, article)]


@pytest.mark.parametrize(
    ("first", "after", "flags", "result"),
    [
        (chess.WHITE, 1.0, Flags.WHITE_FIRST, "0-1"),
        (chess.BLACK, 1.0, Flags.BLACK_FIRST, "1-0"),
        (chess.WHITE, 0.0, Flags.ORDER_UNKNOWN, None),
        (chess.BLACK, 0.0, Flags.ORDER_UNKNOWN, None),
    ],
)
def test_both_flags(first: chess.Color, after: float, flags: Flags, result: str | None) -> None:
    table = Table(BLACK_CAN_MATE if first else WHITE_CAN_MATE)
    fallen(table, first)
    facts = fallen(table, not first, after)
    assert (facts.fall.flags, facts.outcome.result) == (flags, result)


def test_a_flag_that_is_told_again_is_not_that_of_the_opponent() -> None:
    table = Table(BLACK_CAN_MATE)
    fallen(table, chess.WHITE)
    assert fallen(table, chess.WHITE).fall.flags is Flags.WHITE


@pytest.mark.parametrize("color", chess.COLORS)
def test_a_flag_is_told_again_only_after_another_half_move(color: chess.Color) -> None:
    table = Table()
    fallen(table, color)
    fallen(table, color, 5.0)
    assert table.raised == ["flag"]
    table.play("6:e2- 6.4:e4P 6.8:W").wait()
    fallen(table, color)
    assert table.raised == ["flag", "flag"]


def test_completed_moves_are_counted() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B 4:g1- 4.4:f3N 4.8:W")
    fall = fallen(table, chess.BLACK).fall
    assert (fall.white_completed, fall.black_completed) == (2, 1)


@pytest.mark.parametrize("after", [0.05, 30.0])
def test_mate_on_the_board_goes_before_the_flag(after: float) -> None:
    table = Table(MATE_IN_ONE).play("0:a3- 0.4:a1r")
    facts = fallen(table, chess.BLACK, after)
    assert (facts.fall.over, facts.outcome.result, facts.outcome.duties) == ("0-1", "0-1", ())
    assert table.alert.cannot_show == ""


# ---- the clock goes on ----


def showing(table: Table, white: float, black: float, running: chess.Color | None, after: float = 1.0) -> Table:
    table.wait(after)
    table.tell(ClockTimes(white, black, running), table.now)
    return table


def sides(color: chess.Color, own: float, other: float) -> tuple[float, float]:
    return (own, other) if color else (other, own)


def in_play() -> Table:
    return Table().play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B 4:g1- 4.4:f3N 4.8:W 6:g8- 6.4:f6n 6.8:B").wait()


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("edition", ["1997", "2014", "2018", "2023"])
def test_no_loss_is_proposed_once_the_clock_has_added_time(color: chess.Color, edition: str) -> None:
    table = Table(edition=edition).play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B").wait()
    showing(table, *sides(color, 0.0, 60.0), color)
    assert fallen(table, color, 0.0).outcome.result is not None
    showing(table, *sides(color, 1800.0, 1860.0), color)
    (changed,) = table.changed
    outcome = facts_of(changed).outcome
    assert outcome.result is None
    assert [duty.kind for duty in outcome.duties] == [DutyKind.CHECK_MOVES, DutyKind.GO_ON, DutyKind.UPDATE_SHEETS]
    assert changed.cannot_show == PERIOD_ENDED
    assert table.game.alerts == (changed,)


@pytest.mark.parametrize("color", chess.COLORS)
def test_nor_when_it_shows_the_flag_only_then(color: chess.Color) -> None:
    table = showing(in_play(), *sides(color, 1.0, 60.0), color)
    showing(table, *sides(color, 1800.0, 1860.0), color)
    facts = fallen(table, color, 0.0)
    assert (facts.outcome.result, facts.fall.time_added) == (None, True)


@pytest.mark.parametrize("color", chess.COLORS)
def test_a_running_clock_that_was_read_some_seconds_ago_has_added_nothing(color: chess.Color) -> None:
    table = showing(in_play(), *sides(color, 8.0, 60.0), color)
    assert fallen(table, color, 8.0).outcome.result is not None


def test_that_the_other_side_has_time_changes_nothing() -> None:
    table = showing(in_play(), 0.0, 60.0, chess.WHITE)
    fallen(table, chess.WHITE, 0.0)
    showing(table, 0.0, 90.0, chess.BLACK)
    assert table.changed == []


def test_a_flag_of_a_period_that_has_ended_is_not_the_first_of_two() -> None:
    table = showing(in_play(), 0.0, 60.0, chess.WHITE)
    fallen(table, chess.WHITE, 0.0)
    showing(table, 1800.0, 60.0, chess.WHITE)
    showing(table, 1800.0, 0.0, chess.BLACK)
    assert fallen(table, chess.BLACK, 0.0).fall.flags is Flags.BLACK


def test_a_flag_that_falls_again_in_the_next_period_is_lost_by() -> None:
    table = showing(in_play(), 0.0, 60.0, chess.WHITE)
    fallen(table, chess.WHITE, 0.0)
    showing(table, 20.0, 60.0, chess.WHITE)
    showing(table, 0.0, 60.0, chess.WHITE, after=20.0)
    table.tell(FlagFell(chess.WHITE), table.now)
    assert [facts_of(each).outcome.result for each in table.changed] == [None, "0-1"]
    assert table.raised == ["flag"]


def test_a_clock_that_is_being_set_before_the_game_closes_what_it_raised() -> None:
    table = showing(Table(), 0.0, 0.0, None)
    for color in chess.COLORS:
        fallen(table, color, 0.0)
    showing(table, 5400.0, 5400.0, None)
    assert table.closed == ["flag", "flag"]
    (reason,) = {each.reason for each in table.notices if isinstance(each, AlertClosed)}
    assert reason == "the clock shows time again"


def test_without_a_clock_no_times_are_known_and_nobodys_runs() -> None:
    table = showing(in_play(), 300.0, 280.0, chess.WHITE)
    table.tell(ClockGone(), table.now)
    assert table.game.clock is None
    showing(table, 300.0, 280.0, chess.WHITE)
    assert table.game.clock == ClockShown(300.0, 280.0, chess.WHITE)


PERIOD_END = Path(__file__).parents[5] / "shared" / "recordings" / "clock-period-end.base64lines"


@pytest.mark.skipif(not PERIOD_END.exists(), reason="only where the recordings are")
def test_the_recorded_end_of_a_period() -> None:
    codec, table, now = DgtCodec(CodecOptions()), Table(), 0.0
    codec.start(now)
    for line in PERIOD_END.read_text(encoding="ascii").split():
        now += 3.0
        for report in codec.receive(base64.b64decode(line), now):
            table.wait_until(now)
            table.tell(report, now)
    (flag,) = [alert for alert in table.game.alerts if alert.kind is AlertKind.FLAG]
    assert facts_of(flag).outcome.result is None
    assert table.raised.count("flag") == 1
