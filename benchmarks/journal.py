"""The journal's share: how many inputs a second are on the disk, each board waiting for its last one."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

import chess

from benchmarks.measure import ROUNDS, Measurement
from bridge.journal import GameKey, Journal, Record
from drivers.placement import EMPTY
from drivers.reports import SquaresChanged

BOARDS = 1000
RECORDS_PER_BOARD = 50
LEAST_RECORDS_PER_SECOND = 20_000.0
LIFT = SquaresChanged(((chess.E2, EMPTY),))


def measure() -> list[Measurement]:
    """The best rate of durable records, in records a second."""
    seconds = min(asyncio.run(_write()) for _ in range(ROUNDS))
    rate = BOARDS * RECORDS_PER_BOARD / seconds
    name = f"journal, durable records from {BOARDS} boards"
    return [Measurement(name, rate, "records/s", LEAST_RECORDS_PER_SECOND, most=False)]


async def _write() -> float:
    with tempfile.TemporaryDirectory() as directory:
        async with Journal.open(Path(directory) / "journal.sqlite") as journal:
            begin = time.perf_counter()
            async with asyncio.TaskGroup() as boards:
                for board in range(BOARDS):
                    boards.create_task(_play(journal, GameKey(str(board), "1")))
            return time.perf_counter() - begin


async def _play(journal: Journal, key: GameKey) -> None:
    for at in range(RECORDS_PER_BOARD):
        await asyncio.shield(journal.append([Record(key, float(at), LIFT)]))
