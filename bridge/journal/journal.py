"""The journal as the service uses it: appends that never block, one writer thread, many appends per commit."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from bridge.journal.checkpoints import Checkpoint
from bridge.journal.course import Course
from bridge.journal.records import GameKey, Record
from bridge.journal.store import Store
from bridge.messages.envelope import Message
from bridge.rules.setup import Setup
from drivers.errors import JournalError
from drivers.reports import Report

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0  # a full disk is tried again that often
KEPT_MESSAGES = 20_000  # undelivered messages kept in memory (about 20 MB); beyond that they are read from the disk


@dataclass(slots=True)
class _Batch:
    """What goes to the disk in one commit."""

    durable: asyncio.Future[None]
    records: list[Record] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    next_seq: int = 0
    checkpoints: dict[str, Checkpoint] = field(default_factory=dict)
    """The newest of each board."""


@dataclass(frozen=True, slots=True)
class _Query:
    """A question to the store, answered between two commits."""

    ask: Callable[[Store], list[Message]]
    receive: Callable[[list[Message] | JournalError], None]
    """Called in the loop, before it hears of the next commit."""


_Work: TypeAlias = "_Batch | _Query | None"


class Journal:
    """An open journal; an asynchronous context manager that belongs to the running loop.

    It is also the outbox that a publisher empties: `take`, `delivered`, `retained`, `rewind`, `reserve`.
    """

    def __init__(
        self,
        store: Store,
        *,
        least_seq: Callable[[], int] = lambda: 1,
        retry_seconds: float = RETRY_SECONDS,
        kept: int = KEPT_MESSAGES,
    ) -> None:
        self._store = store
        self._least_seq = least_seq
        self._retry_seconds = retry_seconds
        self._kept = kept
        self._loop = asyncio.get_running_loop()
        self._next_seq, self._delivered = store.progress()
        self._taken = self._delivered
        self._fresh: deque[Message] = deque()
        self._behind = True  # messages after `_taken` are on the disk that are not in `_fresh`
        self._news = asyncio.Event()
        self._news.set()
        self._work: queue.SimpleQueue[_Work] = queue.SimpleQueue()
        self._open_batch: _Batch | None = None
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._trouble: JournalError | None = None
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)

    @classmethod
    def open(cls, path: Path, least_seq: Callable[[], int] = lambda: 1) -> Self:
        """Open the file, or begin it; no number will be less than what `least_seq` says then. Raises JournalError when
        the file cannot be used.
        """
        return cls(Store(path), least_seq=least_seq)

    async def __aenter__(self) -> Self:
        self._writer.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        """Write what is left. Raises JournalError when that is not possible."""
        last = self.append()
        self._closing.set()
        self._work.put(None)
        try:
            await last
        finally:
            await asyncio.to_thread(self._writer.join)
            self._store.close()

    @property
    def next_seq(self) -> int:
        """The sequence number of the next message, if it is appended now."""
        return max(self._next_seq, self._least_seq())

    @property
    def trouble(self) -> JournalError | None:
        """Why nothing can be written at the moment. It is tried again until it works; nothing is forgotten."""
        return self._trouble

    def append(self, records: Sequence[Record] = (), messages: Sequence[Message] = ()) -> asyncio.Future[None]:
        """Write inputs and the messages that follow from them, together. The result is shared by all that go to the
        disk in the same commit: await it under `asyncio.shield`, or not at all. Messages are handed to the publisher
        when they are durable. Raises ValueError when their sequence numbers do not follow each other, or those before.
        """
        if messages:
            first = messages[0].seq
            if first < self._next_seq or any(message.seq != seq for seq, message in enumerate(messages, first)):
                raise ValueError(f"messages are not numbered from {self._next_seq} on")
            self._next_seq = first + len(messages)
        with self._lock:
            batch = self._batch()
            batch.records.extend(records)
            batch.messages.extend(messages)
        return batch.durable

    def keep(self, checkpoint: Checkpoint) -> None:
        """Write a checkpoint, of a game whose inputs have all been appended: with them or after them. It must not
        change; it is turned into bytes when it is written.
        """
        with self._lock:
            self._batch().checkpoints[checkpoint.key.board] = checkpoint

    async def reserve(self, count: int) -> int:
        """Set `count` sequence numbers aside, durably, for messages that need no journal; the first of them."""
        first = self.next_seq
        self._next_seq = first + count
        await asyncio.shield(self.append())
        return first

    def games(self) -> list[GameKey]:
        """All games, in the order in which their first inputs came. Only before anything is appended."""
        return self._store.games()

    def records(self, key: GameKey) -> Iterator[Record]:
        """The inputs of one game, in order. Only before anything is appended."""
        return self._store.records(key)

    def past(self, key: GameKey, setup: Setup) -> tuple[Course | None, Iterator[Record]]:
        """What a game had become, and the inputs after that; all of them, and None, without a checkpoint that fits.
        `setup`: how games on this board are to be played. Only before anything is appended.
        """
        return self._store.past(key, setup)

    def told(self, key: GameKey) -> tuple[Report, ...]:
        """What the e-board told last in one game, the oldest first, as far back as a memory is searched for.

        Only before anything is appended.
        """
        return self._store.told(key)

    async def take(self, limit: int) -> list[Message]:
        """The next durable messages, at least one and at most `limit`, in order; waits until there is one."""
        while True:
            await self._news.wait()
            if self._behind and not self._fresh:
                await self._catch_up(limit)
            taken = [self._fresh.popleft() for _ in range(min(limit, len(self._fresh)))]
            if taken:
                self._taken = taken[-1].seq
                return taken
            if not self._behind:
                self._news.clear()

    def delivered(self, through: int) -> None:
        """The broker has every message up to that sequence number. Written with the next commit: after a crash some
        may be published again, under the same numbers.
        """
        self._delivered = max(self._delivered, through)

    def rewind(self) -> None:
        """`take` begins again after the last delivered message."""
        self._taken = self._delivered
        self._fresh.clear()
        self._behind = True
        self._news.set()

    async def retained(self) -> list[Message]:
        """The newest message of every retained topic, in order."""
        return await self._ask(Store.retained)

    def _batch(self) -> _Batch:
        """The one that is written next; only under the lock."""
        if self._open_batch is None:
            self._open_batch = _Batch(self._loop.create_future())
            self._work.put(self._open_batch)
        self._open_batch.next_seq = self._next_seq
        return self._open_batch

    async def _catch_up(self, limit: int) -> None:
        after = self._taken

        def receive(found: list[Message]) -> None:
            if after == self._taken:  # nobody rewound meanwhile
                self._fresh.extend(found)
                self._behind = len(found) == limit

        await self._ask(lambda store: store.undelivered(after, limit), receive)

    async def _ask(
        self, ask: Callable[[Store], list[Message]], receive: Callable[[list[Message]], None] = lambda _: None
    ) -> list[Message]:
        answer: asyncio.Future[list[Message]] = self._loop.create_future()

        def settle(found: list[Message] | JournalError) -> None:
            if answer.done():
                return
            if isinstance(found, JournalError):
                answer.set_exception(found)
            else:
                receive(found)
                answer.set_result(found)

        self._work.put(_Query(ask, settle))
        return await answer

    def _committed(self, batch: _Batch) -> None:
        if not batch.durable.done():
            batch.durable.set_result(None)
        if not batch.messages:
            return
        self._news.set()
        if not self._behind:
            self._fresh.extend(batch.messages)
            if len(self._fresh) > self._kept:
                self._fresh.clear()
                self._behind = True

    def _write(self) -> None:
        """The writer thread: one piece of work after the other until there is no more."""
        while (work := self._work.get()) is not None:
            if isinstance(work, _Query):
                self._answer(work)
            else:
                with self._lock:
                    self._open_batch = None
                self._commit(work)

    def _answer(self, query: _Query) -> None:
        found: list[Message] | JournalError
        try:
            found = query.ask(self._store)
        except JournalError as error:
            found = error
        self._loop.call_soon_threadsafe(query.receive, found)

    def _commit(self, batch: _Batch) -> None:
        while True:
            try:
                checkpoints = batch.checkpoints.values()
                self._store.write(batch.records, batch.messages, batch.next_seq, self._delivered, checkpoints)
            except JournalError as error:
                known, self._trouble = self._trouble, error
                if str(error) != str(known):
                    logger.warning("%s", error)
                if self._closing.wait(self._retry_seconds):
                    self._loop.call_soon_threadsafe(_give_up, batch.durable, error)
                    return
            else:
                self._trouble = None
                self._loop.call_soon_threadsafe(self._committed, batch)
                return


def _give_up(durable: asyncio.Future[None], error: JournalError) -> None:
    if not durable.done():
        durable.set_exception(error)
        durable.exception()  # it need not be awaited
