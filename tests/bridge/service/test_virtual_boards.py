"""Boards without hardware in a round, through the whole service."""

from __future__ import annotations

from pathlib import Path

import pytest
from aiohttp import ClientSession

from bridge.config import Config, load
from bridge.service import running
from bridge.virtual import table_of
from drivers.errors import ConfigError, FormatError
from tests.bridge.broker.brokers import free_port
from tests.bridge.service.virtual_board import virtual_board
from tests.bridge.service.witness import witness

pytestmark = [pytest.mark.alone, pytest.mark.asyncio]

MOVED = '[[eboard]]\nkind = "virtual"\nline = "page://reserve"\n'
PLAYED = '[[eboard]]\nkind = "virtual"\nline = "pgn://fool.pgn?pace=0"\n'
FOOL = '[White "Kaya"]\n[Black "Demir"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
PASSWORD = {"TOUCHMOVE_MOVE_PASSWORD": "açıl susam açıl"}


def round_of(folder: Path, eboards: str, start: str = "") -> Config:
    (folder / "fool.pgn").write_text(FOOL, encoding="utf-8")
    path = folder / "hall.toml"
    path.write_text(
        f'bridge = {{ state_directory = "state" }}\nevent = {{ slug = "open" }}\nround = {{ number = 2{start} }}\n'
        f"broker = {{ port = {free_port()}, mqtt311_port = {free_port()} }}\nweb = {{ port = {free_port()} }}\n"
        f"{eboards}[[board]]\nnumber = 7\n"
    )
    return load(path)


async def test_a_game_from_a_file_is_recorded_with_its_result(tmp_path: Path) -> None:
    config = round_of(tmp_path, PLAYED)
    async with running(config, {}), witness(config.broker.port) as heard:
        record = await heard.until_moves("f3", "e5", "g4", "Qh4#")
        assert record["result"] == "0-1"
        public = [message for message in heard.heard if "/event/" in message.topic]
        assert not [message for message in public if str(tmp_path).encode() in message.payload]
        assert heard.envelopes("alert-log") == []


async def test_an_illegal_move_made_on_the_page_is_one_when_the_clock_is_pressed(tmp_path: Path) -> None:
    config = round_of(tmp_path, MOVED)
    async with running(config, PASSWORD) as service, witness(config.broker.port) as heard, ClientSession() as browser:
        assert service.page is not None
        hand = await browser.ws_connect(f"{service.page.url}move/7/hand")
        await hand.send_json({"password": PASSWORD["TOUCHMOVE_MOVE_PASSWORD"]})
        await hand.send_json({"number": 1, "squares": {"e2": "", "e5": "P"}})
        await hand.send_json({"number": 2, "press": "white"})
        alert = (await heard.until("alert-log", type="raised"))["alert"]
        assert (alert["kind"], alert["color"]) == ("illegal_move", "white")


async def test_hardware_and_virtual_boards_are_in_one_round(tmp_path: Path) -> None:
    async with virtual_board(tmp_path / "eboard") as dgt:
        round_of(tmp_path, f'[[eboard]]\nline = "{dgt.port}"\n{PLAYED}')
        path = tmp_path / "hall.toml"
        path.write_text(path.read_text() + "[[board]]\nnumber = 8\n")
        config = load(path)
        async with running(config, {}), witness(config.broker.port) as heard:
            await dgt.play("d4", "d5")
            seen: dict[int, list[str]] = {}
            while seen.get(7) != ["d4", "d5"] or seen.get(8, [])[:2] != ["f3", "e5"]:
                record = await heard.until("moves")
                number = int(heard.heard[-1].topic.split("/")[-2])
                seen[number] = [move["san"] for move in record["moves"]]


async def test_another_start_position_stands_on_a_board_that_is_moved(tmp_path: Path) -> None:
    start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    config = round_of(tmp_path, MOVED, f', start_fen = "{start}"')
    async with running(config, PASSWORD) as service, witness(config.broker.port) as heard:
        await heard.until("state", state="ready", line="page://reserve")
        assert service.boards[0].virtual is not None
        assert service.boards[0].virtual.placement == service.boards[0].game.placement
        assert service.boards[0].game.alerts == ()


async def test_without_a_password_the_service_does_not_start(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no password for those who move pieces"):
        async with running(round_of(tmp_path, MOVED), {}):
            pass


async def test_without_its_game_the_service_does_not_start(tmp_path: Path) -> None:
    config = round_of(tmp_path, PLAYED.replace("pace=0", "game=2"))
    with pytest.raises(FormatError, match=r"fool\.pgn: there is no game 2"):
        async with running(config, {}):
            pass


async def test_hardware_has_no_virtual_table(tmp_path: Path) -> None:
    config = round_of(tmp_path, '[[eboard]]\nline = "/dev/ttyUSB0"\n')
    assert table_of(config.eboards[0], 0, float) is None
