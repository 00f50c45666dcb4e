"""Tasks that outlive their faults."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from drivers.errors import TouchmoveError

LOG = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""After a fault, before the same is tried again."""


@asynccontextmanager
async def kept_running(name: str, run: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Run `run` again and again while the block runs; when the block ends, it is cancelled and has ended too.

    A fault in it is logged and touches nothing else.
    """
    task = asyncio.create_task(_for_ever(name, run), name=name)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _for_ever(name: str, run: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await run()
        except TouchmoveError as error:
            LOG.error("%s: %s", name, error)  # noqa: TRY400 - what happened is known, the traceback says nothing
        except Exception:
            LOG.exception("%s has failed; this is a fault in touchmove, please report it. It goes on", name)
        await asyncio.sleep(PAUSE_SECONDS)
