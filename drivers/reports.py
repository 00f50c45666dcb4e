"""What an e-board says: the reports that every codec returns and the rules understand.

A report has no time of its own: whoever receives it knows `now`, and passes it on beside the report.
Squares are python-chess's, already turned so that White sits at rank 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import chess

from drivers.placement import Code, Placement


@dataclass(frozen=True, slots=True)
class SquaresChanged:
    """Squares that read differently from before: one unordered change (a frame, or one scan)."""

    changes: tuple[tuple[chess.Square, Code], ...]


@dataclass(frozen=True, slots=True)
class Dump:
    """A reading of all 64 squares; it is the truth about the sensors."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class Press:
    """A player pressed the clock: `color` is the side whose time stopped."""

    color: chess.Color


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """What the clock shows, in seconds, and whose time runs (None: nobody's)."""

    white: float
    black: float
    running: chess.Color | None


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock was stopped for both sides."""


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock runs again for `color`."""

    color: chess.Color


@dataclass(frozen=True, slots=True)
class ClockGone:
    """The e-board says that no clock is connected."""


@dataclass(frozen=True, slots=True)
class FlagFell:
    """The clock shows that this side's time has run out."""

    color: chess.Color


@dataclass(frozen=True, slots=True)
class Identified:
    """Who the e-board is. Unknown parts are empty text."""

    serial: str
    firmware: str = ""
    maker_text: str = ""


@dataclass(frozen=True, slots=True)
class Battery:
    """State of charge in percent, and whether it is being charged."""

    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class Oriented:
    """The side on which White sits is known: `turned` when the e-board's own numbering starts at Black's side."""

    turned: bool


@dataclass(frozen=True, slots=True)
class Garbled:
    """Bytes that are no frame of this e-board; they were skipped. At most 64 bytes are kept."""

    data: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class Silent:
    """The e-board answers nothing any more, although its line is open; `seconds` since it last did."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Trouble:
    """The e-board answers, but its squares cannot be read as it is: `what` is wrong, and the `remedy`, each a sentence.

    Example: it is not calibrated. Reported once, in place of squares; the next `Dump` says that it is over.
    """

    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The line to the e-board is gone; what happens on the board is not seen until `LinkUp`."""

    reason: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The e-board answers (again)."""


Report: TypeAlias = (
    SquaresChanged
    | Dump
    | Press
    | ClockTimes
    | ClockPaused
    | ClockResumed
    | ClockGone
    | FlagFell
    | Identified
    | Battery
    | Oriented
    | Garbled
    | Silent
    | Trouble
    | LinkDown
    | LinkUp
)
"""Everything that an e-board can say."""
