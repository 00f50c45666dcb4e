"""Every fault that is planted into the rules changes for the worse the figure that is there to notice it."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

import pytest

from benchmarks.exam.__main__ import OURS
from benchmarks.exam.marks import Marks, Task
from benchmarks.exam.plants import PLANTS, planted
from benchmarks.exam.profiles import PROFILES
from benchmarks.exam.storm.kinds import Upset
from benchmarks.exam.storm.marking import mark_storm
from benchmarks.exam.storm.weather import scripted
from benchmarks.table import CLEAR_SIGHT, games_in
from drivers.hand import CALM, Incident
from drivers.placement import Sensing

KINDS = (
    Upset.TAKEBACK_OTHER,
    Incident.ILLEGAL_MOVE,
    Upset.GAP_SHORT,
    Upset.LAST_PUT_LOST,
    Incident.DISPLACED,
    Upset.LONG_KNOCK,
)


@functools.cache
def marks_with(plant: str | None) -> Marks:
    marks = Marks()
    with planted(plant):
        for seed in range(3):
            played = next(games_in([OURS[1]]))
            task = Task(played, PROFILES["storm", Sensing.IDENTITY], seed)
            marks.add(mark_storm(task, scripted(played, KINDS, CALM, random.Random(seed)), CLEAR_SIGHT))
    return marks


def lies(marks: Marks) -> int:
    return sum("accuses" in each or "while the line was lost" in each for each in marks.broken)


NOTICED: dict[str, Callable[[Marks], float]] = {
    "never-takes-back": lambda marks: marks.share_healed,
    "never-asks": lambda marks: marks.share_perfect + marks.share_healed,
    "accuses-the-other": lambda marks: -len(marks.accused),
    "accuses-nobody": lambda marks: -lies(marks),
    "says-nothing": lambda marks: marks.recall,
    "stops-at-an-alert": lambda marks: marks.share_perfect + marks.share_healed,
    "makes-what-it-cannot-see": lambda marks: -lies(marks),
}


def test_every_plant_has_a_figure_that_notices_it() -> None:
    assert set(NOTICED) == set(PLANTS)


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_fault_is_noticed(plant: str) -> None:
    figure = NOTICED[plant]
    assert figure(marks_with(plant)) < figure(marks_with(None))
