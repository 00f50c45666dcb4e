"""Certabo boards and TabuTronic Cerno, which read chips under the pieces: codec, emulator, and their registration."""

from __future__ import annotations

from drivers.certabo.emulator import PERIOD, CertaboEmulator
from drivers.certabo.reader import ChipReader
from drivers.eboard import CodecOptions, EBoard, Feature, Transport
from drivers.finding import Chip, Gatt, UsbId
from drivers.placement import Sensing
from drivers.tabutronic.codec import LineCodec


def _codec(options: CodecOptions) -> LineCodec:
    return LineCodec(options, ChipReader(options))


EBOARD = EBoard(
    name="certabo",
    title="Certabo, TabuTronic Cerno and Cerno Spectrum",
    sensing=Sensing.IDENTITY,
    scan_period=PERIOD,
    shortest_lift=1.0,  # three lines without the piece, and what is left of the one in which it was lifted
    features=frozenset({Feature.LEDS, Feature.CHIPS}),
    transports=frozenset({Transport.SERIAL, Transport.BLUETOOTH_CLASSIC, Transport.BLUETOOTH_LE}),
    verified=False,
    codec=_codec,
    emulator=CertaboEmulator,
    baud=38_400,
    gatt=Gatt(
        names=("Certabo",),
        service="6e400001-b5a3-f393-e0a9-e50e24dcca9e",
        notify=("6e400003-b5a3-f393-e0a9-e50e24dcca9e",),
        write="6e400002-b5a3-f393-e0a9-e50e24dcca9e",
        with_response=True,
    ),
    chips=(Chip(UsbId(0x10C4, 0xEA60), "Silicon Labs CP210x"),),  # many other devices have it
)
"""The family's registration record."""
