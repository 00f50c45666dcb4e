"""The page on which a person moves pieces, in a real browser; the whole service behind it; what subscribers hear."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import chess
import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bridge.config import (
    BoardSection,
    BridgeSection,
    BrokerSection,
    Config,
    EBoardSection,
    EventSection,
    RoundSection,
    WebSection,
)
from bridge.service import running
from tests.bridge.broker.brokers import WAIT, free_port
from tests.bridge.service.witness import Witness, witness

pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PASSWORD = "açıl susam açıl"
ENVIRONMENT = {"TOUCHMOVE_MOVE_PASSWORD": PASSWORD}
SANS = tuple("e4 a6 e5 d5 exd6 Nf6 dxc7 e6 Nf3 Bc5 Be2 O-O cxb8=N Qc7 O-O Qxh2+ Nxh2".split())  # noqa: SIM905
DRAG_MILLISECONDS = 200  # no hand is quicker; two half-moves within a tenth of a second have no order


def hall(folder: Path) -> Config:
    """A round whose board 7 has no hardware."""
    return Config(
        bridge=BridgeSection(state_directory=str(folder)),
        event=EventSection(slug="open"),
        round=RoundSection(number=2),
        broker=BrokerSection(port=free_port(), mqtt311_port=free_port()),
        web=WebSection(port=free_port()),
        eboards=(EBoardSection("page://reserve", "virtual"),),
        boards=(BoardSection(7, "page://reserve"),),
    )


@dataclass
class Mover:
    """A person at the page."""

    page: Page

    @property
    def board(self) -> Locator:
        return self.page.locator("cg-board")

    async def enter(self, password: str = PASSWORD) -> None:
        await self.page.get_by_label("Password").fill(password)
        await self.page.get_by_role("button", name="Move pieces").click()

    async def seated(self) -> Mover:
        await self.enter()
        await expect(self.page.locator(".hands")).not_to_have_class(re.compile("stale"))
        return self

    async def drag(self, *moves: str) -> None:
        """`e2e4`, or `d5` to drop what stands there beside the board."""
        for move in moves:
            await self._drag(await self._middle(move[:2]), await self._middle(move[2:] or "i9"))

    async def press(self, color: str) -> None:
        await self.page.get_by_role("button", name=f"{color}: Press clock").click()

    async def take_from_box(self, color: str, piece: str, square: str) -> None:
        box = await self.page.get_by_role("button", name=f"{color}: {piece}").bounding_box()
        assert box is not None
        await self._drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), await self._middle(square))

    @property
    def choice(self) -> Locator:
        return self.page.get_by_role("dialog", name="What does the pawn become?")

    async def choose(self, piece: str) -> None:
        await self.choice.get_by_role("button", name=piece).click()
        await expect(self.choice).to_have_count(0)

    async def until_shown(self, placement: str) -> None:
        """Until exactly these pieces stand on the screen, White at the bottom."""
        expected = {
            chess.square_name(square): f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}"
            for square, piece in chess.BaseBoard(placement).piece_map().items()
        }
        await expect(self.board.locator("piece:not(.ghost)")).to_have_count(len(expected))
        until = asyncio.get_running_loop().time() + WAIT
        while (shown := await self._shown()) != expected and asyncio.get_running_loop().time() < until:
            await self.page.wait_for_timeout(50)
        assert shown == expected

    async def _shown(self) -> dict[str, str]:
        pieces = await self.board.evaluate(
            """board => {
                const outer = board.getBoundingClientRect();
                return [...board.querySelectorAll("piece:not(.ghost)")].map(piece => {
                    const inner = piece.getBoundingClientRect();
                    return [piece.className, (inner.x - outer.x) / outer.width, (inner.y - outer.y) / outer.height];
                });
            }"""
        )
        return {chess.square_name(chess.square(round(8 * x), 7 - round(8 * y))): name for name, x, y in pieces}

    async def _middle(self, square: str) -> tuple[float, float]:
        box = await self.board.bounding_box()
        assert box is not None
        file, rank = ord(square[0]) - ord("a"), int(square[1]) - 1
        return box["x"] + (file + 0.5) * box["width"] / 8, box["y"] + (7.5 - rank) * box["height"] / 8

    async def _drag(self, origin: tuple[float, float], target: tuple[float, float]) -> None:
        mouse = self.page.mouse
        await mouse.move(*origin)
        await mouse.down()
        await mouse.move(*target)
        await self.page.wait_for_timeout(DRAG_MILLISECONDS)
        await mouse.up()


@asynccontextmanager
async def opened(browser: Browser, config: Config) -> AsyncIterator[Page]:
    """The page of board 7; afterwards, that nothing broke in it."""
    page = await browser.new_page(viewport={"width": 1440, "height": 900}, locale="en")
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    await page.goto(f"http://127.0.0.1:{config.web.port}/move/7")
    yield page
    await page.close()
    assert broken == []


@dataclass
class Scene:
    mover: Mover
    heard: Witness
    config: Config


@asynccontextmanager
async def scene_of(browser: Browser, config: Config, stack: AsyncExitStack) -> AsyncIterator[Scene]:
    """A person at the page while the service runs; the page stays until the stack ends."""
    async with running(config, ENVIRONMENT), witness(config.broker.port) as heard:
        page = await stack.enter_async_context(opened(browser, config))
        yield Scene(await Mover(page).seated(), heard, config)


@asynccontextmanager
async def scene(browser: Browser, folder: Path) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack, scene_of(browser, hall(folder), stack) as at:
        yield at


async def test_a_whole_game_is_dragged_and_recorded(browser: Browser, tmp_path: Path) -> None:
    """Castling takes the rook along; en passant, a capture and a promotion are done as on a table."""
    async with scene(browser, tmp_path) as at:
        drag = at.mover.drag
        await drag("e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "d5")
        await at.heard.until_moves("e4", "a6", "e5", "d5", "exd6")
        await drag("g8f6", "d6c7", "e7e6", "g1f3", "f8c5", "f1e2", "e8g8", "c7b8")
        await at.mover.choose("Knight")
        await drag("d8c7", "e1g1", "c7h2", "f3h2")
        await at.heard.until_moves(*SANS)
        assert at.heard.envelopes("alert-log") == []
        await expect(at.mover.page.locator(".moves .line")).to_have_count(9)
        board = chess.Board()
        for san in SANS:
            board.push_san(san)
        await at.mover.until_shown(board.board_fen())


async def test_an_illegal_move_alerts_the_arbiter_and_nobody_else(browser: Browser, tmp_path: Path) -> None:
    async with scene(browser, tmp_path) as at:
        for side, san, move in (("White", "e4", "e2e4"), ("Black", "e5", "e7e5")):
            await at.mover.drag(move)
            await at.heard.until("moves", result="*")
            await at.mover.press(side)
            await at.heard.until_news(san)
        await at.mover.drag("f1b6")
        await at.mover.press("White")
        alert = (await at.heard.until("alert-log", type="raised"))["alert"]
        assert (alert["kind"], alert["color"]) == ("illegal_move", "white")
        for leaf in ("position", "moves", "move", "game", "result"):
            told = [envelope["data"] for envelope in at.heard.envelopes(leaf)]  # beside it are numbers that may be any
            assert "b6" not in str(told)


async def test_a_promotion_may_be_given_up(browser: Browser, tmp_path: Path) -> None:
    async with scene(browser, tmp_path) as at:
        await at.mover.drag("h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "g8f6", "h6h7", "f6g4", "h7g8")
        await expect(at.mover.choice).to_be_visible()
        await at.mover.page.keyboard.press("Escape")
        placement = "rnbqkb1r/pppppp1P/8/8/6n1/8/PPPPPPP1/RNBQKBNR"
        await at.mover.until_shown(placement)
        await at.heard.until_moves("h4", "g5", "hxg5", "h6", "gxh6", "Nf6", "h7", "Ng4")
        await at.mover.drag("h7h8")
        await at.mover.choose("Queen")
        await at.mover.until_shown(placement.replace("1r/pppppp1P", "1Q/pppppp2"))


async def test_a_slip_is_taken_back_and_a_lost_piece_comes_from_the_box(browser: Browser, tmp_path: Path) -> None:
    async with scene(browser, tmp_path) as at:
        await at.mover.drag("d2d4", "d8")
        await at.mover.until_shown("rnb1kbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
        await at.mover.take_from_box("Black", "Queen", "d8")
        await at.mover.until_shown("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
        await at.mover.drag("d7d6")
        await at.heard.until("moves", result="*")
        await at.mover.page.get_by_role("button", name="Take back").click()
        await at.mover.drag("d7d5")
        await at.heard.until_moves("d4", "d5")


async def test_everybody_at_the_board_sees_what_stands_there(browser: Browser, tmp_path: Path) -> None:
    async with scene(browser, tmp_path) as at, opened(browser, at.config) as page:
        other = await Mover(page).seated()
        await at.mover.drag("e2e4")
        await other.until_shown("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
        await other.drag("e7e5")
        await at.mover.until_shown("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
        await at.heard.until_moves("e4", "e5")


async def test_nothing_is_shown_or_moved_without_the_password(browser: Browser, tmp_path: Path) -> None:
    config = hall(tmp_path)
    async with running(config, ENVIRONMENT), opened(browser, config) as page:
        mover = Mover(page)
        await mover.enter("sesame, open!")
        await expect(page.get_by_role("alert")).to_have_text("This is not the password.")
        await expect(page.locator("cg-board")).to_have_count(0)
        await mover.seated()
        await page.reload()
        await expect(page.locator("cg-board")).to_have_count(1)  # this tab knows it now


async def test_the_game_goes_on_where_it_was_when_the_service_starts_again(browser: Browser, tmp_path: Path) -> None:
    config, after_e4 = hall(tmp_path), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    async with AsyncExitStack() as stack:
        async with scene_of(browser, config, stack) as at:
            await at.mover.drag("e2e4")
            await at.heard.until_moves("e4")
        await expect(at.mover.page.locator(".marker")).to_have_text("Reconnecting")
        await at.mover.drag("e7e5")
        await at.mover.until_shown(after_e4)
        async with running(config, ENVIRONMENT), witness(config.broker.port) as heard:
            await expect(at.mover.page.locator(".marker")).to_have_text("")
            await at.mover.until_shown(after_e4)
            await at.mover.drag("c7c5")
            await heard.until_moves("e4", "c5")
