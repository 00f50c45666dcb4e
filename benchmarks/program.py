"""The service as a program of its own: started on a configuration that is made for it, weighed, and ended."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server

from bridge.broker.connection import BrokerAddress, Heard, connected
from drivers.errors import BrokerError

KNOCK_SECONDS = 0.05
"""So often the broker is tried until it is there."""
EBOARDS = "touchmove/1/eboard/+/state"
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Program:
    """The service that runs. Its broker is another process, whose share is not counted."""

    process: Process
    broker: BrokerAddress

    def cpu_seconds(self) -> float:
        """The processor time that it has taken so far (proc(5), `stat`)."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self) -> float:
        """Megabytes of it that are in memory now (proc(5), `statm`)."""
        return int(self._proc("statm").split()[1]) * _PAGE / 1e6

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text(encoding="ascii")

    async def hear(self, *topics: str) -> AsyncIterator[Heard]:
        """What is published on these topics, from the beginning on: the broker need not be there yet."""
        while True:
            try:
                async with connected(self.broker, f"benchmark-{id(topics)}") as connection:
                    async for heard in connection.listen(topics):
                        yield heard
            except BrokerError:
                await asyncio.sleep(KNOCK_SECONDS)

    async def all_ready(self, count: int) -> None:
        """Return when so many e-boards have answered."""
        ready: set[str] = set()
        async for heard in self.hear(EBOARDS):
            if json.loads(heard.payload)["data"]["state"] == "ready":
                ready.add(heard.topic)
            if len(ready) == count:
                return


@asynccontextmanager
async def program(folder: Path, eboards: Collection[str]) -> AsyncIterator[Program]:
    """The service while the block runs, with its journal in the folder. `eboards`: the keys of each [[eboard]]."""
    broker, broker311, page = _free_ports(3)
    path = folder / "hall.toml"
    head = f'[bridge]\nlog_level = "error"\nstate_directory = "state"\n[broker]\nport = {broker}\nmqtt311_port = {broker311}\n'
    path.write_text(f"{head}[web]\nport = {page}\n" + "".join(f"[[eboard]]\n{keys}\n" for keys in eboards))
    command = (sys.executable, "-m", "bridge.cli", "run", str(path))
    process = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL)
    try:
        yield Program(process, BrokerAddress("127.0.0.1", broker))
    finally:
        process.terminate()
        await process.wait()


def _free_ports(count: int) -> list[int]:
    """All are held until the last is found."""
    servers = [create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [server.getsockname()[1] for server in servers]
    for server in servers:
        server.close()
    return ports
