"""Talks to the e-boards as the service will: who answers, and what stands on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import chess

from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.config import BoardSection, Config, EBoardSection
from bridge.serve import Station
from drivers import registry
from drivers.discover import candidates, serial_ports
from drivers.eboard import EBoard
from drivers.errors import LineRefused
from drivers.lines import Line
from drivers.placement import Placement, difference, seen_by, turned
from drivers.reports import Dump, Identified, Report

VISIT_SECONDS = 5.0
"""The opening dialogue of an old DGT board takes up to three: it leaves questions that it does not know unanswered."""
SQUARES_NAMED = 6
"""So many wrong squares are named one by one."""

OpenLine = Callable[[str, EBoard], Awaitable[Line]]


class Visit:
    """A `bridge.serve.Listener` that keeps the last report of each kind, until the e-board has told the essentials."""

    def __init__(self) -> None:
        self.reports: dict[type[Report], Report] = {}
        self.enough = asyncio.Event()

    def deliver(self, report: Report, now: float) -> None:  # noqa: ARG002 - when it was said does not matter here
        """See `Listener`."""
        self.reports[type(report)] = report
        if self.reports.keys() >= {Identified, Dump}:
            self.enough.set()

    def wake_at(self) -> None:
        """See `Listener`: never."""

    def wake(self, now: float) -> None:
        """See `Listener`."""


async def look_at_eboard(config: Config, eboard: EBoardSection, open_line: OpenLine) -> list[Finding]:
    """All about one e-board and the board that it serves; takes at most `VISIT_SECONDS` once its line is open."""
    try:
        line = await open_line(eboard.line, registry.eboard(eboard.kind))
    except LineRefused as error:
        return [cross_of(error)]
    visit = await _visit(eboard, line)
    identified, dump = visit.reports.get(Identified), visit.reports.get(Dump)
    if not isinstance(identified, Identified) or not isinstance(dump, Dump):
        return [_no_answer(eboard)]
    boards = [board for board in config.boards if config.eboard_of(board) is eboard]
    return [
        _identity(eboard, identified),
        *(_position(config, board, dump.placement) for board in boards),
    ]


async def _visit(eboard: EBoardSection, line: Line) -> Visit:
    visit = Visit()

    async def opened() -> Line:
        return line

    station = Station(opened, registry.eboard(eboard.kind).codec(eboard.codec_options), visit)
    serving = asyncio.create_task(station.run())
    try:
        async with asyncio.timeout(VISIT_SECONDS):
            await visit.enough.wait()
    except TimeoutError:
        pass
    finally:
        serving.cancel()
        await asyncio.wait({serving})
    return visit


def _no_answer(eboard: EBoardSection) -> Finding:
    title = registry.eboard(eboard.kind).title
    others = [found.port.path for found in candidates(serial_ports()) if found.port.path != eboard.line]
    remedy = "Is it switched on, and is this its cable?"
    if others:
        remedy += f" One could be at {', '.join(others)} too."
    return cross(f"{eboard.line}: nothing answers as a {title} does.", remedy)


def _identity(eboard: EBoardSection, identified: Identified) -> Finding:
    if eboard.serial and identified.serial != eboard.serial:
        remedy = "Exchange the cables, or correct the serial number in the configuration."
        return cross(f"{eboard.line}: e-board {identified.serial} is here, not {eboard.serial}.", remedy)
    firmware = f", firmware {identified.firmware}" if identified.firmware else ""
    return tick(f"{eboard.line}: e-board {identified.serial}{firmware}.")


def _position(config: Config, board: BoardSection, shown: Placement) -> Finding:
    setup = config.setup_of(board)
    expected = seen_by(setup.sensing, setup.start.placement)
    wrong = [chess.square_name(square) for square in chess.SquareSet(difference(shown, expected))]
    if not wrong:
        return tick(f"Board {board.number}: the start position stands.")
    if shown == seen_by(setup.sensing, turned(setup.start.placement)):
        remedy = 'Turn the e-board round, or set its orientation to "turned".'
        return cross(f"Board {board.number}: White's pieces stand on Black's side.", remedy)
    named = ", ".join(wrong) if len(wrong) <= SQUARES_NAMED else f"{len(wrong)} squares"
    return cross(f"Board {board.number}: the start position does not stand; wrong: {named}.", "Set the pieces up.")
