"""The connection by which a page moves pieces: who may, what is understood, and what becomes of everything else."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import chess
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from bridge.web.hands import LARGEST_FRAME, WRONG_PASSWORD, Hands
from bridge.web.relay import MqttEndpoint
from bridge.web.server import Address, PageSettings, web_server
from drivers.hand import Act, Deed, placement_after
from drivers.placement import Placement, from_fen
from drivers.reports import Press, SquaresChanged

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

START = chess.STARTING_BOARD_FEN
PASSWORD = "açıl susam açıl"
REFUSED = 1008  # RFC 6455, 7.4.1: policy violation


class Table:
    """A board that keeps what was done to it."""

    def __init__(self) -> None:
        self.placement: Placement = from_fen(START)
        self.done: list[Deed] = []

    def do(self, deed: Deed) -> None:
        self.done.append(deed)
        self.placement = placement_after(self.placement, [Act(0.0, deed)])


@pytest.fixture
def built(tmp_path: Path) -> Path:
    for name in ("index.html", "move.html", "move.js"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    return tmp_path


@asynccontextmanager
async def served(built: Path, *numbers: int) -> AsyncIterator[tuple[str, ClientSession, dict[int, Table]]]:
    tables = {number: Table() for number in numbers}
    hands = Hands(tables, PASSWORD) if tables else None
    at = PageSettings("open", 2), MqttEndpoint("127.0.0.1", 9), Address(port=0)
    async with web_server(*at, hands=hands, built=built) as address, ClientSession() as browser:
        yield address.url, browser, tables


async def entered(url: str, browser: ClientSession, board: int = 7) -> ClientWebSocketResponse:
    hand = await browser.ws_connect(f"{url}move/{board}/hand")
    await hand.send_json({"password": PASSWORD})
    assert (await hand.receive_json())["placement"] == START
    return hand


async def closed_with(hand: ClientWebSocketResponse) -> int | None:
    assert (await hand.receive()).type is WSMsgType.CLOSE
    return hand.close_code


async def test_only_boards_that_are_moved_have_the_page(built: Path) -> None:
    async with served(built, 7) as (url, browser, _):
        for path, status in (("move/7", 200), ("move/8", 404), ("move/07", 404), ("move/", 404), ("move/7/", 404)):
            assert (await browser.get(url + path)).status == status, path
        assert await (await browser.get(url + "move/7")).text() == "move.html"
        with pytest.raises(WSServerHandshakeError, match="404"):
            await browser.ws_connect(url + "move/8/hand")


async def test_where_nothing_is_moved_there_is_no_such_page(built: Path) -> None:
    async with served(built) as (url, browser, _):
        for path in ("move/7", "move.html", "move/7/hand"):
            assert (await browser.get(url + path)).status == 404


async def test_what_a_hand_does_is_done_square_by_square(built: Path) -> None:
    async with served(built, 7, 8) as (url, browser, tables):
        hand = await entered(url, browser)
        await hand.send_json({"number": 1, "squares": {"e2": "", "e4": "P"}})
        told = await hand.receive_json()
        assert told == {"placement": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "heard": 1}
        await hand.send_json({"number": 2, "press": "white"})
        assert (await hand.receive_json())["heard"] == 2
        changed = [SquaresChanged(((chess.E2, 0),)), SquaresChanged(((chess.E4, chess.PAWN),))]
        assert tables[7].done == [*changed, Press(chess.WHITE)]
        assert tables[8].done == []


async def test_everybody_at_a_board_is_told_and_nobody_at_another(built: Path) -> None:
    async with served(built, 7, 8) as (url, browser, _):
        one, same, other = await entered(url, browser), await entered(url, browser), await entered(url, browser, 8)
        await one.send_json({"number": 1, "squares": {"a1": ""}})
        assert (await same.receive_json()) == {"placement": START.replace("/RNB", "/1NB"), "heard": 0}
        await other.send_json({"number": 5, "squares": {}})
        assert (await other.receive_json()) == {"placement": START, "heard": 5}


async def test_a_wrong_password_is_told_late_and_never_written_down(
    built: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(built, 7) as (url, browser, tables):
        with caplog.at_level(logging.DEBUG):
            hand = await browser.ws_connect(url + "move/7/hand")
            await hand.send_json({"password": "hunter2 hunter2"})
            await hand.send_json({"number": 1, "squares": {"e2": ""}})
            assert await closed_with(hand) == WRONG_PASSWORD
        assert tables[7].done == []
        assert "a wrong password came from 127.0.0.1" in caplog.text
        assert "hunter2" not in caplog.text
        assert PASSWORD not in caplog.text + repr(Hands(tables, PASSWORD))


NO_PASSWORDS = {
    "no JSON": "hello",
    "no object": "[]",
    "no text": '{"password": 12345678}',
    "none": "{}",
    "more than that": f'{{"password": "{PASSWORD}", "squares": {{}}}}',
    "half a letter": '{"password": "\\ud800"}',
    "pieces first": '{"number": 1, "squares": {"e2": ""}}',
}


@pytest.mark.parametrize("said", NO_PASSWORDS.values(), ids=NO_PASSWORDS)
async def test_what_is_no_password_ends_the_connection(built: Path, said: str) -> None:
    async with served(built, 7) as (url, browser, tables):
        hand = await browser.ws_connect(url + "move/7/hand")
        await hand.send_str(said)
        assert await closed_with(hand) == REFUSED
        assert tables[7].done == []


async def test_bytes_are_no_password(built: Path) -> None:
    async with served(built, 7) as (url, browser, _):
        hand = await browser.ws_connect(url + "move/7/hand")
        await hand.send_bytes(PASSWORD.encode())
        assert await closed_with(hand) == REFUSED


SENSELESS = {
    "no JSON": "e2e4",
    "no number": '{"squares": {"e2": ""}}',
    "no square": '{"number": 1, "squares": {"e9": ""}}',
    "a square and more": '{"number": 1, "squares": {"e2 ": ""}}',
    "no piece": '{"number": 1, "squares": {"e2": "X"}}',
    "two pieces": '{"number": 1, "squares": {"e2": "PP"}}',
    "some piece": '{"number": 1, "squares": {"e2": "?"}}',
    "one good square before a bad one": '{"number": 1, "squares": {"e2": "", "e0": "P"}}',
    "no color": '{"number": 1, "press": "green"}',
    "another thing": '{"number": 1, "move": "e2e4"}',
}


@pytest.mark.parametrize("said", SENSELESS.values(), ids=SENSELESS)
async def test_what_makes_no_sense_ends_the_connection_and_changes_nothing(built: Path, said: str) -> None:
    async with served(built, 7) as (url, browser, tables):
        hand = await entered(url, browser)
        await hand.send_str(said)
        assert await closed_with(hand) == REFUSED
        assert tables[7].done == []
        await entered(url, browser)


async def test_a_frame_that_is_too_large_ends_the_connection(built: Path) -> None:
    async with served(built, 7) as (url, browser, tables):
        hand = await entered(url, browser)
        await hand.send_str(" " * (LARGEST_FRAME + 1))
        assert (await hand.receive()).type in {WSMsgType.CLOSE, WSMsgType.CLOSED}
        assert tables[7].done == []


async def test_all_squares_at_once_fit_into_a_frame(built: Path) -> None:
    async with served(built, 7) as (url, browser, tables):
        hand = await entered(url, browser)
        await hand.send_json({"number": 1000000, "squares": dict.fromkeys(chess.SQUARE_NAMES, "Q")})
        assert (await hand.receive_json())["placement"] == "/".join(["QQQQQQQQ"] * 8)
        assert len(tables[7].done) == 64
