"""A virtual ChessLink board: what stands on it on one side, bytes on the other.

It begins with the start position and with the settings of the factory: a report after every scan until the host wants
it otherwise.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import chess

from drivers.chesslink.guesses import Guesses
from drivers.chesslink.lights import lit_squares
from drivers.chesslink.model import Model
from drivers.chesslink.registers import (
    EVERY_SCAN,
    FACTORY_SCAN_TIME,
    ON_CHANGE,
    PERIOD_UNIT,
    PERIODIC,
    Register,
    scan_seconds,
)
from drivers.chesslink.wire import LIGHTS, CommandSplitter, letters_of_placement, to_bytes
from drivers.eboard import EmulatorOptions
from drivers.placement import Code, from_fen, with_code

RESET_SECONDS = 3.0
"""After a reset the board says nothing for so long."""
VERSIONS = {Model.EXCLUSIVE: "0103", Model.PERFORMANCE: "0110", Model.SUPREME: "0203", Model.EONE: "0203"}
IDENTITIES = {Model.SUPREME: "chesslink-55mm", Model.EONE: "e-one"}
NOTHING_LIT = bytes(LIGHTS)


@dataclass(frozen=True, slots=True)
class Faults:
    """Weaknesses of real boards. `acknowledges`: whether it says that it has done what it was told. `parity`: whether
    its bytes have the right one. `interrupts`: whether a report comes before each answer. `largest`: bytes that it
    sends in one piece at most, 0 for any number (20 over Bluetooth Low Energy).
    """

    acknowledges: bool = True
    parity: bool = True
    interrupts: bool = False
    largest: int = 0


NO_FAULTS = Faults()


class ChessLinkEmulator:
    """Implements `drivers.eboard.Emulator`."""

    def __init__(self, options: EmulatorOptions, model: Model = Model.EXCLUSIVE, faults: Faults = NO_FAULTS) -> None:
        self._turned = options.turned
        self._at_once = options.scan <= 0
        self._model = model
        self._faults = faults
        self._guesses = Guesses() if model is Model.EONE else None
        self._commands = CommandSplitter()
        self._registers: dict[str, int] = {Register.SCAN_TIME: FACTORY_SCAN_TIME, Register.REPORTS: EVERY_SCAN}
        self._out: deque[bytes] = deque()
        self._pieces = from_fen(chess.STARTING_BOARD_FEN)
        self._scanned = self._reported = self._letters()
        self._equal_scans = 1
        self._next_report = 0.0
        self._dead_until = 0.0
        self._lit = NOTHING_LIT

    # ---- the physical world ----

    def set_square(self, square: chess.Square, code: Code, now: float) -> None:
        """A hand changed what stands on a square."""
        self._advance(now)
        if self._guesses is not None:
            code = self._guesses.letter(square, code)
        self._pieces = with_code(self._pieces, square, code)
        if self._at_once and self._mode >= ON_CHANGE:
            self._scanned = self._letters()
            self._report(now)
        elif self._next_report <= now:
            self._next_report = now + self._period

    def press(self, color: chess.Color, now: float) -> None:
        """A ChessLink board has no clock."""

    def start_clock(self, color: chess.Color, now: float) -> None:
        """A ChessLink board has no clock."""

    def stop_clock(self, now: float) -> None:
        """A ChessLink board has no clock."""

    @property
    def lit(self) -> frozenset[chess.Square]:
        """The squares whose four LEDs play the same pattern."""
        squares = lit_squares(self._lit)
        return frozenset(63 - square for square in squares) if self._turned else squares

    # ---- the line ----

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        self._advance(now)
        for command in self._commands.feed(data, now):
            if now >= self._dead_until:
                self._obey(command, now)

    def data_to_send(self) -> bytes:
        """The next message for the host, or nothing."""
        return self._out.popleft() if self._out else b""

    def next_timeout(self) -> float | None:
        """When the next scan or report is due that tells the host anything."""
        return max(self._next_report, self._dead_until) if self._is_busy else None

    def handle_timeout(self, now: float) -> None:
        """Let time pass."""
        self._advance(now)

    # ---- inside ----

    @property
    def _mode(self) -> int:
        return self._registers[Register.REPORTS] & 7

    @property
    def _period(self) -> float:
        """Seconds from one scan to the next, or from one report to the next."""
        if self._mode == PERIODIC:
            return PERIOD_UNIT * max(1, self._registers.get(Register.PERIOD, 0))
        return scan_seconds(self._registers[Register.SCAN_TIME])

    @property
    def _is_busy(self) -> bool:
        if self._mode < ON_CHANGE:
            return self._mode in {EVERY_SCAN, PERIODIC}
        return self._reported != self._scanned or self._scanned != self._letters()

    def _letters(self) -> str:
        letters = letters_of_placement(self._pieces)
        return letters[::-1] if self._turned else letters

    def _advance(self, now: float) -> None:
        """Scan, and report, as often as is due until `now`; but nobody hears what a board said long ago."""
        self._next_report = max(self._next_report, now - self._period)
        while (due := self.next_timeout()) is not None and due <= now:
            self._next_report = due + self._period
            letters = self._letters()
            self._equal_scans = self._equal_scans + 1 if letters == self._scanned else 1
            self._scanned = letters
            if self._mode < ON_CHANGE or self._equal_scans > self._mode - ON_CHANGE:
                self._report(due)

    def _report(self, now: float) -> None:
        changed, self._reported = self._reported != self._scanned, self._scanned
        if now >= self._dead_until and (changed or self._mode < ON_CHANGE):
            self._send("s" + self._scanned)

    def _obey(self, command: str, now: float) -> None:
        answer = self._answer(command, now)
        if answer is None:
            return
        if self._faults.interrupts and not answer.startswith("s"):
            self._send("s" + self._letters())
        if self._faults.acknowledges or answer[0] not in "lxw":
            self._send(answer)

    def _answer(self, command: str, now: float) -> str | None:
        """Do what the command says, and what the board says to that."""
        letter, payload = command[0], command[1:]
        match letter:
            case "V":
                return "v" + VERSIONS[self._model]
            case "S":
                return "s" + self._letters()
            case "L" | "X":
                self._lit = bytes.fromhex(payload[2:]) or NOTHING_LIT
                return letter.lower()
            case "R":
                return f"r{payload}{self._registers.get(payload, 0):02X}"
            case "W":
                self._registers[payload[:2]] = bytes.fromhex(payload)[1]
                self._next_report = now + self._period
                return "w" + payload
            case "I" if self._model in IDENTITIES:
                return f"i{payload}{IDENTITIES[self._model]}"
            case "T":
                self._reset(now)
        return None

    def _reset(self, now: float) -> None:
        self._lit = NOTHING_LIT
        self._out.clear()
        self._dead_until = now + RESET_SECONDS

    def _send(self, text: str) -> None:
        data = to_bytes(text)
        if not self._faults.parity:
            data = bytes(byte ^ 0x80 for byte in data)
        size = self._faults.largest or len(data)
        self._out.extend(data[at : at + size] for at in range(0, len(data), size))
