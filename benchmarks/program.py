"""The service as a program of its own: started on a configuration that is made for it, weighed, and ended."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server

from benchmarks.measure import USUAL_LISTING, listing_seconds
from bridge.broker.connection import BrokerAddress, Heard, connected
from bridge.config import load
from drivers.errors import BrokerError

KNOCK_SECONDS = 0.05
"""So often the broker is tried until it is there."""
LOOK_SECONDS = 0.5
"""So often it is looked how fast the machine is."""
STATE = "state"
"""The folder of the journal, beside the configuration."""
EBOARDS = "touchmove/1/eboard/+/state"
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a core that was taken, in percent: `here`, and on a machine that is as fast as the budgets' own.

    Where others use the processor too, everything takes longer, and so does listing the legal moves of a position.
    """

    here: float
    usual: float


@dataclass(frozen=True, slots=True)
class Program:
    """The service that runs. Its broker is another process, whose share is not counted."""

    process: Process
    broker: BrokerAddress

    async def share_during(self, doing: Awaitable[object]) -> Share:
        """What it takes of a core while this is done."""
        task, listings = asyncio.ensure_future(doing), [listing_seconds()]
        begin, taken = time.perf_counter(), self.cpu_seconds()
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK_SECONDS)
            listings.append(listing_seconds())
        await task
        here = 100 * (self.cpu_seconds() - taken) / (time.perf_counter() - begin)
        return Share(here, here * USUAL_LISTING / statistics.median(listings))

    def megabytes(self) -> float:
        """How much of it is in memory now (proc(5), `statm`)."""
        return int(self._proc("statm").split()[1]) * _PAGE / 1e6

    async def hear(self, *topics: str) -> AsyncIterator[Heard]:
        """What is published on these topics, from the beginning on: the broker need not be there yet."""
        while True:
            try:
                async with connected(self.broker, f"benchmark-{hash(topics)}") as connection:
                    async for heard in connection.listen(topics, qos=0):
                        yield heard
            except BrokerError:
                await asyncio.sleep(KNOCK_SECONDS)

    async def all_ready(self, count: int) -> None:
        """Return when so many e-boards are heard."""
        ready: set[str] = set()
        async for heard in self.hear(EBOARDS):
            if json.loads(heard.payload)["data"]["state"] == "ready":
                ready.add(heard.topic)
            if len(ready) == count:
                return

    def cpu_seconds(self) -> float:
        """The processor time that it has taken so far (proc(5), `stat`)."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text(encoding="ascii")


def configuration(folder: Path, eboards: Iterable[str], more: str = "") -> Path:
    """A configuration file in the folder, with the journal beside it. `eboards`: the keys of each [[eboard]]; `more`:
    further sections.
    """
    broker, broker311, page = _free_ports(3)
    sections = [
        f'[bridge]\nlog_level = "error"\nstate_directory = "{STATE}"',
        f"[broker]\nport = {broker}\nmqtt311_port = {broker311}",
        f"[web]\nport = {page}",
        more,
        *(f"[[eboard]]\n{keys}" for keys in eboards),
    ]
    path = folder / "hall.toml"
    path.write_text("\n".join(sections), encoding="utf-8")
    return path


@asynccontextmanager
async def running(file: Path) -> AsyncIterator[Program]:
    """The service with this configuration, while the block runs."""
    broker = BrokerAddress("127.0.0.1", load(file).broker.port)
    command = (sys.executable, "-m", "bridge.cli", "run", str(file))
    process = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL)
    try:
        yield Program(process, broker)
    finally:
        if process.returncode is None:  # else it was killed on purpose
            process.terminate()
            await process.wait()


def _free_ports(count: int) -> list[int]:
    """All are held until the last is found."""
    servers = [create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [server.getsockname()[1] for server in servers]
    for server in servers:
        server.close()
    return ports
