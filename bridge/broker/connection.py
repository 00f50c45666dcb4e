"""One connection to any MQTT broker: MQTT 5 when the broker speaks it, else 3.1.1."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn

import aiomqtt
from aiomqtt import ProtocolVersion
from paho.mqtt.client import MQTT_CLEAN_START_FIRST_ONLY
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from bridge.broker.troubles import deaf, is_refusal, lost, may_be_too_new, refused
from bridge.messages.envelope import Message
from drivers.errors import BrokerError

ANSWER_SECONDS = 5.0  # a broker in the same building answers in milliseconds; Wi-Fi may need a second
KEEPALIVE_SECONDS = 20
IN_FLIGHT = 20  # unacknowledged messages; mosquitto's default limit (`max_inflight_messages`)

_AT_ONCE = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)  # small packets do not wait for each other

_quiet = logging.getLogger(f"{__name__}.aiomqtt")
_quiet.setLevel(logging.CRITICAL)  # what matters is raised as well


@dataclass(frozen=True, slots=True)
class Tls:
    """How the broker proves who it is, and the bridge who it is. Without `ca_file` the system's authorities count."""

    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """Where the broker is and how to sign in. Passwords never appear in `repr`."""

    host: str
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    password_file: Path | None = None
    tls: Tls | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker publishes when the connection breaks, after `delay` seconds without a new one (MQTT 5 only; 0:
    at once).
    """

    message: Message
    delay: int


@dataclass(frozen=True, slots=True)
class ReplyTo:
    """Where a sender waits for the reply, and what shall be sent along (MQTT 5, 4.10)."""

    topic: str
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that somebody published. `retained`: it is kept for later listeners, or was kept for us; before MQTT 5,
    only the latter can be told. `reply_to` needs MQTT 5.
    """

    topic: str
    payload: bytes
    retained: bool
    reply_to: ReplyTo | None = None


class Connection:
    """An open connection."""

    def __init__(self, client: aiomqtt.Client, protocol: ProtocolVersion, where: str) -> None:
        self._client = client
        self._protocol = protocol
        self._where = where

    async def publish(self, messages: Sequence[Message]) -> None:
        """Publish in order, and return when the broker has them all. Raises BrokerError when it does not answer."""
        sent = (self._publish(message) for message in messages)
        errors = [error for error in await asyncio.gather(*sent, return_exceptions=True) if error is not None]
        if errors:
            raise lost(self._where, errors[0]) from errors[0]

    async def listen(self, topics: Sequence[str], qos: int = 1) -> AsyncIterator[Heard]:
        """Everything that is published on these topics (with `+` and `#`), what is retained first; without end. `qos`:
        0 for more than a hundred retained messages of our own broker, which replays no more with 1.

        Raises BrokerError when the connection breaks.
        """
        try:
            await self._subscribe(topics, qos)
            while True:
                message = await anext(self._client.messages)
                yield Heard(message.topic.value, bytes(message.payload), message.retain, _reply_to(message.properties))
        except aiomqtt.MqttError as error:
            raise lost(self._where, error) from error

    async def watch(self) -> NoReturn:
        """Wait until the connection breaks. Raises BrokerError then."""
        try:
            while True:
                await anext(self._client.messages)
        except aiomqtt.MqttError as error:
            raise lost(self._where, error) from error

    async def reply(self, to: ReplyTo, payload: bytes) -> None:
        """Publish a reply; QoS 1, not retained. Raises BrokerError when the broker does not answer."""
        properties = None
        if to.correlation is not None:
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            properties.CorrelationData = to.correlation
        try:
            await self._client.publish(to.topic, payload, qos=1, properties=properties, timeout=ANSWER_SECONDS)
        except aiomqtt.MqttError as error:
            raise lost(self._where, error) from error

    async def _subscribe(self, topics: Sequence[str], qos: int) -> None:
        subscribe = partial(self._client.subscribe, timeout=ANSWER_SECONDS)
        if self._protocol is ProtocolVersion.V5:
            options = SubscribeOptions(qos=qos, retainAsPublished=True)
            granted = await subscribe([(topic, options) for topic in topics])
        else:
            granted = await subscribe([(topic, qos) for topic in topics])
        if any(is_refusal(code) for code in granted):
            raise deaf(self._where, topics)

    async def _publish(self, message: Message) -> None:
        await self._client.publish(
            message.topic, message.payload, qos=message.qos, retain=message.retain, timeout=ANSWER_SECONDS
        )


