import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import registry
from drivers.eboard import Transport
from drivers.errors import ConfigError
from drivers.lines import (
    BleAddress,
    PageAddress,
    PgnAddress,
    RadioSettings,
    RfcommAddress,
    SerialAddress,
    SerialSettings,
    TcpAddress,
    from_directory,
    open_line,
    parse_address,
    transport_of,
)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("/dev/ttyUSB0", SerialAddress("/dev/ttyUSB0")),
        ("boards/1", SerialAddress("boards/1")),
        ("/dev/serial/by-id/usb-FTDI?#1", SerialAddress("/dev/serial/by-id/usb-FTDI?#1")),
        ("serial:///dev/ttyACM0", SerialAddress("/dev/ttyACM0")),
        (
            "serial:///dev/ttyUSB0?baud=38400&dtr=0&rts=1",
            SerialAddress("/dev/ttyUSB0", SerialSettings(38400, dtr=False, rts=True)),
        ),
        ("tcp://10.0.0.5:4001", TcpAddress("10.0.0.5", 4001)),
        ("tcp://[::1]:4001", TcpAddress("::1", 4001)),
        ("ble://AA:BB:CC:DD:EE:FF", BleAddress("AA:BB:CC:DD:EE:FF")),
        ("ble://Name of the board", BleAddress("Name of the board")),
        ("ble://50%25%20/%20Board%20%C3%87", BleAddress("50% / Board Ç")),
        ("ble://AA:BB:CC:DD:EE:FF?adapter=hci1", BleAddress("AA:BB:CC:DD:EE:FF", RadioSettings(adapter="hci1"))),
        ("page://reserve-1", PageAddress("reserve-1")),
        ("pgn://games.pgn", PgnAddress("games.pgn")),
        ("pgn:///club%20night/games.pgn?game=12&pace=0.25", PgnAddress("/club night/games.pgn", 12, 0.25)),
        ("ble://Board 1?radio=127.0.0.1:4000", BleAddress("Board 1", RadioSettings(radio="127.0.0.1:4000"))),
        ("rfcomm://00:06:66:aa:bb:cc", RfcommAddress("00:06:66:AA:BB:CC", 1)),
        ("rfcomm://00:06:66:AA:BB:CC/3", RfcommAddress("00:06:66:AA:BB:CC", 3)),
    ],
)
def test_what_is_understood(text, address):
    assert parse_address(text) == address


@pytest.mark.parametrize(
    ("text", "baud"),
    [
        ("/dev/ttyUSB0", 38400),
        ("serial:///dev/ttyUSB0", 38400),
        ("serial:///dev/ttyUSB0?dtr=0", 38400),
        ("serial:///dev/ttyUSB0?baud=9600", 9600),
    ],
)
def test_an_address_that_names_no_speed_gets_that_of_the_family(text, baud):
    assert parse_address(text, registry.eboard("chesslink")).settings.baud == baud


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "the address is empty"),
        ("usb://0403:6001", "lines of the kind 'usb' are not known"),
        ("serial://ttyUSB0", "three slashes"),
        ("serial:///dev/ttyUSB0?baud=fast", "baud=fast is no number"),
        ("serial:///dev/ttyUSB0?baud=0", "baud=0 is no number"),
        ("serial:///dev/ttyUSB0?dtr=on", "dtr=on must be 0 or 1"),
        ("serial:///dev/ttyUSB0?parity=even", "parity cannot be set"),
        ("serial:///dev/ttyUSB0?dtr", "bad query field"),
        ("tcp://10.0.0.5", "exactly a machine and a port"),
        ("tcp://:4001", "exactly a machine and a port"),
        ("tcp://10.0.0.5:4001/board", "exactly a machine and a port"),
        ("tcp://10.0.0.5:serial", "Port could not be cast"),
        ("ble://", "a name or a Bluetooth address is expected"),
        ("ble://Board 1?baud=9600", "baud cannot be set: only adapter and radio can"),
        ("ble://Board 1?radio=here", "radio=here is no machine and port"),
        ("page://", "a name of a-z, 0-9 and hyphens is expected"),
        ("page://Board 1", "a name of a-z, 0-9 and hyphens is expected"),
        ("page://a/b", "a name of a-z, 0-9 and hyphens is expected"),
        ("pgn://", "the path of a PGN file is expected"),
        ("pgn://a.pgn?speed=2", "speed cannot be set: only game and pace can"),
        ("pgn://a.pgn?game=0", "game=0 is no number from 1 on"),
        ("pgn://a.pgn?pace=fast", "pace=fast is no number"),
        ("rfcomm://DGT_BT_30123", "exactly a Bluetooth address and a channel"),
        ("rfcomm://00:06:66:AA:BB:CC/1?pin=0000", "exactly a Bluetooth address and a channel"),
        ("rfcomm://00:06:66:AA:BB:CC/0", "0 is no channel"),
        ("rfcomm://00:06:66:AA:BB:CC/31", "31 is no channel"),
        ("rfcomm://00:06:66:AA:BB:CC/1/2", "1/2 is no channel"),
    ],
)
def test_what_is_not_understood_is_said_with_examples(text, what):
    with pytest.raises(ConfigError, match=what) as caught:
        parse_address(text)
    assert caught.value.where == text
    assert "/dev/ttyUSB0" in caught.value.remedy


