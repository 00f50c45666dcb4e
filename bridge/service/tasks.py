"""Tasks that outlive their faults, and the signals that end a program."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from drivers.errors import TouchmoveError

LOG = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 30.0
"""After a fault, before the same is tried again: each time twice as long, so that no log is flooded."""


def stop_signal() -> asyncio.Event:
    """Set when SIGINT (Ctrl-C) or SIGTERM asks the program to end; from now on neither does anything else."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def until_set(stop: asyncio.Event, doing: Coroutine[Any, Any, object]) -> None:
    """Do it until `stop` is set. What ends it before that is raised: nobody waits for what is not done any more."""
    stopped, done = asyncio.create_task(stop.wait()), asyncio.create_task(doing)
    try:
        await asyncio.wait({stopped, done}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopped.cancel()
        done.cancel()
        await asyncio.wait({stopped, done})
    if not done.cancelled():
        done.result()


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
    clock = asyncio.get_running_loop().time
    pause = FIRST_PAUSE_SECONDS
    while True:
        begun = clock()
        try:
            await run()
        except TouchmoveError as error:
            LOG.error("%s: %s", name, error)  # noqa: TRY400 - what happened is known, the traceback says nothing
        except Exception:
            LOG.exception("%s has failed. This is a fault in touchmove, please report it. It is tried again", name)
        pause = FIRST_PAUSE_SECONDS if clock() - begun > LONGEST_PAUSE_SECONDS else pause
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
