"""Lines over USB HID: the thread and the words are real, the devices are virtual e-boards behind hidapi's interface."""

import asyncio
import os
import sys
import threading
import time
from collections import deque

import pytest

from drivers import registry
from drivers.chessnut.emulator import ChessnutEmulator, Habits
from drivers.eboard import CodecOptions, EmulatorOptions
from drivers.errors import ConfigError, LineLost, LineRefused
from drivers.lines import HidAddress, open_hid, open_line, parse_address
from drivers.reports import Battery, Dump, Garbled, Identified
from tests.drivers.connection import START

pytestmark = pytest.mark.alone

CHESSNUT, DGT = registry.eboard("chessnut"), registry.eboard("dgt")
REPORT = 65  # bytes
SECONDS = 30.0
"""The longest that a step may take; it takes some hundredths."""


class Plugged:
    """A device as hidapi shows it: reports of a fixed size, answered by a virtual Chessnut board."""

    def __init__(self, vendor=0x2D80, product=0x8001, usage_page=0xFF00, path="/dev/hidraw7", serial=""):
        self.info = {
            "vendor_id": vendor,
            "product_id": product,
            "usage_page": usage_page,
            "path": os.fsencode(path),
            "serial_number": serial,
        }
        self.emulator = ChessnutEmulator(EmulatorOptions(), Habits(hid=True))
        self.written = []
        self.reports = deque()
        self.trouble = None
        self.takes = True
        self.drained, self.closed = threading.Event(), threading.Event()

    def open_path(self, path):
        if path != self.info["path"]:
            raise OSError("open failed")

    def write(self, data):
        if not self.takes:
            return -1
        self.written.append(bytes(data))
        self.emulator.receive(bytes(data), time.monotonic())
        return len(data)

    def read(self, max_length, timeout_ms):
        assert max_length == REPORT
        if self.trouble is not None:
            raise self.trouble
        due = self.emulator.next_timeout()
        if due is not None and due <= time.monotonic():
            self.emulator.handle_timeout(time.monotonic())
        self.reports += iter(self.emulator.data_to_send, b"")
        if not self.reports:
            self.drained.set()
            self.closed.wait(timeout_ms / 1000)
            return []
        return list(self.reports.popleft().ljust(REPORT, b"\xee"))

    def close(self):
        self.closed.set()


class Bus:
    """hidapi with these devices."""

    def __init__(self, *devices):
        self.devices = devices

    def enumerate(self, vendor_id, product_id):
        assert product_id == 0
        return [each.info for each in self.devices if each.info["vendor_id"] == vendor_id]

    def device(self):
        return self.devices[-1]


async def soon(doing):
    async with asyncio.timeout(SECONDS):
        return await doing


@pytest.mark.asyncio
async def test_an_e_board_is_read_over_usb_as_over_its_radio():
    device = Plugged()
    line = await open_hid("", CHESSNUT.hid, Bus(device))
    codec, reports, loop = CHESSNUT.codec(CodecOptions()), [], asyncio.get_running_loop()
    codec.start(loop.time())
    async with asyncio.timeout(SECONDS):
        while not {Dump, Identified, Battery} <= {type(report) for report in reports}:
            while data := codec.data_to_send():
                await line.write(data)
            try:
                async with asyncio.timeout_at(codec.next_timeout()):
                    heard = await line.read()
                reports += codec.receive(heard, loop.time())
            except TimeoutError:
                reports += codec.handle_timeout(loop.time())
    await line.close()
    assert Dump(START) in reports
    assert not [report for report in reports if isinstance(report, Garbled)]
    assert device.written[:2] == [bytes.fromhex("21 01 00"), bytes.fromhex("27 01 01")]
    assert device.closed.is_set()


@pytest.mark.asyncio
async def test_a_line_that_was_closed_is_lost():
    device = Plugged()
    line = await open_hid("", CHESSNUT.hid, Bus(device))
    waiting = asyncio.create_task(line.read())
    await asyncio.sleep(0)
    await soon(line.close())
    await soon(line.close())
    with pytest.raises(LineLost, match=r"hid://: the line was closed\."):
        await waiting
    with pytest.raises(LineLost):
        await line.write(b"\x21\x01\x00")


@pytest.mark.asyncio
async def test_a_cable_that_was_pulled_is_told_and_what_came_before_is_read_first():
    device = Plugged()
    device.reports.append(b"\x23\x01\x00")
    line = await open_hid("", CHESSNUT.hid, Bus(device))
    await asyncio.to_thread(device.drained.wait, SECONDS)
    device.trouble = OSError("read error")
    assert await soon(line.read()) == b"\x23\x01\x00"
    with pytest.raises(LineLost, match=r"the line broke \(read error\)"):
        await soon(line.read())
    await line.close()
    assert device.closed.is_set()


