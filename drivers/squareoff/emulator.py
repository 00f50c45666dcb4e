"""A virtual Square Off Pro: what stands on it on one side, messages on the other."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from drivers.eboard import EmulatorOptions
from drivers.placement import Code, Sensing
from drivers.squareoff.wire import (
    ASK_BATTERY,
    ASK_SQUARES,
    CHANGE,
    LIFTED,
    LIGHTS,
    NEW_GAME,
    PLACED,
    READY,
    SQUARES,
    VOLTAGE,
    bits_of,
    command_frames,
    message,
    parts,
)
from drivers.virtual_board import VirtualBoard


@dataclass(frozen=True, slots=True)
class Habits:
    """How boards differ. `tells_changes`: each change is told; newer firmware leaves many out. `wrong_readings`: how
    many in a hundred answers show an empty square where a piece stands. `volts`: the battery, None for a board that
    does not answer.
    """

    tells_changes: bool = True
    wrong_readings: int = 0
    volts: float | None = 3.93


class SquareOffEmulator(VirtualBoard):
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, habits: Habits = Habits()) -> None:
        super().__init__(options, Sensing.OCCUPANCY, command_frames())
        self._habits = habits
        self._in_game = False

    def power_cycle(self, seconds: float, now: float) -> None:
        """The board is without power for so long; after that it tells no change until a game begins."""
        self.fall_silent(seconds, now)
        self._in_game = False
        self._shining = frozenset()

    def _obey(self, command: bytes, now: float) -> None:
        number, body = parts(command)
        if command == NEW_GAME:
            self._in_game = True
            self._send(READY, now)
        elif command == ASK_SQUARES:
            self._send(message(SQUARES, self._bits()), now)
        elif command == ASK_BATTERY and self._habits.volts is not None:
            self._send(message(VOLTAGE, f"{self._habits.volts:.2f}"), now)
        elif number == LIGHTS:
            names = {body[at : at + 2] for at in range(0, len(body), 2)}
            lit = {chess.parse_square(name) for name in names & set(chess.SQUARE_NAMES)}
            self._shining = self._shining | lit if lit else frozenset()

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:
        if self._in_game and self._habits.tells_changes:
            for square, code in changes:
                self._send(message(CHANGE, chess.square_name(square) + (PLACED if code else LIFTED)), now)

    def _bits(self) -> str:
        bits = bits_of(self._placement)
        if self._random.randrange(100) >= self._habits.wrong_readings:
            return bits
        at = self._random.choice([at for at, bit in enumerate(bits) if bit == "1"])
        return bits[:at] + "0" + bits[at + 1 :]
