"""Chessnut Air, Air+, Pro and Go (Bluetooth Low Energy or USB HID): codec, emulator, and their registration."""

from __future__ import annotations

from drivers.chessnut.codec import codec
from drivers.chessnut.emulator import ChessnutEmulator
from drivers.eboard import EBoard, Feature, Transport
from drivers.finding import Gatt, Hid
from drivers.placement import Sensing

EBOARD = EBoard(
    name="chessnut",
    title="Chessnut Air, Air+, Pro or Go",
    sensing=Sensing.IDENTITY,
    scan_period=0.2,  # a position every 200 ms
    shortest_lift=0.4,  # two positions
    features=frozenset({Feature.LEDS, Feature.BATTERY}),
    transports=frozenset({Transport.BLUETOOTH_LE, Transport.USB_HID}),
    verified=False,
    codec=codec,
    emulator=ChessnutEmulator,
    gatt=Gatt(
        names=("Chessnut", "Smart Chess"),  # the second one: first Airs
        service="1b7e8261-2877-41c3-b46e-cf057c562023",
        notify=("1b7e8262-2877-41c3-b46e-cf057c562023", "1b7e8273-2877-41c3-b46e-cf057c562023"),
        write="1b7e8272-2877-41c3-b46e-cf057c562023",
        with_response=True,
    ),
    hid=Hid(vendor=0x2D80, products=range(0x8000, 0x8700), usage_page=0xFF00, counted=True),  # EasyLinkSDK
)
"""The family's registration record."""
