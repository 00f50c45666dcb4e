from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bridge.web.gate import LARGEST_PACKET, Gate, Login
from tests.bridge.web.mqtt_packets import (
    DISCONNECT,
    PING,
    PUBACK,
    connect,
    packet,
    publish,
    subscribe,
    text,
    unsubscribe,
)

BASE = "touchmove/1"
ROUND = "touchmove/1/event/izmir/round/3"
CONVERSATION = [
    connect(),
    subscribe(f"{ROUND}/info", f"{ROUND}/board/+/position", f"{ROUND}/board/+/clock", "touchmove/1/bridge/+/state"),
    PING,
    subscribe(f"{ROUND}/board/12/moves", qos=1),
    PUBACK,
    unsubscribe(f"{ROUND}/board/12/moves"),
    DISCONNECT,
]
ALLOWED = [
    "touchmove/1/event/izmir/info",
    "touchmove/1/event/+/info",
    f"{ROUND}/info",
    "touchmove/1/event/+/round/+/info",
    *(f"{ROUND}/board/+/{leaf}" for leaf in ("game", "position", "moves", "clock", "result")),
    f"{ROUND}/board/1/clock",
    "touchmove/1/event/+/round/+/board/+/position",
    "touchmove/1/bridge/hall-2/state",
    "touchmove/1/bridge/+/state",
]
FORBIDDEN = [
    "#",
    "+/#",
    "$SYS/#",
    "touchmove/#",
    "touchmove/1/#",
    "touchmove/1/event/#",
    f"{ROUND}/#",
    f"{ROUND}/board/#",
    f"{ROUND}/board/+/+",
    f"{ROUND}/board/+/alert/+",
    f"{ROUND}/board/1/alert/17",
    f"{ROUND}/board/1/alert-log",
    f"{ROUND}/board/1/correction",
    f"{ROUND}/board/1/move",
    f"{ROUND}/board/1/touch",
    f"{ROUND}/board/+/position/",
    f"/{ROUND}/board/+/position",
    f"{ROUND}/board/01/position",
    f"{ROUND}/board/+/position\n",
    f"{ROUND}/+",
    "+/1/event/izmir/round/3/info",
    "touchmove/+/event/izmir/round/3/info",
    "touchmoveX1/event/izmir/round/3/info",
    "touchmove/1/eboard/30123/placement",
    "touchmove/1/eboard/+/state",
    "touchmove/1/bridge/hall/request/+",
    "touchmove/1/bridge/hall/+",
    "touchmove/1/bridge/hall/info",
    "$share/x/touchmove/1/bridge/hall/state",
    "",
]
REFUSED = {
    "publishing": publish("touchmove/1/event/izmir/round/3/board/1/result", b"{}"),
    "publishing, retained": packet(0x31, text("a") + b"x"),
    "acknowledging as QoS 2 does": packet(0x50, b"\x00\x01"),
    "connecting twice": connect(),
    "the server's answer": packet(0x20, b"\x00\x00"),
    "MQTT 5's packet for authentication": packet(0xF0, b""),
    "wrong flags of SUBSCRIBE": packet(0x80, b"\x00\x01" + text(f"{ROUND}/info") + b"\x00"),
    "a ping with a body": packet(0xC0, b"\x00"),
    "a subscription with QoS 2": subscribe(f"{ROUND}/info", qos=2),
    "one forbidden filter behind an allowed one": subscribe(f"{ROUND}/info", "#"),
    "a filter without QoS": packet(0x82, b"\x00\x01" + text(f"{ROUND}/info")),
    "a filter that is longer than its packet": packet(0x82, b"\x00\x01\x00\xff#\x00"),
    "half a length of a filter": packet(0x82, b"\x00\x01\x00"),
    "a subscription to nothing": packet(0x82, b"\x00\x01"),
    "an end of no subscription": packet(0xA2, b"\x00\x01"),
    "an end of half a subscription": packet(0xA2, b"\x00\x01\x00\x09abc"),
    "an acknowledgement without a number": packet(0x40, b""),
    "a packet without an end": b"\x82\xff\xff\xff\xff\x01",
    "a packet that is too large": packet(0x82, b"\x00" * (LARGEST_PACKET + 1)),
}
BAD_CONNECTIONS = {
    "a ping first": PING,
    "a subscription first": subscribe(f"{ROUND}/info"),
    "MQTT 5": connect(level=5),
    "MQTT 3.1": packet(0x10, text("MQIsdp") + b"\x03\x02\x00\x1e" + text("display-1")),
    "a last will": connect(flags=0x06, after=text("touchmove/1/bridge/hall/state") + text("lost")),
    "a user name": connect(flags=0x82, after=text("arbiter")),
    "a password": connect(flags=0xC2, after=text("arbiter") + text("secret")),
    "a session that stays": connect(flags=0x00),
    "the reserved flag": connect(flags=0x03),
    "the bridge's name": connect("touchmove-hall"),
    "no name": connect(""),
    "a name with a wild card": connect("display-#"),
    "a name that goes on": connect("display-1\n"),
    "a name without an end": packet(0x10, text("MQTT") + b"\x04\x02\x00\x1e\x00\x09display"),
    "something behind the name": connect(after=b"\x00"),
    "nothing": packet(0x10, b""),
}


