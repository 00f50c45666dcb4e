from __future__ import annotations

import asyncio
import gc
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from bridge.broker.embedded import EmbeddedBroker, Ports
from bridge.broker.publisher import Publisher
from bridge.journal import Journal
from bridge.messages.envelope import Message
from tests.bridge.broker.brokers import WAIT, free_port, mosquitto, subscriber
from tests.bridge.broker.hall import publisher
from tests.bridge.messages.table import PLACE, Table, kept

Start: TypeAlias = Callable[[Ports], AbstractAsyncContextManager[None]]

pytestmark = [pytest.mark.alone, pytest.mark.asyncio, pytest.mark.broker]

STATE = "touchmove/1/bridge/hall/state"


@pytest.fixture(params=["mosquitto", "iotcore"])
def start(request: pytest.FixtureRequest, tmp_path: Path) -> Start:
    """Starts a broker with an empty memory on these ports."""

    @asynccontextmanager
    async def started(ports: Ports) -> AsyncIterator[None]:
        if request.param == "iotcore":
            with EmbeddedBroker(ports):
                yield
        else:
            async with mosquitto(tmp_path, ports.mqtt):
                yield

    return started


@pytest.fixture
def ports(request: pytest.FixtureRequest) -> Ports:
    """The embedded broker has a port for each version; mosquitto speaks all on one."""
    ports = Ports(free_port(), free_port(), free_port())
    return ports if "iotcore" in request.node.name else replace(ports, mqtt311=ports.mqtt)


@asynccontextmanager
async def running(publishing: Publisher) -> AsyncIterator[None]:
    task = asyncio.create_task(publishing.run())
    try:
        async with asyncio.timeout(WAIT):
            await publishing.ready()
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def played(journal: Journal, *sans: str, board: int = 7) -> Table:
    table = Table(place=replace(PLACE, board=board, eboard=f"e{board}"), first=journal.next_seq)
    table.play(*sans)
    journal.append((), table.messages)
    return table


async def test_a_late_subscriber_sees_the_whole_state_from_retained_topics_alone(
    start: Start, ports: Ports, tmp_path: Path
) -> None:
    async with start(ports), Journal.open(tmp_path / "journal.db") as journal:
        async with running(publisher(ports.mqtt, journal)):
            tables = [played(journal, "e4", "e5", "Nf3", board=board) for board in range(1, 21)]
            await _delivered(journal, ports)
            async with subscriber(ports.mqtt311) as late:
                expected = kept(message for table in tables for message in table.messages)
                found: dict[str, bytes] = {}
                while expected.keys() - found.keys():
                    message = await late.next()
                    assert message.retain
                    found[message.topic.value] = message.payload
        assert {topic: found[topic] for topic in expected} == {
            topic: message.payload for topic, message in expected.items()
        }


async def test_a_clean_stop_says_disconnected_and_leaves_the_state(start: Start, ports: Ports, tmp_path: Path) -> None:
    journal_file = tmp_path / "journal.db"
    async with start(ports), Journal.open(journal_file) as journal, subscriber(ports.mqtt311) as watching:
        async with running(publisher(ports.mqtt, journal)):
            table = played(journal, "e4")
            await watching.until(table.topic("moves"), b'"made"')
        await watching.until(STATE, b'"disconnected"')
    states = [json.loads(text)["data"]["state"] for text in watching.payloads(STATE)]
    assert states == ["init", "ready", "disconnected"]


async def kill_a_bridge(ports: Ports, journal: Path, will_delay: int) -> None:
    """A bridge that got ready and is killed is `lost`, under the session that it was ready under."""
    async with subscriber(ports.mqtt311) as watching:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bridge.broker.hall", str(ports.mqtt), str(journal), str(will_delay),
            cwd=Path(__file__).parents[3],
        )  # fmt: skip
        try:
            ready = await watching.until(STATE, b'"ready"')
        finally:
            process.kill()
            await process.wait()
        lost = await watching.until(STATE, b'"lost"')
        assert json.loads(lost.payload)["session"] == json.loads(ready.payload)["session"]


async def test_a_killed_bridge_is_lost(start: Start, ports: Ports, tmp_path: Path) -> None:
    async with start(ports):
        await kill_a_bridge(ports, tmp_path / "journal.db", 0)


