"""A hall on one line: games on virtual DGT e-Boards in bus mode, with codec and rules behind them, in virtual time.

How often each e-board is read, and how long a piece stands before that is reported, when thirty boards play blitz.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import chess

from benchmarks.games import blitz_games
from benchmarks.measure import Measurement
from benchmarks.table import RUN_ON_SECONDS, Followed
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import DumpWanted, Notice
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.dgt.bus import EBOARD
from drivers.dgt.bus.codec import DgtBusCodec
from drivers.dgt.bus.emulated_board import EmulatedBoard
from drivers.dgt.bus.emulator import DgtBusEmulator
from drivers.eboard import CodecOptions, EmulatorOptions, Heard, LineNews
from drivers.emulation import perform
from drivers.hand import SLOPPY, Act, play
from drivers.placement import Code, placement_of
from drivers.reports import ClockResumed, LinkDown, LinkUp, Report, SquaresChanged

BOARDS = 30
OPENING_SECONDS = 40.0
"""Everybody is found, the pieces are set up, and the start is marked in every memory."""
FIRST_SERIAL = 1001


@dataclass
class Seat:
    """One board on the line: the hands' acts, the game that the rules follow, and what was told when."""

    serial: str
    world: EmulatedBoard
    game: Game
    acts: Iterator[Act]
    upcoming: Act | None = None
    linked: bool = False
    notices: list[tuple[float, Notice]] = field(default_factory=list)
    done: list[tuple[float, chess.Square, Code]] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    periods: list[float] = field(default_factory=list)

    def take(self, received: Input, now: float) -> bool:
        """Tell the rules; whether they want a dump."""
        self.game, notices = step(self.game, received, now)
        self.notices += ((now, notice) for notice in notices)
        return DumpWanted() in notices

    def due(self) -> float | None:
        """When the next act is due."""
        return None if self.upcoming is None else OPENING_SECONDS + self.upcoming.at

    def act(self, now: float) -> None:
        """Do what is due."""
        while self.upcoming is not None and OPENING_SECONDS + self.upcoming.at <= now:
            if isinstance(self.upcoming.does, SquaresChanged):
                self.done += ((now, square, code) for square, code in self.upcoming.does.changes)
            perform(self.world, self.upcoming.does, now)
            self.upcoming = next(self.acts, None)

    def time(self, report: Report, now: float) -> None:
        """Note how long ago the hand did what is reported; what was undone before it was seen is not."""
        if not isinstance(report, SquaresChanged):
            return
        for change in report.changes:
            for index, (at, *what) in enumerate(self.done):
                if (*what,) == change:
                    self.delays.append(now - at)
                    del self.done[: index + 1]
                    break


