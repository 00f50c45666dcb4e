"""The web server with a real listener, and a broker that is a plain TCP server in the test's hand."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiomqtt
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from bridge.web.gate import Login
from bridge.web.relay import MqttEndpoint
from bridge.web.server import Address, PageSettings, web_server
from drivers.errors import TouchmoveError
from tests.bridge.broker.brokers import free_port, mosquitto
from tests.bridge.web.mqtt_packets import CONNECTED, PING, connect, publish, subscribe, text

pytestmark = pytest.mark.alone

SETTINGS = PageSettings("izmir", 3, "tr")
NO_BROKER = MqttEndpoint("127.0.0.1", 9)
ANY = Address(port=0)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html><title>şah</title>", encoding="utf-8")
    (tmp_path / "main.js").write_text("1", encoding="utf-8")
    (tmp_path / "page.css").write_text("", encoding="utf-8")
    (tmp_path / "sources.sha256").write_text("secret", encoding="utf-8")
    return tmp_path


@dataclass
class Wire:
    """A broker's end of every connection: what came in, and a way to answer."""

    port: int = 0
    arrived: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    writers: list[asyncio.StreamWriter] = field(default_factory=list)


@asynccontextmanager
async def wire() -> AsyncIterator[Wire]:
    it = Wire()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        it.writers.append(writer)
        while data := await reader.read(1000):
            it.arrived.put_nowait(data)
        it.arrived.put_nowait(b"")
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    it.port = server.sockets[0].getsockname()[1]
    async with server:
        yield it


@asynccontextmanager
async def display_and_broker(
    built: Path, login: Login | None = None
) -> AsyncIterator[tuple[ClientWebSocketResponse, Wire]]:
    """Both ends of what the web server relays."""
    async with (
        wire() as broker,
        web_server(SETTINGS, MqttEndpoint("127.0.0.1", broker.port, login), ANY, built=built) as address,
        ClientSession() as browser,
        browser.ws_connect(address.url + "mqtt", protocols=["mqtt"]) as display,
    ):
        yield display, broker


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "content_type", "content"),
    [
        ("", "text/html; charset=utf-8", "<!doctype html><title>şah</title>"),
        ("index.html", "text/html; charset=utf-8", "<!doctype html><title>şah</title>"),
        ("main.js", "text/javascript; charset=utf-8", "1"),
        ("page.css", "text/css; charset=utf-8", ""),
    ],
)
async def test_the_page_is_served(built: Path, path: str, content_type: str, content: str) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        response = await browser.get(address.url + path)
        assert response.status == 200
        assert response.headers["Content-Type"] == content_type
        assert await response.text() == content


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "path", ["other.js", "sources.sha256", "built/", "page/main.ts", "../server.py", "..%2fserver.py", "%2e%2e/x", "//"]
)
async def test_nothing_else_is_served(built: Path, path: str) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        assert (await browser.get(address.url + path)).status == 404


@pytest.mark.asyncio
async def test_the_page_cannot_be_written(built: Path) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        for path in ("", "main.js", "settings.json", "mqtt"):
            assert (await browser.post(address.url + path, data=b"x")).status == 405


@pytest.mark.asyncio
async def test_settings_tell_what_the_page_must_know(built: Path) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        response = await browser.get(address.url + "settings.json")
        told = await response.json()
    assert response.headers["Cache-Control"] == "no-store"
    assert told.keys() == {"event", "round", "language", "prefix", "mqtt", "build", "now"}
    assert (told["event"], told["round"], told["language"]) == ("izmir", 3, "tr")
    assert (told["prefix"], told["mqtt"]) == ("touchmove/1", "mqtt")


@pytest.mark.asyncio
async def test_a_new_build_is_told(built: Path) -> None:
    builds = set()
    for source in ("1", "1", "2"):
        (built / "main.js").write_text(source, encoding="utf-8")
        async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
            builds.add((await (await browser.get(address.url + "settings.json")).json())["build"])
    assert len(builds) == 2


@pytest.mark.asyncio
async def test_an_unchanged_file_is_not_sent_again(built: Path) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        first = await browser.get(address.url + "main.js")
        assert first.headers["Cache-Control"] == "no-cache"
        again = await browser.get(address.url + "main.js", headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status, await again.read()) == (304, b"")
        other = await browser.get(address.url + "main.js", headers={"If-None-Match": '"other"'})
        assert other.status == 200


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ["", "settings.json", "nothing"])
async def test_every_answer_forbids_foreign_content(built: Path, path: str) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        headers = (await browser.get(address.url + path)).headers
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self';")
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.asyncio
async def test_a_busy_port_is_told_with_a_remedy(built: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(TouchmoveError, match=rf"^127\.0\.0\.1:{port}: another program uses this port.*\[web\]"):
            async with web_server(SETTINGS, NO_BROKER, Address(port=port), built=built):
                pass


@pytest.mark.asyncio
async def test_an_address_of_another_machine_is_told_with_a_remedy(built: Path) -> None:
    with pytest.raises(TouchmoveError, match=r"^192\.0\.2\.1:0: the web server cannot listen here.*\[web\]"):
        async with web_server(SETTINGS, NO_BROKER, Address("192.0.2.1", 0), built=built):
            pass


@pytest.mark.asyncio
async def test_a_page_that_was_not_built_is_told_with_a_remedy(tmp_path: Path) -> None:
    for directory in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(TouchmoveError, match=r"page is not there.*pip install"):
            async with web_server(SETTINGS, NO_BROKER, ANY, built=directory):
                pass


def test_the_url_can_be_opened_on_this_machine() -> None:
    assert Address("0.0.0.0", 80).url == "http://127.0.0.1:80/"
    assert Address("::", 80).url == "http://[::1]:80/"
    assert Address("fd00::5", 80).url == "http://[fd00::5]:80/"
    assert Address("hall.local", 8080).url == "http://hall.local:8080/"


@pytest.mark.asyncio
async def test_a_display_and_the_broker_hear_each_other(built: Path) -> None:
    async with display_and_broker(built) as (display, broker):
        assert display.protocol == "mqtt"
        said = connect() + subscribe("touchmove/1/event/izmir/round/3/board/+/position")
        await display.send_bytes(said[:3])
        await display.send_bytes(said[3:])
        heard = b""
        while len(heard) < len(said):
            heard += await broker.arrived.get()
        assert heard == said
        broker.writers[0].write(CONNECTED)
        assert await display.receive_bytes() == CONNECTED


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "said",
    [publish("touchmove/1/event/izmir/round/3/board/1/result", b"{}"), subscribe("touchmove/1/#")],
    ids=["publishing", "reading all"],
)
async def test_a_display_that_wants_more_is_disconnected(built: Path, said: bytes) -> None:
    async with display_and_broker(built) as (display, broker):
        await display.send_bytes(connect() + PING + said + PING)
        message = await display.receive()
        assert (message.type, message.data) == (WSMsgType.CLOSE, 1008)
        assert await broker.arrived.get() == connect() + PING
        assert await broker.arrived.get() == b""


