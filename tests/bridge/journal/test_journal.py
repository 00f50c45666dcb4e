from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

import chess
import pytest

from bridge.journal import Checkpoint, GameKey, Journal, Record
from bridge.journal.course import Course
from bridge.journal.store import Store
from bridge.messages.envelope import Message
from bridge.rules.game import new_game
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers.errors import JournalError
from drivers.reports import Press

KEY = GameKey("7", "open-3-7-1")

pytestmark = pytest.mark.asyncio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def state(seq: int, topic: str = "a/position") -> Message:
    return Message(topic, b"state", True, 1, seq)


def news(seq: int) -> Message:
    return Message("a/move", b"news", False, 1, seq)


def pressed(at: float) -> Record:
    return Record(KEY, at, Press(True))


async def test_what_was_appended_is_there_after_a_restart_and_numbers_go_on(path: Path) -> None:
    async with Journal.open(path) as journal:
        assert journal.next_seq == 1
        journal.append([pressed(1.0)], [news(1), state(2)])
        await journal.append([pressed(2.0)], [state(3)])
        assert await journal.reserve(4) == 4
    async with Journal.open(path) as journal:
        assert journal.next_seq == 8
        assert journal.games() == [KEY]
        assert list(journal.records(KEY)) == [pressed(1.0), pressed(2.0)]
        assert await journal.take(10) == [news(1), state(3)]


async def test_checkpoints_come_with_the_inputs_that_they_know_or_after_them(path: Path) -> None:
    setup = Setup(position_of(chess.Board()))

    def until(at: float) -> Checkpoint:
        return Checkpoint(KEY, setup, Course(new_game(setup, 0.0), at))

    async with Journal.open(path) as journal:
        for at in (1.0, 2.0, 3.0):
            journal.append([pressed(at)])
            if at < 3.0:
                journal.keep(until(at))
    async with Journal.open(path) as journal:
        course, kept = journal.past(KEY, setup)
        assert course is not None
        assert (course.until, list(kept)) == (2.0, [pressed(3.0)])
        journal.keep(until(3.0))
    async with Journal.open(path) as journal:
        assert list(journal.past(KEY, setup)[1]) == []


async def test_numbers_go_with_the_time_and_never_back(path: Path) -> None:
    at = 1_000
    async with Journal.open(path, lambda: at) as journal:
        assert journal.next_seq == 1_000
        await journal.append((), [news(1_000), news(1_001)])
        assert journal.next_seq == 1_002
        at = 5_000
        assert await journal.reserve(2) == 5_000
        at = 3_000  # the wall clock was set back
        assert journal.next_seq == 5_002
        await journal.append((), [news(6_000)])
        assert [message.seq for message in await journal.take(10)] == [1_000, 1_001, 6_000]
    async with Journal.open(path, lambda: at) as journal:
        assert journal.next_seq == 6_001


async def test_numbers_must_follow_each_other(path: Path) -> None:
    async with Journal.open(path) as journal:
        for wrong in ([news(2), news(4)], [news(1), news(3)], [news(0)]):
            with pytest.raises(ValueError, match="not numbered from 1"):
                journal.append((), wrong)


async def test_taken_but_undelivered_messages_come_again_after_a_rewind(path: Path) -> None:
    async with Journal.open(path) as journal:
        await journal.append((), [news(seq) for seq in range(1, 11)])
        assert [message.seq for message in await journal.take(4)] == [1, 2, 3, 4]
        journal.delivered(2)
        assert [message.seq for message in await journal.take(100)] == [5, 6, 7, 8, 9, 10]
        journal.rewind()
        assert [message.seq for message in await journal.take(3)] == [3, 4, 5]
    async with Journal.open(path) as journal:
        assert [message.seq for message in await journal.take(1)] == [3]


async def test_take_waits_for_what_is_durable(path: Path) -> None:
    async with Journal.open(path) as journal:
        taking = asyncio.create_task(journal.take(10))
        await journal.reserve(1)
        assert not taking.done()
        journal.append((), [news(2)])
        assert await taking == [news(2)]


@pytest.mark.parametrize("kept", [0, 3, 1000])
async def test_every_event_is_taken_once_and_in_order_however_little_memory_there_is(path: Path, kept: int) -> None:
    async with Journal(Store(path), kept=kept) as journal:
        taken: list[int] = []

        async def publish() -> None:
            while len(taken) < 500:
                found = await journal.take(7)
                taken.extend(message.seq for message in found)
                journal.delivered(taken[-1])

        publishing = asyncio.create_task(publish())
        for seq in range(1, 501):
            durable = journal.append([pressed(seq)], [news(seq)])
            if seq % 10 == 0:
                await durable
        await publishing
        assert taken == list(range(1, 501))


async def test_while_nobody_takes_retained_messages_replace_each_other(path: Path) -> None:
    async with Journal(Store(path), kept=10) as journal:
        for seq in range(1, 201, 2):
            journal.append((), [state(seq, f"a/{seq % 4}"), news(seq + 1)])
        found = await journal.take(1000)
        while len(found) < 102:
            found += await journal.take(1000)
        assert [message.seq for message in found if message.retain] == [197, 199]
        assert [message.seq for message in found if not message.retain] == list(range(2, 201, 2))


class Warned(logging.Handler):
    """Sets an event in the running loop when something is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = []
        self.event = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
        self.loop.call_soon_threadsafe(self.event.set)


async def test_a_full_disk_delays_but_loses_nothing(path: Path) -> None:
    warned = Warned()
    logging.getLogger("bridge.journal.journal").addHandler(warned)
    store = Store(path)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    async with Journal(store, retry_seconds=0.001) as journal:
        durable = journal.append([pressed(at) for at in range(2000)], [news(1)])
        await warned.event.wait()
        assert "the disk is full" in str(journal.trouble)
        assert not durable.done()
        store.connection.execute("PRAGMA max_page_count = 1000000")
        await durable
        assert await journal.take(10) == [news(1)]
        assert journal.trouble is None
    logging.getLogger("bridge.journal.journal").removeHandler(warned)
    assert len(warned.texts) == 1


async def test_a_disk_that_stays_full_is_an_error_at_the_end(path: Path) -> None:
    store = Store(path)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match="Free some space"):
        async with Journal(store, retry_seconds=60) as journal:
            journal.append([pressed(at) for at in range(2000)], [news(1)])
    Store(path).close()


WRITER = """
import asyncio, sys
from pathlib import Path
from bridge.journal import GameKey, Journal, Record
from bridge.messages.envelope import Message
from drivers.reports import Press

async def write():
    async with Journal.open(Path(sys.argv[1])) as journal:
        for at in range(1_000_000):
            seq = journal.next_seq
            await journal.append([Record(GameKey("7", "g"), at, Press(True))], [Message("m", b"x", False, 1, seq)])
            print(seq, flush=True)

asyncio.run(write())
"""


@pytest.mark.alone
async def test_what_was_durable_survives_sigkill(path: Path) -> None:
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(path), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    assert writer.stdout is not None
    for _ in range(20):
        await writer.stdout.readline()
    writer.kill()
    said = 20 + (await writer.stdout.read()).count(b"\n")
    await writer.wait()
    async with Journal.open(path) as journal:
        written = len(list(journal.records(GameKey("7", "g"))))
        assert written in {said, said + 1}
        assert journal.next_seq == written + 1
        assert [message.seq for message in await journal.take(10_000)] == list(range(1, written + 1))
