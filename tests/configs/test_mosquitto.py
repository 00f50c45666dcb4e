"""The shipped access rights at a real mosquitto: who may say and hear what."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from bridge.broker.connection import BrokerAddress, ReplyTo, Tls, connected, probe
from bridge.messages.envelope import Message
from drivers.errors import BrokerError
from tests.bridge.broker.brokers import WAIT, certificate, free_port, mosquitto_as, passwords

CONFIGS = Path(__file__).parents[2] / "configs"
BASE = "touchmove/1"
BOARD = f"{BASE}/event/open/round/1/board/7"
SPECTATORS = [f"{BOARD}/{leaf}" for leaf in ("game", "position", "moves", "clock", "result", "move")]
ARBITERS = [
    f"{BOARD}/alert/1-1",
    f"{BOARD}/alert-log",
    f"{BOARD}/correction",
    f"{BASE}/eboard/30123/state",
    f"{BASE}/eboard/30123/placement",
]
REQUEST = f"{BASE}/bridge/hall/request/board.resync"
CORRECTION = f"{BASE}/bridge/hall/request/game.set_result"
RESPONSE = f"{BASE}/bridge/hall/response/board.resync"
END = f"{BASE}/bridge/hall/state"
"""Everybody who signs in may hear this; published last, it tells that nothing else comes."""

pytestmark = [pytest.mark.alone, pytest.mark.asyncio, pytest.mark.broker]


class Hall:
    """The shipped configuration, but for its port, its folder and the user that it runs as."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.ca_file, key = certificate(folder)
        known = passwords(folder, bridge="b1", arbiter="a1", display="d1")
        settings = (CONFIGS / "mosquitto.conf").read_text(encoding="utf-8")
        for shipped, here in (
            ("listener 8883", f"listener {self.port} 127.0.0.1"),
            ("/etc/mosquitto/touchmove.crt", str(self.ca_file)),
            ("/etc/mosquitto/touchmove.key", str(key)),
            ("/etc/mosquitto/touchmove.passwords", str(known)),
            ("/etc/mosquitto/mosquitto.acl", str(CONFIGS / "mosquitto.acl")),
            ("/var/lib/mosquitto/", f"{folder}/"),
        ):
            assert shipped in settings
            settings = settings.replace(shipped, here)
        self.settings = folder / "mosquitto.conf"
        self.settings.write_text(f"user root\n{settings}", encoding="utf-8")

    def address(self, user: str | None) -> BrokerAddress:
        password = f"{user[0]}1" if user else None
        return BrokerAddress("127.0.0.1", self.port, user, password, tls=Tls(self.ca_file))


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    hall = Hall(tmp_path)
    async with mosquitto_as(hall.settings, hall.port):
        yield hall


def news(topic: str) -> Message:
    return Message(topic, b"{}", False, 1, 1)


async def heard_while(hall: Hall, listener: str, speaker: str, topics: list[str]) -> list[str]:
    """What one user hears of the topics that another one publishes, until the bridge has the last word."""
    async with AsyncExitStack() as stack:
        listening, speaking, bridge = [
            await stack.enter_async_context(connected(hall.address(user), name))
            for user, name in ((listener, "listener"), (speaker, "speaker"), ("bridge", "end"))
        ]
        heard: list[str] = []
        async with asyncio.timeout(WAIT):
            messages = listening.listen(["#"])
            first = asyncio.ensure_future(anext(messages))
            while not first.done():
                await bridge.publish([news(f"{BASE}/bridge/hall/info")])  # until the subscription stands
            await speaking.publish([news(topic) for topic in topics])
            await bridge.publish([news(END)])
            async for message in messages:
                if message.topic == END:
                    return [topic for topic in heard if topic != f"{BASE}/bridge/hall/info"]
                heard.append(message.topic)
    raise AssertionError("the end was not heard")


async def test_nobody_comes_in_without_a_password(hall: Hall) -> None:
    with pytest.raises(BrokerError, match=r"does not let this user in|does not know this user"):
        await probe(hall.address(None), "probe")


async def test_arbiters_hear_everything_that_the_bridge_says(hall: Hall) -> None:
    told = [*SPECTATORS, *ARBITERS, RESPONSE]
    assert await heard_while(hall, "arbiter", "bridge", told) == told


async def test_displays_hear_what_spectators_may_see(hall: Hall) -> None:
    told = [*SPECTATORS, *ARBITERS, REQUEST, RESPONSE]
    assert await heard_while(hall, "display", "bridge", told) == SPECTATORS


async def test_arbiters_alone_may_ask_the_bridge(hall: Hall) -> None:
    asked = [REQUEST, CORRECTION]
    assert await heard_while(hall, "bridge", "arbiter", asked) == asked
    assert await heard_while(hall, "bridge", "display", asked) == []


@pytest.mark.parametrize("user", ["arbiter", "display"])
async def test_the_bridge_alone_says_what_happens(hall: Hall, user: str) -> None:
    assert await heard_while(hall, "bridge", user, [*SPECTATORS, *ARBITERS, RESPONSE, "replies/arbiter"]) == []


async def test_who_is_nobody_may_do_nothing_even_where_everybody_is_let_in(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    open_door = hall.settings.read_text(encoding="utf-8").replace("allow_anonymous false", "allow_anonymous true")
    hall.settings.write_text(open_door, encoding="utf-8")
    async with (
        mosquitto_as(hall.settings, hall.port),
        connected(hall.address(None), "nobody") as nobody,
        connected(hall.address("bridge"), "bridge") as bridge,
    ):
        first = asyncio.ensure_future(anext(bridge.listen(["#"])))
        while not first.done():
            await nobody.publish([news(REQUEST)])
            await bridge.publish([news(END)])
        assert first.result().topic == END


async def test_arbiters_may_wait_for_replies_of_the_bridge(hall: Hall) -> None:
    async with (
        connected(hall.address("arbiter"), "arbiter") as arbiter,
        connected(hall.address("bridge"), "b") as bridge,
    ):
        hearing = asyncio.ensure_future(anext(arbiter.listen(["replies/arbiter"])))
        async with asyncio.timeout(WAIT):
            while not hearing.done():
                await bridge.reply(ReplyTo("replies/arbiter"), b"{}")
