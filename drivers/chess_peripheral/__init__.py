"""Home-made e-boards with the Chess Peripheral Protocol (Bluetooth Low Energy): codec, emulator, registration."""

from __future__ import annotations

from drivers.chess_peripheral.codec import codec
from drivers.chess_peripheral.emulator import PeripheralEmulator
from drivers.eboard import EBoard, Transport
from drivers.finding import Gatt
from drivers.placement import Sensing

EBOARD = EBoard(
    name="chess_peripheral",
    title="home-made e-board with the Chess Peripheral Protocol",
    sensing=Sensing.OCCUPANCY,
    scan_period=0.25,  # not told by the protocol; assumed
    shortest_lift=0.75,  # a scan, and the time between two questions; shorter ones are seen when the board tells them
    features=frozenset(),
    transports=frozenset({Transport.BLUETOOTH_LE}),
    verified=False,
    codec=codec,
    emulator=PeripheralEmulator,
    gatt=Gatt(
        names=("Arduino Ble Chess", "OCB"),
        service="f5351050-b2c9-11ec-a0c0-b3bc53b08d33",
        notify=("f535147e-b2c9-11ec-a0c2-8bbd706ec4e6",),
        write="f53513ca-b2c9-11ec-a0c1-639b8957db99",
        with_response=True,
    ),
)
"""The family's registration record. E-boards choose their names; these are of the library's examples and of
OPENCHESSBOARD's firmware, all others are found by their service.
"""
