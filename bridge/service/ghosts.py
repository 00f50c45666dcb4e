"""What a former installation left at the broker: one with the same names, but another state directory.

The journal knows what its own runs have told, and clears what holds no longer; of what others told it knows nothing.
So the broker is asked once, at the start, what it keeps. Other bridges may be there too: only what is about our boards
and e-boards, or was told by the last run that bore our name, is ours to clear.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NoReturn

import msgspec

from bridge.broker.connection import BrokerAddress, connected
from bridge.broker.publisher import Publisher
from bridge.config import Config
from bridge.journal import Journal
from bridge.messages.envelope import Envelope, Pile, Stamp
from bridge.messages.topics import Topics
from bridge.service.board import Board
from bridge.service.opening import wanted_topics
from bridge.service.places import eboard_name
from bridge.service.publishing import publish_while_recording
from drivers.errors import BrokerError

LOG = logging.getLogger(__name__)

QUIET_SECONDS = 0.5
"""A broker tells what it keeps at once: when nothing more has come for so long, that was all."""
LONGEST_SECONDS = 5.0
"""Where other bridges talk all the time it is never quiet."""
AGAIN_SECONDS = 10.0
"""How often it is looked whether that has been done."""

_decode = msgspec.json.Decoder(Envelope).decode


@dataclass(frozen=True, slots=True)
class Installation:
    """Who asks: the names that it uses in topics, and the session of this run."""

    topics: Topics
    bridge: str
    session: str
    event: str
    round: int
    boards: frozenset[int]
    eboards: frozenset[str]

    def ghosts(self, kept: Mapping[str, bytes], wanted: set[str]) -> list[str]:
        """The topics to clear, of those at which the broker keeps something. `wanted`: where we have something to say.
        Results of other rounds of our event stay.
        """
        former = self._former_sessions(kept)
        spoke_last = _spoke_last(kept)
        left = [topic for topic in kept if topic not in wanted and not self._stays(topic)]
        return [topic for topic in left if self._is_ours(topic) or spoke_last.get(_place(topic), "") in former]

    def _former_sessions(self, kept: Mapping[str, bytes]) -> set[str]:
        """Of the last run that bore our name."""
        told = (_envelope(kept.get(self.topics.bridge(self.bridge, leaf), b"")) for leaf in ("state", "info"))
        return {envelope.session for envelope in told if envelope is not None} - {"", self.session}

    def _is_ours(self, topic: str) -> bool:
        match topic.removeprefix(f"{self.topics.base}/").split("/"):
            case ["eboard", eboard, _]:
                return eboard in self.eboards
            case ["event", self.event, "round", _, "board", board, *_]:
                return board.isdecimal() and int(board) in self.boards
            case _:
                return False

    def _stays(self, topic: str) -> bool:
        """Whether it is a result, or says what was played, in another round of our event."""
        inside = f"{self.topics.event(self.event, '')}"
        now = self.topics.round(self.event, self.round, "")
        return topic.startswith(inside) and not topic.startswith(now) and topic.endswith(("/result", "/info"))


def _place(topic: str) -> str:
    """The e-board, or the board of a round, that a topic is about; empty for others."""
    levels = topic.split("/")
    about = {"eboard": 4, "event": 8}.get(levels[2] if len(levels) > 3 else "", len(levels))
    return "/".join(levels[:about]) if len(levels) > about else ""


def _spoke_last(kept: Mapping[str, bytes]) -> dict[str, str]:
    """For each place the run that wrote about it last: another bridge may serve it now."""
    told = [(envelope.ts, _place(topic), envelope.session) for topic, envelope in _read(kept) if _place(topic)]
    return {place: session for _, place, session in sorted(told)}


def _read(kept: Mapping[str, bytes]) -> Iterator[tuple[str, Envelope]]:
    for topic, payload in kept.items():
        if (envelope := _envelope(payload)) is not None:
            yield topic, envelope


def _envelope(payload: bytes) -> Envelope | None:
    """What a message says; None when it is none of a bridge."""
    with suppress(msgspec.MsgspecError):
        return _decode(payload)
    return None


async def kept_at(address: BrokerAddress, identifier: str, topics: Sequence[str]) -> dict[str, bytes]:
    """What the broker keeps on these topics. Raises BrokerError."""
    kept: dict[str, bytes] = {}
    async with connected(address, identifier) as connection:
        told = connection.listen(topics, qos=0)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_SECONDS):
                while True:
                    async with asyncio.timeout(QUIET_SECONDS):
                        message = await anext(told)
                    if message.retained and message.payload:
                        kept[message.topic] = message.payload
    return kept


class Sweeper:
    """Clears once what a former installation left: before anything is published, if the broker is there by then."""

    def __init__(
        self, config: Config, journal: Journal, session: str, boards: Sequence[Board], broker: BrokerAddress
    ) -> None:
        self._config = config
        self._journal = journal
        self._session = session
        self._boards = boards
        self._broker = broker
        self._tried = self._swept = False

    async def publish(self, publisher: Publisher) -> None:
        """Publish as `publish_while_recording` does; the first time, sweep before it."""
        if not self._tried:
            self._tried = True
            await self.sweep()
        await publish_while_recording(publisher, self._journal)

    async def when_connected(self, publisher: Publisher) -> NoReturn:
        """Sweep when the publisher has found the broker, if it was away at first."""
        while True:
            await publisher.ready()
            if not self._swept:
                await self.sweep()
            await asyncio.sleep(AGAIN_SECONDS)

    async def sweep(self) -> None:
        """Ask the broker what it keeps, and have the publisher clear what should not be there. Nothing is done without
        a broker: the publisher says so.
        """
        topics, name = Topics(self._config.broker.topic_root), self._config.bridge.name
        asked = [f"{topics.base}/event/#", f"{topics.base}/eboard/#", topics.bridge(name, "+")]
        try:
            kept = await kept_at(self._broker, f"touchmove-{name}-{self._session}", asked)
        except BrokerError:
            return
        self._swept = True
        stamp = Stamp(self._journal.next_seq, self._session, datetime.now(UTC))
        ghosts = self._installation(topics).ghosts(kept, wanted_topics(self._config, self._boards, stamp))
        pile = Pile(stamp)
        for topic in sorted(ghosts, key=lambda topic: "/alert/" not in topic):
            pile.clear(topic)
        if ghosts:
            LOG.info("Cleared at the broker, where a former installation left them: %d messages.", len(ghosts))
            self._journal.append((), pile.messages)

    def _installation(self, topics: Topics) -> Installation:
        config = self._config
        return Installation(
            topics,
            config.bridge.name,
            self._session,
            config.event.slug,
            config.round.number,
            frozenset(board.number for board in config.boards),
            frozenset(map(eboard_name, config.eboards)),
        )
