"""Passes one browser on to the broker: MQTT in a WebSocket on one side, MQTT over TCP on the other.

So one address serves page and messages, the broker may listen on this machine only, and every broker will do,
with or without a WebSocket listener of its own.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from aiohttp import WSCloseCode, WSMsgType, web

from bridge.web.gate import Gate, Login

SUBPROTOCOL = "mqtt"
"""MQTT 3.1.1, section 6: the name that both sides of the WebSocket agree on."""
CONNECT_SECONDS = 5.0
"""How long the broker may take to accept; the page itself gives up after ten seconds."""
CHUNK = 65536
"""Bytes passed on at once towards the browser."""
LARGEST_FRAME = 16384
"""Bytes in one WebSocket frame from a browser."""
HEARTBEAT = 30.0
"""Seconds between WebSocket pings: a display that was switched off is noticed."""

Displays: TypeAlias = set[web.WebSocketResponse]
"""The displays that are connected now."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MqttEndpoint:
    """Where and how the broker takes displays: MQTT 3.1.1 over TCP, with `tls` inside TLS, with `login` by name."""

    host: str
    port: int
    login: Login | None = None
    tls: ssl.SSLContext | None = None


async def relay(request: web.Request, broker: MqttEndpoint, gate: Gate, displays: Displays) -> web.StreamResponse:
    """Answer one WebSocket request; the display is in `displays` while it and the broker stay. 503 while the broker is
    away.
    """
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(broker.host, broker.port, ssl=broker.tls)
    except OSError as error:
        raise web.HTTPServiceUnavailable(text="The broker cannot be reached.") from error
    try:
        display = web.WebSocketResponse(
            protocols=[SUBPROTOCOL], heartbeat=HEARTBEAT, max_msg_size=LARGEST_FRAME, compress=False
        )
        await display.prepare(request)
        displays.add(display)
        try:
            await _pass_both_ways(display, reader, writer, gate)
        finally:
            displays.discard(display)
        return display
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def _pass_both_ways(
    display: web.WebSocketResponse, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: Gate
) -> None:
    to_display = asyncio.create_task(_pass_to_display(reader, display))
    try:
        await _pass_to_broker(display, writer, gate)
    finally:
        to_display.cancel()
        await asyncio.gather(to_display, return_exceptions=True)


async def _pass_to_broker(display: web.WebSocketResponse, writer: asyncio.StreamWriter, gate: Gate) -> None:
    """Until the display leaves, the broker is gone, or the gate refuses."""
    async for message in display:
        if message.type is not WSMsgType.BINARY:
            break
        passage = gate.receive(message.data)
        writer.write(passage.data)
        if passage.refusal:
            _log.warning("a display was disconnected: %s", passage.refusal)
            await display.close(code=WSCloseCode.POLICY_VIOLATION)
            return
        try:
            await writer.drain()
        except OSError:
            break
    await display.close()


async def _pass_to_display(reader: asyncio.StreamReader, display: web.WebSocketResponse) -> None:
    """Until the broker closes; a slow display slows down its own stream only."""
    with suppress(OSError):
        while data := await reader.read(CHUNK):
            await display.send_bytes(data)
    await display.close(code=WSCloseCode.TRY_AGAIN_LATER)
