"""Talks to the e-boards as the service will: who answers, and what stands on it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import chess

from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.check.shared_line import about_line, visit_all
from bridge.check.virtual import look_at_virtual
from bridge.check.visit import Visit
from bridge.config import BoardSection, Config, EBoardSection, codec_options, exchanged
from bridge.serve import Station
from drivers import registry
from drivers.discover import candidates, serial_ports
from drivers.eboard import Codec, EBoard
from drivers.errors import ConfigError, LineRefused
from drivers.lines import Line
from drivers.placement import Placement, difference, seen_by, turned
from drivers.reports import Identified

VISIT_SECONDS = 5.0
"""The opening dialogue of an old DGT board takes up to three: it leaves questions that it does not know unanswered."""
SQUARES_NAMED = 6
"""So many wrong squares are named one by one."""

OpenLine = Callable[[str, EBoard], Awaitable[Line]]


async def look_at_line(config: Config, line: str, environment: Mapping[str, str], open_line: OpenLine) -> list[Finding]:
    """All about the e-boards on one line."""
    eboards = config.eboards_on(line)
    if (virtual := look_at_virtual(config, eboards[0], environment)) is not None:
        return virtual
    if not all(eboard.may_share for eboard in eboards):
        return await look_at_eboard(config, eboards[0], environment, open_line)
    family = registry.eboard(eboards[0].kind)
    try:
        opened = await open_line(line, family)
    except LineRefused as error:
        return [cross_of(error)]
    shared, visits = await visit_all(family, eboards, opened)
    findings = about_line(line, shared, eboards)
    for eboard, visited in zip(eboards, visits, strict=True):
        findings += _all_about(config, eboard, visited)
    return findings


async def look_at_eboard(
    config: Config, eboard: EBoardSection, environment: Mapping[str, str], open_line: OpenLine
) -> list[Finding]:
    """All about one e-board that has its line for itself; takes at most `VISIT_SECONDS` once that is open."""
    try:
        options = codec_options(eboard, environment)
        line = await open_line(eboard.line, registry.eboard(eboard.kind))
    except (ConfigError, LineRefused) as error:
        return [cross_of(error)]
    return _all_about(config, eboard, await visit(registry.eboard(eboard.kind).codec(options), line))


def _all_about(config: Config, eboard: EBoardSection, visited: Visit) -> list[Finding]:
    if visited.trouble is not None:
        return [cross(f"{eboard.line}: {visited.trouble.what}", visited.trouble.remedy)]
    dump = visited.dump
    if dump is None:
        return [_no_answer(eboard, visited.refused)]
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


def _no_answer(eboard: EBoardSection, refused: str) -> Finding:
    if eboard.may_share:
        what = f"{eboard.line}: e-board {eboard.serial} does not answer."
        return cross(what, "Is it switched on, is it joined to this line, and is this its number?")
    if refused:
        return cross(refused, "Does another program use it?")
    family = registry.eboard(eboard.kind)
    others = [found.port.path for found in candidates(serial_ports(), [family]) if found.port.path != eboard.line]
    remedy = "Is it switched on, and is this its cable?"
    if others:
        remedy += f" One could be at {', '.join(others)} too."
    return cross(f"{eboard.line}: nothing answers as an e-board of the kind {eboard.kind!r} does.", remedy)


def _identity(eboard: EBoardSection, identified: Identified) -> Finding:
    if (wrong := exchanged(eboard, identified.serial)) is not None:
        return cross_of(wrong)
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
