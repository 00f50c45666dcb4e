"""What a former installation left at the broker is cleared, and nothing of anybody else."""

from __future__ import annotations

import json
from pathlib import Path

import aiomqtt
import pytest
from aiomqtt import ProtocolVersion

from bridge.broker.connection import BrokerAddress
from bridge.broker.embedded import EmbeddedBroker
from bridge.config import load
from bridge.messages.topics import Topics
from bridge.service import running
from bridge.service.ghosts import Installation, kept_at
from tests.bridge.service.witness import CONFIGURATION

LOOKS = 100
"""Half a second each, until it is given up."""
EVENT = "touchmove/1/event/open"
ROUND = f"{EVENT}/round/2"
OURS = Installation(Topics(), "touchmove", "now", "open", 2, frozenset({7, 8}), frozenset({"30123"}))


def said(session: str, data: object = None, ts: str = "2026-05-02T14:03:21.482Z") -> bytes:
    return json.dumps({"v": 1, "seq": 1, "session": session, "ts": ts, "data": data}).encode()


FORMER = {
    "touchmove/1/bridge/touchmove/state": said("former"),
    f"{ROUND}/board/7/alert/3-1": said("long-ago"),
    f"{ROUND}/board/7/position": said("former"),
    f"{ROUND}/board/7/result": said("former"),
    f"{EVENT}/round/1/board/7/alert/1-1": said("long-ago"),
    f"{EVENT}/round/1/board/7/result": said("long-ago"),
    f"{ROUND}/board/20/game": said("long-ago", ts="2026-05-01T14:03:21.482Z"),
    f"{ROUND}/board/20/position": said("former"),
    "touchmove/1/eboard/30123/placement": said("former"),
    "touchmove/1/eboard/30999/state": said("former"),
    "touchmove/1/event/older/round/1/board/3/alert/1-1": said("former"),
    f"{EVENT}/info": said("former"),
}
ANOTHER = {
    "touchmove/1/bridge/hall-b/state": said("theirs"),
    f"{ROUND}/board/30/alert/1-1": said("theirs"),
    f"{ROUND}/board/30/position": said("theirs"),
    "touchmove/1/eboard/40404/state": said("theirs"),
    "touchmove/1/event/rapid/round/1/board/7/position": said("theirs"),
    f"{ROUND}/board/31/game": said("former", ts="2026-05-01T14:03:21.482Z"),
    f"{ROUND}/board/31/position": said("theirs", ts="2026-05-02T14:03:21.482Z"),
    f"{ROUND}/board/seven/position": b"no message of ours",
}


def test_of_our_boards_and_eboards_and_of_the_last_run_that_bore_our_name() -> None:
    wanted = {f"{ROUND}/board/7/position", f"{EVENT}/info"}
    assert OURS.ghosts(FORMER | ANOTHER, wanted) == [
        f"{ROUND}/board/7/alert/3-1",
        f"{ROUND}/board/7/result",
        f"{EVENT}/round/1/board/7/alert/1-1",
        f"{ROUND}/board/20/game",
        f"{ROUND}/board/20/position",
        "touchmove/1/eboard/30123/placement",
        "touchmove/1/eboard/30999/state",
        "touchmove/1/event/older/round/1/board/3/alert/1-1",
    ]


def test_where_nobody_bore_our_name_only_our_boards_and_eboards() -> None:
    kept = {topic: payload for topic, payload in FORMER.items() if "/bridge/" not in topic} | ANOTHER
    assert set(OURS.ghosts(kept, set())) == {
        f"{ROUND}/board/7/alert/3-1",
        f"{ROUND}/board/7/position",
        f"{ROUND}/board/7/result",
        f"{EVENT}/round/1/board/7/alert/1-1",
        "touchmove/1/eboard/30123/placement",
    }


def test_what_this_run_has_said_already_makes_nobody_a_former_run() -> None:
    kept = FORMER | {"touchmove/1/bridge/touchmove/state": said("now"), f"{ROUND}/board/20/position": said("now")}
    assert f"{ROUND}/board/20/position" not in OURS.ghosts(kept, set())


@pytest.mark.alone
@pytest.mark.asyncio
async def test_a_new_installation_with_the_same_names_clears_them_at_a_broker(tmp_path: Path) -> None:
    with EmbeddedBroker() as broker:
        file = tmp_path / "hall.toml"
        file.write_text(CONFIGURATION.format(port=broker.ports.mqtt, line="/dev/ttyNowhere"))
        address = BrokerAddress("127.0.0.1", broker.ports.mqtt)
        async with aiomqtt.Client("127.0.0.1", broker.ports.mqtt, protocol=ProtocolVersion.V5) as client:
            for topic, payload in (FORMER | ANOTHER).items():
                await client.publish(topic, payload, retain=True)
        async with running(load(file), {}):
            for number in range(LOOKS):  # Under one name this broker tells what it keeps only once.
                kept = await kept_at(address, f"looks-{number}", ["touchmove/#"])
                if f"{ROUND}/board/7/alert/3-1" not in kept:
                    break
        assert kept.keys() >= ANOTHER.keys()
        left = kept.keys() & FORMER.keys()
        assert left == {
            "touchmove/1/bridge/touchmove/state",
            f"{ROUND}/board/7/position",
            f"{EVENT}/round/1/board/7/result",
            f"{EVENT}/info",
        }
