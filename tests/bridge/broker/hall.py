"""A bridge with one board, as a program of its own: `python -m tests.bridge.broker.hall PORT JOURNAL WILL_DELAY`.

Publishes a game and goes on living, so that a test may kill it.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

from bridge.broker.connection import BrokerAddress
from bridge.broker.publisher import Identity, Publisher
from bridge.journal import Journal
from tests.bridge.messages.table import Table


def now() -> datetime:
    return datetime.now(UTC)


def publisher(port: int, journal: Journal, will_delay: int = 0) -> Publisher:
    address = BrokerAddress("127.0.0.1", port)
    return Publisher(address, journal, Identity("hall", "session-1"), wall=now, will_delay=will_delay)


async def main(port: int, path: Path, will_delay: int) -> None:
    table = Table()
    table.play("e4", "e5", "Nf3")
    async with Journal.open(path) as journal:
        journal.append((), table.messages)
        await publisher(port, journal, will_delay).run()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
