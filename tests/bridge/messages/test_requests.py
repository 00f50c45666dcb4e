from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bridge.messages.envelope import Message
from bridge.messages.places import BoardPlace, Player
from bridge.messages.requests import (
    FRESH_SECONDS,
    MAX_BYTES,
    UNKNOWN,
    VERBS,
    Code,
    Done,
    Failed,
    RepublishState,
    Request,
    ResyncBoard,
    may_reply_to,
    parse,
    refused,
    verb_in,
    who_plays,
)
from bridge.messages.topics import Topics
from bridge.rules.correcting.corrections import RefusalCode, SetResult
from bridge.rules.notices import Refused
from tests.asyncapi_check import DOCUMENT, complaints

NOW = datetime(2026, 5, 2, 14, 0, tzinfo=UTC)
RESYNC = {"transaction": "c1-0007", "actor": "arbiter-2", "params": {"board": 7}}


def asked(verb: str, **changes: Any) -> Request | Failed:
    """What a resynchronisation with these changes is understood as; None takes a key away."""
    body = {key: value for key, value in {**RESYNC, **changes}.items() if value is not None}
    return parse(verb, json.dumps(body).encode(), NOW)


def error(response: Request | Failed) -> tuple[str | None, Code]:
    assert isinstance(response, Failed)
    assert response.error.message
    assert (
        complaints([Message(Topics().bridge("hall", "response/a.b"), msgspec.json.encode(response), False, 1, 0)]) == []
    )
    return response.transaction, response.error.code


def test_requests_are_understood() -> None:
    assert asked("board.resync") == Request("c1-0007", "arbiter-2", ResyncBoard(7))
    assert asked("state.republish", params=None) == Request("c1-0007", "arbiter-2", RepublishState())
    assert asked("state.republish", params={}, later="ignored") == Request("c1-0007", "arbiter-2", RepublishState())


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        (b"", Code.MALFORMED),
        (b"{", Code.MALFORMED),
        (b"\xff\xfe", Code.MALFORMED),
        (b"[]", Code.MALFORMED),
        (b"[" * MAX_BYTES, Code.MALFORMED),
        (b" " * (MAX_BYTES + 1), Code.TOO_LARGE),
        (b"{}", Code.NO_TRANSACTION),
        (b'{"transaction": 7}', Code.NO_TRANSACTION),
        (b'{"transaction": ""}', Code.NO_TRANSACTION),
        (b'{"transaction": "two\\nlines"}', Code.NO_TRANSACTION),
        (b'{"transaction": "line\\n"}', Code.NO_TRANSACTION),
    ],
)
def test_what_bears_no_transaction_is_answered_without_one(payload: bytes, code: Code) -> None:
    assert error(parse("board.resync", payload, NOW)) == (None, code)


@pytest.mark.parametrize(
    ("verb", "changes", "code"),
    [
        ("board.resync", {"actor": None}, Code.MALFORMED),
        ("board.resync", {"actor": "x" * 65}, Code.MALFORMED),
        ("board.resync", {"params": [7]}, Code.MALFORMED),
        ("board.resync", {"ts": "2026-05-02T14:00:00"}, Code.MALFORMED),
        ("board.resync", {"params": None}, Code.BAD_PARAMS),
        ("board.resync", {"params": {"board": 0}}, Code.BAD_PARAMS),
        ("board.resync", {"params": {"board": "7"}}, Code.BAD_PARAMS),
        ("board.resync", {"params": {"board": 7, "force": True}}, Code.BAD_PARAMS),
        ("state.republish", {}, Code.BAD_PARAMS),
        ("board.explode", {}, Code.UNKNOWN_VERB),
        (UNKNOWN, {}, Code.UNKNOWN_VERB),
    ],
)
def test_what_is_wrong_is_said_with_a_code(verb: str, changes: dict[str, Any], code: Code) -> None:
    assert error(asked(verb, **changes)) == ("c1-0007", code)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_time_of_sending_must_be_near(sign: int) -> None:
    near, far = (NOW + sign * timedelta(seconds=FRESH_SECONDS + beyond) for beyond in (0, 0.001))
    assert isinstance(asked("board.resync", ts=near.isoformat()), Request)
    assert error(asked("board.resync", ts=far.isoformat())) == ("c1-0007", Code.EXPIRED)


