"""Everything here goes through bleak and a virtual radio, in real time."""

import asyncio
import logging
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakDBusError,
    BleakError,
)

from drivers.errors import ConfigError, LineLost, LineRefused
from drivers.finding import Gatt
from drivers.lines import RadioSettings, adapter, ble, open_ble, open_line
from drivers.lines.adapter import OWN_RADIO, adapter_of, explained
from drivers.virtual_radio import backend
from drivers.virtual_radio.air import Air

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

SECONDS = 30.0
"""The longest that a step may take; it takes some hundredths."""

SERVICE, READ, WRITE, OTHER = (f"6e40000{n}-b5a3-f393-e0a9-e50e24dcca9e" for n in (1, 3, 2, 4))
NORDIC = Gatt(names=("Board",), service=SERVICE, notify=(READ,), write=WRITE)
ACKNOWLEDGED = Gatt(names=("Board",), service=SERVICE, notify=(READ,), write=WRITE, with_response=True)
EVERY_BYTE = bytes(range(256))


async def soon(doing):
    async with asyncio.timeout(SECONDS):
        return await doing


async def until(condition):
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


async def exactly(line, count):
    data = b""
    while len(data) < count:
        data += await soon(line.read())
    return data


@asynccontextmanager
async def linked(gatt=NORDIC, mtu=None):
    """A virtual e-board called Board 1, and a line to it."""
    async with await Air.open() as air:
        eboard = await air.switch_on("Board 1", gatt, mtu)
        host = await soon(open_ble("Board 1", gatt, RadioSettings(radio=air.address)))
        try:
            yield air, eboard, host
        finally:
            await host.close()


@pytest.mark.parametrize("gatt", [NORDIC, ACKNOWLEDGED])
@pytest.mark.parametrize("mtu", [23, 100, None])
async def test_every_byte_goes_through_in_both_directions(gatt, mtu):
    async with linked(gatt, mtu) as (_, eboard, host):
        await host.write(EVERY_BYTE)
        assert await exactly(eboard, 256) == EVERY_BYTE
        await eboard.write(EVERY_BYTE)
        assert await exactly(host, 256) == EVERY_BYTE


async def test_what_is_written_is_in_no_log(caplog):
    with caplog.at_level(logging.DEBUG):
        async with linked(ACKNOWLEDGED) as (_, eboard, host):
            await host.write(b"a developer key")
            assert await exactly(eboard, 15) == b"a developer key"
    assert "developer" not in caplog.text
    assert b"developer".hex() not in caplog.text
    assert logging.getLogger("bleak.backends.bluezdbus.client").getEffectiveLevel() == logging.INFO


async def test_pieces_stay_apart_and_in_order():
    async with linked(ACKNOWLEDGED) as (_, eboard, host):
        for piece in (b"\x63\x07\x01", b"", b"\x40", b"\x42"):
            await host.write(piece)
        assert [await soon(eboard.read()) for _ in range(3)] == [b"\x63\x07\x01", b"\x40", b"\x42"]


async def test_a_frame_longer_than_a_notification_comes_in_several():
    async with linked(mtu=23) as (_, eboard, host):
        await eboard.write(EVERY_BYTE[:67])
        assert [len(await soon(host.read())) for _ in range(4)] == [20, 20, 20, 7]


async def test_all_notifying_characteristics_are_listened_to():
    gatt = Gatt(names=("Board",), service=SERVICE, notify=(READ, OTHER), write=WRITE)
    async with linked(gatt) as (_, eboard, host):
        await eboard.write(b"\x01")
        assert await soon(host.read()) == b"\x01"
        assert len(eboard._device.gatt_server.subscribers.popitem()[1]) == 2


async def test_one_characteristic_for_both_directions():
    both = Gatt(names=("Board",), service=SERVICE, notify=(READ,), write=READ)
    async with linked(both) as (_, eboard, host):
        await host.write(b"\x42")
        assert await soon(eboard.read()) == b"\x42"
        await eboard.write(b"\x86")
        assert await soon(host.read()) == b"\x86"


