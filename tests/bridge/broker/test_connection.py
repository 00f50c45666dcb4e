from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import aiomqtt
import pytest
from aiomqtt import ProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from bridge.broker.connection import BrokerAddress, Heard, ReplyTo, Tls, connected, probe
from bridge.broker.embedded import EmbeddedBroker
from bridge.messages.envelope import Message
from drivers.errors import BrokerError
from tests.bridge.broker.brokers import certificate, free_port, mosquitto, passwords, subscriber

pytestmark = [pytest.mark.alone, pytest.mark.asyncio, pytest.mark.broker]


@pytest.fixture
def port() -> int:
    return free_port()


async def test_user_and_password_open_the_door(tmp_path: Path, port: int) -> None:
    address = BrokerAddress("127.0.0.1", port, username="bridge", password="e4e5")
    async with mosquitto(
        tmp_path, port, "allow_anonymous false", f"password_file {passwords(tmp_path, bridge='e4e5')}"
    ):
        await probe(address, "probe")
        (tmp_path / "secret").write_text("e4e5\n")
        await probe(replace(address, password=None, password_file=tmp_path / "secret"), "probe")
        for wrong in (replace(address, password="d4d5"), BrokerAddress("127.0.0.1", port)):
            with pytest.raises(BrokerError) as caught:
                await probe(wrong, "probe")
            assert caught.value.what in {
                "the broker does not know this user name and password.",
                "the broker does not let this user in.",
            }
            assert "d4d5" not in str(caught.value)
            assert caught.value.remedy


# paho-mqtt leaves a socket to the garbage collector when its TLS handshake fails
@pytest.mark.filterwarnings("ignore:Exception ignored in. <ssl.SSLSocket:pytest.PytestUnraisableExceptionWarning")
async def test_tls_needs_the_right_authority(tmp_path: Path, port: int) -> None:
    cert, key = certificate(tmp_path)
    address = BrokerAddress("127.0.0.1", port, tls=Tls(ca_file=cert))
    lines = ("allow_anonymous true", f"certfile {cert}", f"keyfile {key}")
    async with mosquitto(tmp_path, port, *lines):
        await probe(address, "probe")
        with pytest.raises(BrokerError, match="certificate cannot be verified"):
            await probe(replace(address, tls=Tls()), "probe")
    async with mosquitto(tmp_path, port):
        with pytest.raises(BrokerError):
            await probe(address, "probe")


async def test_an_empty_port_is_said_in_one_sentence_with_a_remedy(port: int) -> None:
    with pytest.raises(BrokerError) as caught:
        await probe(BrokerAddress("127.0.0.1", port), "probe")
    assert str(caught.value) == (f"127.0.0.1:{port}: nothing listens there. Start the broker, or check host and port.")


async def test_files_that_cannot_be_read_are_named(tmp_path: Path, port: int) -> None:
    missing = tmp_path / "missing"
    address = BrokerAddress("127.0.0.1", port, username="bridge")
    with pytest.raises(BrokerError, match=str(missing)):
        await probe(replace(address, password_file=missing), "probe")
    with pytest.raises(BrokerError, match="TLS files cannot be used"):
        await probe(replace(address, tls=Tls(ca_file=missing)), "probe")


async def test_passwords_are_not_shown() -> None:
    address = BrokerAddress("hall", username="bridge", password="e4e5")
    assert "e4e5" not in repr(address) + str(address)


async def test_replies_go_where_the_sender_waits(tmp_path: Path, port: int) -> None:
    address = BrokerAddress("127.0.0.1", port)
    async with mosquitto(tmp_path, port), connected(address, "bridge") as bridge, connected(address, "desk") as desk:
        asked, answered = bridge.listen(["asked"]), desk.listen(["answered"])
        hearing = asyncio.ensure_future(anext(asked)), asyncio.ensure_future(anext(answered))
        async with aiomqtt.Client("127.0.0.1", port, protocol=ProtocolVersion.V5) as client:
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic, properties.CorrelationData = "answered", b"\x00\xff"
            while not hearing[0].done():
                await client.publish("asked", b"?", qos=1, properties=properties)
        heard = hearing[0].result()
        assert heard == Heard("asked", b"?", retained=False, reply_to=ReplyTo("answered", b"\x00\xff"))
        await bridge.reply(heard.reply_to, b"!")
        assert (await hearing[1]).payload == b"!"


async def test_what_is_published_to_be_retained_is_heard_as_such(tmp_path: Path, port: int) -> None:
    async with mosquitto(tmp_path, port), connected(BrokerAddress("127.0.0.1", port), "bridge") as connection:
        await connection.publish([Message("x/before", b"1", True, 1, 1), Message("x/gone", b"2", False, 1, 2)])
        listening = connection.listen(["x/+"])
        assert await anext(listening) == Heard("x/before", b"1", retained=True)
        await connection.publish([Message("x/live", b"3", True, 1, 3), Message("x/live", b"4", False, 1, 4)])
        assert await anext(listening) == Heard("x/live", b"3", retained=True)
        assert await anext(listening) == Heard("x/live", b"4", retained=False)


async def test_a_broker_that_knows_only_311_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bridge.broker.connection.ANSWER_SECONDS", 1.0)  # it says nothing to who speaks MQTT 5
    with EmbeddedBroker() as broker:
        async with subscriber(broker.ports.mqtt311) as watching:
            async with connected(BrokerAddress("127.0.0.1", broker.ports.mqtt311), "bridge") as connection:
                await connection.publish([Message("touchmove/1/x", b"{}", False, 1, 1)])
            await watching.until("touchmove/1/x")


async def test_a_connection_that_breaks_is_noticed(tmp_path: Path, port: int) -> None:
    async with mosquitto(tmp_path, port):
        context = connected(BrokerAddress("127.0.0.1", port), "bridge")
        connection = await context.__aenter__()
    with pytest.raises(BrokerError, match="broke"):
        await connection.watch()
    await context.__aexit__(None, None, None)
