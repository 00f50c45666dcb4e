"""A line that several e-boards share: each listener hears its own, over virtual boards at the other end of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import chess
import pytest

from bridge.serve import Seat, SharedLine
from drivers.dgt.bus import EBOARD
from drivers.dgt.bus.emulator import DgtBusEmulator
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.emulation import emulate_shared
from drivers.errors import LineLost, LineRefused
from drivers.hand import Act
from drivers.lines import Line, PtyLine, null_modem, open_line
from drivers.placement import EMPTY, code_of, from_fen
from drivers.reports import Dump, LinkDown, LinkUp, Report, SquaresChanged
from tests.virtual_time import run

START = from_fen(chess.STARTING_BOARD_FEN)
PAWN = code_of(chess.Piece(chess.PAWN, chess.WHITE))
LIFT, PLACE = SquaresChanged(((chess.E2, EMPTY),)), SquaresChanged(((chess.E4, PAWN),))
E4 = [Act(12.0, LIFT), Act(12.5, PLACE)]


class Desk:
    """Notes what is delivered."""

    def __init__(self, wakes: tuple[float, ...] = ()) -> None:
        self.reports: list[Report] = []
        self.woken: list[float] = []
        self.read = asyncio.Event()
        self._wakes = list(wakes)

    def deliver(self, report: Report, now: float) -> None:  # noqa: ARG002
        self.reports.append(report)
        if isinstance(report, Dump):
            self.read.set()

    def wake_at(self) -> float | None:
        return min(self._wakes, default=None)

    def wake(self, now: float) -> None:
        self.woken.append(round(now, 3))
        self._wakes = [moment for moment in self._wakes if moment > now]

    def of(self, *kinds: type[Report]) -> list[Report]:
        return [report for report in self.reports if isinstance(report, kinds)]


@dataclass
class Scene:
    emulator: DgtBusEmulator
    acts: list[list[Act]] = field(default_factory=list)
    seats: dict[str, tuple[Seat, Desk]] = field(default_factory=dict)
    eboards: list[Line] = field(default_factory=list)
    refused: int = 0
    emulating: set[asyncio.Task[None]] = field(default_factory=set)

    async def open_line(self) -> Line:
        if self.refused:
            self.refused -= 1
            raise LineRefused("there is no such port.", where="/dev/ttyUSB0")
        host, eboards = null_modem("/dev/ttyUSB0")
        self.eboards.append(eboards)
        self.emulator.unplug()
        self.emulating.add(asyncio.create_task(self._emulate(eboards)))
        return host

    async def _emulate(self, line: Line) -> None:
        acts, self.acts = self.acts, []
        with suppress(LineLost):
            await emulate_shared(self.emulator, line, acts)


def play(
    scene: Scene, expected: dict[str, Desk], actions: Callable[[SharedLine], Awaitable[None]]
) -> dict[str, tuple[Seat, Desk]]:
    async def main() -> None:
        shared = SharedLine(scene.open_line, EBOARD.sharing.codec())
        for serial, desk in expected.items():
            scene.seats[serial] = shared.seat(serial, CodecOptions(), desk), desk
        running = asyncio.create_task(shared.run())
        await actions(shared)
        running.cancel()
        await asyncio.wait({running, *scene.emulating}, timeout=1)
        for task in scene.emulating:
            task.cancel()

    run(main())
    return scene.seats


def boards(*serials: str) -> DgtBusEmulator:
    return DgtBusEmulator([EmulatorOptions(serial=serial, seed=seed) for seed, serial in enumerate(serials)])


def test_each_listener_hears_its_own_eboard() -> None:
    async def actions(shared: SharedLine) -> None:
        await asyncio.sleep(15)
        assert shared.period("1001") < 0.2
        assert not shared.strangers
        assert not shared.doubled

    seats = play(Scene(boards("1001", "1002"), [E4, []]), {"1001": Desk(), "1002": Desk()}, actions)
    (first, moved), (second, resting) = seats["1001"], seats["1002"]
    assert first.linked is second.linked is True
    assert moved.of(LinkUp, Dump, SquaresChanged) == [LinkUp(), Dump(START), LIFT, PLACE]
    assert resting.of(LinkUp, Dump, SquaresChanged) == [LinkUp(), Dump(START)]


def test_a_lost_line_is_a_lost_link_of_everybody_and_what_was_missed_is_told() -> None:
    scene = Scene(boards("1001", "1002"))

    async def actions(_: SharedLine) -> None:
        await asyncio.sleep(12)
        scene.refused = 3
        await scene.eboards[0].close()
        await asyncio.sleep(1)
        now = asyncio.get_running_loop().time()
        scene.emulator.worlds[0].set_square(chess.E2, EMPTY, now)
        scene.emulator.worlds[0].set_square(chess.E4, PAWN, now + 0.5)
        await asyncio.sleep(8)

    seats = play(scene, {"1001": Desk(), "1002": Desk()}, actions)
    after = [LinkDown("/dev/ttyUSB0: the other end was closed."), LinkUp(), Dump(START)]
    assert seats["1001"][1].of(LinkDown, LinkUp, Dump, SquaresChanged)[2:7] == [*after, LIFT, PLACE]
    assert seats["1002"][1].of(LinkDown, LinkUp, Dump, SquaresChanged)[2:5] == after


def test_one_silent_board_is_no_matter_to_the_other() -> None:
    scene = Scene(boards("1001", "1002"))

    async def actions(_: SharedLine) -> None:
        await asyncio.sleep(12)
        scene.emulator.worlds[0].fall_silent(8.0, asyncio.get_running_loop().time())
        await asyncio.sleep(5)
        assert scene.seats["1001"][0].linked is False
        assert "silent" in scene.seats["1001"][0].trouble
        assert scene.seats["1002"][0].linked is True
        await asyncio.sleep(6)

    seats = play(scene, {"1001": Desk(), "1002": Desk()}, actions)
    assert [type(report) for report in seats["1001"][1].of(LinkDown, LinkUp)] == [LinkUp, LinkDown, LinkUp]
    assert [type(report) for report in seats["1002"][1].of(LinkDown, LinkUp)] == [LinkUp]


def test_an_eboard_that_nobody_serves_is_named(caplog: pytest.LogCaptureFixture) -> None:
    async def actions(shared: SharedLine) -> None:
        await asyncio.sleep(10)
        assert shared.strangers == {"01077"}

    with caplog.at_level(logging.WARNING):
        play(Scene(boards("1001", "1077")), {"1001": Desk()}, actions)
    (message,) = caplog.messages
    assert message.startswith("/dev/ttyUSB0: nobody serves e-board 01077.")
    assert 'serial = "01077"' in message


def test_two_eboards_with_one_number_are_told_as_what_they_are(caplog: pytest.LogCaptureFixture) -> None:
    async def actions(shared: SharedLine) -> None:
        await asyncio.sleep(15)
        assert shared.doubled == {"1001"}

    with caplog.at_level(logging.WARNING):
        seats = play(Scene(boards("1001", "1001", "1002")), {"1001": Desk(), "1002": Desk()}, actions)
    seat, _ = seats["1001"]
    assert seat.linked is False
    assert seat.trouble == "/dev/ttyUSB0: two e-boards answer to the number 1001, so neither can be read. Unplug one."
    assert seats["1002"][0].linked is True


def test_a_dump_of_one_of_them_can_be_requested() -> None:
    scene = Scene(boards("1001", "1002"))

    async def actions(_: SharedLine) -> None:
        await asyncio.sleep(12)
        scene.seats["1002"][0].request_dump()
        await asyncio.sleep(1)

    seats = play(scene, {"1001": Desk(), "1002": Desk()}, actions)
    assert [len(desk.of(Dump)) for _, desk in seats.values()] == [1, 2]


def test_listeners_are_woken_without_a_line_too() -> None:
    async def actions(_: SharedLine) -> None:
        await asyncio.sleep(3)

    desks = {"1001": Desk((0.1, 2.0)), "1002": Desk((0.9,))}
    play(Scene(boards("1001"), refused=100), desks, actions)
    assert [desk.woken for desk in desks.values()] == [[0.1, 2.0], [0.9]]


@pytest.mark.alone
@pytest.mark.asyncio
async def test_ten_boards_on_a_real_pseudo_terminal(tmp_path) -> None:
    """In real time: each is found and read whole. A full line takes longer, and has its tests in virtual time."""
    serials = [str(1001 + index) for index in range(10)]
    line = PtyLine(tmp_path / "bus")
    emulating = asyncio.create_task(emulate_shared(boards(*serials), line))
    shared = SharedLine(lambda: open_line(line.name), EBOARD.sharing.codec())
    desks = {serial: Desk() for serial in serials}
    for serial, desk in desks.items():
        shared.seat(serial, CodecOptions(), desk)
    running = asyncio.create_task(shared.run())
    async with asyncio.timeout(60):
        await asyncio.gather(*(desk.read.wait() for desk in desks.values()))
    for task in (running, emulating):
        task.cancel()
    await asyncio.wait({running, emulating})
    await line.close()
    assert all(desk.of(Dump) == [Dump(START)] for desk in desks.values())
