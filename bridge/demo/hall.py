"""The virtual hall: a DGT e-board on a pseudo-terminal for every table, and hands that play on it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bridge.virtual.games import HistoricGame
from bridge.virtual.script import first_chance, table
from drivers import registry
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate
from drivers.hand import CALM, CLUB, Incident, Style, at_pace
from drivers.lines import PtyLine

KIND = "dgt"
FIRST_SERIAL = 3_000_030_101
SHORT_SERIAL_DIGITS = 5
"""DGT's boards have a short serial number too, the end of the long one."""
SCAN_SECONDS = 0.2
"""DGT's protocol header: a board looks at all its squares in 200–250 ms."""
CLOCK_SECONDS, INCREMENT_SECONDS = 5400.0, 30.0
STYLES: Sequence[Style] = (at_pace(CALM, 0.4), at_pace(CLUB, 0.3), at_pace(CALM, 0.5), at_pace(CLUB, 0.4))
"""Thinking is shortened, so that with eight boards something happens every other second."""
INCIDENTS: Sequence[tuple[Incident, int]] = (
    (Incident.TOUCH_MOVE, 9),
    (Incident.SLIDE, 6),
    (Incident.ILLEGAL_MOVE, 7),
    (Incident.ADJUST_OWN, 5),
    (Incident.DISPLACED, 10),
    (Incident.FUMBLE, 4),
    (Incident.PRESS_WITHOUT_MOVE, 8),
    (Incident.ROOK_FIRST, 1),
)
"""What happens at the tables in turn, and the half-move from which on it may."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the hall, numbered from 1. `incidents` by half-move, 1 for the first."""

    number: int
    game: HistoricGame
    style: Style
    turned: bool
    incidents: Mapping[int, Incident]

    @property
    def serial(self) -> str:
        """The e-board's serial number, as it tells it."""
        return str(FIRST_SERIAL + self.number - 1)


def tables(games: Sequence[HistoricGame], count: int, pace: float) -> list[Table]:
    """So many tables with these games in turn; every third e-board lies the other way round."""
    return [_table(number, games[(number - 1) % len(games)], pace) for number in range(1, count + 1)]


@asynccontextmanager
async def hall(laid: Sequence[Table], links: Path, seed: int) -> AsyncIterator[list[Path]]:
    """The tables with their e-boards switched on while the block runs; gives the ports, links in the given folder."""
    async with AsyncExitStack() as stack:
        ports = []
        for one in laid:
            line = PtyLine(links / f"board-{one.number}")
            stack.push_async_callback(line.close)
            ports.append(links / f"board-{one.number}")
            stack.push_async_callback(_end, asyncio.create_task(_play(one, line, seed), name=f"table {one.number}"))
        yield ports


async def _play(one: Table, line: PtyLine, seed: int) -> None:
    options = EmulatorOptions(
        serial=one.serial[-SHORT_SERIAL_DIGITS:],
        turned=one.turned,
        scan=SCAN_SECONDS,
        start_seconds=CLOCK_SECONDS,
        increment=INCREMENT_SECONDS,
        seed=seed + one.number,
    )
    acts = table(one.game, one.style, random.Random(seed * 1000 + one.number), one.incidents)
    await emulate(registry.eboard(KIND).emulator(options), line, acts)


async def _end(playing: asyncio.Task[None]) -> None:
    playing.cancel()
    await asyncio.wait({playing})


def _table(number: int, game: HistoricGame, pace: float) -> Table:
    style = STYLES[(number - 1) % len(STYLES)]
    incident, ply = INCIDENTS[(number - 1) % len(INCIDENTS)]
    at = first_chance(game, incident, ply)
    return Table(
        number,
        game,
        at_pace(style, style.pace * pace),
        turned=number % 3 == 0,
        incidents={} if at is None else {at: incident},
    )