@pytest.mark.asyncio
async def test_text_is_not_mqtt(built: Path) -> None:
    async with display_and_broker(built) as (display, broker):
        await display.send_str("hello")
        assert (await display.receive()).type is WSMsgType.CLOSE
        assert await broker.arrived.get() == b""


@pytest.mark.asyncio
async def test_a_display_is_told_when_the_broker_leaves(built: Path) -> None:
    async with display_and_broker(built) as (display, broker):
        await display.send_bytes(connect())
        await broker.arrived.get()
        broker.writers[0].close()
        message = await display.receive()
        assert (message.type, message.data) == (WSMsgType.CLOSE, 1013)


@pytest.mark.asyncio
async def test_the_broker_is_told_when_a_display_leaves(built: Path) -> None:
    async with display_and_broker(built) as (display, broker):
        await display.send_bytes(connect())
        assert await broker.arrived.get() == connect()
        await display.close()
        assert await broker.arrived.get() == b""


@pytest.mark.asyncio
async def test_without_a_broker_a_display_is_asked_to_come_again(built: Path) -> None:
    async with web_server(SETTINGS, NO_BROKER, ANY, built=built) as address, ClientSession() as browser:
        with pytest.raises(WSServerHandshakeError) as refused:
            await browser.ws_connect(address.url + "mqtt", protocols=["mqtt"])
        assert refused.value.status == 503


@pytest.mark.asyncio
async def test_the_server_stops_although_displays_are_connected(built: Path) -> None:
    async with wire() as broker, ClientSession() as browser:
        server = web_server(SETTINGS, MqttEndpoint("127.0.0.1", broker.port), ANY, built=built)
        async with server as address:
            display = await browser.ws_connect(address.url + "mqtt", protocols=["mqtt"])
            await display.send_bytes(connect())
            await broker.arrived.get()
            leaving = asyncio.create_task(display.receive())
        message = await leaving
        assert (message.type, message.data) == (WSMsgType.CLOSE, 1001)
        assert await broker.arrived.get() == b""


@pytest.mark.asyncio
async def test_a_broker_that_wants_a_login_gets_it_from_the_server(built: Path) -> None:
    async with display_and_broker(built, Login("page", "gizli")) as (display, broker):
        await display.send_bytes(connect())
        assert await broker.arrived.get() == connect(flags=0xC2, after=text("page") + text("gizli"))


@pytest.fixture
def door(tmp_path: Path) -> tuple[str, str, str]:
    """mosquitto's password file, certificate and key."""
    passwords, certificate, key = (str(tmp_path / name) for name in ("passwords", "certificate", "key"))
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "page", "gizli"], check=True, capture_output=True)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return passwords, certificate, key


@pytest.mark.broker
@pytest.mark.asyncio
async def test_mosquitto_takes_a_display_by_name_over_tls_and_gives_it_what_is_retained(
    built: Path, tmp_path: Path, door: tuple[str, str, str]
) -> None:
    passwords, certificate, key = door
    tls = ssl.create_default_context(cafile=certificate)
    port, topic = free_port(), "touchmove/1/event/izmir/round/3/board/1/clock"
    async with (
        mosquitto(tmp_path, port, f"password_file {passwords}", f"certfile {certificate}", f"keyfile {key}"),
        aiomqtt.Client("127.0.0.1", port, username="page", password="gizli", tls_context=tls) as bridge,
        web_server(SETTINGS, MqttEndpoint("127.0.0.1", port, Login("page", "gizli"), tls), ANY, built=built) as address,
        ClientSession() as browser,
        browser.ws_connect(address.url + "mqtt", protocols=["mqtt"]) as display,
    ):
        await bridge.publish(topic, b"{}", qos=1, retain=True)
        await display.send_bytes(connect() + subscribe(topic.replace("/1/clock", "/+/clock")))
        subscribed, retained = bytes.fromhex("90 03 00 01 00"), publish(topic, b"{}", retained=True)
        heard = b""
        while len(heard) < len(CONNECTED + subscribed + retained):
            heard += await display.receive_bytes()
        assert heard == CONNECTED + subscribed + retained
