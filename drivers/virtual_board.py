"""The physical side of a virtual e-board: its squares, and pieces of bytes on their way to the host.

What families of e-boards without a clock have in common; each adds its own commands and messages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from random import Random

import chess

from drivers.eboard import EmulatorOptions
from drivers.framing import Frames
from drivers.placement import Code, Placement, Sensing, code_at, code_seen_by, codes, from_codes, from_fen, seen_by
from drivers.reports import Garbled
from drivers.scan import Scan

HALF_COMMAND_SECONDS = 0.2
"""A command of the host that has not continued for so long is dropped."""


class VirtualBoard(ABC):
    """Most of `drivers.eboard.Emulator`. It begins with the start position. `commands` cuts what the host writes.

    Squares inside are those of the e-board: on a board that is turned, White's e2 is its d7.
    """

    def __init__(self, options: EmulatorOptions, sensing: Sensing, commands: Frames[bytes]) -> None:
        self._turned = options.turned
        self._sensing = sensing
        self._commands = commands
        self._written_at = 0.0
        self._random = Random(options.seed)
        cells = list(codes(seen_by(sensing, from_fen(chess.STARTING_BOARD_FEN))))
        if options.turned:
            cells.reverse()
        self._scan = Scan(cells, options.scan, phase=self._random.random() * options.scan)
        self._out: deque[bytes] = deque()
        self._shining: frozenset[chess.Square] = frozenset()
        self._dead_until = 0.0

    # ---- the physical world ----

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square."""
        self._advance(now)
        self._scan.put(self._own(square), code_seen_by(self._sensing, code), now)
        self._advance(now)

    def set_placement(self, placement: Placement, now: float) -> None:
        """Hands changed the whole board."""
        for square in chess.SQUARES:
            self.set_square(square, code_at(placement, square), now)

    def press(self, color: chess.Color, now: float) -> None:  # noqa: B027 - meant to do nothing
        """There is no clock."""

    def start_clock(self, color: chess.Color, now: float) -> None:  # noqa: B027 - meant to do nothing
        """There is no clock."""

    def stop_clock(self, now: float) -> None:  # noqa: B027 - meant to do nothing
        """There is no clock."""

    def fall_silent(self, seconds: float, now: float) -> None:
        """For so long nothing reaches the host, and nothing from the host is heard."""
        self._advance(now)
        self._out.clear()
        self._dead_until = now + seconds

    @property
    def lit(self) -> frozenset[chess.Square]:
        """The squares that shine."""
        return frozenset(self._own(square) for square in self._shining)

    # ---- the line ----

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        self._advance(now)
        if now - self._written_at > HALF_COMMAND_SECONDS:
            self._commands.clear()
        self._written_at = now
        if now < self._dead_until:
            return
        for command in self._commands.feed(data):
            if not isinstance(command, Garbled):
                self._obey(command, now)

    def data_to_send(self) -> bytes:
        """The next piece for the host: one notification on a radio link."""
        return self._out.popleft() if self._out else b""

    def next_timeout(self) -> float | None:
        """When something happens next by itself."""
        moments = (self._scan.next_sighting(), self._next_message())
        return min((moment for moment in moments if moment is not None), default=None)

    def handle_timeout(self, now: float) -> None:
        """Let time pass."""
        self._advance(now)

    # ---- what the family adds ----

    @abstractmethod
    def _obey(self, command: bytes, now: float) -> None:
        """The host wrote this command."""

    @abstractmethod
    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:
        """The e-board has seen that these squares changed."""

    def _next_message(self) -> float | None:
        """When the next regular message is due; most e-boards have none."""
        return None

    def _tell_regularly(self, now: float) -> None:  # noqa: B027 - most have nothing to tell
        """The moment named by `_next_message` has come; afterwards it names a later one."""

    # ---- inside ----

    @property
    def _placement(self) -> Placement:
        """What the e-board believes to stand on its squares."""
        return from_codes(self._scan.seen)

    def _send(self, message: bytes, now: float) -> None:
        if now >= self._dead_until:
            self._out.append(message)

    def _own(self, square: chess.Square) -> chess.Square:
        return 63 - square if self._turned else square

    def _advance(self, now: float) -> None:
        """Everything that happens by itself until `now`, in its order."""
        while (moment := self.next_timeout()) is not None and moment <= now:
            if changes := [(seen.cell, seen.code) for seen in self._scan.advance(moment)]:
                self._see(changes, moment)
            due = self._next_message()
            if due is not None and due <= moment:
                self._tell_regularly(moment)
