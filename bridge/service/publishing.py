"""Publishing, for as long as what is published can be kept."""

from __future__ import annotations

import asyncio
import logging

from bridge.broker.publisher import Publisher
from bridge.journal import Journal

LOG = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""How often it is looked whether the journal can be written."""


async def publish_while_recording(publisher: Publisher, journal: Journal) -> None:
    """Publish until the journal cannot be written, say `disconnected`, and return when it can be again.

    Nothing new is published before it is on the disk. So with a full disk everybody would see an old position and take
    it for the present one; a bridge that is disconnected is seen to be so. The e-boards are read all the time.
    """
    publishing = asyncio.create_task(publisher.run())
    try:
        while journal.trouble is None and not publishing.done():
            await asyncio.wait({publishing}, timeout=LOOK_SECONDS)
        if publishing.done():
            await publishing
    finally:
        publishing.cancel()
        await asyncio.wait({publishing})
    while journal.trouble is not None:  # noqa: ASYNC110 - the journal has no event for it, and half a second is soon
        await asyncio.sleep(LOOK_SECONDS)
    LOG.info("The journal can be written again; publishing goes on.")
