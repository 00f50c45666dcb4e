"""The demonstration from start to end: a virtual hall, the real service beside it, and what to say to the visitor."""

from __future__ import annotations

import asyncio
import os
import socket
import tempfile
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bridge.broker.embedded import HOST
from bridge.config import BoardSection, BridgeSection, BrokerSection, Config, EBoardSection, EventSection, WebSection
from bridge.demo.arbiter import report_alerts
from bridge.demo.games import shipped_games
from bridge.demo.hall import KIND, Table, hall, tables
from bridge.messages.topics import Topics
from bridge.rules import words
from bridge.service import Service, running
from bridge.service.tasks import kept_running, stop_signal

EVENT = EventSection(slug="demo", name="touchmove demonstration", time_control="90 minutes + 30 seconds a move")
PAGE_PORT, MQTT_PORT, MQTT311_PORT = 8080, 1883, 1884
"""Taken when they are free."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the visitor may choose. `pace` multiplies all thinking; `page_port` 0: any that is free."""

    boards: int = 8
    seed: int = 1
    pace: float = 1.0
    page_port: int | None = None
    browser: bool = True


async def demonstrate(
    wishes: Wishes, environment: Mapping[str, str], say: Callable[[str], None], program: str = "touchmove"
) -> None:
    """Show everything until SIGINT or SIGTERM. Nothing is left behind: no process, no file. `program` is what the
    visitor types to run touchmove.

    Raises TouchmoveError when the wanted port is taken or the page was not built.
    """
    stop = stop_signal()
    laid = tables(shipped_games(), wishes.boards, wishes.pace)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"touchmove-demo-{os.getpid()}-")))
        ports = await stack.enter_async_context(hall(laid, folder, wishes.seed))
        config = configuration(laid, ports, folder, wishes)
        service = await stack.enter_async_context(running(config, environment))
        topics = Topics(config.broker.topic_root)
        hearing = partial(report_alerts, service.broker, topics, EVENT.slug, say)
        await stack.enter_async_context(kept_running("The arbiter", hearing))
        for line in welcome(service, config, laid, program):
            say(line)
        if wishes.browser and service.page is not None:
            await asyncio.to_thread(webbrowser.open, service.page.url)
        await stop.wait()
        say("Stopping.")


def configuration(laid: Sequence[Table], ports: Sequence[Path], folder: Path, wishes: Wishes) -> Config:
    """The configuration of a bridge that serves these tables."""
    mqtt, mqtt311, page = _free_ports(MQTT_PORT, MQTT311_PORT, PAGE_PORT)
    eboards = [
        EBoardSection(line=str(port), kind=KIND, serial=one.serial) for one, port in zip(laid, ports, strict=True)
    ]
    return Config(
        bridge=BridgeSection(name="demo", state_directory=str(folder)),
        event=EVENT,
        broker=BrokerSection(port=mqtt, mqtt311_port=mqtt311),
        web=WebSection(port=page if wishes.page_port is None else wishes.page_port),
        eboards=tuple(eboards),
        boards=tuple(
            BoardSection(number=one.number, eboard=one.serial, white=one.game.white, black=one.game.black)
            for one in laid
        ),
    )


def welcome(service: Service, config: Config, laid: Sequence[Table], program: str) -> list[str]:
    """What the visitor is told at the start."""
    base = Topics(config.broker.topic_root).base
    return [
        f"{len(laid)} virtual e-boards, each playing a historic game for ever.",
        "",
        f"  Page     {service.page.url if service.page else ''}",
        f"  Board    {program} watch 1 --port {config.broker.port}",
        f"  MQTT     mosquitto_sub -p {config.broker.page_port} -v -t '{base}/#'",
        "  Stop     Ctrl-C",
        "",
        "Besides moves, this will happen:",
        *(f"  {line}" for one in laid for line in expectations(one)),
        "",
        "Arbiters are told:",
    ]


def expectations(one: Table) -> list[str]:
    """The incidents of a table, in words."""
    return [
        f"Board {one.number}, move {(ply + 1) // 2} of {words.side(ply % 2 == 1)}: {incident.value.replace('_', ' ')}"
        for ply, incident in one.incidents.items()
    ]


def _free_ports(*wanted: int) -> list[int]:
    """These ports, or others in place of those that are taken. All are held until the last is found."""
    with ExitStack() as held:
        return [held.enter_context(_listening(port)).getsockname()[1] for port in wanted]


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError:
        return socket.create_server((HOST, 0))
