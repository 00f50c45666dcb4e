"""The page in a real browser, fed by a real broker with the messages that the bridge would publish."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiomqtt
import chess
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, WebSocket, expect

from bridge.broker.embedded import EmbeddedBroker, Ports
from bridge.web.relay import MqttEndpoint
from bridge.web.server import Address, PageSettings, web_server

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

BASE = "touchmove/1/event/izmir/round/3"
STATE = "touchmove/1/bridge/hall/state"
PLAYERS = {
    "white": {"name": "Öztürk, Kübra", "title": "WGM", "rating": 2301},
    "black": {"name": "Şanal, Vahap", "title": "GM", "rating": 2566},
}


@dataclass
class Bridge:
    """Says what a bridge says, in one session."""

    client: aiomqtt.Client
    session: str = "one"
    seq: int = field(default=0)

    async def say(self, topic: str, data: object, *, seq: int | None = None) -> None:
        self.seq += 1
        envelope = {
            "v": 1,
            "seq": seq or self.seq,
            "session": self.session,
            "ts": "2026-05-02T14:03:21.482Z",
            "data": data,
        }
        await self.client.publish(topic, json.dumps(envelope), retain=True)

    async def say_state(self, state: str) -> None:
        await self.say(STATE, {"state": state, "session": self.session})

    async def say_round(self, boards: int) -> None:
        numbers = range(1, boards + 1)
        pairings = [{"board": number, **PLAYERS, "eboard": str(number)} for number in numbers]
        data = {"event": "izmir", "name": "İzmir Açık", "round": 3, "boards": [*numbers], "pairings": pairings}
        await self.say(f"{BASE}/info", data)

    async def say_moves(
        self, number: int, sans: str, *, stage: str = "made", chess960: str = "", heard: bool = True
    ) -> None:
        """`position` and `moves` of a board; the last move has the stage."""
        board = chess.Board(chess960 or chess.STARTING_FEN, chess960=bool(chess960))
        start, moves = board.fen(), list[dict[str, Any]]()
        for ply, san in enumerate(sans.split(), start=1):
            move = board.push_san(san)
            moves.append({"ply": ply, "uci": move.uci(), "san": san, "stage": "made", "clock": None})
        last = None
        if moves:
            moves[-1]["stage"] = stage
            last = {key: moves[-1][key] for key in ("uci", "san", "stage")}
        shared = {"variant": "chess960" if chess960 else "standard"}
        position = {"fen": board.fen(), "ply": len(moves), "turn": chess.COLOR_NAMES[board.turn], "last": last}
        await self.say(f"{BASE}/board/{number}/position", {**position, **shared, "heard": heard})
        await self.say(f"{BASE}/board/{number}/moves", {"start_fen": start, "moves": moves, "result": "*", **shared})

    async def say_clock(
        self, number: int, white: float, black: float, running: str | None, *, heard: bool = True
    ) -> None:
        data = {"white": white, "black": black, "running": running, "heard": heard}
        await self.say(f"{BASE}/board/{number}/clock", data)

    async def say_result(self, number: int, result: str, *, confirmed: bool) -> None:
        await self.say(f"{BASE}/board/{number}/result", {"result": result, "reason": "", "confirmed": confirmed})


@asynccontextmanager
async def bridge_at(broker: EmbeddedBroker, session: str = "one") -> AsyncIterator[Bridge]:
    version = aiomqtt.ProtocolVersion.V5
    async with aiomqtt.Client("127.0.0.1", broker.ports.mqtt, protocol=version) as client:
        yield Bridge(client, session)


@dataclass
class Hall:
    url: str
    bridge: Bridge
    browser: Browser
    pages: list[Page] = field(default_factory=list)
    sockets: list[WebSocket] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    async def open(self, address: str = "", width: int = 1920, height: int = 1080, own_time: bool = False) -> Page:
        """`own_time`: every timer of the page, from its first, can be paused and moved by the test."""
        page = await self.browser.new_page(viewport={"width": width, "height": height}, locale="en")
        self.pages.append(page)
        page.on("websocket", lambda socket: self.sockets.append(socket))  # noqa: PLW0108 — a builtin is refused
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        page.on("console", lambda message: self.broken.append(message.text) if message.type == "error" else None)
        if own_time:
            await page.clock.install()
        await page.goto(self.url + address)
        return page


@pytest_asyncio.fixture(loop_scope="session")
async def hall(browser: Browser) -> AsyncIterator[Hall]:
    """Broker, web server and bridge; afterwards, that nothing broke in the page."""
    async with AsyncExitStack() as stack:
        broker = stack.enter_context(EmbeddedBroker())
        bridge = await stack.enter_async_context(bridge_at(broker))
        at = MqttEndpoint("127.0.0.1", broker.ports.mqtt311)
        address = await stack.enter_async_context(web_server(PageSettings("izmir", 3, "en"), at, Address(port=0)))
        hall = Hall(address.url, bridge, browser)
        yield hall
        for page in hall.pages:
            await page.close()
        assert hall.broken == []


def tile(page: Page, number: int) -> Locator:
    return page.locator(f".tile[data-board='{number}']")


async def stop_time(page: Page) -> None:
    """From here on the page's time goes only as far as the test lets it. Connected: so its timers do not wait."""
    await expect(page.locator(".marker")).to_have_text("")
    await expect(page.locator(".stale")).to_have_count(0)
    await page.clock.install()
    await pause_time(page)


