"""A hall with one board, and somebody who hears everything that is said about it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiomqtt
from aiomqtt import ProtocolVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from bridge.config import Config, load
from bridge.messages.envelope import Message
from tests.bridge.broker.brokers import WAIT
from tests.bridge.service.virtual_board import VirtualBoard

BOARD = "touchmove/1/event/open/round/2/board/7"

CONFIGURATION = """
[bridge]
state_directory = "state"
[event]
slug = "open"
[round]
number = 2
[broker]
embedded = false
port = {port}
[web]
enabled = false
[[eboard]]
line = "{line}"
serial = "30123"
[[board]]
number = 7
white = {{ name = "Kaya, Deniz", rating = 2310 }}
"""


class Witness:
    """Everything that a broker says, with the retain flag that it was published with."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self.heard: list[Message] = []

    async def until(self, leaf: str, **expected: Any) -> dict[str, Any]:
        """The data of the next message on a topic that ends so, and whose data has these values."""
        async with asyncio.timeout(WAIT):
            while True:
                message = await self._next()
                if message.topic.endswith(f"/{leaf}") and message.payload:
                    data: dict[str, Any] = json.loads(message.payload)["data"]
                    if all(data.get(key) == value for key, value in expected.items()):
                        return data

    async def until_response(self, verb: str, transaction: str | None) -> dict[str, Any]:
        """The next response to that request."""
        while True:
            message = await self._next()
            if message.topic.endswith(f"/response/{verb}"):
                response: dict[str, Any] = json.loads(message.payload)
                if response["transaction"] == transaction:
                    return response

    async def _next(self) -> Message:
        told = await anext(self._client.messages)
        message = Message(told.topic.value, bytes(told.payload), told.retain, told.qos, 0)
        self.heard.append(message)
        return message

    async def until_moves(self, *sans: str) -> dict[str, Any]:
        """The next `moves` with exactly these moves, all of them made."""
        while True:
            data = await self.until("moves")
            moves = [(move["san"], move["stage"]) for move in data["moves"]]
            if moves == [(san, "made") for san in sans]:
                return data

    async def until_news(self, *sans: str) -> None:
        """Listen on until each of these moves has been told as made by a message that is not retained."""
        async with asyncio.timeout(WAIT):
            while not set(sans) <= set(self.news()):
                await self._next()

    def envelopes(self, leaf: str) -> list[dict[str, Any]]:
        topic = f"{BOARD}/{leaf}"
        return [json.loads(message.payload) for message in self.heard if message.topic == topic and message.payload]

    def news(self) -> Sequence[str]:
        """The moves as they were made, according to the messages that are not retained. After a crash the last ones may
        come again, under the same numbers.
        """
        told = {envelope["seq"]: envelope["data"] for envelope in self.envelopes("move")}.values()
        return [data["san"] for data in told if data["type"] == "move" and data["stage"] == "made"]


@asynccontextmanager
async def witness(port: int) -> AsyncIterator[Witness]:
    options = SubscribeOptions(qos=1, retainAsPublished=True)
    async with aiomqtt.Client("127.0.0.1", port, protocol=ProtocolVersion.V5) as client:
        await client.subscribe("touchmove/#", options=options)
        yield Witness(client)


def configuration(folder: Path, port: int, board: VirtualBoard) -> Path:
    path = folder / "hall.toml"
    path.write_text(CONFIGURATION.format(port=port, line=board.port))
    return path


def loaded(folder: Path, port: int, board: VirtualBoard) -> Config:
    return load(configuration(folder, port, board))
