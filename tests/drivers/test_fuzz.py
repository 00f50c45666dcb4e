"""Every family stands some tens of attacks, always the same; and an attack finds what is wrong.

`make fuzz` goes on with others.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers import dgt, pegasus
from drivers.dgt.codec import DgtCodec
from drivers.dgt.emulator import DgtEmulator
from drivers.eboard import EBoard
from drivers.placement import EMPTY_BOARD
from drivers.reports import Dump, Garbled, Report
from tests.drivers.connection import Connection, believed
from tests.drivers.families import every_family
from tests.drivers.fuzz import attack, run

ATTACKS = 40
"""Three find each of the faults below."""


def attack_often(family: EBoard) -> int:
    """How many bytes were thrown at it."""
    return sum(attack(family, seed) for seed in range(ATTACKS))


@every_family
def test_attacks(family: EBoard) -> None:
    assert attack_often(family) > ATTACKS


class Raising(DgtCodec):
    def receive(self, data: bytes, now: float) -> list[Report]:
        assert b"\xff" not in data
        return super().receive(data, now)


class Hoarding(DgtCodec):
    hoard = b""

    def receive(self, data: bytes, now: float) -> list[Report]:
        reports = super().receive(data, now)
        if any(isinstance(report, Garbled) for report in reports):
            self.hoard += bytes(100 * len(data))
        return reports


class Circling(DgtCodec):
    circling = False

    def receive(self, data: bytes, now: float) -> list[Report]:
        reports = super().receive(data, now)
        self.circling |= any(isinstance(report, Garbled) for report in reports)
        return reports

    def next_timeout(self) -> float | None:
        due = super().next_timeout()
        return due if due is None or not self.circling else 0.0


class Lying(DgtCodec):
    lies = False

    def receive(self, data: bytes, now: float) -> list[Report]:
        reports = super().receive(data, now)
        self.lies |= any(isinstance(report, Garbled) for report in reports)
        return [Dump(EMPTY_BOARD) if self.lies and isinstance(report, Dump) else report for report in reports]


class Flooding(DgtCodec):
    flooding = False

    def receive(self, data: bytes, now: float) -> list[Report]:
        reports = super().receive(data, now)
        self.flooding |= any(isinstance(report, Garbled) for report in reports)
        return reports

    def data_to_send(self) -> bytes:
        return b"\x41" if self.flooding else super().data_to_send()


class Insisting(DgtCodec):
    """One whose every reason to ask again is at the same moment a question."""

    def receive(self, data: bytes, now: float) -> list[Report]:
        reports = super().receive(data, now)
        if any(isinstance(report, Dump) for report in reports):
            self.request_dump(now)
        return reports


class Chatting(DgtEmulator):
    def data_to_send(self) -> bytes:
        return b"\x00"


def test_a_codec_that_asks_without_end_is_found_with_what_was_said_last() -> None:
    with pytest.raises(AssertionError, match=r"the codec asks again and again: .*'asked', b'B'.*'said', b'.x86"):
        attack(replace(dgt.EBOARD, codec=Insisting), 0)


def test_an_e_board_that_talks_without_end_is_found() -> None:
    with pytest.raises(AssertionError, match="the e-board never stops talking"):
        Connection(replace(dgt.EBOARD, emulator=Chatting)).open()


def test_an_e_board_may_answer_everything_that_it_is_asked_at_once() -> None:
    table = Connection(pegasus.EBOARD).open()
    table.drain()
    table.emulator.receive(b"B" * 2000, table.now)
    table.wait(0.0)
    assert believed(table.reports) is None, "nothing has changed"
    assert table.sent.count(b"B") < 10


@pytest.mark.parametrize("codec", [Raising, Hoarding, Circling, Lying, Flooding])
def test_attacks_find_what_is_wrong(codec: type[DgtCodec]) -> None:
    with pytest.raises(AssertionError):
        attack_often(replace(dgt.EBOARD, codec=codec))


def test_what_was_found_is_told_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    tallies = run([replace(dgt.EBOARD, codec=Lying)], seconds=0, first_seed=7)
    assert tallies["dgt"].attacks == 1
    assert tallies["dgt"].failed == [7]
    assert "--seed 7 --seconds 0 dgt" in capsys.readouterr().err
