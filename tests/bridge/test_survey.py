"""`touchmove boards`: families are asked in turn at virtual ports, and what answers is told."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import pytest

from bridge.check.finding import Finding
from bridge.check.shared_line import FoundTogether
from bridge.check.survey import Found, by_port, doubled, survey
from drivers import registry
from drivers.catalog import evidence
from drivers.dgt.emulator import DgtEmulator
from drivers.discover import Candidate, Likelihood, SerialPort
from drivers.eboard import EBoard, EmulatorOptions
from drivers.emulation import emulate, emulate_shared
from drivers.errors import LineLost, LineRefused
from drivers.lines import Line, null_modem
from drivers.placement import EMPTY
from drivers.reports import Identified
from tests.virtual_time import run

DGT = registry.eboard("dgt")
BUS = registry.eboard("dgt-bus")
DEAF = replace(DGT, name="deaf", title="Deaf Board", baud=38400)


@pytest.fixture
def two_families(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, EBoard]:
    known = {"dgt": DGT, "deaf": DEAF}
    monkeypatch.setattr(registry, "eboard", known.__getitem__)
    return known


def port(path: str) -> SerialPort:
    return SerialPort(path, f"/dev/serial/by-id{path}")


def may_be(path: str, *names: str) -> list[Candidate]:
    return [Candidate(port(path), name, Likelihood.POSSIBLE, "a USB port") for name in names]


def asked(options: list[Candidate], emulator: DgtEmulator | None) -> tuple[Found | FoundTogether | Finding, list[str]]:
    """What the survey finds at a port with this e-board, that hears only its own speed; and which lines were opened."""
    opened: list[str] = []
    emulating: list[asyncio.Task[None]] = []

    async def until_unplugged(line: Line) -> None:
        try:
            await emulate(emulator, line)  # type: ignore[arg-type]
        except LineLost:
            return

    async def open_line(address: str, family: EBoard) -> Line:
        opened.append(f"{address} at {family.baud}")
        host, eboard = null_modem(address)
        if emulator is not None and family.baud == DGT.baud:
            emulating.append(asyncio.create_task(until_unplugged(eboard)))
        return host

    async def scene() -> Found | Finding:
        return await survey(options, open_line, {})

    return run(scene()), opened


def test_everything_is_told_of_an_e_board_that_answers() -> None:
    found, opened = asked(may_be("/dev/ttyUSB0", "dgt"), DgtEmulator(EmulatorOptions(turned=True)))
    assert isinstance(found, Found)
    assert opened == ["/dev/ttyUSB0 at 9600"]
    assert found.lines() == [
        f"✓ {DGT.title}, 3000030123, firmware 1.8.",
        '  Configured by: kind = "dgt", line = "/dev/serial/by-id/dev/ttyUSB0", serial = "3000030123"',
        "  Verified: tested with bytes recorded from real boards.",
        "  Its squares tell piece and color, read every 0.25 s.",
        f"  {evidence(DGT)}",
        "  White sits opposite the side that the maker means for White.",
        "  Battery 88 %.",
    ]


def test_on_bluetooth_the_slower_scan_is_told() -> None:
    found, _ = asked(may_be("/dev/rfcomm0", "dgt"), DgtEmulator(EmulatorOptions()))
    assert isinstance(found, Found)
    assert "  Its squares tell piece and color, read every 0.5 s." in found.lines()


def test_an_e_board_in_the_middle_of_a_game_does_not_say_where_white_sits() -> None:
    emulator = DgtEmulator(EmulatorOptions())
    emulator.set_square(12, EMPTY, 0.0)
    found, _ = asked(may_be("/dev/ttyUSB0", "dgt"), emulator)
    assert isinstance(found, Found)
    assert "  Where White sits is not known before the start position stands." in found.lines()


def test_families_are_asked_until_one_answers(two_families: Mapping[str, EBoard]) -> None:
    options = may_be("/dev/ttyUSB0", "deaf", "dgt", "deaf")
    found, opened = asked(options, DgtEmulator(EmulatorOptions()))
    assert isinstance(found, Found)
    assert found.family == two_families["dgt"]
    assert opened == ["/dev/ttyUSB0 at 38400", "/dev/ttyUSB0 at 9600"]


@pytest.mark.usefixtures("two_families")
def test_a_port_where_nobody_answers() -> None:
    finding, _ = asked(may_be("/dev/ttyUSB0", "dgt", "deaf"), None)
    assert finding == Finding(False, "nothing answers (asked as: dgt, deaf).", "Is the e-board switched on?")


def test_a_port_that_another_program_uses() -> None:
    async def open_line(address: str, _: EBoard) -> Line:
        raise LineRefused("another program uses the port.", where=address, remedy="Close it.")

    finding = run(survey(may_be("/dev/ttyUSB0", "dgt"), open_line, {}))
    assert isinstance(finding, Finding)
    assert not finding.ok
    assert "another program" in finding.what


def test_candidates_belong_to_their_ports() -> None:
    one, other = may_be("/dev/ttyUSB0", "dgt", "deaf"), may_be("/dev/ttyUSB1", "dgt")
    assert by_port([one[0], other[0], one[1]]) == {one[0].port: one, other[0].port: other}


def test_two_e_boards_with_the_same_number_are_told() -> None:
    def found(path: str, serial: str) -> Found:
        return Found(port(path), DGT, {Identified: Identified(serial)})

    (finding,) = doubled(
        [found("/dev/a", "30123"), found("/dev/b", "7"), found("/dev/c", "30123"), found("/dev/d", "")]
    )
    assert not finding.ok
    assert "/dev/serial/by-id/dev/a and /dev/serial/by-id/dev/c" in finding.what
    assert "30123" in finding.what


# Several e-boards on one line


def on_one_line(*serials: str) -> tuple[Found | FoundTogether | Finding, list[bytes]]:
    """What the survey finds at a port behind which these are, and what they hear."""
    sent: list[bytes] = []

    async def scene() -> Found | FoundTogether | Finding:
        emulating: list[asyncio.Task[None]] = []

        async def be(line: Line) -> None:
            options = [EmulatorOptions(serial=serial, seed=seed) for seed, serial in enumerate(serials)]
            emulator = BUS.sharing.emulator(options)  # type: ignore[union-attr]
            with suppress(LineLost):
                await emulate_shared(emulator, Overheard(line, sent))

        async def open_line(address: str, family: EBoard) -> Line:  # noqa: ARG001
            host, eboards = null_modem(address)
            emulating.append(asyncio.create_task(be(eboards)))
            return host

        return await survey(may_be("/dev/ttyUSB0", "dgt-bus", "dgt"), open_line, {})

    return run(scene()), sent


class Overheard:
    """A line that notes what is read from it."""

    def __init__(self, line: Line, heard: list[bytes]) -> None:
        self.name, self.write, self.close = line.name, line.write, line.close
        self._line, self._heard = line, heard

    async def read(self) -> bytes:
        data = await self._line.read()
        self._heard.append(data)
        return data


def test_several_on_one_line_are_named_and_hear_nothing_that_is_for_a_single_one() -> None:
    found, heard = on_one_line("1001", "1002", "1003")
    assert isinstance(found, FoundTogether)
    assert found.serials == ("01001", "01002", "01003")
    assert (
        '  Configured by: kind = "dgt-bus", line = "/dev/serial/by-id/dev/ttyUSB0", serial = "01002"' in found.lines()
    )
    assert all(data[0] >= 0x80 and len(data) == 4 for data in heard)


def test_two_with_one_number_are_told() -> None:
    found, _ = on_one_line("1001", "1002", "1002")
    assert isinstance(found, FoundTogether)
    assert found.doubled == ("01002",)
    assert any(line.startswith("✗") and "two e-boards answer to the number 01002" in line for line in found.lines())


def test_one_that_answers_on_a_bus_only() -> None:
    found, _ = on_one_line("1001")
    assert isinstance(found, FoundTogether)
    assert found.serials == ("01001",)


def test_a_single_board_is_found_as_what_it_is() -> None:
    found, opened = asked(may_be("/dev/ttyUSB0", "dgt-bus", "dgt"), DgtEmulator(EmulatorOptions()))
    assert isinstance(found, Found)
    assert found.family.name == "dgt"
    assert len(opened) == 2