async def pause_time(page: Page) -> None:
    await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))  # seconds, not milliseconds


async def hear(hall: Hall, page: Page, saying: Awaitable[None], target: Locator, text: str) -> None:
    """Wait for a message while the page's time stands still, then go on frame by frame until it is drawn."""
    async with hall.sockets[-1].expect_event("framereceived"):
        await saying
    for _ in range(30):
        await page.clock.run_for(17)
        if await target.text_content() == text:
            return
    await expect(target).to_have_text(text)


async def marked(board: Locator) -> set[tuple[int, int]]:
    """The marked squares as (file, rank), both from 0, read off the screen."""
    await expect(board.locator("square.last-move").first).to_be_attached()
    return {
        (round(8 * x), 7 - round(8 * y))
        for x, y in await board.evaluate(
            """board => {
                const outer = board.getBoundingClientRect();
                return [...board.querySelectorAll("square.last-move")]
                    .filter(square => getComputedStyle(square).visibility === "visible").map(square => {
                    const inner = square.getBoundingClientRect();
                    return [(inner.x - outer.x) / outer.width, (inner.y - outer.y) / outer.height];
                });
            }"""
        )
    }


async def test_the_wall_shows_every_board_with_names_clocks_and_last_move(hall: Hall) -> None:
    await hall.bridge.say_round(8)
    await hall.bridge.say_moves(3, "e4 e5 Nf3")
    await hall.bridge.say_clock(3, 5400, 3599.2, None)
    page = await hall.open()
    await expect(page.locator(".tile")).to_have_count(8)
    await expect(page.locator(".head")).to_have_text("İzmir AçıkRound 3")
    third = tile(page, 3)
    await expect(third.locator(".white .name")).to_have_text("Öztürk, K.")
    await expect(third.locator(".black .name")).to_have_text("Şanal, V.")
    await expect(third.locator(".white .clock")).to_have_text("1:30:00")
    await expect(third.locator(".black .clock")).to_have_text("1:00:00")
    await expect(third.locator(".move")).to_have_text("2. ♘\ufe0ef3")
    await expect(third.locator("piece")).to_have_count(32)
    await expect(third).to_have_attribute(
        "aria-label", "Board 3: Öztürk, Kübra – Şanal, Vahap, last move: 2. ♘\ufe0ef3"
    )
    assert await marked(third.locator(".board")) == {(6, 0), (5, 2)}


async def test_a_tentative_move_is_visibly_not_final_and_tells_no_check(hall: Hall) -> None:
    await hall.bridge.say_round(1)
    await hall.bridge.say_moves(1, "e4 f6 d4 g5 Qh5#", stage="tentative")
    page = await hall.open()
    board, move = tile(page, 1).locator(".board"), tile(page, 1).locator(".move")
    await expect(move).to_have_text("3. ♕\ufe0eh5 …")
    await expect(move).to_have_css("font-style", "italic")
    await expect(board.locator("square.last-move").first).to_have_css("border-style", "dashed")
    await hall.bridge.say_moves(1, "e4 f6 d4 g5 Qh5#", stage="made")
    await expect(move).to_have_text("3. ♕\ufe0eh5#")
    await expect(move).to_have_css("font-style", "normal")
    await expect(board.locator("square.last-move").first).to_have_css("border-style", "none")
    await expect(page.locator("square.check")).to_have_count(0)


