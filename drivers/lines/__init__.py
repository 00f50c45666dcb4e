"""Lines: the only place where bytes enter and leave the program on the e-boards' side.

Every line keeps the contract of `Line`; `open_line` opens one by its address.
"""

from drivers.lines.adapter import OWN_RADIO, Advertisement, RadioSettings, listen
from drivers.lines.address import (
    Address,
    BleAddress,
    HidAddress,
    PageAddress,
    PgnAddress,
    RfcommAddress,
    SerialAddress,
    TcpAddress,
    from_directory,
    open_line,
    parse_address,
    transport_of,
)
from drivers.lines.ble import open_ble
from drivers.lines.capture import Capture, CaptureWriter, Heading, Piece, RecordingLine, made_up_times, read_capture
from drivers.lines.hid import open_hid
from drivers.lines.line import Line
from drivers.lines.null_modem import null_modem
from drivers.lines.pty import PtyLine
from drivers.lines.reopen import reopen_delay
from drivers.lines.rfcomm import open_rfcomm
from drivers.lines.serial_port import SerialSettings, open_serial
from drivers.lines.tcp import open_tcp
from drivers.lines.tcp_port import TcpPortLine

__all__ = [
    "OWN_RADIO",
    "Address",
    "Advertisement",
    "BleAddress",
    "Capture",
    "CaptureWriter",
    "Heading",
    "HidAddress",
    "Line",
    "PageAddress",
    "PgnAddress",
    "Piece",
    "PtyLine",
    "RadioSettings",
    "RecordingLine",
    "RfcommAddress",
    "SerialAddress",
    "SerialSettings",
    "TcpAddress",
    "TcpPortLine",
    "from_directory",
    "listen",
    "made_up_times",
    "null_modem",
    "open_ble",
    "open_hid",
    "open_line",
    "open_rfcomm",
    "open_serial",
    "open_tcp",
    "parse_address",
    "read_capture",
    "reopen_delay",
    "transport_of",
]
