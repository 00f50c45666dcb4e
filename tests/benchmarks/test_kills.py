"""The program is killed in play at real ports: e-boards with a memory lose nothing by it."""

from __future__ import annotations

import asyncio
import random

import pytest

from benchmarks.kills import WITH_MEMORY, lost, play_and_kill


@pytest.mark.alone
def test_what_is_played_while_the_program_is_dead_is_read_back() -> None:
    done = asyncio.run(play_and_kill(WITH_MEMORY, tables=1, plies=16, rng=random.Random(1)))
    assert done.kills > 0
    assert {course.table.kind.title: lost(course) for course in done.played} == {kind.title: 0 for kind in WITH_MEMORY}
