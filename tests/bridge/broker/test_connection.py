from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from bridge.broker.connection import BrokerAddress, Tls, connected, probe
from bridge.broker.embedded import EmbeddedBroker
from bridge.messages.envelope import Message
from drivers.errors import BrokerError
from tests.bridge.broker.brokers import free_port, mosquitto, subscriber

pytestmark = [pytest.mark.asyncio, pytest.mark.broker]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A self-signed certificate for 127.0.0.1, and its key."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


@pytest.fixture
def passwords(tmp_path: Path) -> Path:
    path = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", path, "bridge", "e4e5"], check=True, capture_output=True)
    return path


async def test_user_and_password_open_the_door(tmp_path: Path, port: int, passwords: Path) -> None:
    address = BrokerAddress("127.0.0.1", port, username="bridge", password="e4e5")
    async with mosquitto(tmp_path, port, "allow_anonymous false", f"password_file {passwords}"):
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
async def test_tls_needs_the_right_authority(tmp_path: Path, port: int, certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
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


async def test_a_broker_that_knows_only_311_will_do() -> None:
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
