"""A virtual e-board in the process of its reader, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import chess
import pytest

from drivers.eboard import EmulatorOptions
from drivers.errors import LineLost
from drivers.hand import Act
from drivers.lines import Line
from drivers.placement import EMPTY, from_fen
from drivers.reports import Press, SquaresChanged
from drivers.virtual.emulator import VirtualEmulator
from drivers.virtual_table import VirtualTable
from tests.virtual_time import run

KINGS = "4k3/8/8/8/8/8/8/4K3"


def table(*acts: Act, stands: str = KINGS) -> VirtualTable:
    clock = asyncio.get_running_loop().time
    return VirtualTable("page://x", VirtualEmulator(EmulatorOptions()), from_fen(stands), iter(acts), clock)


def put(square: chess.Square, code: int) -> SquaresChanged:
    return SquaresChanged(((square, code),))


async def lines_of(line: Line, count: int) -> Iterable[str]:
    return [(await line.read()).decode().strip() for _ in range(count)]


def test_it_shows_what_stands_there_and_what_hands_do() -> None:
    async def scene() -> None:
        virtual = table()
        line = await virtual.open()
        assert await lines_of(line, 1) == [KINGS]
        reading = asyncio.create_task(line.read())
        await asyncio.sleep(5)
        assert not reading.done()
        virtual.do(put(chess.E1, EMPTY))
        assert await reading == b"4k3/8/8/8/8/8/8/8\n"
        assert virtual.placement == from_fen("4k3/8/8/8/8/8/8/8")

    run(scene())


def test_its_questions_are_answered() -> None:
    async def scene() -> None:
        line = await table().open()
        await line.read()
        await line.write(b"?\n")
        assert await line.read() == f"{KINGS}\n".encode()
        await line.write(b"")

    run(scene())


def test_acts_are_done_at_their_time() -> None:
    async def scene() -> None:
        acts = [Act(2.0, put(chess.E1, EMPTY)), Act(3.0, Press(chess.WHITE)), Act(3.0, put(chess.E8, EMPTY))]
        virtual = table(*acts)
        line = await virtual.open()
        said = [((await line.read()).strip(), asyncio.get_running_loop().time()) for _ in range(4)]
        assert said == [
            (KINGS.encode(), 0.0),
            (b"4k3/8/8/8/8/8/8/8", 2.0),
            (b"+w", 3.0),
            (b"8/8/8/8/8/8/8/8", 3.0),
        ]

    run(scene())


def test_a_read_that_is_given_up_loses_nothing() -> None:
    async def scene() -> None:
        virtual = table()
        line = await virtual.open()
        await line.read()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(line.read(), 1)
        virtual.do(put(chess.E1, EMPTY))
        assert await line.read() == b"4k3/8/8/8/8/8/8/8\n"

    run(scene())


def test_the_next_line_finds_the_board_as_hands_have_left_it() -> None:
    async def scene() -> None:
        virtual = table()
        first = await virtual.open()
        await first.read()
        reading = asyncio.create_task(first.read())
        await asyncio.sleep(1)
        await first.close()
        await first.close()
        with pytest.raises(LineLost, match="page://x: the line is closed"):
            await reading
        with pytest.raises(LineLost):
            await first.write(b"?\n")
        virtual.do(put(chess.E1, EMPTY))
        second = await virtual.open()
        await second.write(b"?\n")
        assert await second.read() == b"4k3/8/8/8/8/8/8/8\n"

    run(scene())