@asynccontextmanager
async def connected(address: BrokerAddress, identifier: str, will: Will | None = None) -> AsyncIterator[Connection]:
    """Connect for as long as the context lasts. Raises BrokerError when the broker cannot be reached or refuses."""
    client, protocol = await _sign_in(address, identifier, will)
    try:
        yield Connection(client, protocol, str(address))
    finally:
        await _sign_out(client)


async def probe(address: BrokerAddress, identifier: str) -> None:
    """Connect once and leave. Raises BrokerError with what is wrong and what to do."""
    async with connected(address, identifier):
        pass


@dataclass(frozen=True, slots=True)
class _Login:
    """Everything that a client needs, read from disk once."""

    address: BrokerAddress
    identifier: str
    will: Will | None
    password: str | None = field(repr=False)
    tls: ssl.SSLContext | None


async def _sign_in(
    address: BrokerAddress, identifier: str, will: Will | None
) -> tuple[aiomqtt.Client, ProtocolVersion]:
    login = await asyncio.to_thread(
        lambda: _Login(address, identifier, will, password_of(address), tls_context(address))
    )
    try:
        return await _client(login, ProtocolVersion.V5).__aenter__(), ProtocolVersion.V5
    except aiomqtt.MqttError as error:
        if not may_be_too_new(error):
            raise refused(str(address), error) from error
    try:
        return await _client(login, ProtocolVersion.V311).__aenter__(), ProtocolVersion.V311
    except aiomqtt.MqttError as error:
        raise refused(str(address), error) from error


async def _sign_out(client: aiomqtt.Client) -> None:
    """Leave; it does not matter whether the broker has left first, or answers. aiomqtt keeps the reason until somebody
    has seen it, and asyncio complains about it otherwise.
    """
    with suppress(aiomqtt.MqttError, TimeoutError):
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.__aexit__(None, None, None)
            while True:
                await anext(client.messages)


def _client(login: _Login, protocol: ProtocolVersion) -> aiomqtt.Client:
    new = protocol is ProtocolVersion.V5
    return aiomqtt.Client(
        login.address.host,
        login.address.port,
        username=login.address.username,
        password=login.password,
        identifier=login.identifier,
        protocol=protocol,
        will=None if login.will is None else _will(login.will, new=new),
        clean_session=None if new else True,
        clean_start=MQTT_CLEAN_START_FIRST_ONLY if not new else False,
        properties=_session(login.will) if new else None,
        tls_context=login.tls,
        timeout=ANSWER_SECONDS,
        keepalive=KEEPALIVE_SECONDS,
        max_inflight_messages=IN_FLIGHT,
        max_concurrent_outgoing_calls=IN_FLIGHT,
        socket_options=_AT_ONCE,
        logger=_quiet,
    )


def _session(will: Will | None) -> Properties:
    """A will is published when its session ends, if not before: so the session has to last as long as the delay."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.SessionExpiryInterval = will.delay if will else 0
    return properties


def _will(will: Will, *, new: bool) -> aiomqtt.Will:
    message, properties = will.message, None
    if new and will.delay:
        properties = Properties(PacketTypes.WILLMESSAGE)  # type: ignore[no-untyped-call]
        properties.WillDelayInterval = will.delay
    return aiomqtt.Will(message.topic, message.payload, message.qos, message.retain, properties)


def password_of(address: BrokerAddress) -> str | None:
    """The password, wherever it is kept. Raises BrokerError when its file cannot be read."""
    if address.password_file is None:
        return address.password
    try:
        return address.password_file.read_text(encoding="utf-8-sig").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerError(
            f"the password file {address.password_file} cannot be read.",
            where=str(address),
            remedy="Check its path, and that touchmove's user may read it.",
        ) from error


def tls_context(address: BrokerAddress) -> ssl.SSLContext | None:
    """How to encrypt; None when it is not wanted. Raises BrokerError when a file cannot be used."""
    tls = address.tls
    if tls is None:
        return None
    try:
        context = ssl.create_default_context(cafile=tls.ca_file)
        if tls.cert_file is not None:
            context.load_cert_chain(tls.cert_file, tls.key_file)
    except (OSError, ssl.SSLError) as error:
        raise BrokerError(
            f"the TLS files cannot be used ({error}).",
            where=str(address),
            remedy="Check the paths of the authority, the certificate and the key.",
        ) from error
    return context


def _reply_to(properties: Properties | None) -> ReplyTo | None:
    topic = getattr(properties, "ResponseTopic", None)
    return None if topic is None else ReplyTo(topic, getattr(properties, "CorrelationData", None))
