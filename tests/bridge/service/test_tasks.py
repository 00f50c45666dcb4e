from __future__ import annotations

import asyncio
import logging

import pytest

from bridge.service.tasks import FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, kept_running, until_set
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


def test_what_ends_by_itself_is_not_waited_for() -> None:
    async def work() -> None:
        await asyncio.sleep(5.0)
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        run(until_set(asyncio.Event(), work()))


def test_what_is_done_ends_when_it_is_asked_to() -> None:
    ended: list[float] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(asyncio.get_running_loop().time())

    async def main() -> None:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(5.0, stop.set)
        await until_set(stop, work())

    run(main())
    assert ended == [5.0]


def test_the_task_ends_with_the_block() -> None:
    assert begun_at([], 5.0) == [0.0]