async def test_a_taken_back_move_leaves_no_trace(hall: Hall) -> None:
    await hall.bridge.say_round(1)
    await hall.bridge.say_moves(1, "e4", stage="tentative")
    page = await hall.open("#board/1")
    await expect(page.locator(".moves .ply").first).to_have_text("e4 …")
    await hall.bridge.say_moves(1, "")
    await expect(page.locator(".moves .line")).to_have_count(0)
    await expect(page.locator("square.last-move:visible")).to_have_count(0)
    await expect(page.locator(".latest .move")).to_have_text("")


async def test_clocks_count_down_on_their_own_and_stop_at_zero(hall: Hall) -> None:
    await hall.bridge.say_round(1)
    page = await hall.open("#board/1")
    white, black = page.locator(".white .clock"), page.locator(".black .clock")
    await stop_time(page)
    await hear(hall, page, hall.bridge.say_clock(1, 65, 600, "white"), white, "1:05")
    await page.clock.run_for(3_000)
    await expect(white).to_have_text("1:02")
    await hear(hall, page, hall.bridge.say_clock(1, 2, 600, "white"), white, "0:02")
    await page.clock.run_for(3_000)
    await expect(white).to_have_text("0:00")
    await expect(black).to_have_text("10:00")
    await hear(hall, page, hall.bridge.say_clock(1, 30, 600, "black"), white, "0:30")
    await page.clock.run_for(2_000)
    await expect(black).to_have_text("9:58")
    await expect(white).to_have_text("0:30")


async def test_a_late_clock_message_does_not_set_the_clock_back_but_a_correction_does(hall: Hall) -> None:
    await hall.bridge.say_round(1)
    page = await hall.open("#board/1")
    white, black = page.locator(".white .clock"), page.locator(".black .clock")
    await stop_time(page)
    await hear(hall, page, hall.bridge.say_clock(1, 60, 600, "white"), white, "1:00")
    await page.clock.run_for(1_500)
    await expect(white).to_have_text("0:59")
    await hear(hall, page, hall.bridge.say_clock(1, 59.2, 601, "white"), black, "10:01")
    await expect(white).to_have_text("0:59")
    await hear(hall, page, hall.bridge.say_clock(1, 120, 602, "white"), black, "10:02")
    await expect(white).to_have_text("2:00")


async def test_one_board_fills_the_screen_and_keys_lead_on_and_back(hall: Hall) -> None:
    await hall.bridge.say_round(3)
    await hall.bridge.say_moves(1, "d4 d5 c4")
    page = await hall.open()
    await tile(page, 1).click()
    await expect(page.locator(".single h1")).to_have_text("Board 1")
    await expect(page.locator(".moves .line")).to_have_text(["1.d4d5", "2.c4"])
    await expect(page.locator(".player.black .who")).to_have_text("GMŞanal, Vahap2566")
    assert page.url.endswith("#board/1")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".single h1")).to_have_text("Board 3")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".moves .line")).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(page.locator(".tile")).to_have_count(3)


async def test_results_are_shown_and_unconfirmed_ones_marked(hall: Hall) -> None:
    await hall.bridge.say_round(2)
    await hall.bridge.say_result(1, "1/2-1/2", confirmed=False)
    await hall.bridge.say_result(2, "0-1", confirmed=True)
    page = await hall.open()
    await expect(tile(page, 1).locator(".result")).to_have_text("½–½")
    await expect(tile(page, 1).locator(".result")).to_have_css("font-style", "italic")
    await expect(tile(page, 2).locator(".result")).to_have_text("0–1")
    await expect(tile(page, 2).locator(".result")).to_have_css("font-style", "normal")
    await hall.bridge.client.publish(f"{BASE}/board/2/result", b"", retain=True)
    await expect(tile(page, 2).locator(".result")).to_have_text("")


async def test_turkish_letters_theme_and_choice_of_boards_come_from_the_address(hall: Hall) -> None:
    await hall.bridge.say_round(12)
    await hall.bridge.say_moves(2, "e4 e5 Nf3 Nc6 Bb5 a6 O-O Qe7 Re1 Qd6 Kh1")
    page = await hall.open("?lang=tr&notation=letters&theme=dark&boards=2-3,9&columns=1")
    await expect(page.locator(".tile .number")).to_have_text(["2", "3", "9"])
    await expect(page.locator(".head .round")).to_have_text("Tur 3")
    await expect(tile(page, 2).locator(".move")).to_have_text("6. Şh1")
    await expect(page.locator("html")).to_have_attribute("lang", "tr")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.goto(page.url + "#board/2")
    await expect(page.locator(".moves .line").nth(4)).to_have_text("5.Ke1Vd6")


