"""Millennium boards that speak ChessLink and know their pieces: codec, emulator, and their registration."""

from __future__ import annotations

from drivers.chesslink.codec import ChessLinkCodec
from drivers.chesslink.emulator import ChessLinkEmulator
from drivers.eboard import EBoard, Feature, Transport
from drivers.finding import Gatt
from drivers.placement import Sensing

BAUD = 38_400
SCAN_PERIOD = 0.041
"""Seconds: register 01 is set to 20 units of 2.048 ms."""
GATT = Gatt(
    names=("MILLENNIUM CHESS",),
    service="49535343-fe7d-4ae5-8fa9-9fafd205e455",
    notify=("49535343-1e4d-4bd9-ba61-23c647249616",),
    write="49535343-8841-43f4-a8d4-ecbe34729bb3",
    with_response=True,
)
TRANSPORTS = frozenset({Transport.SERIAL, Transport.BLUETOOTH_CLASSIC, Transport.BLUETOOTH_LE})

EBOARD = EBoard(
    name="chesslink",
    title="Millennium ChessLink (Exclusive, The King Performance, Supreme Tournament 55)",
    sensing=Sensing.IDENTITY,
    scan_period=SCAN_PERIOD,
    shortest_lift=2 * SCAN_PERIOD,
    features=frozenset({Feature.LEDS}),
    transports=TRANSPORTS,
    verified=False,
    codec=ChessLinkCodec,
    emulator=ChessLinkEmulator,
    baud=BAUD,
    gatt=GATT,
)
"""The family's registration record."""
