"""The demonstration as a visitor sees it: one command, moves on every board, Ctrl-C, and nothing left."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import re
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import aiomqtt
import pytest

from bridge.config import BrokerSection, WebSection
from bridge.demo import Wishes
from bridge.demo.games import shipped_games
from bridge.demo.hall import INCIDENTS, Table, hall, tables
from bridge.demo.run import configuration
from bridge.messages.envelope import Message
from bridge.service import running
from bridge.virtual.games import read_games
from bridge.virtual.script import first_chance
from drivers.errors import LineRefused
from drivers.hand import Incident, possible
from tests.asyncapi_check import channels, channels_of, complaints
from tests.bridge.broker.brokers import WAIT, free_port, mosquitto, subscriber
from tests.bridge.service.witness import witness

pytestmark = pytest.mark.alone

HOUSE = Path(__file__).parents[3]


def children_of(pid: int) -> list[str]:
    """The processes that any thread of the process has begun."""
    return [child for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()]


def left_by(pid: int, children: list[str]) -> list[Path]:
    """Processes and folders of the demonstration that are still there."""
    living = [Path("/proc") / child for child in children if (Path("/proc") / child).exists()]
    return [*living, *Path(tempfile.gettempdir()).glob(f"touchmove-demo-{pid}-*")]


@asynccontextmanager
async def demonstration() -> AsyncIterator[tuple[Process, int]]:
    """The demonstration in a process group of its own, and the port that other programs listen at."""
    command = (sys.executable, "-m", "bridge.cli", "demo", "--no-browser", "--pace", "0.1", "--port", "0")
    process = await asyncio.create_subprocess_exec(
        *command, cwd=HOUSE, stdout=PIPE, stderr=PIPE, start_new_session=True
    )
    assert process.stdout is not None
    try:
        port = 0
        async with asyncio.timeout(WAIT):
            while not port:
                found = re.search(rb"mosquitto_sub -p (\d+)", await process.stdout.readline())
                port = int(found.group(1)) if found else 0
        yield process, port
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.mark.asyncio
@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
async def test_every_board_moves_and_nothing_is_left(asked: signal.Signals) -> None:
    """A terminal and `timeout` send their signal to the whole group, the broker's process included."""
    async with demonstration() as (process, port):
        moved: set[str] = set()
        async with subscriber(port) as watching, asyncio.timeout(WAIT):
            while len(moved) < 8:
                message = await watching.next()
                if message.topic.value.endswith("/moves") and json.loads(bytes(message.payload))["data"]["moves"]:
                    moved.add(message.topic.value)
        children = children_of(process.pid)
        assert children
        os.killpg(process.pid, asked)
        async with asyncio.timeout(WAIT):
            said, complained = await process.communicate()
    assert (process.returncode, said.splitlines()[-1], complained) == (0, b"Stopping.", b"")
    assert not left_by(process.pid, children)
    assert complaints([as_published(message) for message in watching.heard]) == []


def as_published(heard: aiomqtt.Message) -> Message:
    """The embedded broker does not tell how a message was published: only topic and payload can be judged."""
    channel = next(iter(channels_of(heard.topic.value)), None)
    retain, qos = (channel.retain, channel.qos) if channel else (False, 0)
    return Message(heard.topic.value, bytes(heard.payload), retain, qos, 0)


@pytest.mark.asyncio
@pytest.mark.broker
async def test_every_message_of_the_hall_is_one_of_the_documents(tmp_path: Path) -> None:
    """At mosquitto, which tells how a message was published; until an arbiter has been told something."""
    port, laid = free_port(), [with_an_early_press(one) for one in tables(shipped_games(), 8, pace=0.0)]
    async with mosquitto(tmp_path, port), hall(laid, tmp_path, seed=1) as ports, witness(port) as watching:
        shipped = configuration(laid, ports, tmp_path, Wishes())
        broker, web = BrokerSection(embedded=False, port=port), WebSection(enabled=False)
        async with running(replace(shipped, broker=broker, web=web), {}):
            await watching.until("alert-log", type="raised")
    assert complaints(watching.heard) == []
    told = {channel.name for message in watching.heard for channel in channels_of(message.topic)}
    assert told == {channel.name for channel in channels()} - {"request", "response", "correction"}  # nobody asks


def with_an_early_press(one: Table) -> Table:
    """Who presses without a move at a table of the hall does it in his first moves here: nobody waits for it."""
    pressing = Incident.PRESS_WITHOUT_MOVE
    at = first_chance(one.game, pressing, 2) if pressing in one.incidents.values() else None
    return one if at is None else replace(one, incidents={at: pressing})


def test_every_incident_of_the_hall_can_happen_where_it_is_announced() -> None:
    laid = tables(shipped_games(), 8, 1.0)
    assert [next(iter(one.incidents.values())) for one in laid] == [incident for incident, _ in INCIDENTS]
    for one in laid:
        ((ply, incident),) = one.incidents.items()
        board = one.game.start.copy()
        for move in one.game.moves[: ply - 1]:
            board.push(move)
        assert possible(incident, board, one.game.moves[ply - 1])


@pytest.mark.asyncio
async def test_a_hall_that_cannot_be_laid_whole_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "board-3").write_text("in the way")
    complained: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complained.append(context))
    others = asyncio.all_tasks()
    with pytest.raises(LineRefused, match="a file of that name exists"):
        async with hall(tables(shipped_games(), 3, 1.0), tmp_path, seed=1):
            pass
    assert asyncio.all_tasks() == others
    gc.collect()  # an exception that nobody has asked for is told when its task is thrown away
    assert complained == []
    assert os.listdir(tmp_path) == ["board-3"]  # noqa: PTH208 - pathlib is not for coroutines


def test_more_tables_than_games_play_them_again() -> None:
    laid = tables(shipped_games(), 20, 1.0)
    assert len({one.serial for one in laid}) == 20
    assert laid[8].game == laid[0].game


def test_an_incident_that_never_fits_has_no_chance() -> None:
    (game,) = read_games("1. e4 e5 *", "two moves")
    assert first_chance(game, INCIDENTS[-1][0], 1) is None
