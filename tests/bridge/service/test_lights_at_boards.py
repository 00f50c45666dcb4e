"""The lights of a virtual e-board at a real pseudo-terminal, as the service has them shine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import chess
import pytest

from bridge.config import EBoardSection
from bridge.journal import Journal
from bridge.rules.lights import Lights
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.service.board import Board, Desk
from drivers import registry
from drivers.eboard import Emulator, EmulatorOptions
from drivers.emulation import emulate
from drivers.lines import PtyLine
from drivers.placement import EMPTY
from tests.bridge.messages.table import PLACE

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

KIND = "chesslink"
SETUP = Setup(position_of(chess.Board()))
WAIT = 20.0
"""Seconds; on a busy machine too the lights follow sooner."""


async def until(emulator: Emulator, *squares: chess.Square) -> None:
    """Return when exactly these squares shine."""
    async with asyncio.timeout(WAIT):
        while emulator.lit != set(squares):  # noqa: ASYNC110 - lamps tell nobody
            await asyncio.sleep(0.01)


@asynccontextmanager
async def eboard(link: Path) -> AsyncIterator[Emulator]:
    """An e-board on which the rook on a1 is missing."""
    now = asyncio.get_running_loop().time
    line, emulator = PtyLine(link), registry.eboard(KIND).emulator(EmulatorOptions())
    emulator.set_square(chess.A1, EMPTY, now())
    playing = asyncio.create_task(emulate(emulator, line))
    yield emulator
    playing.cancel()
    await asyncio.wait({playing})
    await line.close()


@asynccontextmanager
async def service(link: Path, state: Path, lights: Lights) -> AsyncIterator[None]:
    """The part of the service that is about one board."""
    async with Journal.open(state) as journal:
        desk = Desk(journal, "session", asyncio.get_running_loop().time, lights=lights)
        Board(PLACE, SETUP, EBoardSection(line=str(link), kind=KIND), desk, None).begin()
        (run,) = desk.lines.runs.values()
        running = asyncio.ensure_future(run())
        yield
        running.cancel()
        await asyncio.wait({running})


async def test_they_show_what_is_missing_until_it_stands(tmp_path: Path) -> None:
    link, now = tmp_path / "eboard", asyncio.get_running_loop().time
    async with eboard(link) as emulator, service(link, tmp_path / "journal", Lights.SETUP):
        await until(emulator, chess.A1)
        emulator.set_square(chess.A1, chess.ROOK, now())
        await until(emulator)


async def test_those_that_still_shine_when_the_service_comes_are_put_out(tmp_path: Path) -> None:
    link = tmp_path / "eboard"
    async with eboard(link) as emulator:
        async with service(link, tmp_path / "first", Lights.SETUP):
            await until(emulator, chess.A1)
        assert emulator.lit == {chess.A1}
        async with service(link, tmp_path / "second", Lights.OFF):
            await until(emulator)
