"""The clock behind a DGT e-Board: the seven bytes of BWTIME ↔ times, lever, flags, or an acknowledgement; and what
has happened between two of them.

The clock knows left and right, seen from its front, and never which side is White's. The side whose half of the lever
is high is the side whose time runs (DGT's protocol header; 1,549 pairs of recorded messages without an exception).
The two "whose turn" bits of the status byte contradict each other between revisions of the header: they are written,
never read.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TypeAlias, assert_never

import chess

from drivers.dgt.wire import HEADER, Message, from_bcd, to_bcd
from drivers.reports import ClockGone, ClockPaused, ClockResumed, ClockTimes, FlagFell, Press, Report

LONGEST_SECONDS = 9 * 3600 + 59 * 60 + 59
"""The longest time that a BWTIME can carry, in seconds."""

_BLOCKED, _PER_MOVE, _FLAG_SHOWN = 0x10, 0x20, 0x40
_RUNNING, _RIGHT_HIGH, _BATTERY_LOW, _LEFT_TURN, _RIGHT_TURN, _NO_CLOCK = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_ACK_HOURS = 0x0A


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the clock. `blocked`: the flag fell and the clock stands at zero; `flag_shown`: it fell, and the
    clock may still run; `per_move`: an increment or delay is in use.
    """

    seconds: int
    blocked: bool = False
    per_move: bool = False
    flag_shown: bool = False

    @property
    def fallen(self) -> bool:
        """Whether the flag is down."""
        return self.blocked or self.flag_shown


@dataclass(frozen=True, slots=True)
class Times:
    """What the clock shows. `right_high`: the lever is high on the right, so it is the right side's time."""

    left: Side
    right: Side
    running: bool
    right_high: bool
    battery_low: bool = False


@dataclass(frozen=True, slots=True)
class NoClock:
    """No clock is plugged in."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The clock's answer to a command of the host, or a button: four bytes, see `docs/boards/dgt.md`."""

    status: int
    what: int
    first: int = 0
    second: int = 0


Reading: TypeAlias = Times | NoClock | Ack


def decode(payload: bytes) -> Reading | None:
    """What the seven bytes of a BWTIME mean. None when they mean nothing: all zero, as boards on Bluetooth send after
    a clock command, or times that no clock can show.
    """
    if len(payload) != 7 or not any(payload):
        return None
    if payload[0] & 0x0F == _ACK_HOURS or payload[3] & 0x0F == _ACK_HOURS:
        return _decode_ack(payload)
    status = payload[6]
    if status & _NO_CLOCK:
        return NoClock()
    right, left = _decode_side(payload[0:3]), _decode_side(payload[3:6])
    if right is None or left is None:
        return None
    return Times(left, right, bool(status & _RUNNING), bool(status & _RIGHT_HIGH), bool(status & _BATTERY_LOW))


def encode(reading: Reading) -> bytes:
    """The seven bytes of a BWTIME that mean this."""
    match reading:
        case Times():
            return _encode_side(reading.right) + _encode_side(reading.left) + bytes((_status(reading),))
        case NoClock():
            return bytes((0, 0, 0, 0, 0, 0, _NO_CLOCK))
        case Ack(status, what, first, second):
            right = _ACK_HOURS | (first & 0x80) >> 3 | (second & 0x80) >> 2
            left = _ACK_HOURS | (status & 0x80) >> 3 | (what & 0x80) >> 2
            return bytes((right, status & 0x7F, what & 0x7F, left, first & 0x7F, second & 0x7F, 0))
        case _:
            assert_never(reading)


def clock_face(message: bytes) -> bytes | None:
    """The digits that a whole message of the board shows, in a form that can be compared; None when it shows none."""
    is_time = len(message) == HEADER + 7 and message[0] == Message.BWTIME
    return message[HEADER : HEADER + 6] if is_time and isinstance(decode(message[HEADER:]), Times) else None


def _decode_ack(payload: bytes) -> Ack:
    right, b4, b5, left, b7, b8, _ = payload
    return Ack(
        status=b4 & 0x7F | left << 3 & 0x80,
        what=b5 & 0x7F | left << 2 & 0x80,
        first=b7 & 0x7F | right << 3 & 0x80,
        second=b8 & 0x7F | right << 2 & 0x80,
    )


def _decode_side(three: bytes) -> Side | None:
    hours, minutes, seconds = three[0] & 0x0F, from_bcd(three[1]), from_bcd(three[2])
    if hours > 9 or minutes is None or minutes > 59 or seconds is None or seconds > 59:
        return None
    total = hours * 3600 + minutes * 60 + seconds
    return Side(total, bool(three[0] & _BLOCKED), bool(three[0] & _PER_MOVE), bool(three[0] & _FLAG_SHOWN))


def _encode_side(side: Side) -> bytes:
    minutes, seconds = divmod(min(side.seconds, LONGEST_SECONDS), 60)
    hours, minutes = divmod(minutes, 60)
    bits = side.blocked * _BLOCKED | side.per_move * _PER_MOVE | side.flag_shown * _FLAG_SHOWN
    return bytes((hours | bits, to_bcd(minutes), to_bcd(seconds)))


