import asyncio
import logging
from dataclasses import dataclass

import chess
import pytest

from bridge.serve import Station
from drivers import dgt
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.emulation import emulate, perform
from drivers.errors import LineLost, LineRefused
from drivers.hand import Act
from drivers.lines import PtyLine, null_modem, open_line
from drivers.placement import EMPTY, EMPTY_BOARD, from_fen, with_code
from drivers.reports import Dump, Garbled, LinkDown, LinkUp, Press, Silent, SquaresChanged, Trouble
from tests.virtual_time import run

DUMP = Dump(EMPTY_BOARD)
PRESS = Press(chess.WHITE)
TROUBLE = Trouble("it is not calibrated.", "Calibrate it.")


class PlainCodec:
    """An e-board that could not be plainer: `d` is a dump, `p` a press, `t` trouble, `-` half a frame, anything else
    garbage.

    The host asks with `?` at the start and two seconds after the last byte; five seconds without one are a silence.
    """

    def __init__(self):
        self._queued = b""
        self._heard = 0.0
        self._asked = False

    def start(self, now):
        self._ask()
        self._heard, self._asked = now, False

    def receive(self, data, now):
        self._heard, self._asked = now, False
        kinds = {"d": DUMP, "p": PRESS, "t": TROUBLE}
        return [kinds.get(byte, Garbled(byte.encode(), "")) for byte in data.decode() if byte != "-"]

    def data_to_send(self):
        data, self._queued = self._queued, b""
        return data

    def next_timeout(self):
        return self._heard + (5.0 if self._asked else 2.0)

    def handle_timeout(self, now):
        if self._asked:
            self._heard, self._asked = now, False
            return [Silent(5.0)]
        self._ask()
        self._asked = True
        return []

    def request_dump(self, now):  # noqa: ARG002
        self._ask()

    def _ask(self):
        self._queued += b"?"


class Desk:
    """Notes what is delivered and when, and wants to be woken at the given moments."""

    def __init__(self, wakes=()):
        self.heard = []
        self.woken = []
        self.wakes = list(wakes)
        self._news = asyncio.Event()

    def deliver(self, report, now):
        self.heard.append((round(now, 3), report))
        self._news.set()

    def wake_at(self):
        return min(self.wakes, default=None)

    def wake(self, now):
        self.woken.append(round(now, 3))
        self.wakes = [moment for moment in self.wakes if moment > now]

    async def has_heard(self, count):
        while len(self.heard) < count:
            self._news.clear()
            await self._news.wait()

    @property
    def reports(self):
        return [report for _, report in self.heard]


class Hall:
    """Hands out one null modem after the other; what is in `refusals` is refused first."""

    def __init__(self, *refusals):
        self.refusals = list(refusals)
        self.eboards = asyncio.Queue()
        self.attempts = []

    async def open_line(self):
        self.attempts.append(asyncio.get_running_loop().time())
        if self.refusals:
            raise LineRefused(self.refusals.pop(0), where="/dev/ttyUSB0")
        host, eboard = null_modem("/dev/ttyUSB0")
        self.eboards.put_nowait(eboard)
        return host


@dataclass
class Scene:
    hall: Hall
    desk: Desk
    station: Station


def _play(actions, *, refusals=(), wakes=()):
    """Run a station while `actions(scene)` play; returns the scene as it is at the end."""

    async def main():
        hall, desk = Hall(*refusals), Desk(wakes)
        scene = Scene(hall, desk, Station(hall.open_line, PlainCodec(), desk))
        running = asyncio.create_task(scene.station.run())
        await actions(scene)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return scene

    return run(main())


def test_bytes_become_reports_in_order_after_the_link_is_up():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        assert await eboard.read() == b"?"
        await asyncio.sleep(0.5)
        await eboard.write(b"d")
        await eboard.write(b"pp")
        await asyncio.sleep(0.5)
        await eboard.write(b"p")
        await asyncio.sleep(0.5)
        assert scene.station.linked
        assert scene.station.trouble == ""

    scene = _play(actions)
    assert scene.desk.heard == [(0.5, LinkUp()), (0.5, DUMP), (0.5, PRESS), (0.5, PRESS), (1.0, PRESS)]


def test_half_a_frame_and_garbage_are_no_link():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        for data in (b"-", b"x", b"d"):
            await eboard.write(data)
            await asyncio.sleep(1)

    scene = _play(actions)
    assert scene.desk.heard == [(1.0, Garbled(b"x", "")), (2.0, LinkUp()), (2.0, DUMP)]


def test_the_codec_is_woken_in_time_and_its_bytes_are_sent():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        assert await eboard.read() == b"?"
        await eboard.write(b"d")
        assert await eboard.read() == b"?"
        assert asyncio.get_running_loop().time() == pytest.approx(2.0)

    _play(actions)


