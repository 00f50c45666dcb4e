"""Revelation II: a chess computer that speaks as a DGT e-Board over Bluetooth, and has a light at every square.

What it does by itself (lights that go out, fields that turn round when the black pieces stand at White's side) is
switched off when the line is opened, so that there is one place that turns squares round: here. Orders for lights and
their bytes: DGT's protocol header of 2017, and PicoChess.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import chess

from drivers.dgt.codec import DgtCodec
from drivers.dgt.dialogue import OPENING
from drivers.dgt.emulator import DgtEmulator
from drivers.dgt.outlet import Faults
from drivers.dgt.wire import SET_LEDS, Command, Frame, HostCommand, Message, field_of_square, square_of_field
from drivers.eboard import CodecOptions, EBoard, EmulatorOptions, Feature, Transport
from drivers.placement import Sensing

_OFF, _ON, _BY_ITSELF = 0x00, 0x01, 0x02
_ALL = 0x40
"""Instead of a field's number: every light."""
_LIGHTS_GO_OUT, _FIELDS_TURN = 0x01, 0x02
_NO_LONGER = 0x00
LAST_WITHOUT_OFF = "3.21"
"""Firmware up to this one obeys no order to put lights out: there they go out when a piece moves."""


def _order(mode: int, first: int, second: int) -> bytes:
    return bytes((SET_LEDS, 4, mode, first, second, 0))


ALL_OFF = _order(_OFF, _ALL, _ALL)
NOTHING_BY_ITSELF = (_order(_BY_ITSELF, _LIGHTS_GO_OUT, _NO_LONGER), _order(_BY_ITSELF, _FIELDS_TURN, _NO_LONGER))
_BEFORE_UPDATES = OPENING.index(Command.SEND_UPDATE_NICE)


class RevelationCodec(DgtCodec):
    """Implements `drivers.eboard.Codec`."""

    def __init__(self, options: CodecOptions) -> None:
        super().__init__(options, (*OPENING[:_BEFORE_UPDATES], *NOTHING_BY_ITSELF, *OPENING[_BEFORE_UPDATES:]))
        self._orders: Sequence[bytes] = ()

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """Light exactly these squares: all off, then two at a time. What was ordered before and not yet sent is not
        sent any more.
        """
        self._dialogue.withdraw(self._orders)
        fields = sorted(field_of_square(self._sensors.seen_as(square)) for square in squares)
        pairs = zip_longest(fields[::2], fields[1::2])
        on = [_order(_ON, first, first if second is None else second) for first, second in pairs]
        self._orders = on if "" < self._identity.firmware <= LAST_WITHOUT_OFF else [ALL_OFF, *on]
        for order in self._orders:
            self._dialogue.tell(order, now)


class RevelationEmulator(DgtEmulator):
    """Implements `drivers.eboard.Emulator`. Its lights add up until they are put out."""

    def __init__(self, options: EmulatorOptions) -> None:
        super().__init__(options, Faults(unsupported=frozenset({Command.SEND_BATTERY_STATUS, Command.SEND_EE_MOVES})))
        self._shining: set[int] = set()
        self._turns = options.turned
        self._lights_go_out = True

    @property
    def lit(self) -> frozenset[chess.Square]:
        """See `drivers.eboard.Emulator`."""
        turned = self._turned and not self._turns
        return frozenset(square_of_field(63 - field if turned else field) for field in self._shining)

    @property
    def _long_serial(self) -> bytes:
        return b"3.25" + self._short_serial.rjust(7, b"0")

    def _obey(self, command: HostCommand, now: float) -> None:
        match command.code, tuple(command.data[:3]):
            case 0x60, (0x00, 0x40, _):
                self._shining.clear()
            case 0x60, (0x01, first, second):
                self._shining |= {first & 0x3F, second & 0x3F}
            case 0x60, (0x02, 0x01, on):
                self._lights_go_out = bool(on)
            case 0x60, (0x02, 0x02, on):
                self._turns = self._turned and bool(on)
            case _:
                super()._obey(command, now)

    def _send(self, frame: Frame, now: float, delay: float = 0.0) -> None:
        if frame.id == Message.FIELD_UPDATE and self._lights_go_out:
            self._shining.clear()
        super()._send(self._turned_round(frame) if self._turns else frame, now, delay)

    def _turned_round(self, frame: Frame) -> Frame:
        match frame.id:
            case Message.FIELD_UPDATE:
                return Frame(frame.id, bytes((63 - frame.payload[0], frame.payload[1])))
            case Message.BOARD_DUMP:
                return Frame(frame.id, frame.payload[::-1])
            case _:
                return frame


EBOARD = EBoard(
    name="revelation2",
    title="Revelation II (as a DGT e-Board)",
    sensing=Sensing.IDENTITY,
    scan_period=0.5,  # no figure is known; as DGT boards on Bluetooth
    shortest_lift=0.5,
    features=frozenset({Feature.CLOCK, Feature.LEDS}),
    transports=frozenset({Transport.BLUETOOTH_CLASSIC}),
    verified=False,
    codec=RevelationCodec,
    emulator=RevelationEmulator,
)
"""The family's registration record."""
