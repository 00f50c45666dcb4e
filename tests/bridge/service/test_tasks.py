from __future__ import annotations

import asyncio
import logging

import pytest

from bridge.service.tasks import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, kept_running
from drivers.errors import JournalError
from tests.virtual_time import run


def begun_at(faults: list[Exception], seconds: float) -> list[float]:
    """When a task that ends with one fault after the other, and then lives on, was begun."""
    begun: list[float] = []

    async def work() -> None:
        begun.append(asyncio.get_running_loop().time())
        if faults:
            raise faults.pop(0)
        await asyncio.Event().wait()

    async def main() -> None:
        async with kept_running("Board 3", work):
            await asyncio.sleep(seconds)

    run(main())
    return begun


def test_a_fault_is_logged_and_the_task_begun_again_ever_more_slowly(caplog: pytest.LogCaptureFixture) -> None:
    faults = [ZeroDivisionError("one"), JournalError("the disk is full.", where="journal.db"), ZeroDivisionError("two")]
    assert begun_at(faults, 60.0) == [0.0, 1.0, 3.0, 7.0]
    told = [(record.levelno, record.exc_info is not None) for record in caplog.records]
    assert told == [(logging.ERROR, True), (logging.ERROR, False), (logging.ERROR, True)]
    assert caplog.records[1].getMessage() == "Board 3: journal.db: the disk is full."


def test_the_pause_has_an_end() -> None:
    begun = begun_at([ZeroDivisionError() for _ in range(10)], 1000.0)
    assert begun[1] - begun[0] == FIRST_PAUSE_SECONDS
    assert begun[-1] - begun[-2] == LONGEST_PAUSE_SECONDS


def test_the_task_ends_with_the_block() -> None:
    assert begun_at([], 5.0) == [0.0]
