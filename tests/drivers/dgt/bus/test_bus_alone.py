"""An e-board in bus mode that has its line for itself: an ordinary codec, and an ordinary emulator."""

from __future__ import annotations

import asyncio

import chess

from bridge.serve import Station
from drivers.dgt.bus import EBOARD
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.emulation import emulate
from drivers.hand import Act
from drivers.lines import null_modem
from drivers.placement import EMPTY, from_fen
from drivers.reports import ClockTimes, Dump, Identified, LinkDown, LinkUp, Oriented, Report, Silent, SquaresChanged
from tests.virtual_time import run

START = from_fen(chess.STARTING_BOARD_FEN)
LIFT, PLACE = SquaresChanged(((chess.E2, EMPTY),)), SquaresChanged(((chess.E4, chess.PAWN),))


class Desk:
    def __init__(self) -> None:
        self.reports: list[Report] = []

    def deliver(self, report: Report, now: float) -> None:  # noqa: ARG002
        self.reports.append(report)

    def wake_at(self) -> None:
        return None

    def wake(self, now: float) -> None:
        pass


def heard(emulated: EmulatorOptions, acts: list[Act], seconds: float) -> list[Report]:
    async def scene() -> list[Report]:
        host, eboard = null_modem()
        desk = Desk()

        async def opened():
            return host

        station = Station(opened, EBOARD.codec(CodecOptions()), desk)
        tasks = {
            asyncio.create_task(station.run()),
            asyncio.create_task(emulate(EBOARD.emulator(emulated), eboard, acts)),
        }
        await asyncio.sleep(seconds)
        station.request_dump()
        await asyncio.sleep(1.0)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        return desk.reports

    return run(scene())


def test_whoever_is_there_is_the_one() -> None:
    for serial, name in (("30123", "30123"), ("3000001025", "01025")):
        reports = heard(EmulatorOptions(serial=serial, turned=True), [Act(6.0, LIFT), Act(6.5, PLACE)], 8.0)
        assert reports[:3] == [LinkUp(), Oriented(turned=True), Dump(START)]
        assert Identified(name, "1.8") in reports
        assert ClockTimes(5400.0, 5400.0, None) in reports
        assert [report for report in reports if isinstance(report, SquaresChanged)] == [LIFT, PLACE]
        assert isinstance(reports[-1], Dump)


def test_nobody_is_there() -> None:
    async def scene() -> Desk:
        host, _ = null_modem()
        desk = Desk()

        async def opened():
            return host

        running = asyncio.create_task(Station(opened, EBOARD.codec(CodecOptions()), desk).run())
        await asyncio.sleep(60.0)
        running.cancel()
        await asyncio.wait({running})
        return desk

    silent, down = run(scene()).reports
    assert silent == Silent(5.0)
    assert down == LinkDown("host: the e-board has been silent for 5 s.")
