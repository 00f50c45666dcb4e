"""Requests at a real broker, and what the clerk makes of them."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiomqtt
import chess
import pytest
import pytest_asyncio
from aiomqtt import ProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from bridge.config import EBoardSection, load
from bridge.journal import Journal, decode_input
from bridge.messages.requests import Code, Done, Failed, Fault, Response, Told
from bridge.rules.correcting.corrections import SetResult
from bridge.rules.notices import ResultSeen
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.service import running
from bridge.service.board import Board, Desk
from bridge.service.requests import REMEMBERED, Clerk
from drivers.placement import EMPTY
from tests.asyncapi_check import complaints
from tests.bridge.broker.brokers import WAIT, free_port, mosquitto
from tests.bridge.messages.table import PLACE
from tests.bridge.service.virtual_board import VirtualBoard, virtual_board
from tests.bridge.service.witness import BOARD, Witness, configuration, loaded, witness

NOW = datetime(2026, 5, 2, 14, 0, tzinfo=UTC)
REQUEST = "touchmove/1/bridge/touchmove/request"

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

PLAYED_BY: Told = {"board": 7, "white": "Yılmaz, Ayşe", "black": "Öztürk, Can"}


class Office:
    """A clerk with one board, whose e-board is not there."""

    def __init__(self, journal: Journal) -> None:
        setup = Setup(position_of(chess.Board()))
        self.board = Board(PLACE, setup, EBoardSection(line="/dev/ttyNowhere"), Desk(journal, "s", lambda: 0.0), None)
        self.told = 0
        self.clerk = Clerk([self.board], self._tell_again)

    async def ask(self, verb: str, transaction: str, at: datetime = NOW, **params: Any) -> Response:
        body = {"transaction": transaction, "actor": "arbiter", "params": params}
        return await self.clerk.answer(verb, json.dumps(body).encode(), at)

    async def _tell_again(self) -> None:
        self.told += 1


@pytest_asyncio.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with Journal.open(tmp_path / "journal.db") as journal:
        yield Office(journal)


def code(response: Response) -> Code:
    assert isinstance(response, Failed)
    return response.error.code


async def test_a_request_that_comes_again_is_not_carried_out_again(office: Office) -> None:
    first = await office.ask("state.republish", "1")
    assert first == Done("1", {})
    assert await office.ask("state.republish", "1", NOW + REMEMBERED) == first
    assert office.told == 1
    await office.ask("state.republish", "1", NOW + REMEMBERED + timedelta(seconds=1))
    assert office.told == 2


async def test_a_transaction_belongs_to_one_request(office: Office) -> None:
    assert await office.ask("state.republish", "1") == Done("1", {})
    assert code(await office.ask("board.resync", "1", board=7)) is Code.TRANSACTION_USED
    assert await office.ask("state.republish", "1") == Done("1", {})
    assert office.told == 1


async def test_a_failure_is_remembered_too(office: Office) -> None:
    first = await office.ask("board.resync", "1", board=70)
    assert code(first) is Code.NOT_FOUND
    assert await office.ask("board.resync", "1", board=70) is first


async def test_an_eboard_that_is_not_heard_cannot_be_asked(office: Office) -> None:
    assert code(await office.ask("board.resync", "1", board=7)) is Code.NOT_LINKED


async def test_a_correction_is_carried_out_and_answered(office: Office) -> None:
    assert await office.ask("game.set_result", "1", board=7, why="signed", result="1-0") == Done("1", PLAYED_BY)
    assert office.board.game.result == ResultSeen("1-0", "arbiter", confirmed=True)
    assert office.board.game.ruling is not None
    assert office.board.game.ruling.correction == SetResult("arbiter", "signed", "1-0")


async def test_a_correction_that_makes_no_sense_is_answered_so(office: Office) -> None:
    answer = await office.ask("game.restore", "1", board=7, why="illegal move", ply=4)
    fault = Fault(Code.NO_SUCH_PLY, "No half-move 4 can be meant; the game has 0.")
    assert answer == Failed("1", fault, PLAYED_BY)
    assert code(await office.ask("game.restore", "2", board=70, why="illegal move", ply=0)) is Code.NOT_FOUND
    before = office.board.game
    assert code(await office.ask("game.restore", "3", board=7, ply=0)) is Code.BAD_PARAMS
    assert code(await office.ask("game.restore", "4", board=7, why="illegal move", ply=0, san="e4")) is Code.BAD_PARAMS
    assert office.board.game is before


async def test_a_correction_that_comes_again_is_not_carried_out_again(office: Office) -> None:
    for _ in range(2):
        await office.ask("game.set_position", "1", board=7, why="adjourned", fen="4k3/8/8/8/8/8/4P3/4K3 w - - 0 30")
    assert office.board.game.alert_count == 1


async def test_a_correction_is_on_the_disk_when_it_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with Journal.open(path) as journal:
        await Office(journal).ask("game.set_result", "1", board=7, why="signed", result="1-0")
        with closing(sqlite3.connect(path)) as reading:
            written = [row[0] for row in reading.execute("SELECT input FROM inputs")]
    assert [decode_input(text) for text in written] == [SetResult("arbiter", "signed", "1-0")]


async def test_what_is_refused_changes_nothing_and_is_logged(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    assert code(await office.ask("board.explode", "1")) is Code.UNKNOWN_VERB
    assert caplog.messages == ["A request was refused: board.explode, E_UNKNOWN_VERB."]
    assert await office.ask("state.republish", "1") == Done("1", {})


async def test_who_asked_for_what_is_logged(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bridge.service.requests")
    await office.ask("state.republish", "c1-0007")
    await office.ask("alert.ack", "c1-0008", board=7, why="seen", alert="1-1")
    assert caplog.messages == [
        "arbiter asked for state.republish (c1-0007): done.",
        "arbiter asked for alert.ack (c1-0008): No alert 1-1 is open.",
    ]


# ---- at a real broker ----


AGAIN_SECONDS = 0.5
"""The bridge may not listen yet. A request may be sent again: its transaction tells that it is the same."""


class Arbiter:
    """A program of the arbiters."""

    def __init__(self, client: aiomqtt.Client, heard: Witness) -> None:
        self.client = client
        self.heard = heard

    async def send(self, verb: str, payload: bytes, **how: Any) -> None:
        await self.client.publish(f"{REQUEST}/{verb}", payload, qos=1, **how)

    async def ask(self, verb: str, transaction: str, **params: Any) -> dict[str, Any]:
        async with asyncio.timeout(WAIT):
            while True:
                await self.send(verb, body(transaction, **params))
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN_SECONDS):
                        return await self.heard.until_response(verb, transaction)


def body(transaction: str, **params: Any) -> bytes:
    return json.dumps({"transaction": transaction, "actor": "arbiter", "params": params}).encode()


@asynccontextmanager
async def arbiter(port: int) -> AsyncIterator[Arbiter]:
    async with aiomqtt.Client("127.0.0.1", port, protocol=ProtocolVersion.V5) as client, witness(port) as heard:
        yield Arbiter(client, heard)


@asynccontextmanager
async def hall(folder: Path, **broker: str) -> AsyncIterator[tuple[VirtualBoard, Arbiter]]:
    """A bridge that takes requests, its one board, and an arbiter who knows that it listens. `broker`: other keys."""
    port = free_port()
    keys = {"embedded": "false", "username": '"bridge"', "requests": "true", "port": str(port), **broker}
    async with AsyncExitStack() as stack:
        board = await stack.enter_async_context(virtual_board(folder / "eboard"))
        path = configuration(folder, port, board)
        section = "".join(f"{key} = {value}\n" for key, value in keys.items() if value)
        path.write_text(re.sub(r"(?s)(?<=\[broker\]\n).*?(?=\[)", section, path.read_text()))
        if keys["embedded"] == "false":
            await stack.enter_async_context(mosquitto(folder, port))
        await stack.enter_async_context(running(load(path), {}))
        asking = await stack.enter_async_context(arbiter(port))
        await asking.heard.until("30123/state", state="ready", battery=88)
        await asking.ask("state.republish", "hello")
        yield board, asking


@pytest.mark.broker
async def test_an_eboard_that_lost_bytes_is_read_anew(tmp_path: Path) -> None:
    async with hall(tmp_path) as (board, asking):
        now = asyncio.get_running_loop().time()
        board.emulator.fall_silent(1e-6, now)
        board.emulator.set_square(chess.E2, EMPTY, now)
        board.emulator.set_square(chess.E4, chess.PAWN, now)
        assert await asking.ask("board.resync", "1", board=7) == {
            "transaction": "1",
            "status": "ok",
            "data": {"board": 7},
        }
        await asking.heard.until_moves("e4")


@pytest.mark.broker
async def test_everything_retained_is_told_again_under_its_numbers(tmp_path: Path) -> None:
    async with hall(tmp_path) as (board, asking):
        await board.play("e4")
        await asking.heard.until_moves("e4")
        told = {message.topic: message.payload for message in asking.heard.heard if "/event/" in message.topic}
        await asking.client.publish(f"{BOARD}/position", b"", qos=1, retain=True)
        asking.heard.heard.clear()
        await asking.ask("state.republish", "1")
        again = {message.topic: message.payload for message in asking.heard.heard if message.retain}
        for leaf in ("game", "position", "moves"):
            assert again[f"{BOARD}/{leaf}"] == told[f"{BOARD}/{leaf}"]


@pytest.mark.broker
async def test_retained_requests_are_ignored(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, asking):
        await asking.send("board.resync", body("kept", board=7), retain=True)
        await asking.send("board.resync", b"", retain=True)
        await asking.ask("board.resync", "live", board=7)
        answered = [json.loads(message.payload) for message in asking.heard.heard if "/response/" in message.topic]
        assert {response["transaction"] for response in answered} == {"hello", "live"}


@pytest.mark.broker
async def test_an_arbiter_takes_a_move_back_and_play_goes_on(tmp_path: Path) -> None:
    async with hall(tmp_path) as (board, asking):
        await board.play("e4")
        await asking.heard.until_moves("e4")
        asked = {"board": 7, "why": "the touched piece must move"}
        await asking.send("game.restore", body("kept", **asked, ply=0), retain=True)
        assert (await asking.ask("game.restore", "1", **asked, ply=0))["data"]["board"] == 7
        now = asyncio.get_running_loop().time()
        board.emulator.set_square(chess.E4, EMPTY, now)
        board.emulator.set_square(chess.E2, chess.PAWN, now)
        board.board.pop()
        told = await asking.heard.until("alert-log", type="closed")
        assert told["alert"]["kind"] == "displaced_piece"
        await board.play("Nf3")
        await asking.heard.until_moves("Nf3")
        (news,) = asking.heard.envelopes("correction")
        assert (news["data"]["actor"], news["data"]["params"]["why"]) == ("arbiter", asked["why"])
        assert complaints(message for message in asking.heard.heard if "/request/" not in message.topic) == []


@pytest.mark.broker
async def test_what_is_wrong_is_answered_and_nothing_ends(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, asking):
        for level, payload in [("board.resync", b"{"), ("board.resync", b" " * 20_000), ("Ä", b"{}"), ("a.b", b"[]")]:
            await asking.send(level, payload)
        assert (await asking.ask("board.explode", "1"))["error"]["code"] == "E_UNKNOWN_VERB"
        assert (await asking.ask("board.resync", "2", board=70))["error"]["code"] == "E_NOT_FOUND"
        responses = [message for message in asking.heard.heard if "/response/" in message.topic]
        codes = [json.loads(message.payload).get("error", {}).get("code") for message in responses]
        assert codes[-6:-2] == ["E_MALFORMED", "E_TOO_LARGE", "E_NO_TRANSACTION", "E_MALFORMED"]
        assert complaints(responses) == []


@pytest.mark.broker
async def test_answers_go_to_the_response_topic_too_but_never_where_the_bridge_speaks(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, asking):
        await asking.client.subscribe("#", qos=1)
        for topic in (f"{BOARD}/position", "replies/arbiter"):
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic, properties.CorrelationData = topic, b"\x00\xff"
            await asking.send("board.resync", body(topic, board=7), properties=properties)
        async with asyncio.timeout(WAIT):
            while True:
                message = await anext(asking.client.messages)
                if message.topic.value == "replies/arbiter":
                    break
                assert b'"status"' not in message.payload or "/response/" in message.topic.value
        assert message.properties.CorrelationData == b"\x00\xff"
        assert json.loads(message.payload)["status"] == "ok"


@pytest.mark.broker
async def test_the_embedded_broker_takes_requests_too(tmp_path: Path) -> None:
    mqtt311 = str(free_port())
    async with hall(tmp_path, embedded="true", username="", mqtt311_port=mqtt311) as (_, asking):
        assert (await asking.ask("board.resync", "1", board=7))["status"] == "ok"


@pytest.mark.broker
async def test_without_the_switch_nobody_listens(tmp_path: Path) -> None:
    port = free_port()
    async with mosquitto(tmp_path, port), virtual_board(tmp_path / "eboard") as board:
        async with arbiter(port) as asking, running(loaded(tmp_path, port, board), {}):
            await asking.heard.until("touchmove/state", state="ready")
            await asking.send("state.republish", body("1"))
            await board.play("e4")
            await asking.heard.until_moves("e4")
        assert not [message for message in asking.heard.heard if "/response/" in message.topic]
