from dataclasses import replace

import pytest
from serial.tools.list_ports_common import ListPortInfo

from drivers import dgt, discover
from drivers.discover import Likelihood, SerialPort, candidates, lasting_paths, port_of, radio_candidates, serial_ports
from drivers.eboard import Transport
from drivers.finding import Chip, Gatt, UsbId
from drivers.lines import Advertisement, RadioSettings
from drivers.registry import eboard, names
from tests.virtual_time import run


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
    *_, candidate = candidates([_port(path, usb)])
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


NORDIC, OWN = "6e400001-b5a3-f393-e0a9-e50e24dcca9e", "1b7e8261-2877-41c3-b46e-cf057c562023"


def _with_radio(name, service, *names):
    gatt = Gatt(names=names, service=service, notify=(service,), write=service)
    return replace(_family(name, Transport.BLUETOOTH_LE), gatt=gatt)


ALPHA = _with_radio("alpha", NORDIC, "ALPHA_", "Alpha Board")
BETA = _with_radio("beta", NORDIC.upper(), "Beta")
GAMMA = _with_radio("gamma", OWN, "Gamma")
WITH_RADIO = (ALPHA, BETA, GAMMA, UNKNOWN)


@pytest.mark.parametrize(
    ("name", "service", "without_kind", "with_kind"),
    [
        ("ALPHA_123", NORDIC, ["alpha"], ["alpha"]),
        ("ALPHA_123", None, ["alpha"], ["alpha"]),
        ("Beta", NORDIC, ["beta"], ["beta"]),
        ("Board of Ada", NORDIC, [], ["alpha", "beta"]),
        ("Board of Ada", OWN, [], ["gamma"]),
        ("", OWN, [], ["gamma"]),
        ("Headphones", None, [], []),
    ],
)
def test_devices_are_known_by_name_and_for_a_family_that_is_asked_for_by_service(
    name, service, without_kind, with_kind, monkeypatch
):
    async def listen(settings, seconds):  # noqa: ARG001
        return [Advertisement("C0:00:00:00:00:01", name, frozenset({service} - {None}), -60)]

    monkeypatch.setattr(discover, "listen", listen)
    known = {family.name: family for family in WITH_RADIO}
    monkeypatch.setattr(discover.registry, "names", lambda: tuple(known))
    monkeypatch.setattr(discover.registry, "eboard", known.__getitem__)
    found = run(radio_candidates(RadioSettings(adapter="hci1")))
    asked = run(radio_candidates(RadioSettings(adapter="hci1"), WITH_RADIO))
    assert [each.eboard for each in found] == without_kind
    assert [each.eboard for each in asked] == with_kind
    assert {each.port.path for each in asked} <= {"ble://C0:00:00:00:00:01?adapter=hci1"}