def test_a_silence_is_a_link_down_on_the_same_line():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        await eboard.write(b"d")
        await asyncio.sleep(11)
        assert "silent for 5 s" in scene.station.trouble
        await eboard.write(b"d")
        await asyncio.sleep(1)
        assert scene.station.trouble == ""

    scene = _play(actions)
    assert scene.desk.heard == [
        (0.0, LinkUp()),
        (0.0, DUMP),
        (5.0, Silent(5.0)),
        (5.0, LinkDown("/dev/ttyUSB0: the e-board has been silent for 5 s.")),
        (10.0, Silent(5.0)),
        (11.0, LinkUp()),
        (11.0, DUMP),
    ]
    assert scene.hall.attempts == [0.0]


def test_an_eboard_whose_squares_cannot_be_read_is_a_link_down_until_they_can(caplog):
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        for data in (b"t", b"p", b"t", b"d", b"p"):
            await eboard.write(data)
            await asyncio.sleep(1)

    with caplog.at_level(logging.WARNING):
        scene = _play(actions)
    assert scene.desk.heard == [
        (0.0, TROUBLE),
        (0.0, LinkDown("/dev/ttyUSB0: it is not calibrated. Calibrate it.")),
        (1.0, PRESS),
        (2.0, TROUBLE),
        (3.0, LinkUp()),
        (3.0, DUMP),
        (4.0, PRESS),
    ]
    assert caplog.messages == ["/dev/ttyUSB0: it is not calibrated. Calibrate it."]


def test_a_lost_line_is_opened_again_and_the_link_comes_back():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        await eboard.write(b"d")
        await asyncio.sleep(1)
        await eboard.close()
        eboard = await scene.hall.eboards.get()
        assert await eboard.read() == b"?"
        await eboard.write(b"d")
        await asyncio.sleep(1)

    scene = _play(actions)
    assert scene.desk.heard == [
        (0.0, LinkUp()),
        (0.0, DUMP),
        (1.0, LinkDown("/dev/ttyUSB0: the other end was closed.")),
        (1.25, LinkUp()),
        (1.25, DUMP),
    ]
    assert scene.hall.attempts == [0.0, 1.25]


def test_a_refused_line_is_reported_once_and_tried_ever_more_slowly(caplog):
    async def actions(scene):
        await asyncio.sleep(10)
        assert scene.station.trouble == "/dev/ttyUSB0: busy"
        eboard = await scene.hall.eboards.get()
        await eboard.write(b"d")
        await asyncio.sleep(1)

    with caplog.at_level(logging.WARNING):
        scene = _play(actions, refusals=["no such port"] * 4 + ["busy"] * 3)
    assert scene.hall.attempts == [0.0, 0.25, 0.75, 1.75, 3.75, 7.75, 12.75, 17.75]
    assert scene.desk.heard == [(0.0, LinkDown("/dev/ttyUSB0: no such port")), (17.75, LinkUp()), (17.75, DUMP)]
    assert caplog.messages == ["/dev/ttyUSB0: no such port", "/dev/ttyUSB0: busy"]


def test_a_line_that_opens_and_dies_is_not_hammered():
    async def actions(scene):
        while len(scene.hall.attempts) < 6:
            await (await scene.hall.eboards.get()).close()

    scene = _play(actions)
    assert scene.hall.attempts == [0.0, 0.25, 0.75, 1.75, 3.75, 7.75]
    assert len(scene.desk.reports) == 1


def test_a_good_link_makes_the_next_attempts_quick_again():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        await eboard.write(b"d")
        await asyncio.sleep(1)
        await eboard.close()
        await scene.hall.eboards.get()

    scene = _play(actions, refusals=["no such port"] * 3)
    assert scene.hall.attempts == [0.0, 0.25, 0.75, 1.75, 3.0]


def test_the_listener_is_woken_with_and_without_a_line():
    async def actions(_scene):
        await asyncio.sleep(6)

    scene = _play(actions, refusals=["no such port"] * 3, wakes=[0.1, 0.9, 1.75, 5.5])
    assert scene.desk.woken == [0.1, 0.9, 1.75, 5.5]


def test_the_listener_is_woken_while_a_line_takes_long_to_open():
    async def scene():
        desk = Desk(wakes=[1.0, 2.0])
        running = asyncio.create_task(Station(asyncio.Event().wait, PlainCodec(), desk).run())
        await asyncio.sleep(3)
        running.cancel()
        return desk

    assert run(scene()).woken == [1.0, 2.0]


def test_what_came_while_the_program_was_held_up_is_heard_before_anything_is_called_silent():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        await eboard.write(b"d")
        await asyncio.sleep(3)
        writing = asyncio.create_task(eboard.write(b"p"))
        asyncio.get_running_loop().hold_up(10)
        await writing
        await asyncio.sleep(1)

    assert _play(actions).desk.heard == [(0.0, LinkUp()), (0.0, DUMP), (13.0, PRESS)]


