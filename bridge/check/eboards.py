"""Talks to the e-boards as the service will: who answers, and what stands on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import chess

from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.config import BoardSection, Config, EBoardSection, codec_options
from bridge.serve import Station
from drivers import registry
from drivers.discover import candidates, serial_ports
from drivers.eboard import Codec, EBoard
from drivers.errors import ConfigError, LineRefused
from drivers.lines import Line
from drivers.placement import Placement, difference, seen_by, turned
from drivers.reports import Dump, Identified, Report, Trouble

VISIT_SECONDS = 5.0
"""The opening dialogue of an old DGT board takes up to three: it leaves questions that it does not know unanswered."""
SQUARES_NAMED = 6
"""So many wrong squares are named one by one."""

OpenLine = Callable[[str, EBoard], Awaitable[Line]]


class Visit:
    """A `bridge.serve.Listener` that keeps the last report of each kind. `enough` is set when the e-board has told who
    it is, and its squares, or that they cannot be read; one that has no number to tell never has told enough.
    """

    def __init__(self) -> None:
        self.reports: dict[type[Report], Report] = {}
        self.enough = asyncio.Event()

    @property
    def identified(self) -> Identified | None:
        """Who the e-board is, if it has said so."""
        told = self.reports.get(Identified)
        return told if isinstance(told, Identified) else None

    @property
    def dump(self) -> Dump | None:
        """Its squares, if they were read."""
        told = self.reports.get(Dump)
        return told if isinstance(told, Dump) else None

    @property
    def trouble(self) -> Trouble | None:
        """Why its squares cannot be read."""
        told = self.reports.get(Trouble)
        return told if isinstance(told, Trouble) else None

    def deliver(self, report: Report, now: float) -> None:  # noqa: ARG002 - when it was said does not matter here
        """See `Listener`."""
        self.reports[type(report)] = report
        if self.reports.keys() >= {Identified, Dump} or isinstance(report, Trouble):
            self.enough.set()

    def wake_at(self) -> None:
        """See `Listener`: never."""

    def wake(self, now: float) -> None:
        """See `Listener`."""


async def look_at_eboard(
    config: Config, eboard: EBoardSection, environment: Mapping[str, str], open_line: OpenLine
) -> list[Finding]:
    """All about one e-board and the board that it serves; takes at most `VISIT_SECONDS` once its line is open."""
    try:
        options = codec_options(eboard, environment)
        line = await open_line(eboard.line, registry.eboard(eboard.kind))
    except (ConfigError, LineRefused) as error:
        return [cross_of(error)]
    visited = await visit(registry.eboard(eboard.kind).codec(options), line)
    if visited.trouble is not None:
        return [cross(f"{eboard.line}: {visited.trouble.what}", visited.trouble.remedy)]
    dump = visited.dump
    if dump is None:
        return [_no_answer(eboard)]
    boards = [board for board in config.boards if config.eboard_of(board) is eboard]
    return [
        _identity(eboard, visited.identified or Identified("")),
        *(_position(config, board, dump.placement) for board in boards),
    ]


async def visit(codec: Codec, line: Line, stay: float = 0.0) -> Visit:
    """Listen to an e-board until it has told enough, and `stay` seconds longer; at most `VISIT_SECONDS`. Closes the
    line.
    """
    visited = Visit()

    async def opened() -> Line:
        return line

    station = Station(opened, codec, visited)
    serving = asyncio.create_task(station.run())
    try:
        async with asyncio.timeout(VISIT_SECONDS):
            await visited.enough.wait()
            await asyncio.sleep(stay)
    except TimeoutError:
        pass
    finally:
        serving.cancel()
        await asyncio.wait({serving})
    return visited


def _no_answer(eboard: EBoardSection) -> Finding:
    family = registry.eboard(eboard.kind)
    others = [found.port.path for found in candidates(serial_ports(), [family]) if found.port.path != eboard.line]
    remedy = "Is it switched on, and is this its cable?"
    if others:
        remedy += f" One could be at {', '.join(others)} too."
    return cross(f"{eboard.line}: nothing answers as a {family.title} does.", remedy)


def _identity(eboard: EBoardSection, identified: Identified) -> Finding:
    if eboard.serial and identified.serial != eboard.serial:
        remedy = "Exchange the cables, or correct the serial number in the configuration."
        found = identified.serial or "one that tells no number"
        return cross(f"{eboard.line}: e-board {found} is here, not {eboard.serial}.", remedy)
    return tick(f"{eboard.line}: e-board {named(identified)}.")


def named(identified: Identified) -> str:
    """Its serial number and firmware, as far as it tells them."""
    number = identified.serial or "without a number"
    return f"{number}, firmware {identified.firmware}" if identified.firmware else number


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
