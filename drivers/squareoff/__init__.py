"""Square Off Pro (Bluetooth Low Energy): codec, emulator, and their registration."""

from __future__ import annotations

from drivers.eboard import EBoard, Feature, Transport
from drivers.finding import Gatt
from drivers.placement import Sensing
from drivers.squareoff.codec import codec
from drivers.squareoff.emulator import SquareOffEmulator

EBOARD = EBoard(
    name="squareoff",
    title="Square Off Pro",
    sensing=Sensing.OCCUPANCY,
    scan_period=0.25,  # all squares are asked for so often
    shortest_lift=0.75,  # two readings must agree; shorter ones are seen when the board tells them by itself
    features=frozenset({Feature.LEDS, Feature.BATTERY}),
    transports=frozenset({Transport.BLUETOOTH_LE}),
    verified=False,
    codec=codec,
    emulator=SquareOffEmulator,
    gatt=Gatt(
        names=("Squareoff Pro", "Square Off"),
        service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
        notify=("6e400003-b5a3-f393-e0a9-e50e24dcca9e",),
        write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    ),
)
"""The family's registration record. Its radio speaks as Nordic's UART service does."""