def test_a_dump_can_be_requested_from_outside():
    async def actions(scene):
        scene.station.request_dump()
        eboard = await scene.hall.eboards.get()
        assert await eboard.read() == b"?"
        await asyncio.sleep(1)
        scene.station.request_dump()
        scene.station.request_dump()
        assert await eboard.read() == b"??"
        assert asyncio.get_running_loop().time() == 1.0

    _play(actions)


def test_a_listener_changed_from_outside_is_asked_again():
    async def actions(scene):
        await asyncio.sleep(1)
        scene.desk.wakes.append(1.2)
        scene.station.nudge()
        scene.station.nudge()
        await asyncio.sleep(0.3)

    scene = _play(actions)
    assert scene.desk.woken == [1.2]


def test_the_clock_that_is_given_is_the_one_that_counts():
    async def scene():
        hall, desk = Hall(), Desk()
        station = Station(hall.open_line, PlainCodec(), desk, clock=lambda: 1000.0)
        running = asyncio.create_task(station.run())
        await (await hall.eboards.get()).write(b"d")
        await asyncio.sleep(0.1)
        running.cancel()
        return desk

    assert run(scene()).heard == [(1000.0, LinkUp()), (1000.0, DUMP)]


def test_stopping_releases_the_line_wherever_the_station_is():
    async def actions(scene):
        eboard = await scene.hall.eboards.get()
        eboards.append(eboard)
        await eboard.read()

    async def reading_ends():
        with pytest.raises(LineLost):
            await eboards[0].read()

    eboards = []
    _play(actions)
    run(reading_ends())


def test_an_attempt_to_open_is_stopped_too():
    async def scene():
        opening = asyncio.Event()
        stopped = []

        async def never():
            opening.set()
            try:
                await asyncio.Event().wait()
            finally:
                stopped.append(True)

        running = asyncio.create_task(Station(never, PlainCodec(), Desk()).run())
        await opening.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        return stopped

    assert run(scene()) == [True]


def test_a_dgt_board_whose_cable_is_pulled_while_a_piece_is_moved():
    """A board on USB loses its power with the cable: what changed meanwhile is known from the dump afterwards."""
    moved = [Act(1.0, SquaresChanged(((chess.E2, EMPTY),))), Act(2.0, SquaresChanged(((chess.E4, 1),)))]

    async def main():
        hall, desk = Hall(), Desk()
        emulator = dgt.DgtEmulator(EmulatorOptions(scan=0.25))
        running = asyncio.create_task(Station(hall.open_line, dgt.EBOARD.codec(CodecOptions()), desk).run())
        eboard = await hall.eboards.get()
        emulating = asyncio.create_task(emulate(emulator, eboard, moved))
        await asyncio.sleep(1.5)
        await eboard.close()
        with pytest.raises(LineLost):
            await emulating
        emulator.power_cycle(0.1, asyncio.get_running_loop().time())
        perform(emulator, moved[1].does, asyncio.get_running_loop().time())
        emulating = asyncio.create_task(emulate(emulator, await hall.eboards.get()))
        await asyncio.sleep(1.5)
        running.cancel()
        emulating.cancel()
        return desk

    start = from_fen(chess.STARTING_BOARD_FEN)
    kinds = (LinkUp, LinkDown, Dump, SquaresChanged)
    assert [report for report in run(main()).reports if isinstance(report, kinds)] == [
        LinkUp(),
        Dump(start),
        moved[0].does,
        LinkDown("/dev/ttyUSB0: the other end was closed."),
        LinkUp(),
        Dump(with_code(with_code(start, chess.E2, EMPTY), chess.E4, 1)),
    ]


@pytest.mark.alone
@pytest.mark.asyncio
async def test_a_real_cable_pulled_in_mid_frame_and_put_in_again(tmp_path):
    """In real time over a pseudo-terminal: the loss is seen at once, the link comes back after one delay."""
    link = tmp_path / "board1"
    desk = Desk()
    eboard = PtyLine(link)
    running = asyncio.create_task(Station(lambda: open_line(str(link)), PlainCodec(), desk).run())
    async with asyncio.timeout(2):
        assert await eboard.read() == b"?"
        await eboard.write(b"d-")
        await desk.has_heard(2)
        pulled = asyncio.get_running_loop().time()
        await eboard.close()
        await desk.has_heard(3)
        assert desk.heard[2][0] - pulled < 0.2
        eboard = PtyLine(link)
        assert await eboard.read() == b"?"
        await eboard.write(b"d")
        await desk.has_heard(5)
    running.cancel()
    await asyncio.wait({running})
    await eboard.close()
    assert [type(report) for report in desk.reports] == [LinkUp, Dump, LinkDown, LinkUp, Dump]