async def test_a_killed_bridge_is_lost_after_a_delay(tmp_path: Path) -> None:
    port = free_port()
    async with mosquitto(tmp_path, port):
        await kill_a_bridge(Ports(port, port), tmp_path / "journal.db", 1)


async def test_a_broker_that_restarts_without_memory_loses_nothing(start: Start, ports: Ports, tmp_path: Path) -> None:
    async with Journal.open(tmp_path / "journal.db") as journal:
        publishing = publisher(ports.mqtt, journal)
        task = asyncio.create_task(publishing.run())
        async with start(ports), subscriber(ports.mqtt311) as watching:
            first = played(journal, "e4", board=1)
            await watching.until(first.topic("moves"), b'"made"')
            await watching.until(_marker(journal))
        second = played(journal, "d4", "d5", board=2)
        async with start(ports), subscriber(ports.mqtt311) as watching:
            await watching.until(_marker(journal))
            heard = {message.topic.value: message.payload for message in watching.heard}
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    for message in kept(first.messages + second.messages).values():
        assert heard[message.topic] == message.payload
    events = [message.payload for message in second.messages if message.topic == second.topic("move")]
    assert [message.payload for message in watching.heard if message.topic.value == second.topic("move")] == events


async def test_a_bridge_that_starts_again_publishes_what_waited_under_the_old_numbers(
    start: Start, ports: Ports, tmp_path: Path
) -> None:
    async with Journal.open(tmp_path / "journal.db") as journal:
        table = played(journal, "e4", "e5")
    async with Journal.open(tmp_path / "journal.db") as journal, start(ports):
        async with subscriber(ports.mqtt311) as watching, running(publisher(ports.mqtt, journal)):
            await watching.until(_marker(journal))
        numbers = [json.loads(text)["seq"] for text in watching.payloads(table.topic("move"))]
        assert numbers == [message.seq for message in table.messages if message.topic == table.topic("move")]


async def test_trouble_is_kept_until_the_broker_is_there(
    start: Start, ports: Ports, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bridge.broker.publisher")
    async with Journal.open(tmp_path / "journal.db") as journal:
        publishing = publisher(ports.mqtt, journal)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3), running(publishing):
                pytest.fail("there is no broker yet")
        assert "nothing listens there" in str(publishing.trouble)
        async with start(ports), running(publishing):
            assert publishing.trouble is None
    refused, told = caplog.messages
    assert "nothing listens there" in refused
    assert told == f"127.0.0.1:{ports.mqtt}: the broker has been told everything again."


async def test_two_bridges_of_one_name_are_told_so_and_throw_each_other_out_ever_more_rarely(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bridge.broker.publisher")
    port = free_port()
    told = (
        f"127.0.0.1:{port}: connections break soon after they were made. "
        "If another program is called hall too, give each a name of its own: name under [bridge]."
    )
    async with (
        mosquitto(tmp_path, port),
        Journal.open(tmp_path / "one.db") as one,
        Journal.open(tmp_path / "other.db") as other,
        running(publisher(port, one)),
        running(publisher(port, other)),
    ):
        async with asyncio.timeout(WAIT):
            while caplog.messages.count(told) < 2:  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0.1)
    assert len(caplog.messages) <= 2 * 3, "a break, its end, and what is told then"


async def test_a_broker_that_goes_while_the_bridge_stops_is_no_news(
    start: Start, ports: Ports, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Journal.open(tmp_path / "journal.db") as journal:
        async with start(ports):
            task = asyncio.create_task((publishing := publisher(ports.mqtt, journal)).run())
            await publishing.ready()
            task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    del task
    gc.collect()
    assert caplog.messages == []


def _marker(journal: Journal) -> str:
    """The topic of a message that is published after all others."""
    seq = journal.next_seq
    journal.append((), [Message(f"touchmove/1/marker/{seq}", b"{}", False, 1, seq)])
    return f"touchmove/1/marker/{seq}"


async def _delivered(journal: Journal, ports: Ports) -> None:
    async with subscriber(ports.mqtt311) as watching:
        await watching.until(_marker(journal))