class HallOnBus:
    """Everything between the pieces and the notices; each part is woken when it asks for it."""

    def __init__(self, games: Sequence[tuple[chess.Board, Iterable[Act]]], scan: float = EBOARD.scan_period) -> None:
        serials = [str(FIRST_SERIAL + index) for index in range(len(games))]
        self.emulator = DgtBusEmulator(
            [EmulatorOptions(serial=serial, scan=scan, seed=seed) for seed, serial in enumerate(serials)]
        )
        self.codec = DgtBusCodec()
        self.now = 0.0
        self.plugged = False
        self.seats = {
            serial: self._seat(serial, world, start, acts, len(games))
            for serial, world, (start, acts) in zip(serials, self.emulator.worlds, games, strict=True)
        }
        self.plug_in()
        self.wait_until(OPENING_SECONDS)

    def play(self) -> list[Followed]:
        """Let the hands do all that they have to do."""
        while dues := [due for seat in self.seats.values() if (due := seat.due()) is not None]:
            self.wait_until(max(dues))
        self.wait_until(self.now + RUN_ON_SECONDS)
        return [Followed(seat.game, tuple(seat.notices)) for seat in self.seats.values()]

    def pull_cable(self) -> None:
        """Nobody is heard any more."""
        self.plugged = False
        self.emulator.unplug()
        for seat in self.seats.values():
            seat.linked = False
            seat.take(LinkDown("the cable is out"), self.now)

    def plug_in(self) -> None:
        """The line is opened again."""
        self.plugged = True
        self.codec.start(self.now)
        self._exchange()

    def wait_until(self, limit: float) -> None:
        """Let time pass; every part does what it has to do at its moment."""
        while (moment := self._next_moment()) <= limit:
            self.now = max(self.now, moment)
            for seat in self.seats.values():
                self._live(seat)
            self.emulator.handle_timeout(self.now)
            self._exchange()
        self.now = limit

    def _seat(self, serial: str, world: EmulatedBoard, start: chess.Board, acts: Iterable[Act], count: int) -> Seat:
        self.codec.expect(serial, CodecOptions())
        world.set_placement(placement_of(start), 0.0)
        setup = Setup(
            position_of(start),
            scan_period=EBOARD.scan_period + EBOARD.unread_seconds(count - 1),
            shortest_lift=EBOARD.shortest_lift + EBOARD.unread_seconds(count - 1),
        )
        seat = Seat(serial, world, new_game(setup, 0.0), chain([Act(0.0, ClockResumed(start.turn))], acts))
        seat.upcoming = next(seat.acts, None)
        return seat

    def _live(self, seat: Seat) -> None:
        seat.act(self.now)
        if (due := wake_at(seat.game)) is not None and due <= self.now:
            self._tell(seat, TimePassed())

    def _exchange(self) -> None:
        while self.plugged:
            news: list[LineNews] = []
            if commands := self.codec.data_to_send():
                self.emulator.receive(commands, self.now)
            elif messages := self.emulator.data_to_send():
                news = self.codec.receive(messages, self.now)
            elif (due := self.codec.next_timeout()) is not None and due <= self.now:
                news = self.codec.handle_timeout(self.now)
            else:
                return
            for each in news:
                if isinstance(each, Heard):
                    self._hear(self.seats[each.serial], each.report)

    def _hear(self, seat: Seat, report: Report) -> None:
        if not seat.linked:
            seat.linked = True
            self._tell(seat, LinkUp())
        seat.time(report, self.now)
        if (period := self.codec.period(seat.serial)) is not None and self.now > OPENING_SECONDS:
            seat.periods.append(period)
        self._tell(seat, report)

    def _tell(self, seat: Seat, received: Input) -> None:
        if seat.take(received, self.now):
            self.codec.request_dump(seat.serial, self.now)

    def _next_moment(self) -> float:
        moments = [self.emulator.next_timeout(), self.codec.next_timeout() if self.plugged else None]
        for seat in self.seats.values():
            moments += (seat.due(), wake_at(seat.game))
        return min((moment for moment in moments if moment is not None), default=float("inf"))


def measure() -> Iterator[Measurement]:
    """How long thirty boards that play blitz wait for each other on one line of 9600 baud."""
    games = blitz_games()
    chosen = [games[index % len(games)] for index in range(BOARDS)]
    hall = HallOnBus(
        [(game.start, play(game.start, game.moves, SLOPPY, random.Random(index))) for index, game in enumerate(chosen)]
    )
    hall.play()
    periods = sorted(period for seat in hall.seats.values() for period in seat.periods)
    delays = sorted(delay for seat in hall.seats.values() for delay in seat.delays)
    mean = statistics.fmean(periods)
    budget = EBOARD.unread_seconds(BOARDS - 1)
    yield Measurement(f"bus: one of {BOARDS} boards in blitz is read every, mean", mean, "s", budget)
    yield Measurement("bus: the same, 99 %", periods[len(periods) * 99 // 100], "s")
    yield Measurement("bus: from the hand to the report, median", statistics.median(delays), "s")
    yield Measurement("bus: the same, 99 %", delays[len(delays) * 99 // 100], "s")