async def test_castling_in_chess960_marks_where_the_king_stands(hall: Hall) -> None:
    await hall.bridge.say_round(2)
    await hall.bridge.say_moves(1, "O-O", chess960="4k3/8/8/8/8/8/8/1K2R3 w E - 0 1")
    await hall.bridge.say_moves(2, "O-O", chess960="4k3/8/8/8/8/8/8/6KR w H - 0 1")
    page = await hall.open()
    assert await marked(tile(page, 1).locator(".board")) == {(1, 0), (6, 0)}
    assert await marked(tile(page, 2).locator(".board")) == {(6, 0), (7, 0)}


async def test_boards_of_a_bridge_that_is_away_are_marked(hall: Hall) -> None:
    await hall.bridge.say_round(1)
    await hall.bridge.say_state("ready")
    await hall.bridge.say_moves(1, "e4")
    page = await hall.open()
    await expect(tile(page, 1).locator("piece")).to_have_count(32)
    await expect(tile(page, 1)).not_to_have_class(re.compile("stale"))
    will = {"v": 1, "seq": 1, "session": "one", "ts": "", "data": {"state": "lost", "session": "one"}}
    await hall.bridge.client.publish(STATE, json.dumps(will), retain=True)
    await expect(tile(page, 1)).to_have_class(re.compile("stale"))
    await expect(tile(page, 1).locator("piece")).to_have_count(32)
    await hall.bridge.say_state("ready")
    await expect(tile(page, 1)).not_to_have_class(re.compile("stale"))


async def test_a_board_that_is_not_heard_is_marked_and_its_clock_stands(hall: Hall) -> None:
    await hall.bridge.say_round(2)
    await hall.bridge.say_state("ready")
    for number in (1, 2):
        await hall.bridge.say_moves(number, "e4")
        await hall.bridge.say_clock(number, 300.0, 300.0, "black")
    page = await hall.open()
    await expect(tile(page, 1).locator(".unheard")).to_have_text("")
    await hall.bridge.say_moves(1, "e4", heard=False)
    await hall.bridge.say_clock(1, 300.0, 290.0, None, heard=False)
    await expect(tile(page, 1)).to_have_class(re.compile("stale"))
    await expect(tile(page, 1).locator(".unheard")).to_have_text("board not heard")
    await expect(tile(page, 1).locator(".black .clock")).to_have_text("4:50")
    await expect(tile(page, 2)).not_to_have_class(re.compile("stale"))
    await page.goto(page.url + "#board/1")
    await expect(page.locator(".single .unheard")).to_have_text("board not heard")
    await expect(page.locator(".single .black .clock")).to_have_text("4:50")
    await hall.bridge.say_moves(1, "e4 e5")
    await expect(page.locator(".single .unheard")).to_have_text("")


async def test_messages_that_are_none_change_nothing(hall: Hall) -> None:
    await hall.bridge.say_round(1)
    await hall.bridge.say_moves(1, "e4 e5")
    page = await hall.open()
    await expect(tile(page, 1).locator(".move")).to_have_text("1… e5")
    for payload in (b"{", b"null", b"[1]", b"\xff", b"3"):
        await hall.bridge.client.publish(f"{BASE}/board/1/position", payload)
    await hall.bridge.say_moves(1, "e4 e5 Nf3")
    await expect(tile(page, 1).locator(".move")).to_have_text("2. ♘\ufe0ef3")


async def test_names_are_text_and_never_markup(hall: Hall) -> None:
    name = "<img src=x onerror=alert(1)>"
    pairing = {"board": 1, "white": {"name": name}, "black": {"name": name}, "eboard": "1"}
    await hall.bridge.say(f"{BASE}/info", {"event": "izmir", "name": name, "boards": [1], "pairings": [pairing]})
    page = await hall.open("#board/1")
    await expect(page.locator(".white .name")).to_have_text(name)
    await expect(page.locator("img")).to_have_count(0)


