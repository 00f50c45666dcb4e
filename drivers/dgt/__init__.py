"""DGT e-Boards (serial, USB, Bluetooth) with one board on the line: codec, emulator, and their registration."""

from __future__ import annotations

from drivers.dgt.codec import DgtCodec
from drivers.dgt.emulator import DgtEmulator
from drivers.eboard import EBoard, Feature, Transport
from drivers.finding import Chip, UsbId
from drivers.placement import Sensing

EBOARD = EBoard(
    name="dgt",
    title="DGT e-Board (serial, USB or Bluetooth Classic, one board on the line)",
    sensing=Sensing.IDENTITY,
    scan_period=0.25,  # DGT's protocol header: 200–250 ms
    shortest_lift=0.25,  # a lift that fits between two scans is not seen
    features=frozenset({Feature.CLOCK, Feature.BATTERY, Feature.MEMORY}),
    transports=frozenset({Transport.SERIAL, Transport.BLUETOOTH_CLASSIC}),
    verified=True,
    codec=DgtCodec,
    emulator=DgtEmulator,
    chips=(  # from lsusb listings, udev rules and USB filters of programs for DGT boards; none is reserved for e-boards
        Chip(UsbId(0x0403, 0x6001), "FTDI FT232"),
        Chip(UsbId(0x04D8, 0x000A), "Microchip CDC"),
        Chip(UsbId(0x045B, 0x8111), "Renesas CDC"),
    ),
    fragile=True,  # 51 and 53 (hexadecimal) would have it scan half of its squares for ever
    radio_slowdown=2.0,  # PicoChess waits 0.5 s instead of 0.25 s until such a board has seen everything
)
"""The family's registration record."""
