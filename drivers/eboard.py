"""The contract of an e-board family: a pure codec, its emulator, and a record that registers both.

Time is an argument: a codec is told `now` (seconds of a monotonic clock), says when it wants to be woken
(`next_timeout`), and is told when that moment has come (`handle_timeout`). It never waits and never does I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Protocol, TypeAlias

import chess

from drivers.finding import Chip, Gatt, Hid
from drivers.placement import Code, Sensing
from drivers.reports import Report

TOLD_KEPT = 128
"""Changes of squares that are looked for in a memory: more than any repetition of moves in a game."""


class Feature(Enum):
    """What an e-board can do beyond reporting its squares."""

    CLOCK = "clock"
    PRESSES = "presses"
    """Tells who has pressed the clock, but not the times."""
    LEDS = "leds"
    BATTERY = "battery"
    MEMORY = "memory"
    """Remembers changes while nobody listens."""
    CHIPS = "chips"
    """Reads chips, and must be told which piece each of them is under."""


class Transport(Enum):
    """How an e-board is reached."""

    SERIAL = "serial"
    BLUETOOTH_CLASSIC = "bluetooth-classic"
    BLUETOOTH_LE = "bluetooth-le"
    USB_HID = "usb-hid"
    VIRTUAL = "virtual"
    """There is no hardware: a person moves on the page, or a PGN file is played."""


class Orientation(Enum):
    """Where White sits, in the e-board's own numbering."""

    AUTO = "auto"
    """Decided by the codec when the start position stands."""
    NORMAL = "normal"
    TURNED = "turned"


@dataclass(frozen=True, slots=True)
class CodecOptions:
    """What the user may set for one e-board. `white_clock` is the side of the clock that is White's: "auto" follows
    the orientation, "left" and "right" are as seen from the front of the clock. `turned` is what an automatic
    orientation begins with: what was found out before the program was started anew in the middle of a game.
    `told`: what whoever listens was told before that, the oldest first, as far back as `TOLD_KEPT` changes; an e-board
    with `Feature.MEMORY` then tells what happened since.
    `unordered`: changes closer than so many seconds have no order for whoever listens, so of a past that is read out of
    a memory half-moves are told further apart.
    `calibration`: the piece that each chip is under, for e-boards that read chips; None when nobody has found out.
    `developer_key`: the secret with which some makers' e-boards let themselves be read; empty when there is none.
    """

    orientation: Orientation = Orientation.AUTO
    white_clock: str = "auto"
    turned: bool | None = None
    told: tuple[Report, ...] = field(default=(), repr=False)
    unordered: float = 0.25
    calibration: Mapping[bytes, Code] | None = None
    developer_key: bytes = field(default=b"", repr=False)


class Codec(Protocol):
    """Bytes and `now` in, reports and bytes out."""

    def start(self, now: float) -> None:
        """A line was opened (or opened again): forget half frames, queue the opening dialogue. What is known about
        the board's orientation and identity is kept.
        """

    def receive(self, data: bytes, now: float) -> list[Report]:
        """Whatever the e-board sent, in pieces of any size. Never raises for any bytes."""

    def data_to_send(self) -> bytes:
        """What is queued for the e-board and may be written at once (a radio link keeps such pieces apart), or nothing.

        After every other method, call until it returns nothing.
        """

    def next_timeout(self) -> float | None:
        """When `handle_timeout` must be called at the latest."""

    def handle_timeout(self, now: float) -> list[Report]:
        """The moment named by `next_timeout` has come."""

    def request_dump(self, now: float) -> None:
        """Ask for a reading of all squares; the answer comes as `Dump`. Asking again while one is due is free."""

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """Light exactly these squares; on an e-board without `Feature.LEDS` nothing happens.

        Whether the rules of the event allow it is the caller's business; so is saying it again after a new link.
        """


@dataclass(frozen=True, slots=True)
class Heard:
    """What one of the e-boards on a shared line says. `serial`: as it is expected."""

    serial: str
    report: Report


@dataclass(frozen=True, slots=True)
class Stranger:
    """An e-board is on the shared line that nobody expects; it is called by this serial number."""

    serial: str


@dataclass(frozen=True, slots=True)
class Doubled:
    """Two e-boards on the shared line answer to this serial number, so neither can be read."""

    serial: str


LineNews: TypeAlias = Heard | Stranger | Doubled
"""Everything that comes from a shared line."""