async def test_two_hundred_boards_turn_in_pages_or_fit_when_asked(hall: Hall) -> None:
    await hall.bridge.say_round(200)
    for number in range(1, 201):
        await hall.bridge.say_moves(number, "e4 e5")
    page = await hall.open("?seconds=0")
    await expect(page.locator(".pages")).to_have_text(re.compile(r"^1 / \d+$"))
    await expect(tile(page, 1).locator("piece")).to_have_count(32)
    assert await tile(page, 1).locator(".board").evaluate("board => board.clientWidth") >= 0.17 * 1080
    shown = await page.locator(".tile:visible").count()
    assert shown < 40
    await expect(page.locator("cg-board")).to_have_count(shown)
    await page.keyboard.press("ArrowLeft")
    await expect(tile(page, 200).locator("piece")).to_have_count(32)
    await page.goto(f"{hall.url}?columns=20")
    await expect(page.locator("cg-board")).to_have_count(200)
    grid = page.locator(".grid")
    assert await grid.evaluate("grid => grid.scrollHeight <= grid.clientHeight")
    await hall.bridge.say_moves(200, "e4 e5 Nf3", stage="tentative")
    await expect(tile(page, 200).locator(".board")).to_have_class(re.compile("tentative"))


async def test_the_wall_turns_its_pages_by_hand(hall: Hall) -> None:
    await hall.bridge.say_round(60)
    page = await hall.open("?seconds=0", width=1280, height=720)
    pages = page.locator(".pages")
    await expect(pages).to_have_text("1 / 3")
    for key, text in (("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowRight", "1"), ("ArrowLeft", "3")):
        await page.keyboard.press(key)
        await expect(pages).to_have_text(f"{text} / 3")


async def test_the_wall_turns_its_pages_by_itself_and_waits_when_told(hall: Hall) -> None:
    await hall.bridge.say_round(60)
    page = await hall.open("?seconds=60", width=1280, height=720, own_time=True)
    pages = page.locator(".pages")
    await expect(pages).to_have_text("1 / 3")
    await pause_time(page)
    await page.keyboard.press("ArrowRight")
    await expect(pages).to_have_text("2 / 3")
    await page.clock.run_for(55_000)
    await expect(pages).to_have_text("2 / 3")
    await page.clock.run_for(6_000)
    await expect(pages).to_have_text("3 / 3")
    await page.keyboard.press(" ")
    await expect(pages).to_have_text("3 / 3 · paused")
    await page.clock.run_for(70_000)
    await expect(pages).to_have_text("3 / 3 · paused")


async def test_a_broker_may_restart_under_an_open_page(browser: Browser) -> None:
    async with AsyncExitStack() as stack:
        with EmbeddedBroker() as broker:
            ports = broker.ports
            at = MqttEndpoint("127.0.0.1", ports.mqtt311)
            address = await stack.enter_async_context(web_server(PageSettings("izmir", 3), at, Address(port=0)))
            async with bridge_at(broker) as bridge:
                await bridge.say_round(2)
                await bridge.say_moves(1, "e4")
                page = await Hall(address.url, bridge, browser).open()
                await page.evaluate("window.sameDocument = true")
                await expect(tile(page, 1).locator(".move")).to_have_text("1. e4")
        await expect(page.locator(".marker")).to_have_text("Reconnecting")
        await expect(tile(page, 1).locator(".move")).to_have_text("1. e4")
        await expect(tile(page, 1)).to_have_class(re.compile("stale"))
        with EmbeddedBroker(Ports(ports.mqtt, ports.mqtt311, ports.websocket)) as broker:
            async with bridge_at(broker, "two") as bridge:
                await bridge.say_moves(1, "e4 c5")
                await expect(page.locator(".marker")).to_have_text("")
                await expect(tile(page, 1).locator(".move")).to_have_text("1… c5")
                await bridge.say_moves(1, "e4 c5 Nf3")
                await expect(tile(page, 1).locator(".move")).to_have_text("2. ♘\ufe0ef3")
        assert await page.evaluate("window.sameDocument")
        await page.close()


async def test_the_page_reloads_itself_for_the_next_round(browser: Browser) -> None:
    with EmbeddedBroker() as broker:
        at = MqttEndpoint("127.0.0.1", broker.ports.mqtt311)
        async with web_server(PageSettings("izmir", 3), at, Address(port=0)) as address, bridge_at(broker) as bridge:
            page = await Hall(address.url, bridge, browser).open()
            await expect(page.locator(".head .round")).to_have_text("Round 3")
        async with web_server(PageSettings("izmir", 4), at, address):
            await expect(page.locator(".head .round")).to_have_text("Round 4")
            await page.close()
