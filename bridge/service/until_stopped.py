"""The service as a program: until a signal ends it, with systemd told how it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from bridge.config import Config
from bridge.service.run import Service, running
from bridge.service.systemd_notify import ALIVE, READY, STOPPING, notify, watchdog_seconds
from bridge.service.tasks import stop_signal

LOG = logging.getLogger(__name__)

STATUS_SECONDS = 5.0
"""How often the status is looked at when systemd does not want to hear from us more often."""


async def serve(
    config: Config, environment: Mapping[str, str], started: Callable[[Service], None] = lambda _: None
) -> None:
    """Run the service until SIGTERM or SIGINT. `started` is called when everything runs.

    Raises TouchmoveError when it cannot be started.
    """
    stop = stop_signal()
    async with running(config, environment) as service:
        notify(environment, READY, f"STATUS={status(service)}")
        started(service)
        await _live_until(stop, service, environment)
        notify(environment, STOPPING)


def status(service: Service) -> str:
    """How things are, in one line."""
    troubles = [str(trouble) for trouble in (service.journal.trouble, service.publisher.trouble) if trouble]
    linked = sum(board.station.linked is True for board in service.boards)
    return "; ".join([f"{linked} of {len(service.boards)} e-boards answer", *troubles])


async def _live_until(stop: asyncio.Event, service: Service, environment: Mapping[str, str]) -> None:
    """Tell systemd that the loop turns, twice in the time that it waits, and what has changed."""
    limit = watchdog_seconds(environment)
    period = STATUS_SECONDS if limit is None else min(limit / 2, STATUS_SECONDS)
    while not stop.is_set():
        notify(environment, ALIVE, f"STATUS={status(service)}")
        try:
            async with asyncio.timeout(period):
                await stop.wait()
        except TimeoutError:
            continue
