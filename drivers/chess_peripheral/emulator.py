"""A virtual e-board that speaks the Chess Peripheral Protocol; it tells its squares, and never makes a move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import chess

from drivers.chess_peripheral.wire import (
    ASK_STATE,
    BEGIN,
    FEATURE,
    GET_STATE,
    NO,
    STATE,
    STATE_STREAM,
    SUBMOVE_STATE,
    SYNC,
    UNSYNC,
    YES,
    command_frames,
)
from drivers.eboard import EmulatorOptions
from drivers.placement import Code, Placement, Sensing, to_fen
from drivers.virtual_board import VirtualBoard

_TELLING = frozenset({STATE_STREAM, SUBMOVE_STATE})


@dataclass(frozen=True, slots=True)
class Habits:
    """How e-boards differ. `features`: those that are known. `names_pieces`: pieces are named, not only shown as `?`.
    `tells_changes`: each change is told once the squares were asked for.
    """

    features: frozenset[bytes] = frozenset({GET_STATE, STATE_STREAM})
    names_pieces: bool = False
    tells_changes: bool = True


class PeripheralEmulator(VirtualBoard):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, habits: Habits = Habits()) -> None:
        super().__init__(options, Sensing.IDENTITY if habits.names_pieces else Sensing.OCCUPANCY, command_frames())
        self._habits = habits
        self._asked: set[bytes] = set()
        self._telling = False

    def power_cycle(self, seconds: float, now: float) -> None:
        """The e-board is without power for so long; after that nothing is known of any host."""
        self.fall_silent(seconds, now)
        self._asked.clear()
        self._telling = False

    def _obey(self, command: bytes, now: float) -> None:
        word, _, rest = command.partition(b" ")
        if command.startswith(FEATURE):
            self._asked.add(rest)
            self._send(YES if rest in self._habits.features else NO, now)
        elif command == ASK_STATE and GET_STATE in self._habits.features:
            self._telling = self._habits.tells_changes
            self._send_state(STATE, now)
        elif word == BEGIN:
            self._telling = bool(self._asked & self._habits.features & _TELLING)
            agrees = rest.partition(b" ")[0] == self._state
            self._send_state(SYNC if agrees else UNSYNC, now)

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:  # noqa: ARG002 - all squares are sent
        if self._telling:
            self._send_state(STATE, now)

    @property
    def _state(self) -> bytes:
        return _fen(self._placement)

    def _send_state(self, word: bytes, now: float) -> None:
        self._send(word + b" " + self._state, now)


@lru_cache(maxsize=64)
def _fen(placement: Placement) -> bytes:
    return to_fen(placement).encode("ascii")
