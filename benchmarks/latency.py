"""From the bytes of an e-board to the tentative move at a subscriber: the whole service, with its journal and broker.

The service runs as a program of its own; the e-boards and the subscriber are here. A commit on the disk lies between.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import chess

from benchmarks.measure import Measurement
from benchmarks.program import Program, configuration, running
from drivers.dgt.emulator import DgtEmulator
from drivers.eboard import EmulatorOptions
from drivers.emulation import emulate
from drivers.lines import PtyLine
from drivers.placement import EMPTY, code_of

BOARDS = 8
MOVES = 16
MOST_P50_MS, MOST_P99_MS = 2.0, 20.0
LIFT_SECONDS, REST_SECONDS = 0.3, 0.9
START_SECONDS = 60.0
"""The longest that the service may take until it has found its e-boards, on a slow machine too."""
SUBSCRIBE_SECONDS = 1.0
"""The subscriber is there before the first move."""
TOPIC = "touchmove/1/event/+/round/+/board/+/"
SHUTTLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def measure() -> list[Measurement]:
    """The middle and the worst of a hundred, in milliseconds."""
    delays = sorted(asyncio.run(_play()))
    p50, p99 = statistics.median(delays) * 1000, statistics.quantiles(delays, n=100)[-1] * 1000
    name = f"bytes to tentative move at a subscriber, {BOARDS} boards"
    return [Measurement(f"{name}, p50", p50, "ms", MOST_P50_MS), Measurement(f"{name}, p99", p99, "ms", MOST_P99_MS)]


async def _play() -> list[float]:
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        ports = [PtyLine(folder / str(number)) for number in range(1, BOARDS + 1)]
        try:
            async with running(configuration(folder, [f'line = "{port.name}"' for port in ports])) as service:
                return await _measured(ports, service)
        finally:
            for port in ports:
                await port.close()


async def _measured(ports: list[PtyLine], service: Program) -> list[float]:
    emulators = [DgtEmulator(EmulatorOptions(serial=f"3010{number}")) for number in range(BOARDS)]
    written: dict[tuple[int, int], float] = {}
    boards = [asyncio.create_task(emulate(*pair)) for pair in zip(emulators, ports, strict=True)]
    async with asyncio.timeout(START_SECONDS):
        await service.all_ready(BOARDS)
    hearing = asyncio.create_task(_delays(service, written))
    await asyncio.sleep(SUBSCRIBE_SECONDS)
    hands = [_move(index, emulators[index], ports[index], written) for index in range(BOARDS)]
    await asyncio.gather(*hands)
    delays = await hearing
    for task in boards:
        task.cancel()
    await asyncio.wait(boards)
    return delays


async def _move(index: int, emulator: DgtEmulator, port: PtyLine, written: dict[tuple[int, int], float]) -> None:
    now = asyncio.get_running_loop().time
    await asyncio.sleep(index * 0.13)
    board = chess.Board()
    for ply, uci in zip(range(1, MOVES + 1), _shuttling(), strict=False):
        move = chess.Move.from_uci(uci)
        piece = code_of(board.piece_at(move.from_square))
        emulator.set_square(move.from_square, EMPTY, now())
        await port.write(emulator.data_to_send())
        await asyncio.sleep(LIFT_SECONDS)
        emulator.set_square(move.to_square, piece, now())
        written[index + 1, ply] = time.perf_counter()
        await port.write(emulator.data_to_send())
        board.push(move)
        await asyncio.sleep(REST_SECONDS)


async def _delays(service: Program, written: dict[tuple[int, int], float]) -> list[float]:
    """One for every move, as they are heard."""
    delays: dict[tuple[int, int], float] = {}
    async for heard in service.hear(TOPIC + "move"):
        now, data = time.perf_counter(), json.loads(heard.payload)["data"]
        key = int(_board_of(heard.topic)), data["ply"]
        delays.setdefault(key, now - written[key])
        if len(delays) == BOARDS * MOVES:
            break
    return list(delays.values())


def _board_of(topic: str) -> str:
    return topic.split("/")[7]


def _shuttling() -> Iterator[str]:
    return cycle(SHUTTLE)