@pytest.mark.asyncio
async def test_an_e_board_that_takes_nothing_loses_its_line():
    device = Plugged()
    device.takes = False
    line = await open_hid("", CHESSNUT.hid, Bus(device))
    await line.write(b"\x21\x01\x00")
    with pytest.raises(LineLost, match="took no report"):
        await soon(line.read())
    await line.close()


@pytest.mark.asyncio
async def test_more_than_can_be_read_loses_the_line():
    device = Plugged()
    device.reports.extend([b"\x01\x3d"] * 1100)
    line = await open_hid("", CHESSNUT.hid, Bus(device))
    await asyncio.to_thread(device.drained.wait, SECONDS)
    assert len(await soon(line.read())) <= 65536
    with pytest.raises(LineLost, match="more came than this program could read"):
        await soon(line.read())
    await line.close()


TWO = [Plugged(path="/dev/hidraw3", serial="A1"), Plugged(path="/dev/hidraw7", serial="B2")]


@pytest.mark.parametrize("name", ["/dev/hidraw7", "B2"])
@pytest.mark.asyncio
async def test_one_of_several_is_named(name):
    line = await open_hid(name, CHESSNUT.hid, Bus(*TWO))
    assert line.name == f"hid://{name}"
    await line.close()


OTHERS = [
    Plugged(vendor=0x2D80, product=0x8001, usage_page=0x0001),  # another interface of the same board
    Plugged(vendor=0x2D80, product=0x0001),  # another device of the maker
    Plugged(vendor=0x046D, product=0x8001),  # a mouse
]


@pytest.mark.parametrize(
    ("devices", "name", "told"),
    [
        ([], "", r"hid://: no such e-board is plugged in\. Is it switched on"),
        (OTHERS, "", "no such e-board is plugged in"),
        (TWO, "C3", "hid://C3: no such e-board is plugged in"),
        (TWO, "", r"2 such e-boards are plugged in\. Name one: hid:///dev/hidraw3, hid:///dev/hidraw7\."),
        ([Plugged(path="/nowhere"), Plugged()], "/nowhere", r"/nowhere cannot be opened \(open failed\)\. Close other"),
    ],
)
@pytest.mark.asyncio
async def test_what_cannot_be_opened_is_refused(devices, name, told):
    with pytest.raises(LineRefused, match=told):
        await open_hid(name, CHESSNUT.hid, Bus(*devices))


@pytest.mark.asyncio
async def test_a_node_that_this_user_may_not_open_is_told_with_the_rule_that_lets_him(tmp_path, monkeypatch):
    node = tmp_path / "hidraw3"
    node.touch()
    monkeypatch.setattr(os, "access", lambda path, _: os.fspath(path) != str(node))
    with pytest.raises(LineRefused, match=r'may not open .*hidraw3\. Add a rule .*ATTRS\{idVendor\}=="2d80"'):
        await open_hid(str(node), CHESSNUT.hid, Bus(Plugged(path=str(node)), Plugged()))


@pytest.mark.asyncio
async def test_the_library_itself_finds_nothing_here():
    with pytest.raises(LineRefused, match="no such e-board is plugged in"):
        await open_line("hid://there is none of that name", CHESSNUT)


@pytest.mark.asyncio
async def test_without_the_library_it_is_told_how_to_get_it(monkeypatch):
    for module in ("hid", "hidraw"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(LineRefused, match=r"needs the library hidapi.* pip install 'touchmove\[hid\]'"):
        await open_line("hid://", CHESSNUT)


@pytest.mark.parametrize(
    ("text", "device"), [("hid://", ""), ("hid:///dev/hidraw3", "/dev/hidraw3"), ("hid://AB%2012", "AB 12")]
)
def test_addresses(text, device):
    assert parse_address(text, CHESSNUT) == HidAddress(device)


@pytest.mark.parametrize(
    ("text", "family", "told"),
    [
        ("hid:///dev/hidraw3", DGT, "an e-board of the kind 'dgt' has no USB HID"),
        ("hid://?baud=9600", CHESSNUT, "nothing can be set on a line over USB HID"),
    ],
)
def test_addresses_that_cannot_be(text, family, told):
    with pytest.raises(ConfigError, match=told):
        parse_address(text, family)


@pytest.mark.asyncio
async def test_which_family_must_be_known():
    with pytest.raises(ConfigError, match="which family of e-boards"):
        await open_line("hid://")
