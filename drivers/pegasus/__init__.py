"""DGT Pegasus (Bluetooth Low Energy): codec, emulator, and their registration."""

from __future__ import annotations

from drivers.eboard import EBoard, Feature, Transport
from drivers.finding import Gatt
from drivers.pegasus.codec import codec
from drivers.pegasus.emulator import PegasusEmulator
from drivers.placement import Sensing

EBOARD = EBoard(
    name="pegasus",
    title="DGT Pegasus",
    sensing=Sensing.OCCUPANCY,
    scan_period=0.25,  # as DGT's other boards; no document tells it of this one
    shortest_lift=0.25,  # a lift that fits between two scans is not seen
    features=frozenset({Feature.LEDS, Feature.BATTERY}),
    transports=frozenset({Transport.BLUETOOTH_LE}),
    verified=False,
    codec=codec,
    emulator=PegasusEmulator,
    gatt=Gatt(
        names=("DGT_PEGASUS_", "PCS-REVII-"),  # the user may have given it another
        service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
        notify=("6e400003-b5a3-f393-e0a9-e50e24dcca9e",),
        write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
        with_response=True,
    ),
)
"""The family's registration record. Its radio speaks as Nordic's UART service does."""