async def test_a_cancelled_read_loses_nothing():
    async with linked() as (_, eboard, host):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await host.read()
        await eboard.write(b"\x86")
        assert await soon(host.read()) == b"\x86"


async def test_a_broken_link_loses_the_line_after_the_last_byte_and_can_be_made_anew():
    async with linked() as (air, eboard, host):
        await eboard.write(b"\x8e\x00")
        reading = asyncio.ensure_future(exactly(host, 3))
        await eboard.break_link()
        with pytest.raises(LineLost, match="Board 1: the Bluetooth link broke"):
            await reading
        with pytest.raises(LineLost):
            await host.write(b"\x42")
        await eboard.write(b"for nobody")
        await host.close()
        await host.close()
        again = await soon(open_ble("Board 1", NORDIC, RadioSettings(radio=air.address)))
        await eboard.write(b"\x86")
        assert await soon(again.read()) == b"\x86"
        await again.close()


async def test_an_eboard_that_is_switched_off_is_lost():
    async with linked() as (_, eboard, host):
        await eboard.close()
        await eboard.close()
        with pytest.raises(LineLost):
            await soon(host.read())
        with pytest.raises(LineLost, match="switched off"):
            await eboard.read()
        with pytest.raises(LineLost):
            await eboard.write(b"x")


async def test_a_radio_that_is_gone_is_lost():
    async with linked() as (air, _, host):
        reading = asyncio.ensure_future(host.read())
        await asyncio.sleep(0)
        await air.close()
        with pytest.raises(LineLost):
            await soon(reading)


async def test_an_eboard_that_answers_no_write_is_lost():
    async with linked(ACKNOWLEDGED) as (_, eboard, host):
        eboard._device.gatt_server.on_att_write_request = lambda *_: None
        ble_seconds, ble.WRITE_SECONDS = ble.WRITE_SECONDS, 0.1
        try:
            await host.write(b"\x42")
            with pytest.raises(LineLost, match="did not take what was written"):
                await soon(host.read())
        finally:
            ble.WRITE_SECONDS = ble_seconds


async def test_closing_ends_a_read_and_leaves_the_eboard_to_others():
    async with linked() as (air, eboard, host):
        reading = asyncio.ensure_future(host.read())
        await asyncio.sleep(0)
        await host.close()
        with pytest.raises(LineLost, match="the line was closed"):
            await reading
        other = await soon(open_ble("Board 1", NORDIC, RadioSettings(radio=air.address)))
        await other.write(b"\x42")
        assert await soon(eboard.read()) == b"\x42"
        await other.close()


async def test_queues_are_bounded(monkeypatch):
    async with linked() as (_, eboard, host):
        for _ in range(ble.UNSENT_PIECES):
            await host.write(b"\x42")
        with pytest.raises(LineLost, match="takes no more bytes"):
            await host.write(b"\x42")
        monkeypatch.setattr(ble, "UNREAD_NOTIFICATIONS", 3)
        for number in range(5):
            await eboard.write(bytes([number]))
        await until(lambda: host._loss)
        assert await exactly(host, 3) == b"\x00\x01\x02"
        with pytest.raises(LineLost, match="more came than this program could read"):
            await host.read()


async def test_an_eboard_that_is_off_is_refused(monkeypatch):
    monkeypatch.setattr(ble, "FIND_SECONDS", 0.3)
    async with await Air.open() as air:
        with pytest.raises(LineRefused, match=r"ble://Board 7: no e-board of that name is heard\. Is it switched on"):
            await soon(open_ble("Board 7", NORDIC, RadioSettings(radio=air.address)))


async def test_an_eboard_that_another_program_holds_is_not_heard(monkeypatch):
    async with linked() as (air, _, _):
        monkeypatch.setattr(ble, "FIND_SECONDS", 0.3)
        with pytest.raises(LineRefused, match="no other program or phone"):
            await soon(open_ble("Board 1", NORDIC, RadioSettings(radio=air.address)))


