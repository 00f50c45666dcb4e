"""A virtual Certabo or TabuTronic board: it says all its cells over and over, and serves its lamps in between."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import chess

from drivers.eboard import EmulatorOptions
from drivers.placement import Code
from drivers.scan import Scan
from drivers.tabutronic.lamps import COLOR_HEAD, COLOR_SIZE, PLAIN_SIZE, Lamps, lit_by_color, lit_by_plain
from drivers.tabutronic.lines import line_of

HALF_COMMAND_SECONDS = 0.1
"""A command that has not continued for so long is dropped; the longest takes 0.07 s."""
DEAF_SECONDS = 0.25
"""After a command the board hears no other one for so long (BearChess waits that long)."""


@dataclass(frozen=True, slots=True)
class Faults:
    """Weaknesses of real boards. `lamps`: what kind it has. `acknowledge_after`: seconds until it says that it has
    taken a command. `line_end`: with what a line ends (nothing, over the maker's Bluetooth relay). `cuts`: probability
    of each line to arrive without its beginning. `ghosts`: probability of each empty square to read something in one
    line. `dropouts`: probability of each piece not to be read in one line.
    """

    lamps: Lamps = Lamps.PLAIN
    acknowledge_after: float = 0.05
    line_end: bytes = b" \r\n"
    cuts: float = 0.0
    ghosts: float = 0.0
    dropouts: float = 0.0


NO_FAULTS = Faults()


class LineEmulator(ABC):
    """Implements `drivers.eboard.Emulator` but for what stands on the cells: 0 to 63 from a8 to h1, 0 for nothing.

    `period`: seconds between two lines. When every change is to be seen at once, a line follows each of them as well.
    """

    def __init__(self, options: EmulatorOptions, faults: Faults, cells: Sequence[int], period: float) -> None:
        self._turned = options.turned
        self._at_once = options.scan <= 0
        self._faults = faults
        self._random = Random(options.seed)
        self._scan = Scan(cells[::-1] if options.turned else cells, options.scan, self._random.random() * options.scan)
        self._period = period
        self._next_line = 0.0
        self._acknowledge_at: float | None = None
        self._out: deque[bytes] = deque()
        self._command = bytearray()
        self._command_at = 0.0
        self._deaf_until = 0.0
        self._lit: frozenset[chess.Square] = frozenset()

    @abstractmethod
    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square."""

    @abstractmethod
    def _numbers(self, cells: Sequence[int]) -> tuple[int, ...]:
        """What a line says when the cells hold this."""

    @abstractmethod
    def _ghost(self) -> int:
        """What an empty cell reads when it reads something."""

    def press(self, color: chess.Color, now: float) -> None:  # noqa: B027 - as every method on the clock
        """These boards have no clock."""

    def start_clock(self, color: chess.Color, now: float) -> None:  # noqa: B027
        """These boards have no clock."""

    def stop_clock(self, now: float) -> None:  # noqa: B027
        """These boards have no clock."""

    @property
    def lit(self) -> frozenset[chess.Square]:
        """The squares that shine; with lamps at the corners, those whose four lamps have the same color."""
        return frozenset(63 - square for square in self._lit) if self._turned else self._lit

    # ---- the line ----

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        self._advance(now)
        if now - self._command_at > HALF_COMMAND_SECONDS:
            self._command.clear()
        self._command_at = now
        self._command += data
        self._obey(now)

    def data_to_send(self) -> bytes:
        """The next line or acknowledgement for the host, or nothing."""
        return self._out.popleft() if self._out else b""

    def next_timeout(self) -> float | None:
        """When the next line or acknowledgement is due."""
        return self._next_line if self._acknowledge_at is None else min(self._next_line, self._acknowledge_at)

    def handle_timeout(self, now: float) -> None:
        """Let time pass."""
        self._advance(now)

    # ---- inside ----

    def _put(self, square: chess.Square, value: int, now: float) -> None:
        """Something else is on the cell of this square."""
        self._advance(now)
        cell = square ^ 0x38
        self._scan.put(63 - cell if self._turned else cell, value, now)
        if self._at_once:
            self._say_cells(now)

    def _advance(self, now: float) -> None:
        """Say everything that is due until `now`; but nobody hears what a board said long ago."""
        self._next_line = max(self._next_line, now - self._period)
        while (due := self.next_timeout()) is not None and due <= now:
            if due == self._acknowledge_at:
                self._acknowledge_at = None
                self._out.append(self._faults.lamps.value.encode("ascii") + self._faults.line_end.lstrip(b" "))
            else:
                self._next_line = due + self._period
                self._say_cells(due)

    def _say_cells(self, now: float) -> None:
        self._scan.advance(now)
        line = line_of(self._numbers([self._misread(value) for value in self._scan.seen]), self._faults.line_end)
        if self._random.random() < self._faults.cuts:
            line = line[self._random.randrange(1, len(line)) :]
        self._out.append(line)

    def _misread(self, value: int) -> int:
        if value:
            return 0 if self._random.random() < self._faults.dropouts else value
        return self._ghost() if self._random.random() < self._faults.ghosts else 0

    def _obey(self, now: float) -> None:
        """Take the command that is complete; while the board is deaf it is lost."""
        colored = self._faults.lamps is Lamps.COLORED
        size = COLOR_SIZE if colored else PLAIN_SIZE
        if len(self._command) < size:
            return
        command = bytes(self._command[:size])
        self._command.clear()
        if now < self._deaf_until or (colored and not command.startswith(COLOR_HEAD)):
            return
        self._lit = lit_by_color(command) if colored else lit_by_plain(command)
        self._deaf_until = now + DEAF_SECONDS
        self._acknowledge_at = now + self._faults.acknowledge_after
