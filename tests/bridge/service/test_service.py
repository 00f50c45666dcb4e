"""From the bytes of an e-board to the messages at a real broker, through restarts of everything."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
from contextlib import closing
from itertools import groupby
from pathlib import Path

import chess
import pytest

from bridge.config import load
from bridge.journal import GameKey, Record
from bridge.journal.store import Store
from bridge.rules.inputs import StartGame
from bridge.rules.position import position_of
from bridge.service import running
from bridge.service.run import JOURNAL
from bridge.service.until_stopped import status
from drivers.reports import Press
from tests.asyncapi_check import complaints
from tests.bridge.broker.brokers import WAIT, free_port, listening, mosquitto
from tests.bridge.service.virtual_board import virtual_board
from tests.bridge.service.witness import configuration, loaded, witness

pytestmark = [pytest.mark.alone, pytest.mark.asyncio, pytest.mark.broker]


@pytest.mark.parametrize("turned", [False, True])
async def test_moves_on_a_board_arrive_at_the_broker(tmp_path: Path, turned: bool) -> None:
    port = free_port()
    async with mosquitto(tmp_path, port), virtual_board(tmp_path / "eboard", turned=turned) as board:
        async with witness(port) as heard, running(loaded(tmp_path, port, board), {}):
            await heard.until("30123/state", state="ready", turned=turned)
            await board.play("e4", "e5", "Nf3")
            record = await heard.until_moves("e4", "e5", "Nf3")
        assert record["result"] == "*"
        position = heard.envelopes("position")[-1]["data"]
        assert position["fen"] == board.board.fen()
        assert heard.envelopes("game")[0]["data"]["white"] == {"name": "Kaya, Deniz", "rating": 2310}
        clocks = [side for side, _ in groupby(envelope["data"]["running"] for envelope in heard.envelopes("clock"))]
        assert clocks[:4] == [None, "white", "black", "white"]
        assert complaints(heard.heard) == []
        numbers = [json.loads(message.payload)["seq"] for message in heard.heard if message.payload]
        assert len(numbers) == len(set(numbers))


async def test_a_broker_that_restarts_in_the_middle_of_play_loses_nothing(tmp_path: Path) -> None:
    port = free_port()
    async with virtual_board(tmp_path / "eboard") as board, running(loaded(tmp_path, port, board), {}) as service:
        async with mosquitto(tmp_path, port), witness(port) as before:
            await board.play("d4", "d5")
            await before.until_moves("d4", "d5")
            await before.until_news("d4", "d5")
        await board.play("c4")
        assert service.publisher.trouble is not None
        async with mosquitto(tmp_path, port), witness(port) as after:
            await after.until_moves("d4", "d5", "c4")
            await board.play("e6")
            await after.until_moves("d4", "d5", "c4", "e6")
            await after.until_news("e6")  # c4 may have been told before the witness listened again


async def test_a_killed_service_is_lost_and_goes_on_where_it_was(tmp_path: Path) -> None:
    port = free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(WAIT)
        await _kill_and_go_on(tmp_path, port)
        assert systemd.recv(1000).startswith(b"READY=1\nSTATUS=")
        facts = b""
        while facts != b"STOPPING=1":
            facts = systemd.recv(1000)


async def _kill_and_go_on(tmp_path: Path, port: int) -> None:
    async with mosquitto(tmp_path, port), virtual_board(tmp_path / "eboard", turned=True) as board:
        command = (sys.executable, "-m", "bridge.cli", "run", str(configuration(tmp_path, port, board)))
        async with witness(port) as heard:
            first = await asyncio.create_subprocess_exec(*command, cwd=Path(__file__).parents[3])
            try:
                await heard.until("30123/state", state="ready")
                await board.play("e4", "e5")
                await heard.until_moves("e4", "e5")
            finally:
                first.kill()
                await first.wait()
            await board.play("Nf3")
            assert (await heard.until("touchmove/state", state="lost"))["session"]
            environment = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")}
            second = await asyncio.create_subprocess_exec(*command, cwd=Path(__file__).parents[3], env=environment)
            try:
                await heard.until_moves("e4", "e5", "Nf3")
                await board.play("Nc6")
                await heard.until_moves("e4", "e5", "Nf3", "Nc6")
            finally:
                second.terminate()
            await heard.until("touchmove/state", state="disconnected")
            assert await second.wait() == 0
        assert heard.news() == ["e4", "e5", "Nf3", "Nc6"]
        gap = [
            (envelope["data"]["type"], envelope["data"]["alert"]["kind"]) for envelope in heard.envelopes("alert-log")
        ]
        assert gap == [("raised", "link_lost"), ("closed", "link_lost")]
        assert complaints(heard.heard) == []
        events = dict.fromkeys(envelope["seq"] for envelope in heard.envelopes("move"))  # the last may come again
        assert list(events) == sorted(events)
        sessions = [envelope["session"] for envelope in heard.envelopes("move")]
        assert len(set(sessions)) == 2


async def test_the_second_game_on_a_board_goes_on_after_a_restart(tmp_path: Path) -> None:
    port = free_port()
    async with mosquitto(tmp_path, port), virtual_board(tmp_path / "eboard") as board:
        config = loaded(tmp_path, port, board)
        async with witness(port) as heard, running(config, {}) as service:
            await heard.until("30123/state", state="ready")
            (served,) = service.boards
            served.receive(StartGame(position_of(board.board)), served._desk.now())
            await heard.until("game", game_id="open-2-7-2")
            await board.play("d4", "d5")
            await heard.until_moves("d4", "d5")
            key, setup = served.key, config.setup_of(config.boards[0])
        with closing(Store(tmp_path / "state" / JOURNAL)) as store:  # An orderly stop leaves a checkpoint.
            course, later = store.past(key, setup)
            assert course is not None
            assert (len(course.game.moves), list(later)) == (2, [])
        async with witness(port) as heard, running(config, {}):
            await heard.until("game", game_id="open-2-7-2")
            await board.play("c4")
            await heard.until_moves("d4", "d5", "c4")


async def test_an_eboard_that_is_not_there_keeps_nobody_from_playing(tmp_path: Path) -> None:
    port = free_port()
    async with mosquitto(tmp_path, port), virtual_board(tmp_path / "eboard") as board:
        path = configuration(tmp_path, port, board)
        path.write_text(path.read_text() + '[[eboard]]\nline = "/dev/ttyNowhere"\n[[board]]\nnumber = 8\n')
        async with witness(port) as heard, running(load(path), {}) as service:
            await heard.until("dev-ttynowhere/state", state="lost", board=8)
            async with witness(port) as since:  # whichever came first, both are retained
                await since.until("30123/state", state="ready")
            await board.play("e4")
            await heard.until_moves("e4")
            assert [board.station.linked for board in service.boards] == [True, False]


async def test_a_full_disk_is_seen_and_nothing_is_lost(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bridge.service.publishing")
    port = free_port()
    async with (
        mosquitto(tmp_path, port),
        virtual_board(tmp_path / "eboard") as board,
        witness(port) as heard,
        running(loaded(tmp_path, port, board), {}) as service,
    ):
        await heard.until("30123/state", state="ready", battery=88)
        database = service.journal._store.connection
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        service.journal.append([Record(GameKey("filler", "1"), 0.0, Press(chess.WHITE))] * 2000)
        await heard.until("touchmove/state", state="disconnected")
        await board.play("e4")
        assert "the disk is full" in status(service)
        database.execute("PRAGMA max_page_count = 1000000")
        await heard.until("position", fen=board.board.fen())
        await heard.until("touchmove/state", state="ready")
    assert sum("the disk is full" in message for message in caplog.messages) == 1
    assert caplog.messages[-1] == "The journal can be written again; publishing goes on."


async def test_an_embedded_broker_that_dies_is_started_again(tmp_path: Path) -> None:
    port, old = free_port(), free_port()
    async with virtual_board(tmp_path / "eboard") as board:
        path = configuration(tmp_path, port, board)
        path.write_text(path.read_text().replace("embedded = false", f"mqtt311_port = {old}"))
        others = set(children())
        async with running(load(path), {}):
            async with witness(port) as before:
                await board.play("e4")
                await before.until_moves("e4")
            for child in set(children()) - others:
                os.kill(child, signal.SIGKILL)
            await board.play("e5")
            await listening(port)
            async with witness(port) as after:
                await after.until_moves("e4", "e5")


def children() -> list[int]:
    return [int(child) for file in Path("/proc/self/task").glob("*/children") for child in file.read_text().split()]
