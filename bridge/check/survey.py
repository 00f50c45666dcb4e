"""What e-boards are at the ports of this machine: every family that may be there is asked in turn until one answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bridge.check.eboards import OpenLine, named, visit
from bridge.check.finding import Finding, cross, cross_of, tick
from bridge.check.shared_line import FoundTogether, found_together
from bridge.config import EBoardSection, codec_options
from drivers import registry
from drivers.catalog import evidence, squares_tell, standing
from drivers.discover import Candidate, RadioDevice, SerialPort
from drivers.eboard import EBoard
from drivers.errors import ConfigError, LineRefused
from drivers.lines import transport_of
from drivers.reports import Battery, Identified, Oriented, Report

STAY_SECONDS = 0.5
"""An e-board that has told its number and its squares tells its battery and its clock right after."""


@dataclass(frozen=True, slots=True)
class Found:
    """An e-board that has answered: at which port, of which family, and what it said of itself."""

    port: SerialPort | RadioDevice
    family: EBoard
    reports: dict[type[Report], Report]

    @property
    def identified(self) -> Identified:
        """Who it is; an empty number when it tells none."""
        told = self.reports.get(Identified)
        return told if isinstance(told, Identified) else Identified("")

    def lines(self) -> list[str]:
        """Everything about it, a line each."""
        return [
            str(tick(f"{self.family.title}, {named(self.identified)}.")),
            f"  {_to_configure(self)}",
            f"  {standing(self.family).capitalize()}.",
            f"  Its squares tell {squares_tell(self.family.sensing)}, read every {self.family.scan_period:g} s.",
            f"  {evidence(self.family)}",
            f"  {_orientation(self.reports.get(Oriented))}",
            *(f"  {text}" for text in _battery(self.reports.get(Battery))),
        ]


async def survey(
    options: list[Candidate], open_line: OpenLine, environment: Mapping[str, str]
) -> Found | FoundTogether | Finding:
    """Who answers at one port; `options` are the families that may be there, in the order in which they are asked.
    `environment`: where a developer key may be.

    Several e-boards on one line must not hear what is said to a single one. One that shares its line with nobody may
    as well be of a family that does not, and then is asked on.
    """
    alone: FoundTogether | None = None
    for candidate in options:
        family = registry.eboard(candidate.eboard).over(transport_of(candidate.port.path))
        try:
            told = codec_options(EBoardSection(candidate.port.path, family.name), environment)
            line = await open_line(candidate.port.path, family)
        except (ConfigError, LineRefused) as error:
            return cross_of(error)
        if family.sharing is not None:
            together = await found_together(candidate.port, family, line)
            if together is not None and (together.doubled or len(together.serials) > 1):
                return together
            alone = alone or together
            continue
        visited = await visit(family.codec(told), line, STAY_SECONDS)
        if visited.trouble is not None:
            return cross(visited.trouble.what, visited.trouble.remedy)
        if visited.dump is not None:
            return Found(candidate.port, family, visited.reports)
    if alone is not None:
        return alone
    asked = ", ".join(candidate.eboard for candidate in options)
    return cross(f"nothing answers (asked as: {asked}).", "Is the e-board switched on?")


def by_port(found: Iterable[Candidate]) -> dict[SerialPort | RadioDevice, list[Candidate]]:
    """The families that may be at each port, in the order of `candidates`."""
    grouped: defaultdict[SerialPort | RadioDevice, list[Candidate]] = defaultdict(list)
    for candidate in found:
        grouped[candidate.port].append(candidate)
    return dict(grouped)


def doubled(found: Iterable[Found]) -> Iterator[Finding]:
    """A cross for every number that more than one e-board has: then a number does not say which one is meant."""
    lines: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for each in found:
        if each.identified.serial:
            lines[each.family.title, each.identified.serial].append(each.port.lasting_path)
    for (title, serial), at in lines.items():
        if len(at) > 1:
            remedy = "Leave the number out of the configuration, and name their lines."
            yield cross(f"{' and '.join(at)}: these {title}s all call themselves {serial}.", remedy)


def _to_configure(found: Found) -> str:
    serial = f', serial = "{found.identified.serial}"' if found.identified.serial else ""
    return f'Configured by: kind = "{found.family.name}", line = "{found.port.lasting_path}"{serial}'


def _orientation(oriented: Report | None) -> str:
    if not isinstance(oriented, Oriented):
        return "Where White sits is not known before the start position stands."
    if oriented.turned:
        return "White sits opposite the side that the maker means for White."
    return "White sits where the maker means White."


def _battery(battery: Report | None) -> Iterator[str]:
    if isinstance(battery, Battery):
        yield f"Battery {battery.percent} %{', being charged' if battery.charging else ''}."
