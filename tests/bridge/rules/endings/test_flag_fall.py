"""What follows when a flag falls or a player resigns, by edition, tempo and supervision."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.laws.flags import FLAG_RULES
from bridge.rules.endings.flag_fall import (
    Conditions,
    Duty,
    DutyKind,
    FlagFall,
    Flags,
    Outcome,
    judge_flag_fall,
    judge_resignation,
)
from bridge.rules.endings.possibility import Possibility
from bridge.rules.setup import Tempo

YES, NO, UNKNOWN = Possibility.YES, Possibility.NO, Possibility.UNKNOWN
STANDARD = Conditions(Tempo.STANDARD)
RAPID, BLITZ = Conditions(Tempo.RAPID), Conditions(Tempo.BLITZ)
WATCHED_RAPID, WATCHED_BLITZ = (Conditions(tempo, adequate_supervision=True) for tempo in (Tempo.RAPID, Tempo.BLITZ))
QUICKPLAY, QUICKPLAY_RAPID, QUICKPLAY_BLITZ = (Conditions(tempo, guidelines=True) for tempo in Tempo)
LAST = FlagFall(Flags.WHITE, 30, 30, None, YES, YES)
"""White's flag in the last period; either side could mate."""
FORTY = replace(LAST, white_completed=39, black_completed=39, required=40)
OTHERS = replace(LAST, flags=Flags.BLACK)
BOTH = {flags: replace(LAST, flags=flags) for flags in Flags}
BOTH_FORTY = {flags: replace(FORTY, flags=flags) for flags in Flags}


def duties(text: str) -> tuple[Duty, ...]:
    """Written like `call_flag 6.8, go_on 6.11 a`."""
    words = [part.partition(" ") for part in text.split(", ") if part]
    return tuple(Duty(DutyKind(kind), article) for kind, _, article in words)


def claimed(fall: FlagFall) -> FlagFall:
    return replace(fall, claimed=True)


def completed(fall: FlagFall, white: int, black: int) -> FlagFall:
    return replace(fall, white_completed=white, black_completed=black)


