"""What an illegal move costs, for every edition, tempo and kind of supervision."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.laws import EDITIONS
from bridge.laws.tariff import TARIFFS, Irregularity, MateTest, Window
from bridge.rules.alerts import AlertKind
from bridge.rules.endings.possibility import Possibility
from bridge.rules.irregularities.proposals import (
    IRREGULARITY_OF,
    Incident,
    Penalty,
    Proposal,
    Terms,
    illegal_moves_before,
    propose,
)
from bridge.rules.setup import Tempo

STANDARD, RAPID, BLITZ = Tempo
ADEQUATE, BASIC = True, False
GAME, REPLY = Window
ILLEGAL = Irregularity.ILLEGAL_MOVE

# Year, tempo, supervision; what the first, second and third illegal move cost (+n: minutes for the opponent; loss; ?:
# the arbiter decides); window; only on a claim; article.
COSTS: list[tuple[str, Tempo, bool, str, Window, bool, str]] = [
    ("1997", STANDARD, BASIC, "? ? ?", GAME, False, "13.4"),
    ("1997", STANDARD, ADEQUATE, "? ? ?", GAME, False, "13.4"),
    ("1997", RAPID, BASIC, "+2 +2 loss", GAME, True, "10.3 with B5"),
    ("1997", RAPID, ADEQUATE, "+2 +2 loss", GAME, True, "10.3 with B5"),
    ("1997", BLITZ, BASIC, "loss loss loss", REPLY, True, "C3 with C4"),
    ("1997", BLITZ, ADEQUATE, "loss loss loss", REPLY, True, "C3 with C4"),
    ("2014", STANDARD, BASIC, "+2 loss loss", GAME, False, "7.5(b)"),
    ("2014", STANDARD, ADEQUATE, "+2 loss loss", GAME, False, "7.5(b)"),
    ("2014", RAPID, ADEQUATE, "+2 loss loss", GAME, False, "7.5(b) with A.3"),
    ("2014", RAPID, BASIC, "loss loss loss", REPLY, False, "A.4(b)"),
    ("2014", BLITZ, ADEQUATE, "+1 loss loss", GAME, False, "7.5(b) with B.2"),
    ("2014", BLITZ, BASIC, "loss loss loss", REPLY, False, "A.4(b) with B.4"),
    ("2018", STANDARD, BASIC, "+2 loss loss", GAME, False, "7.5.5"),
    ("2018", STANDARD, ADEQUATE, "+2 loss loss", GAME, False, "7.5.5"),
    ("2018", RAPID, ADEQUATE, "+2 loss loss", GAME, False, "7.5.5 with A.3"),
    ("2018", RAPID, BASIC, "+2 loss loss", REPLY, False, "A.4.2"),
    ("2018", BLITZ, ADEQUATE, "+1 loss loss", GAME, False, "7.5.5 with B.2"),
    ("2018", BLITZ, BASIC, "+1 loss loss", REPLY, False, "A.4.2 with B.2"),
    ("2023", STANDARD, BASIC, "+2 loss loss", GAME, False, "7.5.5"),
    ("2023", STANDARD, ADEQUATE, "+2 loss loss", GAME, False, "7.5.5"),
    ("2023", RAPID, ADEQUATE, "+1 loss loss", GAME, False, "7.5.5 with A.3"),
    ("2023", RAPID, BASIC, "+1 loss loss", REPLY, False, "A.5.2 with A.3"),
    ("2023", BLITZ, ADEQUATE, "+1 loss loss", GAME, False, "7.5.5 with B.2"),
    ("2023", BLITZ, BASIC, "+1 loss loss", REPLY, False, "A.5.2 with B.3"),
]


def written(proposal: Proposal) -> str:
    match proposal.penalty:
        case Penalty.TIME:
            return f"+{proposal.minutes}"
        case Penalty.DISCRETION:
            return "?"
        case other:
            return other.value


@pytest.mark.parametrize(("year", "tempo", "adequate", "costs", "window", "on_claim_only", "article"), COSTS)
def test_tariff(
    year: str, tempo: Tempo, adequate: bool, costs: str, window: Window, on_claim_only: bool, article: str
) -> None:
    terms = Terms(year, tempo, adequate)
    proposals = [propose(terms, ILLEGAL, before, Possibility.YES) for before in range(3)]
    assert " ".join(map(written, proposals)) == costs
    assert {(each.window, each.on_claim_only, each.article) for each in proposals} == {(window, on_claim_only, article)}


def test_every_case_of_the_tariff_is_above() -> None:
    assert {row[:3] for row in COSTS} == {(year, tempo, each) for year in TARIFFS for tempo in Tempo for each in (0, 1)}


@pytest.mark.parametrize(
    ("year", "costs", "article"),
    [
        ("1997", "+2 +2 loss", "10.3"),
        ("2014", "+2 loss loss", "7.5(b)"),
        ("2018", "+2 loss loss", "7.5.5"),
        ("2023", "+2 loss loss", "7.5.5"),
    ],
)
def test_quickplay_finish(year: str, costs: str, article: str) -> None:
    terms = Terms(year, STANDARD, quickplay=True)
    proposals = [propose(terms, ILLEGAL, before, Possibility.YES) for before in range(3)]
    assert " ".join(map(written, proposals)) == costs
    assert {each.article for each in proposals} == {article}


@pytest.mark.parametrize("tempo", [RAPID, BLITZ])
@pytest.mark.parametrize("year", TARIFFS)
def test_a_quickplay_finish_is_only_of_standard_games(year: str, tempo: Tempo) -> None:
    assert Terms(year, tempo, quickplay=True).scale == Terms(year, tempo).scale


def test_every_edition_has_a_tariff() -> None:
    assert set(EDITIONS) <= set(TARIFFS) == {tariff.year for tariff in TARIFFS.values()}


SOFTENED = {
    "1997 rapid: lost, whatever the opponent has": (Terms("1997", RAPID), MateTest.NONE, "loss loss loss"),
    "1997 quickplay": (Terms("1997", STANDARD, quickplay=True), MateTest.NONE, "loss loss loss"),
    "1997 blitz: not without mating potential": (
        Terms("1997", BLITZ), MateTest.MATING_POTENTIAL, "loss draw loss_or_draw",
    ),
    "2014": (Terms("2014", STANDARD), MateTest.ANY_SERIES, "loss draw loss_or_draw"),
    "2018": (Terms("2018", RAPID), MateTest.ANY_SERIES, "loss draw loss_or_draw"),
    "2023": (Terms("2023", BLITZ), MateTest.ANY_SERIES, "loss draw loss_or_draw"),
}  # fmt: skip


@pytest.mark.parametrize(("terms", "mate_test", "costs"), SOFTENED.values(), ids=SOFTENED)
def test_lost_only_if_the_opponent_can_mate(terms: Terms, mate_test: MateTest, costs: str) -> None:
    answers = (Possibility.YES, Possibility.NO, Possibility.UNKNOWN)
    assert terms.scale.mate_test is mate_test
    assert " ".join(written(propose(terms, ILLEGAL, 2, answer)) for answer in answers) == costs


COUNTED = {
    "1997": "illegal_move castling_incomplete capture_incomplete",
    "2014": "illegal_move castling_incomplete capture_incomplete promotion_missing",
    "2018": "illegal_move castling_incomplete capture_incomplete promotion_missing press_without_move two_hands",
    "2023": "illegal_move castling_incomplete capture_incomplete promotion_missing press_without_move two_hands",
}
DISCRETION = {"1997": "13.4", "2014": "12.9", "2018": "12.9", "2023": "12.9"}


@pytest.mark.parametrize("kind", Irregularity)
@pytest.mark.parametrize("year", TARIFFS)
def test_which_kinds_count(year: str, kind: Irregularity) -> None:
    proposal = propose(Terms(year, RAPID, ADEQUATE), kind, 0, Possibility.YES)
    if kind.value in COUNTED[year].split():
        assert proposal.penalty is Penalty.TIME
    else:
        assert (proposal.penalty, proposal.article) == (Penalty.DISCRETION, DISCRETION[year])
        assert not proposal.stands_after_reply


def test_the_minutes_are_the_events() -> None:
    terms = Terms("2023", RAPID, minutes=2)
    assert propose(terms, ILLEGAL, 0, Possibility.YES).minutes == 2
    assert propose(terms, ILLEGAL, 1, Possibility.YES).penalty is Penalty.LOSS
    assert propose(replace(terms, year="2014"), ILLEGAL, 0, Possibility.YES).penalty is Penalty.LOSS
    assert written(propose(Terms("1997", STANDARD, minutes=2), ILLEGAL, 0, Possibility.YES)) == "?"


INCREMENT = {
    "the move is made again": (Terms("2023", STANDARD, increment=30), ILLEGAL, 0, 30),
    "another kind": (Terms("2023", BLITZ, increment=2), Irregularity.PRESS_WITHOUT_MOVE, 0, 2),
    "at the arbiter's discretion": (Terms("2014", BLITZ, increment=2), Irregularity.PRESS_WITHOUT_MOVE, 0, 2),
    "no tariff": (Terms("1997", STANDARD, increment=30), ILLEGAL, 0, 30),
    "the pawn becomes a queen": (Terms("2023", STANDARD, increment=30), Irregularity.PROMOTION_MISSING, 0, 0),
    "the pawn becomes what the player wants": (
        Terms("1997", STANDARD, increment=30), Irregularity.PROMOTION_MISSING, 0, 30,
    ),
    "the game is lost": (Terms("2023", STANDARD, increment=30), ILLEGAL, 1, 0),
    "there is none": (Terms("2023", STANDARD), ILLEGAL, 0, 0),
}  # fmt: skip


@pytest.mark.parametrize(("terms", "kind", "before", "seconds"), INCREMENT.values(), ids=INCREMENT)
def test_what_the_press_has_added(terms: Terms, kind: Irregularity, before: int, seconds: float) -> None:
    assert propose(terms, kind, before, Possibility.YES).increment_off == seconds


WINDOWS = [
    (ADEQUATE, False, False, True),
    (ADEQUATE, True, False, True),
    (ADEQUATE, False, True, False),
    (BASIC, False, False, True),
    (BASIC, True, False, False),
    (BASIC, False, True, False),
]


@pytest.mark.parametrize(("adequate", "replied", "over", "expected"), WINDOWS)
@pytest.mark.parametrize("year", ["2014", "2018", "2023"])
@pytest.mark.parametrize("tempo", [RAPID, BLITZ])
def test_until_when_it_can_be_acted_on(
    year: str, tempo: Tempo, adequate: bool, replied: bool, over: bool, expected: bool
) -> None:
    proposal = propose(Terms(year, tempo, adequate), ILLEGAL, 0, Possibility.YES)
    assert proposal.is_open(replied=replied, over=over) is expected
    assert proposal.stands_after_reply is not adequate


def test_a_year_that_is_no_edition() -> None:
    with pytest.raises(KeyError, match="2017"):
        propose(Terms("2017", BLITZ), ILLEGAL, 0, Possibility.YES)


def test_alerts_about_a_press_have_their_irregularity() -> None:
    assert set(IRREGULARITY_OF.values()) == set(Irregularity)
    assert AlertKind.TWO_HANDS_SUSPECTED not in IRREGULARITY_OF


WHITE_AT_5 = Incident(chess.WHITE, ILLEGAL, 5.0)
BEFORE: dict[str, tuple[str, list[Incident], int]] = {
    "none": ("2023", [], 0),
    "the press itself": ("2023", [Incident(chess.WHITE, ILLEGAL, 9.0)], 0),
    "one": ("2023", [WHITE_AT_5], 1),
    "of the opponent": ("2023", [Incident(chess.BLACK, ILLEGAL, 5.0)], 0),
    "two kinds at one press": ("2023", [WHITE_AT_5, Incident(chess.WHITE, Irregularity.TWO_HANDS, 5.0)], 1),
    "two kinds at two presses": ("2023", [WHITE_AT_5, Incident(chess.WHITE, Irregularity.TWO_HANDS, 6.0)], 2),
    "a kind that the edition does not count": (
        "2014",
        [WHITE_AT_5, Incident(chess.WHITE, Irregularity.TWO_HANDS, 6.0)],
        1,
    ),
    "one of two kinds at one press": ("1997", [Incident(chess.WHITE, Irregularity.TWO_HANDS, 5.0), WHITE_AT_5], 1),
    "later": ("2023", [Incident(chess.WHITE, ILLEGAL, 9.5)], 0),
}


@pytest.mark.parametrize(("year", "incidents", "count"), BEFORE.values(), ids=BEFORE)
def test_one_counter_for_each_player(year: str, incidents: list[Incident], count: int) -> None:
    assert illegal_moves_before(TARIFFS[year], incidents, Incident(chess.WHITE, ILLEGAL, 9.0)) == count


every_terms = st.builds(
    Terms,
    st.sampled_from(sorted(TARIFFS)),
    st.sampled_from(Tempo),
    st.booleans(),
    st.booleans(),
    st.none() | st.integers(1, 5),
    st.sampled_from([0.0, 2.0, 30.0]),
)
HARDER = {Penalty.DISCRETION: 0, Penalty.TIME: 1, Penalty.DRAW: 2, Penalty.LOSS_OR_DRAW: 2, Penalty.LOSS: 2}


@given(every_terms, st.sampled_from(Irregularity), st.integers(0, 5), st.sampled_from(Possibility))
def test_it_never_becomes_cheaper(terms: Terms, kind: Irregularity, before: int, can_mate: Possibility) -> None:
    now, later = (propose(terms, kind, count, can_mate) for count in (before, before + 1))
    assert HARDER[now.penalty] <= HARDER[later.penalty]
    assert (now.minutes > 0) == (now.penalty is Penalty.TIME)
    assert (now.window, now.article, now.on_claim_only) == (later.window, later.article, later.on_claim_only)


@given(every_terms, st.integers(0, 5))
def test_nobody_is_declared_lost_or_drawn_by_a_guess(terms: Terms, before: int) -> None:
    unsure = propose(terms, ILLEGAL, before, Possibility.UNKNOWN).penalty
    sure = {propose(terms, ILLEGAL, before, answer).penalty for answer in (Possibility.YES, Possibility.NO)}
    assert {unsure} == sure or (unsure is Penalty.LOSS_OR_DRAW and sure == {Penalty.LOSS, Penalty.DRAW})
