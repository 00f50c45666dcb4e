"""Everything under one roof: journal, boards, publisher, and if wanted a broker and the page; started and stopped.

An e-board, the broker or the disk may fail at any time: the rest goes on, and what failed is tried again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Container, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

from bridge.broker import embedded
from bridge.broker.connection import BrokerAddress
from bridge.broker.embedded import EmbeddedBroker, Ports
from bridge.broker.publisher import WILL_DELAY_SECONDS, Identity, Publisher
from bridge.config import Config, broker_address, state_directory
from bridge.journal import GameKey, Journal
from bridge.journal.course import Course, brought_back, key_of
from bridge.messages.places import BoardPlace
from bridge.messages.topics import Topics
from bridge.rules.setup import Setup
from bridge.service.board import Board, Desk
from bridge.service.display import hands_at, page
from bridge.service.game_time import GameTime
from bridge.service.ghosts import Sweeper
from bridge.service.lines import Lines
from bridge.service.opening import open_round
from bridge.service.places import place_of
from bridge.service.publishing import publish_while_recording
from bridge.service.requests import Reception
from bridge.service.tasks import kept_running
from bridge.web.server import Address
from drivers.errors import JournalError

LOG = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often it is looked whether the embedded broker lives."""
JOURNAL = "journal.db"
"""Name of the file in the state directory."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service that runs. `page` is None when no page is served."""

    journal: Journal
    boards: Sequence[Board]
    publisher: Publisher
    broker: BrokerAddress
    page: Address | None


@asynccontextmanager
async def running(config: Config, environment: Mapping[str, str]) -> AsyncIterator[Service]:
    """Run everything that the configuration names while the block runs; then say goodbye, and leave all as it stands.

    Raises TouchmoveError when the journal cannot be used, a port is taken, or a virtual e-board lacks its game or its
    password; a broker that is away is no error.
    """
    async with AsyncExitStack() as stack:
        journal = await stack.enter_async_context(_journal(state_directory(config, environment)))
        session = secrets.token_hex(8)
        lines = Lines()
        boards = _boards(config, environment, journal, session, lines)
        stack.callback(_keep, boards)
        hands = hands_at(config, environment, boards)
        await open_round(config, journal, session, boards)
        address, will_delay = await _broker(stack, config, environment)
        identity = Identity(config.bridge.name, session, Topics(config.broker.topic_root))
        publisher = Publisher(address, journal, identity, wall=lambda: datetime.now(UTC), will_delay=will_delay)
        if config.broker.embedded:  # It keeps nothing of earlier runs.
            publish = partial(publish_while_recording, publisher, journal)
        else:
            sweeper = Sweeper(config, journal, session, boards, address)
            publish = partial(sweeper.publish, publisher)
            await stack.enter_async_context(kept_running("Sweeping", partial(sweeper.when_connected, publisher)))
        await stack.enter_async_context(kept_running("Publishing", publish))
        if config.broker.requests:
            reception = Reception(address, identity.topics, identity.bridge, reply_topics=not config.broker.embedded)
            await stack.enter_async_context(kept_running("Requests", partial(reception.serve, boards, publisher)))
        shown = await stack.enter_async_context(page(config, address, hands)) if config.web.enabled else None
        for line, run in lines.runs.items():
            await stack.enter_async_context(kept_running(f"Line {line}", run))
        yield Service(journal, boards, publisher, address, shown)


def _keep(boards: Iterable[Board]) -> None:
    """The next start need not go back further than this."""
    for board in boards:
        board.keep()


def _journal(directory: Path) -> Journal:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(
            f"the state directory cannot be made ({error.strerror}).",
            where=str(directory),
            remedy="Give it to the user that runs touchmove, or set [bridge] state_directory.",
        ) from error
    return Journal.open(directory / JOURNAL, _microseconds)


def _microseconds() -> int:
    """Since 1970. Numbers that go with the time have gaps everywhere, so that none tells of an alert."""
    return time.time_ns() // 1_000


def _boards(
    config: Config, environment: Mapping[str, str], journal: Journal, session: str, lines: Lines
) -> list[Board]:
    """The boards of the round with their games as far as the journal knows them."""
    known = set(journal.games())
    seats = [(board, place_of(config, board), config.setup_of(board)) for board in config.boards]
    pasts = [_past(journal, known, place, setup) for _, place, setup in seats]
    now = GameTime(after=max((past.until for past in pasts if past), default=0.0))
    desk = Desk(journal, session, now, environment, lines, config.event.lights)
    return [
        Board(place, setup, config.eboard_of(board), desk, past)
        for (board, place, setup), past in zip(seats, pasts, strict=True)
    ]


def _past(journal: Journal, known: Container[GameKey], place: BoardPlace, setup: Setup) -> Course | None:
    """The last game on a board that the journal knows."""
    number = next(number for number in count(1) if key_of(place, number + 1) not in known)
    course, kept = journal.past(key_of(place, number), setup)
    return brought_back(setup, kept, number, course)


async def _broker(stack: AsyncExitStack, config: Config, environment: Mapping[str, str]) -> tuple[BrokerAddress, int]:
    """Where the broker is, and the delay for the last will there. Our own is started first."""
    if not config.broker.embedded:
        return broker_address(config.broker, environment), WILL_DELAY_SECONDS
    own = EmbeddedBroker(Ports(mqtt=config.broker.port, mqtt311=config.broker.page_port))
    await asyncio.to_thread(stack.enter_context, own)
    await stack.enter_async_context(kept_running("The embedded broker", partial(_keep_alive, own)))
    return BrokerAddress(embedded.HOST, own.ports.mqtt), embedded.WILL_DELAY_SECONDS


async def _keep_alive(own: EmbeddedBroker) -> None:
    """Return when the broker had ended and was started again."""
    while own.running:  # noqa: ASYNC110 - a process that was killed tells nobody
        await asyncio.sleep(LOOK_SECONDS)
    LOG.warning("The embedded broker has ended; it is started again.")
    await asyncio.to_thread(own.restart)
