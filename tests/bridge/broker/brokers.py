"""Real brokers for tests: mosquitto from its own program with a temporary configuration, and the embedded one."""

from __future__ import annotations

import asyncio
import random
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import aiomqtt

WAIT = 60.0  # seconds after which a test gives up; nothing waits that long when all is well
PORTS = range(20_000, 32_768)
"""Below those that Linux gives to whoever asks for any: such a one may be taken before the broker opens it."""


def free_port() -> int:
    """A port at which nobody listens, and hardly anybody will but who asked."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@asynccontextmanager
async def mosquitto(folder: Path, port: int, *lines: str) -> AsyncIterator[None]:
    """mosquitto on that port, without memory of earlier runs; `lines` follow the listener in its configuration."""
    settings = folder / f"mosquitto-{port}.conf"
    listener = [f"listener {port} 127.0.0.1", *(lines or ["allow_anonymous true"])]
    settings.write_text("\n".join(["user root", "max_queued_messages 10000", *listener, ""]))
    async with mosquitto_as(settings, port):
        yield


@asynccontextmanager
async def mosquitto_as(settings: Path, port: int) -> AsyncIterator[None]:
    """mosquitto with these settings, which let it listen at that port."""
    program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
    process = await asyncio.create_subprocess_exec(program, "-c", str(settings), stderr=asyncio.subprocess.DEVNULL)
    try:
        await listening(port)
        assert process.returncode is None, f"another program listens at port {port}"
        yield
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A self-signed certificate for 127.0.0.1, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return cert, key


def passwords(folder: Path, **by_user: str) -> Path:
    """mosquitto's file of passwords."""
    path = folder / "passwords"
    path.write_text("".join(f"{user}:{password}\n" for user, password in by_user.items()))
    subprocess.run(["mosquitto_passwd", "-U", path], check=True)
    return path


async def listening(port: int) -> None:
    """Wait until somebody listens at the port."""
    async with asyncio.timeout(WAIT):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                await writer.wait_closed()
                return


class Subscriber:
    """Collects what a broker says, and waits for something in it."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self.heard: list[aiomqtt.Message] = []

    async def next(self) -> aiomqtt.Message:
        """The next message on any topic."""
        async with asyncio.timeout(WAIT):
            message = await anext(self._client.messages)
        self.heard.append(message)
        return message

    async def until(self, topic: str, part: bytes = b"") -> aiomqtt.Message:
        """The next message on a topic whose payload contains `part`."""
        while True:
            message = await self.next()
            if message.topic.value == topic and part in message.payload:
                return message

    def payloads(self, topic: str) -> Sequence[bytes]:
        return [message.payload for message in self.heard if message.topic.value == topic]


@asynccontextmanager
async def subscriber(port: int, *, qos: int = 0) -> AsyncIterator[Subscriber]:
    async with aiomqtt.Client("127.0.0.1", port) as client:
        await client.subscribe("touchmove/#", qos=qos)
        yield Subscriber(client)
