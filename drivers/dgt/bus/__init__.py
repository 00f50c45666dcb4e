"""DGT e-Boards in bus mode, many on one RS-232 line: codec, emulator, and their registration."""

from __future__ import annotations

from drivers.dgt.bus.alone import AloneCodec
from drivers.dgt.bus.codec import DgtBusCodec
from drivers.dgt.bus.emulator import AloneOnBus, DgtBusEmulator
from drivers.dgt.bus.roll_call import short_number
from drivers.eboard import EBoard, Feature, Sharing, Transport
from drivers.finding import Chip, UsbId
from drivers.placement import Sensing

EBOARD = EBoard(
    name="dgt-bus",
    title="DGT e-Boards in bus mode (RS-232, several on one line)",
    sensing=Sensing.IDENTITY,
    scan_period=0.25,  # DGT's protocol header: 200–250 ms; how long the line leaves a board unread comes on top
    shortest_lift=0.25,
    features=frozenset({Feature.CLOCK, Feature.MEMORY}),
    transports=frozenset({Transport.SERIAL}),
    verified=False,
    chips=(Chip(UsbId(0x0403, 0x6001), "FTDI FT232"),),  # in many converters from USB to RS-232
    fragile=True,  # as `dgt`
    codec=AloneCodec,
    emulator=AloneOnBus,
    sharing=Sharing(
        codec=DgtBusCodec,
        emulator=DgtBusEmulator,
        number=short_number,
        turn_seconds=0.04,  # measured with 30 emulated boards at 9600 baud that play blitz: `benchmarks/bus.py`
    ),
)
"""The family's registration record."""
