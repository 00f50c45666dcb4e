"""The web server: the built page, its settings, and the way to the broker, all at one address."""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from aiohttp import WSCloseCode, web

from bridge.web.assets import BUILT, INDEX, MOVE, Asset, build_tag, read_assets
from bridge.web.gate import Gate
from bridge.web.hands import HandDoor, Hands
from bridge.web.relay import Displays, MqttEndpoint, relay
from drivers.errors import TouchmoveError

MOST_DISPLAYS = 500
"""Displays at once; each costs a connection to the broker."""
SHUTDOWN_SECONDS = 2.0
"""How long open requests may take to end when the server stops."""

SECURITY_HEADERS = {
    # chessground draws its pieces from data: pictures in its style sheet; everything else comes from this server.
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class PageSettings:
    """What the page must know: slug and round of the event, and the two levels that every topic begins with."""

    event: str
    round: int
    language: Literal["en", "tr"] = "en"
    prefix: str = "touchmove/1"


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens; port 0 asks for a free one."""

    host: str = "127.0.0.1"
    port: int = 8080

    @property
    def url(self) -> str:
        """What to type into a browser on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 — told, not bound
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


@asynccontextmanager
async def web_server(
    settings: PageSettings,
    broker: MqttEndpoint,
    address: Address = Address(),
    *,
    hands: Hands | None = None,
    built: Path = BUILT,
) -> AsyncIterator[Address]:
    """Serve the page while the block runs; gives the address with the real port. `hands`: the boards that are moved on
    it, if there are any.

    Raises TouchmoveError when the page was not built or the address cannot be used.
    """
    app = page_app(settings, broker, built=built)
    if hands is not None:
        _add_hands(app, hands, read_assets(built))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        yield await _listening(runner, address)
    finally:
        await runner.cleanup()


def page_app(settings: PageSettings, broker: MqttEndpoint, *, built: Path = BUILT) -> web.Application:
    """The application behind `web_server`. Raises TouchmoveError when the page was not built."""
    assets = read_assets(built)
    told = {**asdict(settings), "mqtt": "mqtt", "build": build_tag(assets)}
    displays: Displays = set()

    async def serve_settings(_: web.Request) -> web.Response:
        return web.json_response({**told, "now": time.time() * 1000}, headers={"Cache-Control": "no-store"})

    async def serve_mqtt(request: web.Request) -> web.StreamResponse:
        if len(displays) >= MOST_DISPLAYS:
            raise web.HTTPServiceUnavailable(text="Too many displays.")
        return await relay(request, broker, Gate(settings.prefix, broker.login), displays)

    async def send_displays_away(_: web.Application) -> None:
        await asyncio.gather(*(display.close(code=WSCloseCode.GOING_AWAY) for display in displays))

    app = web.Application()
    app.on_response_prepare.append(_add_security_headers)
    app.on_shutdown.append(send_displays_away)
    app.router.add_get("/settings.json", serve_settings)
    app.router.add_get("/mqtt", serve_mqtt)
    app.router.add_get("/", _serving(assets[INDEX]))
    for name, asset in assets.items():
        if name != MOVE:
            app.router.add_get(f"/{name}", _serving(asset))
    return app


def _add_hands(app: web.Application, hands: Hands, assets: Mapping[str, Asset]) -> None:
    """The page on which pieces are moved, at `/move/<board>` of each of these boards, and its connection."""
    door = HandDoor(hands)
    serve_page = _serving(assets[MOVE])

    async def serve_move_page(request: web.Request) -> web.StreamResponse:
        if not door.is_moved(request):
            raise web.HTTPNotFound
        return await serve_page(request)

    async def send_hands_away(_: web.Application) -> None:
        await door.close()

    app.on_shutdown.append(send_hands_away)
    app.router.add_get(r"/move/{board:[1-9]\d{0,5}}", serve_move_page)
    app.router.add_get(r"/move/{board:[1-9]\d{0,5}}/hand", door.serve)


def _serving(asset: Asset) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Browsers keep the file and ask each time whether it is still the newest."""

    async def serve(request: web.Request) -> web.Response:
        known = {tag.value for tag in request.if_none_match or ()}
        unchanged = asset.tag in known
        response = web.Response(status=304) if unchanged else web.Response(body=asset.body)
        if not unchanged:
            response.content_type, response.charset = asset.content_type, "utf-8"
        response.etag = asset.tag
        response.headers["Cache-Control"] = "no-cache"
        return response

    return serve


async def _add_security_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(SECURITY_HEADERS)


async def _listening(runner: web.AppRunner, address: Address) -> Address:
    site = web.TCPSite(runner, address.host, address.port)
    try:
        await site.start()
    except OSError as error:
        raise _refused(address, error) from error
    return Address(address.host, runner.addresses[0][1])


def _refused(address: Address, error: OSError) -> TouchmoveError:
    where = f"{address.host}:{address.port}"
    match error.errno:
        case errno.EADDRINUSE:
            what, remedy = "another program uses this port already.", "Stop it, or set another `port` under [web]."
        case errno.EACCES:
            what, remedy = "this user may not open this port.", "Set a `port` above 1023 under [web]."
        case _:
            what, remedy = f"the web server cannot listen here: {error}.", "Check `host` and `port` under [web]."
    return TouchmoveError(what, where=where, remedy=remedy)
