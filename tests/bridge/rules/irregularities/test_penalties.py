"""What an alert about an illegal move tells the arbiter: FIDE Laws of Chess (2023) Art. 7.5, and the appendices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import chess
import pytest

from bridge.laws.tariff import Irregularity, Window
from bridge.rules.alerts import Alert
from bridge.rules.correcting.corrections import TwoHands
from bridge.rules.endings.possibility import Possibility
from bridge.rules.inputs import StartGame
from bridge.rules.irregularities.penalties import PenaltyFacts, Times
from bridge.rules.irregularities.proposals import IRREGULARITY_OF, Penalty
from bridge.rules.notices import ResultSeen
from bridge.rules.position import position_from_fen
from bridge.rules.setup import Tempo
from drivers.placement import Sensing, to_fen
from drivers.reports import ClockTimes
from tests.bridge.rules.table import Table

CAN_MATE = "6k1/8/8/8/8/r7/1r6/4K1N1 w - - 0 1"
CANNOT_MATE = "6k1/8/8/8/8/8/4P3/4K1N1 w - - 0 1"
ILLEGAL = "0:g1- 0.4:g3N 0.8:W"
PUT_RIGHT = " 5:g3- 5.4:g1N"
ANOTHER = " 8:g1- 8.4:g4N 8.8:W"
LEGAL = " 8:g1- 8.4:h3N 8.8:W"
REPLY = " 12:g8- 12.4:g7k 12.8:B"

BLITZ, RAPID, STANDARD = Tempo.BLITZ, Tempo.RAPID, Tempo.STANDARD
TIME, LOSS, DISCRETION = Penalty.TIME, Penalty.LOSS, Penalty.DISCRETION


def facts_of(alert: Alert) -> PenaltyFacts:
    assert isinstance(alert.facts, PenaltyFacts)
    return alert.facts


def told(table: Table) -> list[PenaltyFacts]:
    """The facts of all open alerts about illegal moves."""
    return [facts_of(alert) for alert in table.game.alerts if alert.kind in IRREGULARITY_OF]


PROPOSED = [
    # edition, tempo, adequate supervision; the penalties for the first and the second illegal move, the article
    ("1997", STANDARD, False, (DISCRETION, 0), (DISCRETION, 0), "13.4"),
    ("1997", RAPID, False, (TIME, 2), (TIME, 2), "10.3 with B5"),
    ("1997", BLITZ, False, (Penalty.LOSS_OR_DRAW, 0), (Penalty.LOSS_OR_DRAW, 0), "C3 with C4"),
    ("2014", STANDARD, False, (TIME, 2), (LOSS, 0), "7.5(b)"),
    ("2014", RAPID, True, (TIME, 2), (LOSS, 0), "7.5(b) with A.3"),
    ("2014", RAPID, False, (LOSS, 0), (LOSS, 0), "A.4(b)"),
    ("2014", BLITZ, True, (TIME, 1), (LOSS, 0), "7.5(b) with B.2"),
    ("2018", RAPID, False, (TIME, 2), (LOSS, 0), "A.4.2"),
    ("2018", BLITZ, False, (TIME, 1), (LOSS, 0), "A.4.2 with B.2"),
    ("2023", STANDARD, False, (TIME, 2), (LOSS, 0), "7.5.5"),
    ("2023", RAPID, True, (TIME, 1), (LOSS, 0), "7.5.5 with A.3"),
    ("2023", RAPID, False, (TIME, 1), (LOSS, 0), "A.5.2 with A.3"),
    ("2023", BLITZ, False, (TIME, 1), (LOSS, 0), "A.5.2 with B.3"),
]


@pytest.mark.parametrize(("edition", "tempo", "adequate", "first", "second", "article"), PROPOSED)
def test_the_proposal_follows_edition_tempo_and_supervision(
    edition: str, tempo: Tempo, adequate: bool, first: tuple[Penalty, int], second: tuple[Penalty, int], article: str
) -> None:
    table = Table(CAN_MATE, edition=edition, tempo=tempo, adequate_supervision=adequate)
    facts = told(table.play(ILLEGAL + PUT_RIGHT + ANOTHER).wait())
    assert [each.count_before for each in facts] == [0, 1]
    assert [(each.proposal.penalty, each.proposal.minutes) for each in facts] == [first, second]
    assert {each.proposal.article for each in facts} == {article}
    assert {each.edition for each in facts} == {edition}


@pytest.mark.parametrize(
    ("fen", "can_mate", "second"),
    [(CAN_MATE, Possibility.YES, LOSS), (CANNOT_MATE, Possibility.NO, Penalty.DRAW)],
)
@pytest.mark.parametrize("color", chess.COLORS)
def test_the_loss_is_a_draw_when_the_opponent_cannot_mate(
    fen: str, can_mate: Possibility, second: Penalty, color: chess.Color
) -> None:
    script = ILLEGAL + PUT_RIGHT + ANOTHER
    if not color:
        fen = chess.Board(fen).mirror().fen()
        script = script.replace("N", "n").replace("W", "B").replace("g1", "g8").replace("g3", "g6").replace("g4", "g5")
    table = Table(fen).play(script).wait()
    assert [alert.color for alert in table.game.alerts] == [color, color]
    first, last = told(table)
    assert (first.opponent_can_mate, last.opponent_can_mate) == (can_mate, can_mate)
    assert (first.proposal.penalty, last.proposal.penalty) == (TIME, second)


THREE_PRESSES = "0:b1- 0.4:b4N 0.8:W 5:b4- 5.4:b1N 8:W 12:g1- 12.4:g4N 12.8:W"
"""An illegal move that is put right, a press without a move, another illegal move."""


def test_all_kinds_share_one_counter_where_the_edition_counts_them() -> None:
    counts = {
        year: [each.count_before for each in told(Table(edition=year).play(THREE_PRESSES).wait())]
        for year in ("1997", "2014", "2018", "2023")
    }
    assert counts == {"1997": [0, 1, 1], "2014": [0, 1, 1], "2018": [0, 1, 2], "2023": [0, 1, 2]}


def test_the_players_are_counted_apart() -> None:
    black = " 12:g8- 12.4:e8k 12.8:B"
    table = Table(CAN_MATE).play(ILLEGAL + PUT_RIGHT + LEGAL + black).wait()
    assert [(alert.color, facts_of(alert).count_before) for alert in table.game.alerts] == [
        (chess.WHITE, 0),
        (chess.BLACK, 0),
    ]


def test_a_new_game_counts_anew() -> None:
    table = Table(CAN_MATE).play(ILLEGAL + PUT_RIGHT).wait()
    table.tell(StartGame(position_from_fen(CAN_MATE)), 50.0)
    table.play("60:g1- 60.4:g3N 60.8:W").wait()
    assert [each.count_before for each in told(table)] == [0]


def test_an_alert_that_has_been_closed_still_counts() -> None:
    table = Table(CAN_MATE).play(ILLEGAL + PUT_RIGHT).wait()
    table.game = replace(table.game, alerts=())
    at = table.now
    table.play(f"{at + 8}:g1- {at + 8.4}:g4N {at + 8.8}:W").wait()
    assert [each.count_before for each in told(table)] == [1]


TERMS: dict[str, tuple[dict[str, Any], int, float]] = {
    "the edition's minutes": ({}, 2, 0.0),
    "the event's own minutes": ({"illegal_move_minutes": 5}, 5, 0.0),
    "an increment that the press has added": ({"increment": 30.0}, 2, 30.0),
}


@pytest.mark.parametrize(("circumstances", "minutes", "off"), TERMS.values(), ids=TERMS)
def test_the_terms_of_the_event(circumstances: dict[str, Any], minutes: int, off: float) -> None:
    (facts,) = told(Table(CAN_MATE, **circumstances).play(ILLEGAL).wait())
    assert (facts.proposal.minutes, facts.proposal.increment_off) == (minutes, off)


def test_no_increment_is_taken_off_when_a_queen_completes_the_move() -> None:
    table = Table("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", increment=30.0).play("0:e7- 0.4:e8P 0.8:W").wait()
    (facts,) = told(table)
    assert facts.proposal.increment_off == 0.0


@pytest.mark.parametrize(
    ("sensing", "now"),
    [
        (Sensing.IDENTITY, "6k1/8/8/8/8/r5N1/1r6/4K3"),
        (Sensing.COLOR, "6w1/8/8/8/8/w5W1/1w6/4W3"),
        (Sensing.OCCUPANCY, "6?1/8/8/8/8/?5?1/1?6/4?3"),
    ],
)
def test_positions_before_and_now(sensing: Sensing, now: str) -> None:
    table = Table(CAN_MATE, sensing=sensing).play(ILLEGAL).wait()
    (facts,) = told(table)
    assert facts.before.fen == CAN_MATE
    assert to_fen(facts.placement) == now


def test_times_before_and_now() -> None:
    table = Table(CAN_MATE)
    (facts,) = told(Table(CAN_MATE).play(ILLEGAL).wait())
    assert (facts.times_before, facts.times_now) == (Times(), Times())
    table.tell(ClockTimes(300.0, 290.0, chess.WHITE), 0.0)
    table.play("0.1:g1- 0.4:h3N")
    table.tell(ClockTimes(297.0, 290.0, chess.WHITE), 0.5)
    table.play("0.8:W").wait(3.0)
    table.tell(ClockTimes(297.0, 280.0, chess.BLACK), 4.0)
    table.play("5:g8- 5.4:e8k 5.8:B").wait(0.1)
    table.tell(ClockTimes(297.0, 279.0, chess.WHITE), 6.0)
    table.wait(3.0)
    (facts,) = told(table)
    assert facts.times_before == Times(297.0, None)
    assert facts.times_now == Times(297.0, 279.0)
    table.play("20:e8- 20.4:g8k 20.8:B 25:g8- 25.4:g7k")
    table.tell(ClockTimes(297.0, 260.0, chess.BLACK), 25.5)
    table.play("25.8:B").wait(3.0)
    table.tell(ClockTimes(291.0, 260.0, chess.WHITE), 30.0)
    table.play("31:h3- 31.4:h5N 31.8:W").wait(3.0)
    assert table.moves == "Nh3 Kg7"
    assert told(table)[-1].times_before == Times(297.0, 260.0)
    assert told(table)[-1].times_now == Times(291.0, 260.0)


STANDS = {
    ("1997", BLITZ, False),
    ("2014", RAPID, False),
    ("2014", BLITZ, False),
    ("2018", RAPID, False),
    ("2018", BLITZ, False),
    ("2023", RAPID, False),
    ("2023", BLITZ, False),
}


@pytest.mark.parametrize("adequate", [True, False])
@pytest.mark.parametrize("tempo", Tempo)
@pytest.mark.parametrize("edition", ["1997", "2014", "2018", "2023"])
def test_an_illegal_move_stands_after_the_reply_only_in_fast_games_with_basic_supervision(
    edition: str, tempo: Tempo, adequate: bool
) -> None:
    table = Table(CAN_MATE, edition=edition, tempo=tempo, adequate_supervision=adequate).play(ILLEGAL).wait()
    stands = (edition, tempo, adequate) in STANDS | {("1997", BLITZ, True)}
    assert told(table)[0].window_open
    table.play(REPLY.replace("12", str(int(table.now) + 5))).wait()
    assert table.moves == "illegal:g1g3 Kg7"
    (facts,) = told(table)
    assert (facts.window_open, facts.proposal.window) == ((False, Window.REPLY) if stands else (True, Window.GAME))
    assert table.raised == ["illegal_move"]
    assert table.changed == ([table.game.alerts[0]] if stands else [])


def test_the_window_closes_when_the_reply_counts_as_made() -> None:
    table = Table(CAN_MATE, tempo=BLITZ).play(ILLEGAL).wait()
    at = table.now
    table.play(f"{at}:g8- {at + 0.4}:g7k")
    assert told(table)[0].window_open
    table.wait(5.0)
    assert not told(table)[0].window_open


def test_nothing_is_acted_on_when_the_game_is_over() -> None:
    table = Table(CAN_MATE).play(ILLEGAL + PUT_RIGHT + " 8:e1- 8.4:d1K 8.8:W 12:a3- 12.4:a1r 12.8:B").wait()
    assert table.game.result == ResultSeen("0-1", "checkmate")
    (facts,) = told(table)
    assert (facts.over, facts.window_open) == (True, False)


def test_kings_in_the_centre_end_nothing_that_nobody_has_confirmed() -> None:
    table = Table(CAN_MATE).play(ILLEGAL + PUT_RIGHT).wait()
    at = table.now
    table.play(f"{at}:e1- {at + 0.4}:e4K {at + 1}:g8- {at + 1.4}:d5k").wait()
    assert table.game.result == ResultSeen("1-0", "kings")
    assert told(table)[0].window_open


def test_what_is_no_illegal_move_in_the_edition_is_left_to_the_arbiter() -> None:
    (facts,) = told(Table(edition="2014").play("1:W").wait())
    assert (facts.proposal.penalty, facts.proposal.article) == (DISCRETION, "12.9")


def test_the_incident_names_its_alert() -> None:
    table = Table(CAN_MATE).play(ILLEGAL).wait()
    (incident,) = table.game.incidents
    assert (incident.color, incident.kind, incident.pressed_at) == (chess.WHITE, Irregularity.ILLEGAL_MOVE, 0.8)
    assert incident.alert == table.alert.id


def two_handed(table: Table) -> None:
    table.tell(TwoHands("arbiter", "seen"), table.now)


def test_two_hands_are_an_illegal_move_when_the_arbiter_says_so() -> None:
    table = Table(CAN_MATE).play("0:g1- 0.4:h3N 0.8:W").wait(3.0)
    two_handed(table)
    assert table.raised == ["two_hands"]
    (facts,) = told(table)
    assert (facts.count_before, facts.proposal.penalty, facts.proposal.minutes) == (0, TIME, 2)
    assert facts.before.fen == CAN_MATE
    table.play("8:g8- 8.4:g7k 8.8:B 12:h3- 12.4:h5N 12.8:W").wait()
    assert [each.count_before for each in told(table)] == [0, 1]


def test_two_kinds_at_one_press_count_once() -> None:
    table = Table(CAN_MATE, tempo=BLITZ).play(ILLEGAL + REPLY.replace("12", "3")).wait(3.0)
    table.tell(TwoHands("arbiter", "seen", 1), table.now)
    assert (table.raised, [each.count_before for each in told(table)]) == (["illegal_move", "two_hands"], [0, 0])


def test_two_hands_are_no_illegal_move_in_the_older_editions() -> None:
    table = Table(CAN_MATE, edition="2014").play("0:g1- 0.4:h3N 0.8:W").wait(3.0)
    two_handed(table)
    assert told(table)[0].proposal.penalty is DISCRETION


def test_an_illegal_answer_to_an_illegal_move_has_a_proposal_of_its_own() -> None:
    table = Table(CAN_MATE).play("0:g1- 0.4:g3N 0.8:W 3:g8- 3.4:e6k 3.8:B").wait()
    illegal = [alert for alert in table.game.alerts if alert.kind in IRREGULARITY_OF]
    assert [(alert.color, facts_of(alert).count_before) for alert in illegal] == [(chess.WHITE, 0), (chess.BLACK, 0)]
    assert facts_of(illegal[1]).before.turn is chess.BLACK
