"""The families of e-boards in words: what they show, how they are reached, with what they were tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from drivers.eboard import EBoard, Feature, Transport
from drivers.placement import Sensing

_LINES = {
    Transport.SERIAL: "USB or serial port, serial device server (`tcp://`)",
    Transport.BLUETOOTH_CLASSIC: "Bluetooth serial port (`/dev/rfcomm0`, `rfcomm://`)",
    Transport.BLUETOOTH_LE: "Bluetooth Low Energy",
    Transport.USB_HID: "USB HID",
    Transport.VIRTUAL: "none: moved on the page (`page://`), or plays a PGN file (`pgn://`)",
}
_BESIDES = {
    Feature.CLOCK: "clock",
    Feature.PRESSES: "presses of the clock",
    Feature.LEDS: "lights",
    Feature.BATTERY: "battery",
    Feature.MEMORY: "memory of what happened while nobody listened",
    Feature.CHIPS: "chips to calibrate",
}


def squares_tell(sensing: Sensing) -> str:
    """What one square can tell."""
    match sensing:
        case Sensing.IDENTITY:
            return "piece and color"
        case Sensing.COLOR:
            return "color"
        case Sensing.OCCUPANCY:
            return "that something stands there"
        case _:
            assert_never(sensing)


def evidence(record: EBoard) -> str:
    """What an arbiter may take from such an e-board, in two sentences."""
    match record.sensing:
        case Sensing.IDENTITY:
            sees = "It sees which piece is lifted and where it is put down."
        case Sensing.COLOR:
            sees = "It sees whose piece is lifted; which one it is, and a promotion, are concluded from the moves."
        case Sensing.OCCUPANCY:
            sees = "It sees that a piece is lifted; which one it is, and a promotion, are concluded from the moves."
        case _:
            assert_never(record.sensing)
    touches = f"A touch shorter than {record.shortest_lift:g} s, or without a lift, may stay unseen."
    return f"{sees} {touches}"


def lines(record: EBoard) -> str:
    """How such an e-board is reached."""
    return ", ".join(text for transport, text in _LINES.items() if transport in record.transports)


def besides(record: EBoard) -> str:
    """What it can do beyond its squares."""
    return ", ".join(text for feature, text in _BESIDES.items() if feature in record.features)


def standing(record: EBoard) -> str:
    """`verified` or `experimental`, and what that means; `virtual` when there is nothing to verify."""
    if Transport.VIRTUAL in record.transports:
        return "virtual: there is no hardware"
    if record.verified:
        return "verified: tested with bytes recorded from real boards"
    return "experimental: written from documents, not yet tried with a real board"


def markdown_table(records: Iterable[EBoard]) -> str:
    """The table of families in the README; `make readme` writes it."""
    head = "| kind | E-board | Lines | What its squares tell | Besides | State |"
    rows = (
        f"| `{record.name}` | {record.title} | {lines(record)} | {squares_tell(record.sensing)} | {besides(record)} "
        f"| {standing(record).partition(':')[0]} |"
        for record in records
    )
    return "\n".join((head, "| --- | --- | --- | --- | --- | --- |", *rows))
