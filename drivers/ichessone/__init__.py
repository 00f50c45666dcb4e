"""iChessOne (Bluetooth Low Energy or USB): codec, emulator, and their registration."""

from __future__ import annotations

from drivers.eboard import EBoard, Feature, Transport
from drivers.finding import Gatt
from drivers.ichessone.codec import codec
from drivers.ichessone.emulator import IChessOneEmulator
from drivers.placement import Sensing

EBOARD = EBoard(
    name="ichessone",
    title="iChessOne",
    sensing=Sensing.IDENTITY,
    scan_period=0.2,  # not published; about as other boards that know their pieces
    shortest_lift=0.3,  # not published; assumed
    features=frozenset({Feature.LEDS, Feature.BATTERY}),
    transports=frozenset({Transport.BLUETOOTH_LE, Transport.SERIAL}),
    verified=False,
    codec=codec,
    emulator=IChessOneEmulator,
    baud=115200,
    gatt=Gatt(
        names=("iChessOne",),
        service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
        notify=("6e400003-b5a3-f393-e0a9-e50e24dcca9e",),
        write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    ),
)
"""The family's registration record. Its radio speaks as Nordic's UART service does."""
