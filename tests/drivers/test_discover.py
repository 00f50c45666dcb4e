from dataclasses import replace

import pytest
from serial.tools.list_ports_common import ListPortInfo

from drivers import dgt
from drivers.discover import Likelihood, SerialPort, candidates, lasting_paths, port_of, serial_ports
from drivers.eboard import Chip, Transport, UsbId
from drivers.registry import eboard, names


def _port(path, usb=None):
    return SerialPort(path, path, usb)


def _family(name, transport=Transport.SERIAL, chips=(), *, fragile=False):
    return replace(
        dgt.EBOARD, name=name, title=name.title(), transports=frozenset({transport}), chips=chips, fragile=fragile
    )


FTDI, CP210X, CH340 = UsbId(0x0403, 0x6001), UsbId(0x10C4, 0xEA60), UsbId(0x1A86, 0x7523)
TENDER = _family("tender", chips=(Chip(FTDI, "FTDI"),), fragile=True)
ROBUST = _family("robust", chips=(Chip(CP210X, "CP210x"), Chip(FTDI, "FTDI")))
UNKNOWN = _family("unknown")
RADIO = _family("radio", Transport.BLUETOOTH_CLASSIC)
FAMILIES = (RADIO, ROBUST, UNKNOWN, TENDER)


def _asked(port):
    return [(found.eboard, found.likelihood) for found in candidates([port], FAMILIES)]


@pytest.mark.parametrize(
    ("path", "usb", "chip"),
    [
        ("/dev/ttyUSB0", UsbId(0x0403, 0x6001), "FTDI"),
        ("/dev/ttyACM0", UsbId(0x04D8, 0x000A), "Microchip"),
        ("/dev/ttyACM1", UsbId(0x045B, 0x8111), "Renesas"),
    ],
)
def test_ports_with_a_chip_that_a_dgt_board_has(path, usb, chip):
    (candidate,) = candidates([_port(path, usb)])
    assert (candidate.port, candidate.eboard, candidate.likelihood) == (_port(path, usb), "dgt", Likelihood.LIKELY)
    assert candidate.reason.startswith(chip)
    assert str(usb) in candidate.reason


def test_at_a_port_with_an_unknown_chip_may_be_any_family_with_a_cable_the_fragile_one_first():
    possible = Likelihood.POSSIBLE
    assert _asked(_port("/dev/ttyUSB1", CH340)) == [("tender", possible), ("robust", possible), ("unknown", possible)]
    assert candidates([_port("/dev/ttyUSB1", CH340)], FAMILIES)[0].reason == "a USB port"


def test_the_family_with_that_chip_is_asked_before_those_that_may_be_there_too():
    assert _asked(_port("/dev/ttyUSB1", CP210X)) == [
        ("robust", Likelihood.LIKELY),
        ("tender", Likelihood.POSSIBLE),
        ("unknown", Likelihood.POSSIBLE),
    ]


def test_where_a_fragile_e_board_is_likely_nobody_else_is_asked():
    assert _asked(_port("/dev/ttyUSB0", FTDI)) == [("tender", Likelihood.LIKELY)]


def test_bluetooth_links_have_e_boards_with_bluetooth():
    assert _asked(_port("/dev/rfcomm123")) == [("radio", Likelihood.POSSIBLE)]


@pytest.mark.parametrize("path", ["/dev/ttyS0", "/dev/ttyAMA0", "/dev/pts/3"])
def test_ports_where_none_has_been_met(path):
    assert candidates([_port(path)], FAMILIES) == []


def test_every_registered_family_is_asked():
    asked = {found.eboard for found in candidates([_port("/dev/ttyUSB1", CH340)])}
    assert asked == {name for name in names() if Transport.SERIAL in eboard(name).transports}


def test_the_likeliest_come_first():
    bluetooth, ftdi = _port("/dev/rfcomm0"), _port("/dev/ttyUSB0", FTDI)
    assert [candidate.port for candidate in candidates([bluetooth, ftdi], FAMILIES)] == [ftdi, bluetooth]


def test_what_the_system_says_about_a_usb_port():
    info = ListPortInfo("/dev/ttyUSB0")
    info.vid, info.pid, info.serial_number, info.product = 0x0403, 0x6001, "A9", "FT232R USB UART"
    link = "/dev/serial/by-id/usb-FTDI_A9-if00-port0"
    assert port_of(info, {"/dev/ttyUSB0": link}) == SerialPort(
        "/dev/ttyUSB0", link, UsbId(0x0403, 0x6001), "A9", "FT232R USB UART"
    )
    assert str(UsbId(0x0403, 0x6001)) == "0403:6001"


def test_what_the_system_says_about_a_port_without_usb():
    assert port_of(ListPortInfo("/dev/ttyS0"), {}) == SerialPort("/dev/ttyS0", "/dev/ttyS0")


def test_lasting_paths_are_links_to_ports(tmp_path):
    node = tmp_path / "ttyUSB0"
    node.touch()
    folder = tmp_path / "by-id"
    assert lasting_paths(folder) == {}
    folder.mkdir()
    (folder / "usb-FTDI_A9").symlink_to("../ttyUSB0")
    assert lasting_paths(folder) == {str(node): str(folder / "usb-FTDI_A9")}


def test_the_ports_of_this_machine_can_be_listed():
    paths = [port.path for port in serial_ports()]
    assert paths == sorted(paths)