def connected() -> Gate:
    gate = Gate(BASE)
    assert gate.receive(connect()).refusal == ""
    return gate


@given(st.lists(st.integers(0, sum(map(len, CONVERSATION)))))
@example([])
@example(list(range(200)))
def test_a_displays_conversation_passes_unchanged_wherever_it_is_cut(cuts: list[int]) -> None:
    whole = b"".join(CONVERSATION)
    edges = [0, *sorted(cuts), len(whole)]
    gate = Gate(BASE)
    passages = [gate.receive(whole[start:end]) for start, end in pairwise(edges)]
    assert b"".join(passage.data for passage in passages) == whole
    assert not any(passage.refusal for passage in passages)


@pytest.mark.parametrize("topic", ALLOWED)
def test_spectators_topics_may_be_read(topic: str) -> None:
    passage = connected().receive(subscribe(topic))
    assert (passage.data, passage.refusal) == (subscribe(topic), "")


@pytest.mark.parametrize("topic", FORBIDDEN)
def test_no_other_topic_may_be_read(topic: str) -> None:
    passage = connected().receive(subscribe(topic))
    assert passage.data == b""
    assert "may not subscribe" in passage.refusal


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_nothing_else_may_be_said(data: bytes) -> None:
    passage = connected().receive(data)
    assert passage.data == b""
    assert passage.refusal


@pytest.mark.parametrize("data", BAD_CONNECTIONS.values(), ids=BAD_CONNECTIONS.keys())
def test_only_a_displays_connection_is_opened(data: bytes) -> None:
    passage = Gate(BASE).receive(data)
    assert passage.data == b""
    assert passage.refusal


def test_what_came_before_a_refused_packet_passes_and_nothing_after_it() -> None:
    gate = connected()
    passage = gate.receive(PING + publish("a", b"b") + PING)
    assert passage.data == PING
    assert passage.refusal
    later = gate.receive(PING)
    assert (later.data, later.refusal) == (b"", passage.refusal)


def test_a_packet_that_is_too_large_is_refused_before_it_has_arrived() -> None:
    assert connected().receive(b"\x82\x81\x20").refusal


def test_the_largest_packet_is_waited_for() -> None:
    gate = connected()
    longest = subscribe(*[f"{ROUND}/info"] * ((LARGEST_PACKET - 2) // len(text(f"{ROUND}/info") + b"0")))
    assert gate.receive(longest[:-1]).data == b""
    assert gate.receive(longest[-1:]).data == longest


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_pass_whole_or_are_refused(data: bytes, after_connect: bool) -> None:
    gate = connected() if after_connect else Gate(BASE)
    passage = gate.receive(data)
    assert data.startswith(passage.data)
    assert not passage.data or passage.data[0] in {0x10, 0x40, 0x82, 0xA2, 0xC0, 0xE0}


def test_a_root_of_ones_own_is_meant_literally() -> None:
    gate = Gate("club.hall/1")
    gate.receive(connect())
    assert gate.receive(subscribe("club.hall/1/bridge/+/state")).refusal == ""
    assert gate.receive(subscribe("clubxhall/1/bridge/+/state")).refusal


@pytest.mark.parametrize(
    ("login", "flags", "after"),
    [
        (Login("page", "gizli şifre"), 0xC2, text("page") + text("gizli şifre")),
        (Login("page"), 0x82, text("page")),
        (Login("p" * 200, "s" * 20_000), 0xC2, text("p" * 200) + text("s" * 20_000)),
    ],
)
def test_the_brokers_login_is_added_behind_the_displays_name(login: Login, flags: int, after: bytes) -> None:
    gate = Gate(BASE, login)
    assert gate.receive(connect() + PING).data == connect(flags=flags, after=after) + PING


def test_a_display_cannot_log_in_itself_where_the_gate_does() -> None:
    assert Gate(BASE, Login("page", "secret")).receive(connect(flags=0x82, after=text("arbiter"))).refusal


def test_a_password_is_not_printed() -> None:
    assert "secret" not in repr(Login("page", "secret"))
