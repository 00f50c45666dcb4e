import pytest

from drivers.errors import ConfigError
from drivers.lines import SerialAddress, SerialSettings, TcpAddress, parse_address


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
    ],
)
def test_what_is_understood(text, address):
    assert parse_address(text) == address


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
    ],
)
def test_what_is_not_understood_is_said_with_examples(text, what):
    with pytest.raises(ConfigError, match=what) as caught:
        parse_address(text)
    assert caught.value.where == text
    assert "/dev/ttyUSB0" in caught.value.remedy