DGT = registry.eboard("dgt")


@pytest.mark.parametrize(
    ("text", "baud"), [("/dev/ttyUSB0", 38400), ("serial:///dev/ttyUSB0?dtr=0", 38400), ("serial:///x?baud=1200", 1200)]
)
def test_the_family_decides_the_rate_that_is_left_out(text, baud):
    assert parse_address(text, replace(DGT, baud=38400)).settings.baud == baud


def test_a_family_that_has_no_bluetooth_is_not_looked_for_there():
    with pytest.raises(ConfigError, match=r"ble://Board 1: an e-board of the kind 'dgt' has no Bluetooth Low Energy"):
        parse_address("ble://Board 1", DGT)


@pytest.mark.parametrize(
    ("text", "transport"),
    [
        ("/dev/ttyUSB0", Transport.SERIAL),
        ("tcp://10.0.0.5:4001", Transport.SERIAL),
        ("/dev/rfcomm123", Transport.BLUETOOTH_CLASSIC),
        ("serial:///dev/rfcomm0?baud=9600", Transport.BLUETOOTH_CLASSIC),
        ("rfcomm://00:06:66:AA:BB:CC/1", Transport.BLUETOOTH_CLASSIC),
        ("page://reserve", Transport.VIRTUAL),
        ("pgn://games.pgn", Transport.VIRTUAL),
    ],
)
def test_an_address_tells_how_the_e_board_is_reached(text, transport):
    assert transport_of(text) is transport


@pytest.mark.parametrize("line", ["page://reserve", "pgn://games.pgn"])
def test_hardware_is_not_at_the_line_of_a_virtual_board(line):
    with pytest.raises(ConfigError, match=r'an e-board of the kind \'dgt\' is hardware, .* \(kind = "virtual"\)'):
        parse_address(line, registry.eboard("dgt"))
    parse_address(line, registry.eboard("virtual"))


@pytest.mark.parametrize("line", ["page://reserve", "pgn://games.pgn"])
def test_a_virtual_board_cannot_be_opened_from_elsewhere(line):
    with pytest.raises(ConfigError, match="only while touchmove serves it"):
        asyncio.run(open_line(line, registry.eboard("virtual")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pgn://games.pgn?game=2", "pgn:///halls/izmir%201/games.pgn?game=2"),
        ("pgn://old/games%3F.pgn", "pgn:///halls/izmir%201/old/games%3F.pgn"),
        ("pgn:///srv/games.pgn", "pgn:///srv/games.pgn"),
        ("pgn://", "pgn://"),
        ("page://reserve", "page://reserve"),
        ("/dev/ttyUSB0", "/dev/ttyUSB0"),
    ],
)
def test_the_path_of_a_game_starts_at_the_directory(text, found):
    assert from_directory(Path("/halls/izmir 1"), text) == found