@given(st.sampled_from([*VERBS, UNKNOWN]), st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_nothing_that_arrives_raises(verb: str, payload: bytes) -> None:
    parse(verb, payload, NOW)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*RESYNC, "ts", "board"]) | st.text(), inner),
    max_leaves=10,
)


@given(st.sampled_from([*VERBS]), st.fixed_dictionaries({}, optional=dict.fromkeys([*RESYNC, "ts"], json_values)))
def test_no_object_that_arrives_raises(verb: str, body: dict[str, Any]) -> None:
    answer = parse(verb, json.dumps(body).encode(), NOW)
    assert isinstance(answer, Request) or answer.transaction in (None, body.get("transaction"))


def test_an_answer_says_whether_it_was_done() -> None:
    assert json.loads(msgspec.json.encode(Done("c1-0007", {"board": 7}))) == {
        "transaction": "c1-0007",
        "status": "ok",
        "data": {"board": 7},
    }
    assert json.loads(msgspec.json.encode(parse("board.resync", b"{}", NOW)))["error"]["code"] == "E_NO_TRANSACTION"


def test_an_answer_to_a_correction_says_who_plays_there() -> None:
    told = who_plays(BoardPlace("open", 1, 7, "30123", "g", Player("Muster, Anna"), Player("Beispiel, Kemal")))
    assert told == {"board": 7, "white": "Muster, Anna", "black": "Beispiel, Kemal"}
    request = parse("board.resync", json.dumps(RESYNC).encode(), NOW)
    assert isinstance(request, Request)
    notice = Refused(SetResult("arbiter", "typed", "2-0"), RefusalCode.NOT_LEGAL, "2-0 is no result.")
    answer = json.loads(msgspec.json.encode(refused(request, notice, told)))
    assert (answer["status"], answer["error"]["code"], answer["data"]) == ("error", "E_NOT_LEGAL", told)


@pytest.mark.parametrize(
    ("level", "verb"),
    [("board.resync", "board.resync"), ("game.set_position", "game.set_position"), ("Ä", UNKNOWN), ("", UNKNOWN),
     ("a" * 65, UNKNOWN), ("a.b\n", UNKNOWN)],
)  # fmt: skip
def test_verbs_that_may_stand_in_a_topic(level: str, verb: str) -> None:
    assert verb_in(f"touchmove/1/bridge/hall/request/{level}") == verb


@pytest.mark.parametrize(
    ("topic", "may"),
    [("replies/arbiter", True), ("touchmover/1", True), ("touchmove/1/event/open/info", False), ("touchmove", False),
     ("$SYS/broker", False), ("", False), ("a/+", False), ("#", False), ("a" * 1025, False)],
)  # fmt: skip
def test_nobody_has_the_bridge_speak_in_its_own_place(topic: str, may: bool) -> None:
    assert may_reply_to(topic, "touchmove") is may


def test_the_documents_know_every_verb_and_every_code() -> None:
    told = (DOCUMENT.parent / "mqtt.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(E_\w+)`", told, re.MULTILINE) == [code.value for code in Code]
    assert re.findall(r"^\| `([a-z]+\.[a-z_]+)`", told, re.MULTILINE) == [*VERBS]
    schema = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))["components"]["schemas"]["response"]
    assert schema["oneOf"][1]["properties"]["error"]["properties"]["code"]["enum"] == [code.value for code in Code]


def test_the_documents_examples_keep_to_it() -> None:
    document = yaml.safe_load(Path(DOCUMENT).read_text(encoding="utf-8"))
    for name in ("request", "response"):
        for example in document["components"]["messages"][name]["examples"]:
            payload = json.dumps(example["payload"]).encode()
            assert complaints([Message(Topics().bridge("hall", f"{name}/board.resync"), payload, False, 1, 0)]) == []
