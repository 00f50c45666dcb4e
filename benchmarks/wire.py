"""A game as an e-board's bytes tell it: emulator, codec and rules one behind the other, in virtual time."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from benchmarks.table import RUN_ON_SECONDS, Followed
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import DumpWanted, Notice
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers import registry
from drivers.eboard import CodecOptions, EBoard, EmulatorOptions
from drivers.emulation import perform
from drivers.hand import Act
from drivers.placement import code_at, placement_of

OPENING_SECONDS = 3.0
"""Codec and board introduce themselves before the game."""


def follow_bytes(
    start: chess.Board, acts: Iterable[Act], scan: float | None = None, *, kind: str = "dgt", turned: bool = False
) -> Followed:
    """Take the acts to the rules through the bytes of a virtual e-board of this kind, whose scan takes so many seconds
    (as many as the kind usually needs). `turned`: where nothing tells White from Black, where White sits is given.
    """
    family = registry.eboard(kind)
    wire = _Wire(family, start, family.scan_period if scan is None else scan, turned=turned)
    now = OPENING_SECONDS
    for act in acts:
        now = OPENING_SECONDS + act.at
        wire.wait_until(now)
        perform(wire.emulator, act.does, now)
        wire.exchange(now)
    wire.wait_until(now + RUN_ON_SECONDS)
    return Followed(wire.game, tuple(wire.notices))


class _Wire:
    """Everything between the pieces and the notices; each part is woken when it asks for it."""

    def __init__(self, family: EBoard, start: chess.Board, scan: float, *, turned: bool) -> None:
        self.emulator = family.emulator(EmulatorOptions(scan=scan, turned=turned))
        self.codec = family.codec(CodecOptions(turned=turned))
        setup = Setup(position_of(start), sensing=family.sensing, scan_period=scan, shortest_lift=family.shortest_lift)
        self.game = new_game(setup, 0.0)
        self.notices: list[tuple[float, Notice]] = []
        self._now = 0.0
        for square in chess.SQUARES:
            self.emulator.set_square(square, 0, 0.0)
        for square in chess.SQUARES:
            self.emulator.set_square(square, code_at(placement_of(start), square), 0.0)
        self.codec.start(0.0)
        self.exchange(0.0)
        self.wait_until(OPENING_SECONDS)
        self.emulator.start_clock(start.turn, OPENING_SECONDS)

    def wait_until(self, limit: float) -> None:
        """Let time pass; every part does what it has to do at its moment."""
        while (moment := self._next_moment()) < limit:
            self._now = now = max(self._now, moment)
            self.emulator.handle_timeout(now)
            if (due := self.codec.next_timeout()) is not None and due <= now:
                self.take(self.codec.handle_timeout(now), now)
            if (due := wake_at(self.game)) is not None and due <= now:
                self.take([TimePassed()], now)
            self.exchange(now)
        self._now = max(self._now, limit)

    def exchange(self, now: float) -> None:
        """Bytes go both ways until there are no more."""
        while True:
            if commands := self.codec.data_to_send():
                self.emulator.receive(commands, now)
            elif messages := self.emulator.data_to_send():
                self.take(self.codec.receive(messages, now), now)
            else:
                return

    def take(self, received: Iterable[Input], now: float) -> None:
        """Give reports to the rules, and pass their wish for a dump on."""
        for each in received:
            self.game, notices = step(self.game, each, now)
            self.notices += ((now, notice) for notice in notices)
            if DumpWanted() in notices:
                self.codec.request_dump(now)

    def _next_moment(self) -> float:
        moments = (self.emulator.next_timeout(), self.codec.next_timeout(), wake_at(self.game))
        return min((moment for moment in moments if moment is not None), default=float("inf"))