class SharedCodec(Protocol):
    """A line that several e-boards share: what `Codec` is for one alone, with the name of the one beside it."""

    def expect(self, serial: str, options: CodecOptions) -> None:
        """Somebody waits for the e-board with this serial number; also while the line is open, and of a `Stranger`."""

    def start(self, now: float) -> None:
        """See `Codec`: a line was opened (again)."""

    def receive(self, data: bytes, now: float) -> list[LineNews]:
        """See `Codec`: whatever came, from whomever. Never raises for any bytes."""

    def data_to_send(self) -> bytes:
        """See `Codec`."""

    def next_timeout(self) -> float | None:
        """See `Codec`."""

    def handle_timeout(self, now: float) -> list[LineNews]:
        """See `Codec`."""

    def request_dump(self, serial: str, now: float) -> None:
        """See `Codec`: of this e-board."""

    def light(self, serial: str, squares: frozenset[chess.Square], now: float) -> None:
        """See `Codec`: of this e-board."""

    def period(self, serial: str) -> float | None:
        """Seconds between the last two times that this e-board was read; None before the second one."""


class World(Protocol):
    """What hands can do to a virtual e-board; what the host sees of it, and when, is the emulator's business."""

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square (python-chess's numbering, White at rank 1)."""

    def press(self, color: chess.Color, now: float) -> None:
        """The player of `color` pressed the clock: the other side's time runs from now on."""

    def start_clock(self, color: chess.Color, now: float) -> None:
        """The arbiter started the clock: the time of `color` runs. Without a clock nothing happens."""

    def stop_clock(self, now: float) -> None:
        """The arbiter stopped the clock. Without a clock nothing happens."""

    @property
    def lit(self) -> frozenset[chess.Square]:
        """The squares that shine; none on an e-board without lights."""


class Wire(Protocol):
    """What comes and goes at the e-boards' end of a line."""

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""

    def data_to_send(self) -> bytes:
        """What is queued for the host and may be written at once (a radio link keeps such pieces apart), or nothing.

        After every other method, call until it returns nothing.
        """

    def next_timeout(self) -> float | None:
        """When `handle_timeout` must be called at the latest."""

    def handle_timeout(self, now: float) -> None:
        """The moment named by `next_timeout` has come."""


class Emulator(World, Wire, Protocol):
    """A virtual e-board: the physical world on one side, the bytes of its family on the other.

    The world is set square by square and press by press; what the host sees of it, and when, is the emulator's
    business (scan, delays, faults).
    """


class SharedEmulator(Wire, Protocol):
    """Several virtual e-boards on one line."""

    @property
    def worlds(self) -> Sequence[World]:
        """The e-boards, in the order of their options."""


@dataclass(frozen=True, slots=True)
class EmulatorOptions:
    """How a virtual e-board behaves. `scan` is the period of one scan in seconds (0: every change is seen at once).
    `start_seconds` and `increment` set its clock. `seed` decides everything that is random.
    """

    serial: str = "30123"
    turned: bool = False
    scan: float = 0.0
    start_seconds: float = 5400.0
    increment: float = 30.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Sharing:
    """How e-boards of a family share one line. `number`: what is left of a serial number there, so that those with the
    same one cannot be told apart; None when it is no serial number of this family. `turn_seconds`: for how long each is
    left unread for every one on the line.
    """

    codec: Callable[[], SharedCodec]
    emulator: Callable[[Sequence[EmulatorOptions]], SharedEmulator]
    number: Callable[[str], int | None]
    turn_seconds: float


@dataclass(frozen=True, slots=True)
class EBoard:
    """The registration record of a family.

    `scan_period`: seconds in which two changes have no order. `shortest_lift`: the shortest time in seconds that a
    piece must be away to be surely seen. `verified`: bytes recorded from real hardware are among the tests. `baud`:
    bits per second on a serial port. `gatt`: only of families that Bluetooth Low Energy reaches, `hid` only of those
    that USB HID reaches. `chips`: by which USB ports of such e-boards are found. `fragile`: bytes of other families
    could do lasting harm to such an e-board, so where one may be nobody else is asked before it. `radio_slowdown`: how
    many times longer `scan_period` and `shortest_lift` are over Bluetooth Classic than over a cable. `sharing`: only
    of families that share lines; `codec` and `emulator` are those of an e-board that has its line for itself.
    """

    name: str
    title: str
    sensing: Sensing
    scan_period: float
    shortest_lift: float
    features: frozenset[Feature]
    transports: frozenset[Transport]
    verified: bool
    codec: Callable[[CodecOptions], Codec]
    emulator: Callable[[EmulatorOptions], Emulator]
    baud: int = 9600
    gatt: Gatt | None = None
    hid: Hid | None = None
    chips: tuple[Chip, ...] = ()
    fragile: bool = False
    radio_slowdown: float = 1.0
    sharing: Sharing | None = None

    def over(self, transport: Transport) -> EBoard:
        """The record of such an e-board that is reached in this way."""
        slower = self.radio_slowdown if transport is Transport.BLUETOOTH_CLASSIC else 1.0
        return replace(self, scan_period=self.scan_period * slower, shortest_lift=self.shortest_lift * slower)

    def unread_seconds(self, others: int) -> float:
        """For how long an e-board is left unread while it shares its line with so many others."""
        return self.sharing.turn_seconds * (1 + others) if self.sharing is not None else 0.0
