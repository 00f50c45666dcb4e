"""A shared line in virtual time: virtual e-boards at one end, the codec at the other, and hands at the boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import chess

from drivers.dgt.bus.codec import DgtBusCodec
from drivers.dgt.bus.emulated_board import EmulatedBoard
from drivers.dgt.bus.emulator import DgtBusEmulator
from drivers.dgt.outlet import NO_FAULTS, Faults
from drivers.eboard import CodecOptions, EmulatorOptions, Heard, LineNews
from drivers.placement import Placement, code_at, from_fen, with_code
from drivers.reports import Dump, Report, SquaresChanged

START = from_fen(chess.STARTING_BOARD_FEN)


@dataclass
class Hall:
    emulator: DgtBusEmulator
    codec: DgtBusCodec
    now: float = 0.0
    news: list[LineNews] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)
    worlds: dict[int, Placement] = field(default_factory=lambda: defaultdict(lambda: START))
    plugged: bool = True
    pieces: Callable[[bytes], Iterable[bytes]] = lambda data: [data]
    """How what the e-boards say is cut on its way."""

    def open(self, seconds: float = 12.0) -> Hall:
        self.plugged = True
        self.codec.start(self.now)
        self._exchange()
        self.wait(seconds)
        return self

    def unplug(self) -> None:
        self.plugged = False
        self.emulator.unplug()

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self._next_moment()) <= until:
            self.now = max(self.now, due)
            self.step()
        self.now = until

    def step(self) -> None:
        self.emulator.handle_timeout(self.now)
        self._exchange()
        if self.plugged and (due := self.codec.next_timeout()) is not None and due <= self.now:
            self.news += self.codec.handle_timeout(self.now)
            self._exchange()

    def _next_moment(self) -> float:
        moments = [self.emulator.next_timeout(), self.codec.next_timeout() if self.plugged else None]
        return min((moment for moment in moments if moment is not None), default=float("inf"))

    def _exchange(self) -> None:
        while self.plugged:
            asked, heard = self.codec.data_to_send(), self.emulator.data_to_send()
            if asked:
                self.sent.append(asked)
                self.emulator.receive(asked, self.now)
            for piece in self.pieces(heard) if heard else ():
                self.news += self.codec.receive(piece, self.now)
            if not asked and not heard:
                break

    # ---- hands ----

    def board(self, index: int = 0) -> EmulatedBoard:
        return self.emulator.worlds[index]

    def set(self, square: chess.Square, code: int, index: int = 0) -> None:
        self.worlds[index] = with_code(self.worlds[index], square, code)
        self.board(index).set_square(square, code, self.now)

    def carry(self, origin: chess.Square, target: chess.Square, index: int = 0, seconds: float = 0.4) -> None:
        """A hand takes a piece, and puts it down `seconds` later; a victim was lifted just before."""
        code = code_at(self.worlds[index], origin)
        if code_at(self.worlds[index], target):
            self.set(target, 0, index)
            self.wait(0.3)
        self.set(origin, 0, index)
        self.wait(seconds)
        self.set(target, code, index)
        self.wait(0.3)

    # ---- what was said ----

    def reports(self, serial: str) -> list[Report]:
        return [each.report for each in self.news if isinstance(each, Heard) and each.serial == serial]

    def drain(self, serial: str) -> list[Report]:
        """The reports of an e-board since the last call, which forgets those of all others too."""
        reports = self.reports(serial)
        self.news.clear()
        return reports

    def believed(self, serial: str) -> Placement | None:
        placement: Placement | None = None
        for report in self.reports(serial):
            if isinstance(report, Dump):
                placement = report.placement
            elif isinstance(report, SquaresChanged) and placement is not None:
                for square, code in report.changes:
                    placement = with_code(placement, square, code)
        return placement


def hall(
    *serials: str,
    expected: Iterable[str] | None = None,
    faults: Faults = NO_FAULTS,
    deafness: float = 0.0,
    scan: float = 0.0,
    build: Callable[[EmulatorOptions], EmulatedBoard] = EmulatedBoard,
) -> Hall:
    options = [EmulatorOptions(serial=serial, seed=seed, scan=scan) for seed, serial in enumerate(serials)]
    codec = DgtBusCodec()
    for serial in serials if expected is None else expected:
        codec.expect(serial, CodecOptions())
    return Hall(DgtBusEmulator(options, faults, deafness, build), codec)