async def test_an_eboard_of_another_kind_is_refused_and_left():
    async with await Air.open() as air:
        await air.switch_on("Board 1", NORDIC)
        other = Gatt(names=("Board",), service=SERVICE, notify=(OTHER,), write=WRITE)
        with pytest.raises(LineRefused, match=f"no e-board of that kind: it has no characteristic {OTHER}"):
            await soon(open_ble("Board 1", other, RadioSettings(radio=air.address)))
        line = await soon(open_ble("Board 1", NORDIC, RadioSettings(radio=air.address)))
        await line.close()


async def test_an_eboard_is_found_by_its_bluetooth_address_too():
    async with await Air.open() as air:
        eboard = await air.switch_on("Board 1", NORDIC)
        line = await soon(open_ble("c0:00:00:00:00:01", NORDIC, RadioSettings(radio=air.address)))
        await line.write(b"\x42")
        assert await soon(eboard.read()) == b"\x42"
        await line.close()


async def test_a_radio_that_is_not_there():
    async with await Air.open() as air:
        settings = RadioSettings(radio=air.address)
    with pytest.raises(LineRefused, match=f"no virtual radio is at {air.address}. Start it: touchmove emulate"):
        await open_ble("Board 1", NORDIC, settings)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
async def test_something_else_where_the_radio_should_be(answer, monkeypatch):
    left = asyncio.Event()

    async def answering(reader, writer):
        await reader.read(1)
        writer.write(answer)
        await reader.read()
        writer.close()
        left.set()

    monkeypatch.setattr(backend, "RADIO_SECONDS", 0.2)
    async with await asyncio.start_server(answering, "127.0.0.1", 0) as server:
        radio = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(LineRefused, match="is no radio"):
            await soon(open_ble("Board 1", NORDIC, RadioSettings(radio=radio)))
        await soon(left.wait())


async def test_a_machine_without_bluetooth(monkeypatch):
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus")
    with pytest.raises(LineRefused, match=r"ble://Board 1: this machine's Bluetooth service does not run\. Install it"):
        await soon(open_ble("Board 1", NORDIC, OWN_RADIO))


async def test_a_machine_without_the_virtual_radio(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(LineRefused, match=r"the virtual radio is not installed\. Install it: pip install"):
        await open_ble("Board 1", NORDIC, RadioSettings(radio="127.0.0.1:1"))


@pytest.mark.parametrize(
    ("error", "what", "remedy"),
    [
        (BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.NO_BLUETOOTH), "no Bluetooth ad", "Plug"),
        (
            BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.NO_BLE_CENTRAL_ROLE),
            "knows no Low Energy",
            "4.0",
        ),
        (BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.POWERED_OFF), "is off", "power on"),
        (
            BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.DENIED_BY_SYSTEM),
            "may not use",
            "group bluetooth",
        ),
        (BleakBluetoothNotAvailableError("", BleakBluetoothNotAvailableReason.UNKNOWN), "cannot be used", "systemctl"),
        (BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", []), "service does not run", "apt install bluez"),
        (BleakDBusError("org.freedesktop.DBus.Error.AccessDenied", []), "may not use Bluetooth", "group bluetooth"),
        (BleakDBusError("org.bluez.Error.Failed", ["br-connection"]), "br-connection", "off and on"),
        (FileNotFoundError(2, "No such file"), "service does not run", "systemctl start"),
        (TimeoutError(), "does not let itself be connected", "nearer"),
        (BleakError("what nobody foresaw"), "what nobody foresaw", "off and on"),
        (EOFError(), "EOFError", "off and on"),
    ],
)
async def test_every_error_is_said_with_a_remedy(error, what, remedy):
    said, advised = explained(error, OWN_RADIO)
    assert what in said
    assert remedy in advised


