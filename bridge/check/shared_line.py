"""Talks to the e-boards on a line that they share: who is there, who is not, and how often each can be read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bridge.check.finding import Finding, cross, tick
from bridge.check.visit import Visit
from bridge.config import EBoardSection
from bridge.serve import SharedLine
from drivers.catalog import evidence, standing
from drivers.discover import RadioDevice, SerialPort
from drivers.eboard import EBoard
from drivers.lines import Line

ROLL_CALL_SECONDS = 10.0
"""Everybody on the line has been called several times by then, and strangers have told their numbers."""
READING_SECONDS = 0.5
"""For each e-board: to be found, read whole, and told that it is known."""


async def visit_all(family: EBoard, eboards: Sequence[EBoardSection], line: Line) -> tuple[SharedLine, list[Visit]]:
    """The line as it was after everybody was called and heard, and what each of the e-boards has told. The line is
    closed then. Only for a family whose e-boards share lines.
    """
    if family.sharing is None:
        raise ValueError(f"e-boards of the kind {family.name} have a line each")

    async def opened() -> Line:
        return line

    shared = SharedLine(opened, family.sharing.codec())
    visits = [Visit() for _ in eboards]
    for eboard, visit in zip(eboards, visits, strict=True):
        shared.seat(eboard.serial, eboard.codec_options, visit)
    serving = asyncio.create_task(shared.run())
    await asyncio.sleep(ROLL_CALL_SECONDS + READING_SECONDS * len(eboards))
    serving.cancel()
    await asyncio.wait({serving})
    return shared, visits


def about_line(line: str, shared: SharedLine, eboards: Sequence[EBoardSection]) -> list[Finding]:
    """What is to be said about the line as a whole."""
    periods = [period for eboard in eboards if (period := shared.period(eboard.serial)) is not None]
    findings = [tick(f"{line}: each e-board is read every {max(periods):.1f} s.")] if periods else []
    findings += [_doubled(line, serial) for serial in sorted(shared.doubled)]
    remedy = "Serve it with an [[eboard]] that has the same line and this serial."
    findings += [cross(f"{line}: e-board {serial} is here, and nobody serves it.", remedy) for serial in _left(shared)]
    return findings


@dataclass(frozen=True, slots=True)
class FoundTogether:
    """E-boards that share the line at one port."""

    port: SerialPort | RadioDevice
    family: EBoard
    serials: tuple[str, ...]
    doubled: tuple[str, ...]

    def lines(self) -> list[str]:
        """Everything about them, a line each."""
        how = f'kind = "{self.family.name}", line = "{self.port.lasting_path}"'
        return [
            str(tick(f"{self.family.title}: {len(self.serials)} with numbers of their own.")),
            *(f'  Configured by: {how}, serial = "{serial}"' for serial in self.serials),
            *(str(_doubled(self.port.lasting_path, serial)) for serial in self.doubled),
            f"  {standing(self.family).capitalize()}.",
            f"  {evidence(self.family)}",
        ]


async def found_together(port: SerialPort | RadioDevice, family: EBoard, line: Line) -> FoundTogether | None:
    """Who is on a line about which nothing is known; None when nobody is."""
    shared, _ = await visit_all(family, [], line)
    serials = tuple(_left(shared))
    return FoundTogether(port, family, serials, tuple(sorted(shared.doubled))) if serials or shared.doubled else None


def _left(shared: SharedLine) -> Sequence[str]:
    return sorted(shared.strangers - shared.doubled)


def _doubled(line: str, serial: str) -> Finding:
    return cross(f"{line}: two e-boards answer to the number {serial}.", "Unplug one: neither can be read.")
