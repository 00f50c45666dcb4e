"""Every way of playing has its bars, and they are compared with the right figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.exam.__main__ import _report
from benchmarks.exam.marks import Marks
from benchmarks.exam.profiles import BARS, PROFILES, Bars
from drivers.hand import Incident
from drivers.placement import Sensing


def test_every_profile_has_bars_and_every_bar_a_profile() -> None:
    assert set(PROFILES) == set(BARS)
    assert {sensing for _, sensing in PROFILES} >= {Sensing.IDENTITY, Sensing.OCCUPANCY}


@pytest.mark.parametrize("key", PROFILES, ids=str)
def test_profiles_are_filed_under_their_names_and_bars_can_be_reached(key: tuple[str, Sensing]) -> None:
    profile, bars = PROFILES[key], BARS[key]
    assert (profile.name, profile.sight.sensing) == key
    assert all(0 <= share <= 1 for share in (bars.perfect, bars.recall or 0, bars.precision or 0))
    assert all(most is None or most >= 0 for most in (bars.false, bars.withdrawn, bars.made))
    assert (bars.recall is None) is (bars.precision is None) is not profile.incidents


def good() -> Marks:
    marks = Marks(games=100, perfect=100, plies=10_000, delays=[0.05])
    marks.happened[Incident.ILLEGAL_MOVE] = marks.told[Incident.ILLEGAL_MOVE] = 100
    return marks


@pytest.mark.parametrize("key", PROFILES, ids=str)
def test_a_faultless_exam_is_passed(key: tuple[str, Sensing], capsys: pytest.CaptureFixture[str]) -> None:
    assert _report(PROFILES[key], good(), verbose=False)
    assert capsys.readouterr().out.startswith("✓")


def recorded_wrongly(marks: Marks) -> None:
    marks.perfect = 50


def told_without_a_cause(marks: Marks) -> None:
    marks.false["illegal_move"] = 600


def taken_back(marks: Marks) -> None:
    marks.withdrawn = 600


def slow(marks: Marks) -> None:
    marks.delays = [9.0]


def not_told(marks: Marks) -> None:
    marks.told[Incident.ILLEGAL_MOVE] = 50


BAD = {
    recorded_wrongly: ("perfect",),
    told_without_a_cause: ("false", "precision"),
    taken_back: ("withdrawn",),
    slow: ("made",),
    not_told: ("recall",),
}


@pytest.mark.parametrize("key", PROFILES, ids=str)
@pytest.mark.parametrize("fault", BAD, ids=lambda fault: fault.__name__)
def test_the_exam_is_failed_where_a_bar_forbids_the_fault(
    key: tuple[str, Sensing], fault: Callable[[Marks], None], capsys: pytest.CaptureFixture[str]
) -> None:
    marks = good()
    fault(marks)
    forbidden = any(getattr(BARS[key], figure) != getattr(Bars(), figure) for figure in BAD[fault])
    assert _report(PROFILES[key], marks, verbose=True) is not forbidden
    assert ("✗" in capsys.readouterr().out) is forbidden