async def test_everybody_who_waits_shares_one_scan(monkeypatch):
    monkeypatch.setattr(ble, "FIND_SECONDS", 0.5)
    async with await Air.open() as air:
        settings = RadioSettings(radio=air.address)
        waiting = [asyncio.ensure_future(open_ble(f"Board {n}", NORDIC, settings)) for n in range(5)]
        await until(lambda: len(adapter_of(settings)._watchers) == 5)
        assert len(air._adapters) == 1
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(each) for each in found} == {LineRefused}
        await until(lambda: not air._adapters)


async def test_what_was_heard_long_ago_is_not_taken_to_be_there(monkeypatch):
    async with await Air.open() as air:
        shared = adapter_of(RadioSettings(radio=air.address))
        eboard = await air.switch_on("Board 1", NORDIC)
        missing = asyncio.ensure_future(shared.find("Board 2", SECONDS))
        assert await soon(shared.find("Board 1", SECONDS))
        await eboard.close()
        assert await shared.find("Board 1", 0.0)
        monkeypatch.setattr(adapter, "FRESH_SECONDS", 0.0)
        assert await shared.find("Board 1", 0.1) is None
        missing.cancel()
        await asyncio.wait({missing})


async def test_a_scan_that_has_gone_deaf_is_begun_anew_even_when_somebody_always_waits(monkeypatch):
    monkeypatch.setattr(adapter, "DEAF_SECONDS", 0.3)
    async with await Air.open() as air:
        settings = RadioSettings(radio=air.address)
        missing = asyncio.ensure_future(adapter_of(settings).find("Board 2", 60))
        await until(lambda: adapter_of(settings)._watchers)
    async with await Air.open(int(settings.radio.rpartition(":")[2])) as air:
        await air.switch_on("Board 1", NORDIC)
        await asyncio.sleep(0.3)
        line = await soon(open_ble("Board 1", NORDIC, settings))
        assert not missing.done()
        await line.close()
        missing.cancel()
        await asyncio.wait({missing})


async def test_an_eboard_that_never_confirms_notifications_is_refused(monkeypatch):
    monkeypatch.setattr(ble, "LINK_SECONDS", 0.2)
    async with await Air.open() as air:
        eboard = await air.switch_on("Board 1", NORDIC)
        eboard._device.gatt_server.on_att_write_request = lambda *_: None
        with pytest.raises(LineRefused, match="does not let itself be connected"):
            await soon(open_ble("Board 1", NORDIC, RadioSettings(radio=air.address)))


async def test_what_is_heard_comes_with_its_services():
    async with await Air.open() as air:
        await air.switch_on("Board 1", NORDIC)
        heard = None
        async with asyncio.timeout(SECONDS):
            while heard is None:
                (heard,) = await adapter_of(RadioSettings(radio=air.address)).heard(0.1) or [None]
        assert (heard.name, heard.address, heard.services) == ("Board 1", "C0:00:00:00:00:01", {SERVICE})


async def test_twenty_five_eboards_at_once():
    async with await Air.open() as air:
        eboards = [await air.switch_on(f"Board {n}", ACKNOWLEDGED) for n in range(25)]
        settings = RadioSettings(radio=air.address)
        async with asyncio.timeout(60):
            lines = await asyncio.gather(*(open_ble(f"Board {n}", ACKNOWLEDGED, settings) for n in range(25)))
        for number, (eboard, line) in enumerate(zip(eboards, lines, strict=True)):
            await line.write(bytes([number]))
            await eboard.write(bytes([100 + number]))
        assert [await soon(eboard.read()) for eboard in eboards] == [bytes([n]) for n in range(25)]
        assert [await soon(line.read()) for line in lines] == [bytes([100 + n]) for n in range(25)]
        for line in lines:
            await line.close()


async def test_an_address_of_bluetooth_needs_the_family():
    with pytest.raises(ConfigError, match="which family"):
        await open_line("ble://Board 1")


async def test_nobody_pays_for_bluetooth_who_has_none():
    script = "import sys, bridge.cli, drivers.lines, drivers.registry; print({'bleak', 'bumble'} & set(sys.modules))"
    shown = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", script], capture_output=True, check=True)
    assert shown.stdout == b"set()\n"
