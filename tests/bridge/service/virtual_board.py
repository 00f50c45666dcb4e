"""An e-board on a real pseudo-terminal, with hands that play on it in real time when a test tells them to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import chess

from drivers import dgt
from drivers.dgt.emulator import DgtEmulator
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate
from drivers.hand import Act, Between, Style, play
from drivers.lines import PtyLine
from drivers.reports import ClockResumed

QUICK = Style(
    name="quick",
    think=Between(0.05, 0.1),
    carry=Between(0.1, 0.15),
    pause=Between(0.05, 0.1),
    press=Between(0.1, 0.15),
    fetch=Between(0.1, 0.2),
)


class VirtualBoard:
    def __init__(self, link: Path, *, turned: bool = False) -> None:
        self.line = PtyLine(link)
        self.port = str(link)
        self.emulator: DgtEmulator = dgt.DgtEmulator(EmulatorOptions(turned=turned))
        self.board = chess.Board()
        self._serving = self._emulate(iter(()))

    async def play(self, *sans: str) -> None:
        """Play these moves, with presses; returns when the last is done."""
        done = asyncio.Event()
        before = self.board.copy()
        moves = [self.board.push_san(san) for san in sans]

        def acts() -> Iterator[Act]:
            yield Act(0.0, ClockResumed(before.turn))
            yield from play(before, moves, QUICK, random.Random(1))
            done.set()

        await self._stop()
        self._serving = self._emulate(acts())
        await done.wait()

    async def close(self) -> None:
        await self._stop()
        await self.line.close()

    def _emulate(self, acts: Iterator[Act]) -> asyncio.Task[None]:
        return asyncio.create_task(emulate(self.emulator, self.line, acts))

    async def _stop(self) -> None:
        self._serving.cancel()
        await asyncio.wait({self._serving})


@asynccontextmanager
async def virtual_board(link: Path, *, turned: bool = False) -> AsyncIterator[VirtualBoard]:
    board = VirtualBoard(link, turned=turned)
    try:
        yield board
    finally:
        await board.close()
