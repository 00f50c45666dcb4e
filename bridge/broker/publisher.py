"""The one task that publishes: it empties the outbox in order, and tells a new connection everything anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import NoReturn, Protocol

from bridge.broker.connection import BrokerAddress, Connection, Will, connected
from bridge.messages.envelope import Message, Stamp
from bridge.messages.infos import bridge_state
from bridge.messages.payloads import BridgeCondition
from bridge.messages.topics import Topics, checked_slug
from drivers.errors import BrokerError

logger = logging.getLogger(__name__)

TAKEN = 200  # messages taken from the outbox at once; of retained topics only the newest among them is sent
ON_THE_WAY = 8  # portions that are sent before the first of them must be acknowledged
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 15.0
BRIEF = 2  # connections in a row that last less than the longest pause: something throws us out again and again
WILL_DELAY_SECONDS = 5  # a reconnect that is quicker raises no alarm
FAREWELL_SECONDS = 2.0


class _OnTheWay:
    """Portions that are being published, in order, with the last sequence number of each."""

    def __init__(self) -> None:
        self.slots = asyncio.Semaphore(ON_THE_WAY)
        self.portions: asyncio.Queue[tuple[asyncio.Task[None], int]] = asyncio.Queue()


class Outbox(Protocol):
    """Where messages wait, durably, until the broker has them. The journal is one."""

    async def take(self, limit: int) -> list[Message]:
        """The next messages, at least one and at most `limit`, in order; waits until there is one."""

    def delivered(self, through: int) -> None:
        """The broker has every message up to that sequence number."""

    def rewind(self) -> None:
        """`take` begins again after the last delivered message."""

    async def retained(self) -> list[Message]:
        """The newest message of every retained topic, in order."""

    async def reserve(self, count: int) -> int:
        """The first of `count` sequence numbers that nobody else will use."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who publishes: the bridge's name (a slug, unique at its broker), this run's session, and the topics' root."""

    bridge: str
    session: str
    topics: Topics = field(default_factory=Topics)

    def __post_init__(self) -> None:
        checked_slug(self.bridge)


class Publisher:
    """Publishes what is in the outbox for as long as `run` runs."""

    def __init__(
        self,
        address: BrokerAddress,
        outbox: Outbox,
        identity: Identity,
        *,
        wall: Callable[[], datetime],
        will_delay: int = WILL_DELAY_SECONDS,
    ) -> None:
        self._address = address
        self._outbox = outbox
        self._identity = identity
        self._wall = wall
        self._will_delay = will_delay
        self._trouble: BrokerError | None = None
        self._brief = 0
        self._ready = asyncio.Event()
        self._again = asyncio.Event()

    @property
    def trouble(self) -> BrokerError | None:
        """Why nothing can be published at the moment; None when all is well or nothing was tried yet."""
        return self._trouble

    async def ready(self) -> None:
        """Wait until the broker has been told everything."""
        await self._ready.wait()

    async def tell_again(self) -> None:
        """Tell everything anew, as to a new connection, and wait until the broker has been told."""
        self._ready.clear()
        self._again.set()
        await self._ready.wait()

    async def run(self) -> NoReturn:
        """Connect, publish, connect again, until cancelled; then say `disconnected`. Trouble with the broker is
        logged once and never raised.
        """
        clock = asyncio.get_running_loop().time
        pause = FIRST_PAUSE_SECONDS
        while True:
            begun = clock()
            try:
                await self._connect_and_publish()
            except BrokerError as error:
                lasted = clock() - begun > LONGEST_PAUSE_SECONDS
                pause = FIRST_PAUSE_SECONDS if lasted else min(2 * pause, LONGEST_PAUSE_SECONDS)
                self._brief = self._brief + 1 if self._ready.is_set() and not lasted else 0
                self._ready.clear()
                self._complain(error)
            _stop_if_asked()
            await asyncio.sleep(pause)

    def _complain(self, error: BrokerError) -> None:
        """Of connections that break again and again, once: two bridges of one name would else fill the log."""
        if self._brief == BRIEF:
            logger.warning(
                "%s: connections break soon after they were made. If another program is called %s too, give each a "
                "name of its own: name under [bridge].",
                *(self._address, self._identity.bridge),
            )
        elif self._brief < BRIEF and str(error) != str(self._trouble):
            logger.warning("%s", error)
        self._trouble = error

    async def _connect_and_publish(self) -> None:
        """One connection, from the last will to the farewell. The will has the highest of the four numbers."""
        first = await self._outbox.reserve(4)
        will = Will(self._state("lost", first + 3), self._will_delay)
        async with connected(self._address, f"touchmove-{self._identity.bridge}", will) as connection:
            try:
                while True:
                    await self._serve(connection, self._state("init", first), self._state("ready", first + 1))
            finally:
                with suppress(BrokerError, TimeoutError):
                    async with asyncio.timeout(FAREWELL_SECONDS):
                        await connection.publish([self._state("disconnected", first + 2)])

    async def _serve(self, connection: Connection, init: Message, ready: Message) -> None:
        """Return when everything shall be told again. Raises BrokerError when the connection breaks."""
        _stop_if_asked()
        on_the_way = _OnTheWay()
        tasks: list[asyncio.Task[None]] = [
            asyncio.create_task(connection.watch()),
            asyncio.create_task(self._publish(connection, init, ready, on_the_way)),
            asyncio.create_task(self._acknowledge(on_the_way)),
            asyncio.create_task(self._asked_again()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            while not on_the_way.portions.empty():
                tasks.append(on_the_way.portions.get_nowait()[0])
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome

    async def _publish(self, connection: Connection, init: Message, ready: Message, on_the_way: _OnTheWay) -> NoReturn:
        """Tell everything, then what is new. What is new does not wait until the broker has acknowledged the rest."""
        self._again.clear()
        self._outbox.rewind()
        state = await self._outbox.retained()
        await connection.publish([init, *state, ready])
        if self._trouble is not None and self._brief < BRIEF:
            logger.info("%s: the broker has been told everything again.", self._address)
        self._trouble = None
        self._ready.set()
        known = state[-1].seq if state else 0
        while True:
            await on_the_way.slots.acquire()
            taken = await self._outbox.take(TAKEN)
            news = _latest(message for message in taken if not message.retain or message.seq > known)
            on_the_way.portions.put_nowait((asyncio.create_task(connection.publish(news)), taken[-1].seq))

    async def _asked_again(self) -> None:
        await self._again.wait()

    async def _acknowledge(self, on_the_way: _OnTheWay) -> NoReturn:
        while True:
            publishing, through = await on_the_way.portions.get()
            await publishing
            on_the_way.slots.release()
            self._outbox.delivered(through)

    def _state(self, state: BridgeCondition, seq: int) -> Message:
        stamp = Stamp(seq, self._identity.session, self._wall())
        return bridge_state(self._identity.topics, self._identity.bridge, state, stamp)


def _stop_if_asked() -> None:
    """`asyncio.wait_for` of Python 3.11, which aiomqtt uses, may swallow a cancellation; its request stays counted."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _latest(messages: Iterable[Message]) -> Sequence[Message]:
    """The messages without those that a later one on the same retained topic replaces."""
    messages = list(messages)
    last = {message.topic: message.seq for message in messages if message.retain}
    return [message for message in messages if not message.retain or last[message.topic] == message.seq]
