"""What is told when the program starts: what subscribers do not know yet, and what they should forget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

import bridge
from bridge.config import Config
from bridge.journal import Journal
from bridge.messages.envelope import Envelope, Message, Pile, Stamp, timestamp
from bridge.messages.infos import bridge_info, event_info, round_info
from bridge.messages.payloads import BridgeInfoData
from bridge.messages.topics import Topics
from bridge.service.board import Board
from bridge.service.places import eboard_name, event_data, place_of

FORGOTTEN_FIRST = ("clock", "position", "moves", "game")
"""The order in which the topics of a board that is no longer played on are cleared; alerts go before all of them."""
KEPT = ("result", "info")
"""What stays of earlier rounds of the same event."""

Write = Callable[[Stamp], Sequence[Message]]

_decode = msgspec.json.Decoder(Envelope).decode


def wanted_topics(config: Config, boards: Iterable[Board], stamp: Stamp) -> set[str]:
    """All topics on which something retained stands by right."""
    about_boards = [write for board in boards for write in (board.state, board.eboard_state)]
    return {message.topic for write in (*_infos(config), *about_boards) for message in write(stamp) if message.payload}


async def open_round(config: Config, journal: Journal, session: str, boards: Sequence[Board]) -> None:
    """Journal everything retained that has changed since the program ran last, and begin the games or go on."""
    known = {message.topic: message for message in await journal.retained()}
    stamp = Stamp(journal.next_seq, session, datetime.now(UTC))
    wanted: set[str] = set()
    about_boards = [write for board in boards for write in (board.state, board.eboard_state)]
    for write in (*_infos(config), *about_boards):
        messages = write(replace(stamp, seq=journal.next_seq))
        wanted.update(message.topic for message in messages if message.payload)
        if any(_said(message) != _said(known.get(message.topic)) for message in messages):
            journal.append((), messages)
    event = Topics(config.broker.topic_root).event(config.event.slug, "")
    journal.append((), forget(replace(stamp, seq=journal.next_seq), known, wanted, event))
    for board in boards:
        board.begin()


def forget(stamp: Stamp, known: Iterable[str], wanted: set[str], event: str) -> list[Message]:
    """What clears the topics of earlier rounds, boards and e-boards that nobody serves any more. `event` is what all
    topics of the present event begin with.
    """
    pile = Pile(stamp)
    left = [topic for topic in known if topic not in wanted and not (topic.startswith(event) and _leaf(topic) in KEPT)]
    for topic in sorted(left, key=_rank):
        pile.clear(topic)
    return pile.messages


def _infos(config: Config) -> Iterable[Write]:
    topics = Topics(config.broker.topic_root)
    places = [place_of(config, board) for board in config.boards]
    eboards = [eboard_name(eboard) for eboard in config.eboards]
    yield lambda stamp: [
        bridge_info(
            topics,
            config.bridge.name,
            BridgeInfoData(bridge.__version__, timestamp(stamp.at), [config.event.slug], eboards),
            stamp,
        )
    ]
    yield lambda stamp: [event_info(topics, event_data(config), stamp)]
    if places:
        yield lambda stamp: [round_info(config.event.name, places, stamp)]


def _leaf(topic: str) -> str:
    return topic.rpartition("/")[2]


def _rank(topic: str) -> int:
    if "/alert/" in topic:
        return -1
    leaf = _leaf(topic)
    return FORGOTTEN_FIRST.index(leaf) if leaf in FORGOTTEN_FIRST else len(FORGOTTEN_FIRST)


def _said(message: Message | None) -> Any:
    return _decode(message.payload).data if message is not None and message.payload else None
