"""Every family with Bluetooth Low Energy, in real time: hands, emulator, GATT, bleak, codec, station.

What every family must do is done by all of them at the same time, on one radio, since most of it is waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, TypeAlias

import chess
import pytest
import pytest_asyncio

from bridge.serve import Station
from drivers.eboard import EBoard, Emulator, EmulatorOptions, Feature
from drivers.emulation import emulate
from drivers.lines import open_line
from drivers.pegasus import EBOARD as PEGASUS
from drivers.placement import EMPTY, Placement, code_at, seen_by, with_code
from drivers.reports import Battery, Garbled, Identified, LinkDown, LinkUp, Report, Silent
from drivers.virtual_radio.air import Air
from drivers.virtual_radio.peripheral import PeripheralLine
from tests.drivers.connection import KEY, START, Rack, believed, told_where_white_sits
from tests.drivers.families import FAMILIES, name_of

pytestmark = [pytest.mark.alone, pytest.mark.asyncio(loop_scope="module")]

SECONDS = 60.0
"""The longest that anything may take, on a machine with much else to do."""
SMALLEST_MTU = 23
MANY = 24

BY_RADIO = [family for family in FAMILIES if family.gatt is not None]
every_family_by_radio = pytest.mark.parametrize("family", BY_RADIO, ids=name_of)


@dataclass
class Table:
    """A virtual e-board on the radio, and the station that listens to it. `world` is what really stands there."""

    family: EBoard
    emulator: Emulator
    line: PeripheralLine
    rack: Rack
    station: Station
    emulating: asyncio.Task[None]
    world: Placement = START

    @property
    def reports(self) -> list[Report]:
        return [report for _, report in self.rack.heard]

    async def put(self, square: chess.Square, code: int) -> None:
        self.world = with_code(self.world, square, code)
        self.emulating.cancel()
        await asyncio.wait({self.emulating})
        self.emulator.set_square(square, code, asyncio.get_running_loop().time())
        self.emulating = asyncio.create_task(emulate(self.emulator, self.line))

    async def is_read(self) -> None:
        """Wait until what is believed is what stands there."""
        shown = seen_by(self.family.sensing, self.world)
        await until(lambda: believed(self.reports) == shown)

    async def move(self, origin: chess.Square, target: chess.Square) -> None:
        """A hand that waits until each of its steps was seen."""
        code = code_at(self.world, origin)
        for square, put in ((target, EMPTY), (origin, EMPTY), (target, code)):
            await self.put(square, put)
            await self.is_read()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - there are many conditions, and one clock
            await asyncio.sleep(0.01)


@asynccontextmanager
async def seated(air: Air, family: EBoard, name: str, mtu: int | None = None) -> AsyncIterator[Table]:
    assert family.gatt is not None
    line = await air.switch_on(name, family.gatt, mtu)
    emulator, rack = family.emulator(EmulatorOptions()), Rack()
    told = replace(told_where_white_sits(family, turned=False), developer_key=KEY)
    station = Station(partial(open_line, line.name, family), family.codec(told), rack)
    serving = asyncio.create_task(station.run())
    table = Table(family, emulator, line, rack, station, asyncio.create_task(emulate(emulator, line)))
    try:
        yield table
    finally:
        for task in (serving, table.emulating):
            task.cancel()
        await asyncio.wait({serving, table.emulating})


async def moves_and_lights(air: Air, family: EBoard, name: str) -> None:
    async with seated(air, family, name) as table:
        await table.is_read()
        expected = {LinkUp, Identified} | ({Battery} if Feature.BATTERY in family.features else set())
        await until(lambda: expected <= {type(report) for report in table.reports})
        await table.move(chess.E2, chess.E4)
        await table.move(chess.D7, chess.D5)
        await table.move(chess.E4, chess.D5)
        table.station.light(frozenset({chess.E4, chess.D5}))
        table.station.request_dump()
        has_lights = Feature.LEDS in family.features
        await until(lambda: bool(table.emulator.lit) == has_lights)
        assert table.emulator.lit in ({chess.E4, chess.D5}, set())
        assert not [report for report in table.reports if isinstance(report, Garbled | Silent | LinkDown)]


async def broken_link(air: Air, family: EBoard, name: str) -> None:
    async with seated(air, family, name) as table:
        await table.is_read()
        await table.move(chess.E2, chess.E4)
        await table.move(chess.D7, chess.D5)
        await table.put(chess.D5, EMPTY)
        await table.is_read()
        await table.line.break_link()
        await table.put(chess.E4, EMPTY)
        await table.put(chess.D5, chess.PAWN)
        await until(lambda: any(isinstance(report, LinkDown) for report in table.reports))
        await table.is_read()
        assert [type(report) for report in table.reports if isinstance(report, LinkUp | LinkDown)] == [
            LinkUp,
            LinkDown,
            LinkUp,
        ]
        assert not [report for report in table.reports if isinstance(report, Garbled)]
        await table.move(chess.D8, chess.D5)


Played: TypeAlias = Mapping[tuple[Callable[..., Coroutine[Any, Any, None]], str], asyncio.Task[None]]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played() -> AsyncIterator[Played]:
    """What is done by every family; it has begun."""
    async with await Air.open() as air:
        tasks = {
            (done, family.name): asyncio.create_task(done(air, family, f"Board {number}"))
            for number, (done, family) in enumerate(product((moves_and_lights, broken_link), BY_RADIO))
        }
        yield tasks
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


@every_family_by_radio
async def test_moves_are_seen_lights_shine_and_it_introduces_itself(family: EBoard, played: Played) -> None:
    await played[moves_and_lights, family.name]


@every_family_by_radio
async def test_a_link_that_breaks_in_the_middle_of_a_capture_comes_back_with_the_truth(
    family: EBoard, played: Played
) -> None:
    await played[broken_link, family.name]


async def test_a_board_with_the_smallest_packets_is_read() -> None:
    async with await Air.open() as air, seated(air, PEGASUS, "Board 1", SMALLEST_MTU) as table:
        await table.is_read()
        await table.move(chess.E2, chess.E4)
        assert not [report for report in table.reports if isinstance(report, Garbled)]


async def test_an_eboard_that_was_off_is_found_when_it_is_switched_on_again() -> None:
    async with await Air.open() as air, seated(air, PEGASUS, "Board 1") as table:
        await table.is_read()
        await table.line.close()
        await until(lambda: table.station.linked is False)
        assert "Bluetooth link broke" in table.station.trouble
        assert PEGASUS.gatt is not None
        table.line = await air.switch_on("Board 1", PEGASUS.gatt)
        await table.put(chess.E2, EMPTY)
        await table.is_read()


async def test_many_boards_at_once_are_read_and_none_takes_anothers_moves() -> None:
    async with await Air.open() as air, AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(seated(air, PEGASUS, f"DGT_PEGASUS_{number}")) for number in range(MANY)
        ]
        for table in tables:
            await table.is_read()
        for number, table in enumerate(tables):
            await table.put(chess.A2 + number % 8, EMPTY)
            await table.put(chess.A4 + number % 8, chess.PAWN)
        for table in tables:
            await table.is_read()
            assert table.station.linked
