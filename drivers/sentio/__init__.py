"""TabuTronic Sentio, and home-made boards that send the same lines: codec, emulator, and their registration."""

from __future__ import annotations

from drivers.eboard import CodecOptions, EBoard, Feature, Transport
from drivers.finding import Chip, Gatt, UsbId
from drivers.placement import Sensing
from drivers.sentio.emulator import PERIOD, SentioEmulator
from drivers.sentio.reader import OccupancyReader
from drivers.tabutronic.codec import LineCodec


def _codec(options: CodecOptions) -> LineCodec:
    return LineCodec(options, OccupancyReader())


EBOARD = EBoard(
    name="sentio",
    title="TabuTronic Sentio, or a home-made board that sends the same lines",
    sensing=Sensing.OCCUPANCY,
    scan_period=PERIOD,
    shortest_lift=0.3,  # two lines that agree, and one that was missed
    features=frozenset({Feature.LEDS}),
    transports=frozenset({Transport.SERIAL, Transport.BLUETOOTH_LE}),
    verified=False,
    codec=_codec,
    emulator=SentioEmulator,
    baud=38_400,
    gatt=Gatt(
        names=("Certabo",),  # TabuTronic's boards call themselves so too
        service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
        notify=("6e400003-b5a3-f393-e0a9-e50e24dcca9e",),
        write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
        with_response=True,
    ),
    chips=(Chip(UsbId(0x10C4, 0xEA60), "Silicon Labs CP210x"),),  # many other devices have it
)
"""The family's registration record."""
