"""The lamps of Certabo and TabuTronic boards: one color in the squares, or 81 lamps with colors at their corners.

Source: picochess, cer2nut and BearChess. Which lamps a board has, only its acknowledgement tells: `L` or `D`. It
listens between two readings of its squares and loses commands that come too close together, so there is a pause
between two, and a command without an acknowledgement is given once more.
"""

from __future__ import annotations

from enum import Enum

import chess

from drivers.corners import Corner, painted, shining

PLAIN_SIZE = 8
"""Bytes of a command for lamps of one color: one for each rank, the 8th first; bit 0 is the a-file."""
COLOR_HEAD, COLOR_TAIL = b"\xff\x55", b"\r\n"
COLOR_SIZE = 247
"""Bytes of a command for lamps with colors: head, red, green and blue of each lamp, tail."""
COLORS = (0x000040, 0x004000, 0x400000, 0x404000, 0x004040, 0x400040)
"""Red, green and blue in one number, a quarter as bright as could be; each group of squares that touch has its own."""
ANSWER_SECONDS = 1.0
"""A command that was not acknowledged for so long was lost."""
PROBE_SECONDS = 0.4
"""After so long without `L`, a board of unknown lamps is asked in the other way."""


class Lamps(Enum):
    """What a board has."""

    PLAIN = "L"
    COLORED = "D"


def plain_command(squares: frozenset[chess.Square]) -> bytes:
    """The command that lights these squares, given as the e-board names them."""
    return int(chess.SquareSet(squares)).to_bytes(PLAIN_SIZE, "big")


def color_command(squares: frozenset[chess.Square]) -> bytes:
    """As `plain_command`, for lamps with colors."""
    colors = [0] * 81
    for corner, color in painted(squares, COLORS).items():
        colors[_number(corner)] = color
    return COLOR_HEAD + b"".join(color.to_bytes(3, "big") for color in colors) + COLOR_TAIL


def lit_by_plain(command: bytes) -> frozenset[chess.Square]:
    """The squares that a command of 8 bytes lights."""
    return frozenset(chess.SquareSet(int.from_bytes(command, "big")))


def lit_by_color(command: bytes) -> frozenset[chess.Square]:
    """The squares that a command of 247 bytes lights."""
    colors = command[len(COLOR_HEAD) :]
    numbers = {(x, y): _number((x, y)) for x in range(9) for y in range(9)}
    return shining({corner: int.from_bytes(colors[3 * at : 3 * at + 3], "big") for corner, at in numbers.items()})


def _number(corner: Corner) -> int:
    """The number of a lamp: 0 at h1, 80 at a8."""
    files, ranks = corner
    return ranks * 9 + 8 - files


class LampControl:
    """Says what must be sent so that the wanted squares shine. `pause`: seconds between two commands at least."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._lamps: Lamps | None = None
        self._wanted: frozenset[chess.Square] = frozenset()
        self._given: frozenset[chess.Square] | None = None
        self._to_try: tuple[Lamps, ...] = ()
        self._sent_for: Lamps | None = None
        self._expires_at: float | None = None
        self._free_at = float("-inf")
        self._ready = False
        self._out = b""

    @property
    def due(self) -> float | None:
        """When `advance` has something to do."""
        if self._expires_at is not None:
            return max(self._expires_at, self._free_at)
        return self._free_at if self._ready and self._given != self._wanted else None

    def hold(self) -> None:
        """Nobody listens until `begin`."""
        self._ready = False
        self._expires_at = None
        self._out = b""

    def begin(self, now: float) -> None:
        """A board is there: show it what should shine, and find out what lamps it has."""
        self._ready = True
        self._given = None
        self.advance(now)

    def light(self, squares: frozenset[chess.Square], now: float) -> None:
        """Light exactly these squares, given as the e-board names them."""
        self._wanted = squares
        self.advance(now)

    def acknowledged(self, letter: str, now: float) -> None:
        """The board has taken the last command, and that tells what lamps it has."""
        self._lamps = Lamps(letter)
        if self._lamps is not self._sent_for:  # meanwhile something was sent that such lamps misunderstand
            self._given = None
        self._expires_at = None
        self.advance(now)

    def advance(self, now: float) -> None:
        """Send what is due at `now` (seconds)."""
        if not self._ready or now < self._free_at:
            return
        if self._expires_at is not None:
            if now >= self._expires_at:
                self._try_next(now)
        elif self._given != self._wanted:
            known = self._lamps
            self._to_try = (known, known) if known else (Lamps.PLAIN, Lamps.COLORED, Lamps.PLAIN)
            self._try_next(now)

    def take(self) -> bytes:
        """The next command for the board, or nothing."""
        out, self._out = self._out, b""
        return out

    def _try_next(self, now: float) -> None:
        if not self._to_try:
            self._expires_at = None
            return
        lamps, *others = self._to_try
        self._to_try = tuple(others)
        self._given, self._sent_for = self._wanted, lamps
        self._out = plain_command(self._given) if lamps is Lamps.PLAIN else color_command(self._given)
        self._free_at = now + self._pause
        probing = self._lamps is None and lamps is Lamps.PLAIN and others
        self._expires_at = now + (PROBE_SECONDS if probing else ANSWER_SECONDS)
