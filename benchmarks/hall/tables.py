"""The tables of a mixed hall: virtual e-boards of many kinds, each at a line as its kind has it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn, TypeAlias, assert_never

from benchmarks.program import configuration
from drivers import registry
from drivers.dgt.bus.emulated_board import EmulatedBoard
from drivers.dgt.bus.emulator import DgtBusEmulator
from drivers.dgt.bus.wire import BusFrame, Command, Order
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate, emulate_shared
from drivers.hand import Act
from drivers.lines import Line, PtyLine
from drivers.placement import Sensing
from drivers.virtual_radio.air import Air

FIRST_SERIAL = 1001
SCAN_SECONDS = 0.25
"""DGT's protocol header: 200–250 ms for a look at all squares."""
SLOW_SCAN_SECONDS = 0.5
"""Over Bluetooth Classic; PicoChess waits that long until such a board has seen everything."""
KEY_FILE, KEY = "developer.key", "be" * 8
"""Virtual boards of makers that want a developer key take any."""
QUESTIONS = frozenset({Command.SEND_CHANGES, Command.REPEAT_CHANGES})


class Way(Enum):
    """How an e-board is reached."""

    BUS = "bus"
    PTY = "pty"
    RFCOMM = "rfcomm"
    RADIO = "radio"


@dataclass(frozen=True, slots=True)
class Kind:
    """Tables that are alike; `eboard` as in configurations, `scan` in seconds."""

    title: str
    eboard: str
    way: Way
    scan: float = 0.0

    @property
    def identifies(self) -> bool:
        """Whether its squares tell which piece stands there."""
        return registry.eboard(self.eboard).sensing is Sensing.IDENTITY


WHOLE_HALL: Sequence[tuple[Kind, int]] = (
    (Kind("DGT on one bus", "dgt-bus", Way.BUS, SCAN_SECONDS), 30),
    (Kind("DGT by USB", "dgt", Way.PTY, SCAN_SECONDS), 10),
    (Kind("DGT by Bluetooth Classic", "dgt", Way.RFCOMM, SLOW_SCAN_SECONDS), 5),
    (Kind("DGT Pegasus by radio", "pegasus", Way.RADIO), 5),
    (Kind("Chessnut by radio", "chessnut", Way.RADIO), 5),
    (Kind("Millennium ChessLink", "chesslink", Way.PTY), 3),
    (Kind("Certabo", "certabo", Way.PTY), 2),
)
"""The kinds of tables in the order of their numbers, and how many there are of each."""


class PolledBoard(EmulatedBoard):
    """An e-board on a bus that notes when it is asked what has changed."""

    def __init__(self, options: EmulatorOptions) -> None:
        super().__init__(options)
        self.asked: list[float] = []

    def obey(self, order: Order, now: float) -> tuple[float, BusFrame] | None:
        """See `EmulatedBoard`."""
        if order.address == self.address and order.code in QUESTIONS:
            self.asked.append(now)
        return super().obey(order, now)


@dataclass(frozen=True, slots=True)
class Table:
    """One table, numbered from 1; `section`: its keys under [[eboard]]."""

    number: int
    kind: Kind
    section: str
    asked: Sequence[float] = ()
    """When it was asked what has changed, in seconds of the loop; of e-boards on a bus alone."""


Acts: TypeAlias = Iterable[Act]


@dataclass(frozen=True, slots=True)
class Port:
    """One line of the hall with the tables on it. `be`: be their e-boards while hands do this at each of them."""

    tables: Sequence[Table]
    be: Callable[[Sequence[Acts]], Coroutine[Any, Any, NoReturn]]


class Hall:
    """A hall that is open; `file`: the configuration of a service for it."""

    def __init__(self, ports: Sequence[Port], file: Path) -> None:
        self.file = file
        self.tables = [table for port in ports for table in port.tables]
        self._ports = ports
        self._playing: list[asyncio.Task[NoReturn]] = []

    async def play(self, acts: Mapping[int, Acts]) -> None:
        """From now on hands do this at the tables of these numbers, until something else is played."""
        await self.stop()
        for port in self._ports:
            hands = [acts.get(table.number, ()) for table in port.tables]
            self._playing.append(asyncio.create_task(port.be(hands)))

    async def stop(self) -> None:
        """No e-board answers any more."""
        playing, self._playing = self._playing, []
        for task in playing:
            task.cancel()
        if playing:
            await asyncio.wait(playing)


@asynccontextmanager
async def laid_out(kinds: Iterable[tuple[Kind, int]]) -> AsyncIterator[Hall]:
    """A hall with so many tables of each kind, their pieces set up, while the block runs."""
    wanted = list(enumerate((kind for kind, count in kinds for _ in range(count)), 1))
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / KEY_FILE).write_text(KEY, encoding="ascii")
        radio = any(kind.way is Way.RADIO for _, kind in wanted)
        air = await stack.enter_async_context(await Air.open()) if radio else None
        ports = []
        for kind, numbered in groupby(wanted, key=lambda each: each[1]):
            numbers = [number for number, _ in numbered]
            for together in [numbers] if kind.way is Way.BUS else [[number] for number in numbers]:
                line = await _line(kind, together[0], folder, air)
                stack.push_async_callback(line.close)
                ports.append(_port(kind, together, line))
        sections = [table.section for port in ports for table in port.tables]
        hall = Hall(ports, configuration(folder, sections))
        stack.push_async_callback(hall.stop)
        await hall.play({})
        yield hall


async def _line(kind: Kind, number: int, folder: Path, air: Air | None) -> Line:
    match kind.way:
        case Way.BUS | Way.PTY:
            return PtyLine(folder / f"board{number}")
        case Way.RFCOMM:
            return PtyLine(folder / f"rfcomm{number}")  # by this name the service knows that it is slow
        case Way.RADIO:
            gatt = registry.eboard(kind.eboard).gatt
            if gatt is None or air is None:
                raise ValueError(f"{kind.title}: there is no Bluetooth Low Energy")
            return await air.switch_on(f"{gatt.names[0]}{FIRST_SERIAL + number}", gatt)
        case way:
            assert_never(way)


def _port(kind: Kind, numbers: Sequence[int], line: Line) -> Port:
    options = [
        EmulatorOptions(
            serial=f"{FIRST_SERIAL + number:05}", scan=kind.scan, seed=number, start_seconds=180, increment=2
        )
        for number in numbers
    ]
    if kind.way is not Way.BUS:
        emulator = registry.eboard(kind.eboard).emulator(options[0])
        key = f'\ndeveloper_key_file = "{KEY_FILE}"' if kind.eboard == "pegasus" else ""
        table = Table(numbers[0], kind, f'kind = "{kind.eboard}"\nline = "{line.name}"{key}')
        return Port([table], lambda acts: emulate(emulator, line, acts[0]))
    boards = [PolledBoard(each) for each in options]
    ready = iter(boards)
    bus = DgtBusEmulator(options, build=lambda _: next(ready))
    tables = [
        Table(number, kind, f'kind = "{kind.eboard}"\nline = "{line.name}"\nserial = "{each.serial}"', board.asked)
        for number, each, board in zip(numbers, options, boards, strict=True)
    ]
    return Port(tables, lambda acts: emulate_shared(bus, line, acts))
