import pytest
from serial.tools.list_ports_common import ListPortInfo

from drivers.discover import Likelihood, SerialPort, UsbId, candidates, lasting_paths, port_of, serial_ports


def _port(path, usb=None):
    return SerialPort(path, path, usb)


@pytest.mark.parametrize(
    ("port", "likelihood", "reason"),
    [
        (_port("/dev/ttyUSB0", UsbId(0x0403, 0x6001)), Likelihood.LIKELY, "FTDI"),
        (_port("/dev/ttyACM0", UsbId(0x04D8, 0x000A)), Likelihood.LIKELY, "Microchip"),
        (_port("/dev/ttyACM1", UsbId(0x045B, 0x8111)), Likelihood.LIKELY, "Renesas"),
        (_port("/dev/ttyUSB1", UsbId(0x1A86, 0x7523)), Likelihood.POSSIBLE, "unknown chip"),
        (_port("/dev/rfcomm123"), Likelihood.POSSIBLE, "Bluetooth"),
    ],
)
def test_ports_where_a_dgt_board_may_be(port, likelihood, reason):
    (candidate,) = candidates([port])
    assert (candidate.port, candidate.eboard, candidate.likelihood) == (port, "dgt", likelihood)
    assert reason in candidate.reason


@pytest.mark.parametrize("path", ["/dev/ttyS0", "/dev/ttyAMA0", "/dev/pts/3"])
def test_ports_where_none_has_been_met(path):
    assert candidates([_port(path)]) == []


def test_the_likeliest_come_first():
    bluetooth, ftdi = _port("/dev/rfcomm0"), _port("/dev/ttyUSB0", UsbId(0x0403, 0x6001))
    assert [candidate.port for candidate in candidates([bluetooth, ftdi])] == [ftdi, bluetooth]


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
