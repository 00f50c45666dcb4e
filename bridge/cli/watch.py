"""`touchmove watch`: one board, live in the terminal."""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import msgspec

from bridge.broker.connection import BrokerAddress, connected
from bridge.cli.arguments import Commands, counted, port
from bridge.cli.screen import Screen
from bridge.config import BrokerSection, Language, broker_address, load
from bridge.messages.topics import Topics, checked_slug
from drivers.errors import BrokerError, ConfigError

DEFAULTS = BrokerSection()
CLEAR = "\x1b[H\x1b[2J"
"""ECMA-48: cursor home, erase the display."""
QUIT = b"q"
RECONNECT_SECONDS = 1.5
REDRAW_SECONDS = 0.25
"""How often it is looked whether there is something new to draw."""


def add_parser(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "watch",
        help="one board, live in the terminal",
        description="Position, clocks, moves and open alerts of a board, as the broker tells them. Leave with q.",
    )
    parser.add_argument("board", type=counted, metavar="BOARD", help="number of the board")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the bridge's configuration names the broker")
    parser.add_argument("--host", default=DEFAULTS.host, help="the broker's host (127.0.0.1)")
    parser.add_argument("--port", type=port, default=DEFAULTS.port, help="the broker's port (1883)")
    parser.add_argument("--root", default=DEFAULTS.topic_root, help="first level of the topics (touchmove)")
    languages = [language.value for language in Language]
    parser.add_argument("--lang", choices=languages, default="en", help="language of the alerts (en)")
    parser.set_defaults(command=run)


def run(given: argparse.Namespace) -> int:
    """Run the command."""
    address, topics = _source(given)
    with _keys_at_once():
        asyncio.run(_watch(Screen(given.board, datetime.now(UTC), Language(given.lang)), address, topics))
    return 0


def _source(given: argparse.Namespace) -> tuple[BrokerAddress, Topics]:
    if given.config is not None:
        broker = load(given.config).broker
        return broker_address(broker, os.environ), Topics(broker.topic_root)
    try:
        checked_slug(given.root)
    except ValueError as error:
        raise ConfigError(f"{error}.", where="--root") from error
    return BrokerAddress(given.host, given.port), Topics(given.root)


async def _watch(screen: Screen, address: BrokerAddress, topics: Topics) -> None:
    """Until q is pressed. Raises BrokerError when the broker cannot be reached at the beginning."""
    leave = asyncio.Event()
    if sys.stdin.isatty():
        asyncio.get_running_loop().add_reader(sys.stdin, _read_key, leave)
    doing = {asyncio.create_task(work) for work in (_listen(screen, address, topics), _draw(screen), _gone(leave))}
    try:
        (ended, *_), _ = await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
        ended.result()
    finally:
        for task in doing:
            task.cancel()
        await asyncio.wait(doing)


async def _gone(leave: asyncio.Event) -> None:
    await leave.wait()


async def _listen(screen: Screen, address: BrokerAddress, topics: Topics) -> NoReturn:
    """A broker that was there is waited for when it is gone."""
    begun = screen.begun
    while True:
        try:
            await _hear_all(screen, address, topics)
        except BrokerError as error:
            if screen.begun == begun:
                raise  # it never was
            screen.trouble = str(error)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _hear_all(screen: Screen, address: BrokerAddress, topics: Topics) -> None:
    rounds = f"{topics.base}/event/+/round/+"
    async with connected(address, f"touchmove-watch-{secrets.token_hex(3)}") as connection:
        screen.begin_anew(datetime.now(UTC))
        async for message in connection.listen([f"{rounds}/info", f"{rounds}/board/{screen.board}/#"]):
            with suppress(msgspec.MsgspecError):  # somebody else's message is not ours to judge
                screen.hear(message)


async def _draw(screen: Screen) -> None:
    shown: list[str] = []
    while True:
        await asyncio.sleep(REDRAW_SECONDS)
        lines = screen.lines(datetime.now(UTC))
        if lines != shown:
            print(CLEAR + "\n".join(lines), flush=True)
            shown = lines


def _read_key(leave: asyncio.Event) -> None:
    if os.read(sys.stdin.fileno(), 1) in {QUIT, b""}:
        leave.set()


@contextmanager
def _keys_at_once() -> Iterator[None]:
    """Keys come without Enter and are not shown, while the block runs."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