ONE_FLAG = [
    ("1997", STANDARD, LAST, "0-1", "6.9", "call_flag 6.8"),
    ("2014", STANDARD, LAST, "0-1", "6.9", "call_flag 6.8"),
    ("2018", STANDARD, LAST, "0-1", "6.9", "call_flag 6.8"),
    ("2023", STANDARD, LAST, "0-1", "6.9", "call_flag 6.8"),
    ("2023", STANDARD, OTHERS, "1-0", "6.9", "call_flag 6.8"),
    ("2023", STANDARD, claimed(LAST), "0-1", "6.9", ""),
    ("1997", RAPID, LAST, None, "B6", "stay_silent B6"),
    ("1997", BLITZ, LAST, None, "B6", "stay_silent B6"),
    ("1997", WATCHED_RAPID, LAST, None, "B6", "stay_silent B6"),
    ("1997", WATCHED_BLITZ, LAST, None, "B6", "stay_silent B6"),
    ("1997", RAPID, claimed(LAST), "0-1", "B7", ""),
    ("1997", WATCHED_RAPID, claimed(LAST), "0-1", "B7", ""),
    ("1997", BLITZ, claimed(LAST), None, "C4", "decide_mating_potential C4"),
    ("1997", BLITZ, claimed(replace(LAST, black_can_mate=NO)), "1/2-1/2", "B7", ""),
    ("1997", BLITZ, claimed(replace(LAST, black_can_mate=UNKNOWN)), None, "B7", "decide_mate B7"),
    ("2014", RAPID, LAST, "0-1", "6.9", "call_flag 6.8"),
    ("2014", RAPID, claimed(LAST), "0-1", "A.4(c)", ""),
    ("2014", BLITZ, claimed(LAST), "0-1", "A.4(c)", ""),
    ("2014", WATCHED_RAPID, claimed(LAST), "0-1", "6.9", ""),
    ("2018", RAPID, LAST, "0-1", "6.9", "call_flag A.4.5"),
    ("2018", BLITZ, LAST, "0-1", "6.9", "call_flag A.4.5"),
    ("2018", BLITZ, claimed(LAST), "0-1", "A.4.3", ""),
    ("2018", WATCHED_BLITZ, LAST, "0-1", "6.9", "call_flag 6.8"),
    ("2023", RAPID, LAST, "0-1", "6.9", "call_flag A.5.5"),
    ("2023", BLITZ, LAST, "0-1", "6.9", "call_flag A.5.5"),
    ("2023", RAPID, claimed(LAST), "0-1", "A.5.3", ""),
    ("2023", WATCHED_RAPID, LAST, "0-1", "6.9", "call_flag 6.8"),
]
MATE = [
    ("1997", STANDARD, replace(LAST, black_can_mate=NO), "1/2-1/2", "6.9", "call_flag 6.8"),
    ("2014", STANDARD, replace(LAST, black_can_mate=NO), "1/2-1/2", "6.9", "call_flag 6.8"),
    ("2018", RAPID, claimed(replace(LAST, black_can_mate=NO)), "1/2-1/2", "A.4.3", ""),
    ("2023", STANDARD, replace(LAST, black_can_mate=NO), "1/2-1/2", "6.9", "call_flag 6.8"),
    ("2023", STANDARD, replace(LAST, white_can_mate=NO), "0-1", "6.9", "call_flag 6.8"),
    ("2023", STANDARD, replace(LAST, black_can_mate=UNKNOWN), None, "6.9", "call_flag 6.8, decide_mate 6.9"),
    ("2023", BLITZ, replace(BOTH[Flags.BLACK], white_can_mate=NO), "1/2-1/2", "6.9", "call_flag A.5.5"),
    (
        "2023",
        BLITZ,
        replace(BOTH[Flags.BLACK], white_can_mate=UNKNOWN),
        None,
        "6.9",
        "call_flag A.5.5, decide_mate 6.9",
    ),
]
PERIODS = [
    ("1997", STANDARD, FORTY, "0-1", "6.9", "call_flag 6.8, check_moves 6.3"),
    ("2014", STANDARD, FORTY, "0-1", "6.9", "call_flag 6.8, check_moves 6.4"),
    (
        "1997", STANDARD, completed(FORTY, 40, 39), None, "6.3",
        "call_flag 6.8, check_moves 6.3, go_on 6.3, update_sheets 8.5",
    ),
    (
        "2023", STANDARD, completed(FORTY, 40, 39), None, "6.4",
        "call_flag 6.8, check_moves 6.4, go_on 6.4, update_sheets 8.5",
    ),
    ("2023", RAPID, completed(FORTY, 41, 40), None, "6.4", "call_flag A.5.5, check_moves 6.4, go_on 6.4"),
    ("2023", STANDARD, completed(BOTH_FORTY[Flags.BLACK], 40, 39), "1-0", "6.9", "call_flag 6.8, check_moves 6.4"),
    (
        "2023", STANDARD, completed(BOTH_FORTY[Flags.WHITE_FIRST], 40, 39), "1-0", "6.9",
        "call_flag 6.8, check_moves 6.4",
    ),
    (
        "2014", STANDARD, completed(BOTH_FORTY[Flags.ORDER_UNKNOWN], 39, 40), "0-1", "6.9",
        "call_flag 6.8, check_moves 6.4",
    ),
]  # fmt: skip
TWO_FLAGS = [
    ("1997", STANDARD, BOTH[Flags.WHITE_FIRST], "0-1", "6.9", "call_flag 6.8"),
    ("1997", STANDARD, BOTH[Flags.BLACK_FIRST], "1-0", "6.9", "call_flag 6.8"),
    ("1997", STANDARD, BOTH[Flags.ORDER_UNKNOWN], "1/2-1/2", "10.4", "call_flag 6.8"),
    (
        "1997", STANDARD, BOTH_FORTY[Flags.ORDER_UNKNOWN], None, "6.11",
        "call_flag 6.8, check_moves 6.3, go_on 6.11, update_sheets 8.5",
    ),
    ("1997", RAPID, BOTH[Flags.WHITE_FIRST], None, "B6", "stay_silent B6"),
    ("1997", RAPID, claimed(BOTH[Flags.WHITE_FIRST]), "1/2-1/2", "B8", ""),
    ("1997", BLITZ, claimed(BOTH[Flags.ORDER_UNKNOWN]), "1/2-1/2", "B8", ""),
    ("2014", STANDARD, BOTH[Flags.WHITE_FIRST], "0-1", "6.9", "call_flag 6.8"),
    ("2014", STANDARD, BOTH[Flags.ORDER_UNKNOWN], "1/2-1/2", "6.11(b)", "call_flag 6.8"),
    (
        "2014", STANDARD, BOTH_FORTY[Flags.ORDER_UNKNOWN], None, "6.11(a)",
        "call_flag 6.8, check_moves 6.4, go_on 6.11(a), update_sheets 8.5",
    ),
    ("2014", BLITZ, claimed(BOTH[Flags.ORDER_UNKNOWN]), "1/2-1/2", "6.11(b)", ""),
    ("2014", BLITZ, claimed(BOTH[Flags.BLACK_FIRST]), None, "A.4(c)", "reject_claim A.4(c)"),
    ("2014", BLITZ, BOTH[Flags.BLACK_FIRST], "1-0", "6.9", "call_flag 6.8"),
    ("2014", WATCHED_BLITZ, claimed(BOTH[Flags.BLACK_FIRST]), "1-0", "6.9", ""),
    ("2018", STANDARD, BOTH[Flags.ORDER_UNKNOWN], None, "6.9", "call_flag 6.8, decide_order 6.9"),
    ("2018", QUICKPLAY, BOTH[Flags.ORDER_UNKNOWN], "1/2-1/2", "III.3.1.2", "call_flag 6.8"),
    ("2018", BLITZ, claimed(BOTH[Flags.BLACK_FIRST]), "1-0", "A.4.3", ""),
    ("2023", STANDARD, BOTH[Flags.WHITE_FIRST], "0-1", "6.9", "call_flag 6.8"),
    ("2023", STANDARD, BOTH[Flags.ORDER_UNKNOWN], None, "6.9", "call_flag 6.8, decide_order 6.9"),
    ("2023", QUICKPLAY, BOTH[Flags.ORDER_UNKNOWN], "1/2-1/2", "III.3.1.2", "call_flag 6.8"),
    ("2023", QUICKPLAY_RAPID, BOTH[Flags.ORDER_UNKNOWN], "1/2-1/2", "III.3.1.2", "call_flag A.5.5"),
    ("2023", QUICKPLAY_BLITZ, BOTH[Flags.ORDER_UNKNOWN], None, "6.9", "call_flag A.5.5, decide_order 6.9"),
    ("2023", QUICKPLAY, BOTH[Flags.BLACK_FIRST], "1-0", "6.9", "call_flag 6.8"),
    (
        "2023", QUICKPLAY, BOTH_FORTY[Flags.ORDER_UNKNOWN], None, "III.3.1.1",
        "call_flag 6.8, check_moves 6.4, go_on III.3.1.1, update_sheets 8.5",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("year", "conditions", "fall", "result", "article", "told"), [*ONE_FLAG, *MATE, *PERIODS, *TWO_FLAGS]
)
def test_flag_fall(
    year: str, conditions: Conditions, fall: FlagFall, result: str | None, article: str, told: str
) -> None:
    outcome = judge_flag_fall(fall, conditions, FLAG_RULES[year])
    assert outcome == Outcome(result, article, duties(told))


RESIGNATIONS = [
    *((year, YES, "0-1", article) for year, article in (("1997", "5.1(b)"), ("2014", "5.1(b)"), ("2018", "5.1.2"))),
    *((year, NO, "0-1", article) for year, article in (("1997", "5.1(b)"), ("2014", "5.1(b)"), ("2018", "5.1.2"))),
    ("2018", UNKNOWN, "0-1", "5.1.2"),
    ("2023", YES, "0-1", "5.1.2"),
    ("2023", NO, "1/2-1/2", "5.1.2"),
]


@pytest.mark.parametrize(("year", "can_mate", "result", "article"), RESIGNATIONS)
def test_resignation(year: str, can_mate: Possibility, result: str, article: str) -> None:
    assert judge_resignation(chess.WHITE, can_mate, FLAG_RULES[year]) == Outcome(result, article)
    mirrored = {"0-1": "1-0", "1/2-1/2": "1/2-1/2"}[result]
    assert judge_resignation(chess.BLACK, can_mate, FLAG_RULES[year]) == Outcome(mirrored, article)


def test_a_resignation_waits_for_the_arbiter_when_mate_is_unknown() -> None:
    outcome = judge_resignation(chess.BLACK, UNKNOWN, FLAG_RULES["2023"])
    assert outcome == Outcome(None, "5.1.2", duties("decide_mate 5.1.2"))


@pytest.mark.parametrize("year", FLAG_RULES)
def test_a_game_that_is_over_is_not_resigned(year: str) -> None:
    assert judge_resignation(chess.WHITE, YES, FLAG_RULES[year], over="1-0").result == "1-0"


rules = st.sampled_from(list(FLAG_RULES.values()))
conditions = st.builds(Conditions, st.sampled_from(Tempo), st.booleans(), st.booleans())
possible = st.sampled_from(Possibility)
moves = st.integers(0, 60)
falls = st.builds(
    FlagFall, st.sampled_from(Flags), moves, moves, st.none() | st.just(40), possible, possible, claimed=st.booleans()
)
MIRRORED = {
    Flags.WHITE: Flags.BLACK,
    Flags.BLACK: Flags.WHITE,
    Flags.WHITE_FIRST: Flags.BLACK_FIRST,
    Flags.BLACK_FIRST: Flags.WHITE_FIRST,
    Flags.ORDER_UNKNOWN: Flags.ORDER_UNKNOWN,
}
OTHER_WAY = {"1-0": "0-1", "0-1": "1-0"}


def mirrored(fall: FlagFall) -> FlagFall:
    return replace(
        fall,
        flags=MIRRORED[fall.flags],
        white_completed=fall.black_completed,
        black_completed=fall.white_completed,
        white_can_mate=fall.black_can_mate,
        black_can_mate=fall.white_can_mate,
    )


@given(falls, conditions, rules)
def test_colors_do_not_matter(fall, conditions, rules) -> None:
    one, other = judge_flag_fall(fall, conditions, rules), judge_flag_fall(mirrored(fall), conditions, rules)
    assert (one.article, one.duties) == (other.article, other.duties)
    assert other.result == OTHER_WAY.get(one.result, one.result)


@given(falls, conditions, rules)
def test_nobody_wins_who_might_not_mate_and_nobody_loses_whose_flag_stands(fall, conditions, rules) -> None:
    outcome = judge_flag_fall(fall, conditions, rules)
    if outcome.result in OTHER_WAY:
        winner = outcome.result == "1-0"
        assert fall.can_mate(winner) is YES
        assert (not winner) in fall.overstepped
    elif outcome.result is None:
        assert outcome.duties


@given(falls, conditions, rules, st.sampled_from(["1-0", "0-1", "1/2-1/2"]))
def test_a_game_that_is_over_stays_so(fall, conditions, rules, result) -> None:
    outcome = judge_flag_fall(replace(fall, over=result), conditions, rules)
    assert outcome == Outcome(result, "6.9")


@given(falls, conditions, rules)
def test_a_flag_is_called_or_kept_silent_unless_it_was_claimed(fall, conditions, rules) -> None:
    told = [duty.kind for duty in judge_flag_fall(fall, conditions, rules).duties]
    assert (DutyKind.CALL_FLAG in told) + (DutyKind.STAY_SILENT in told) == (not fall.claimed)