def _status(times: Times) -> int:
    lever = _RIGHT_HIGH | _RIGHT_TURN if times.right_high else _LEFT_TURN
    return times.running * _RUNNING | lever | times.battery_low * _BATTERY_LOW


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a reading means for White and Black."""

    times: ClockTimes
    high: chess.Color
    fallen: frozenset[chess.Color]


class ClockReader:
    """Turns one BWTIME after the other into reports of what happened in between.

    `white_clock` as in `CodecOptions`; `turned`: White sits where Black does on a board that is not turned, and so has
    the right side of the clock. `told`: what a program told last that ran before this one; what has happened since was
    not seen.
    """

    def __init__(self, white_clock: str, *, turned: bool, told: ClockTimes | None = None) -> None:
        self._white_clock = white_clock
        self._turned = turned
        self._pressed: chess.Color | None = None
        self._last: Times | NoClock | None = None
        self._before_gap: Times | NoClock | None = None if told is None else self._reading_of(told)

    def forget(self) -> None:
        """Take the next reading as the first one: what happened before it was not seen."""
        self._pressed = None
        self._before_gap = self._last or self._before_gap
        self._last = None

    def expect(self, pressed: chess.Color | None) -> None:
        """The press of this side is the last one that was told. When the first reading shows that its time runs again,
        the opponent has pressed since.
        """
        self._pressed = pressed

    def pressed_in_gap(self, payload: bytes) -> bool:
        """Whether this BWTIME, the first one after `forget`, shows that somebody has pressed meanwhile: the lever lies
        on the other side, or the time that stood still is another one.
        """
        before, after = self._before_gap, decode(payload)
        if not isinstance(before, Times) or not isinstance(after, Times):
            return False
        stood_still = (before.left, after.left) if before.right_high else (before.right, after.right)
        return before.right_high != after.right_high or stood_still[0].seconds != stood_still[1].seconds

    def read(self, payload: bytes) -> list[Report]:
        """The reports that this BWTIME adds."""
        reading, before = decode(payload), self._last
        if reading is None or isinstance(reading, Ack) or reading == before:
            return []
        self._last = reading
        pressed, self._pressed = self._pressed, None
        if isinstance(reading, NoClock):
            return [ClockGone()]
        shown = self._shown(reading)
        if isinstance(before, Times):
            return _between(self._shown(before), shown)
        missed = pressed is not None and shown.times.running == pressed
        return [Press(not pressed)] * missed + _between(None, shown)

    def halted(self, *, left: bool, seconds: int) -> list[Report]:
        """The lever went down on this side, and its time stopped at `seconds`: that is how an e-board's memory tells of
        a press. The other side's time has stood still since its own press, so both are known without a reading.
        """
        color, known = self.color_at(left=left), self._last
        if not isinstance(known, Times) or (known.running and known.right_high == left):
            return [Press(color)]  # nothing was read before, or it has been read afterwards already
        thinking = dataclasses.replace(known, running=True, right_high=not left)
        self._last = dataclasses.replace(
            known,
            left=dataclasses.replace(known.left, seconds=seconds) if left else known.left,
            right=known.right if left else dataclasses.replace(known.right, seconds=seconds),
            running=True,
            right_high=left,
        )
        started = [] if known == thinking else _between(self._shown(known), self._shown(thinking))
        return [report for report in started if not isinstance(report, Press)] + _between(
            self._shown(thinking), self._shown(self._last)
        )

    def turn(self, *, turned: bool) -> list[Report]:
        """The side on which White sits is known. When it is not the one that was assumed, the times are told again."""
        if turned == self._turned:
            return []
        self._turned = turned
        return [self._shown(self._last).times] if isinstance(self._last, Times) else []

    def color_at(self, *, left: bool) -> chess.Color:
        """Whose side of the clock this is."""
        return left != self._white_right

    @property
    def _white_right(self) -> bool:
        return self._turned if self._white_clock == "auto" else self._white_clock == "right"

    def _reading_of(self, times: ClockTimes) -> Times:
        """What the clock said when these times were told."""
        white, black = Side(int(times.white)), Side(int(times.black))
        left, right = (black, white) if self._white_right else (white, black)
        running = times.running is not None
        return Times(left, right, running, running and times.running == self.color_at(left=False))

    def _shown(self, reading: Times) -> _Shown:
        white, black = (reading.right, reading.left) if self._white_right else (reading.left, reading.right)
        high = reading.right_high == self._white_right
        running = high if reading.running else None
        fallen = frozenset(color for color, side in ((chess.WHITE, white), (chess.BLACK, black)) if side.fallen)
        return _Shown(ClockTimes(float(white.seconds), float(black.seconds), running), high, fallen)


def _between(before: _Shown | None, after: _Shown) -> list[Report]:
    """What happened between two readings. A lever that moves while the clock stands is somebody setting the clock up,
    not a press.
    """
    reports: list[Report] = []
    if before is not None:
        if before.times.running is not None and before.high != after.high:
            reports.append(Press(before.high))
        if before.times.running is not None and after.times.running is None:
            reports.append(ClockPaused())
        if before.times.running is None and after.times.running is not None:
            reports.append(ClockResumed(after.times.running))
    if before is None or before.times != after.times:
        reports.append(after.times)
    known = before.fallen if before else frozenset()
    return reports + [FlagFell(color) for color in (chess.WHITE, chess.BLACK) if color in after.fallen - known]
