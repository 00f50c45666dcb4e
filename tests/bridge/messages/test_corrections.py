"""Corrections on the wire: every verb in both directions, by the document, and for arbiters only."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, get_args

import chess
import pytest

from bridge.messages.corrections import CORRECTION_VERBS, CorrectBoard, verb_of, written_correction
from bridge.messages.envelope import Message
from bridge.messages.publish import full_state
from bridge.messages.requests import Code, Failed, Request, parse, refused
from bridge.messages.topics import Topics
from bridge.rules.correcting.corrections import (
    AcceptPosition,
    Accident,
    AcknowledgeAlert,
    Adjusted,
    Adjusting,
    ChooseMove,
    ChoosePromotion,
    CloseAlert,
    Correction,
    FillStretch,
    Identify,
    IllegalStands,
    RefusalCode,
    ReplaceMove,
    RestorePly,
    SetPosition,
    SetResult,
    Touched,
    TwoHands,
)
from bridge.rules.notices import Refused
from tests.asyncapi_check import complaints
from tests.bridge.messages.table import Table, data, kept, leaves

NOW = datetime(2026, 5, 2, 14, 0, tzinfo=UTC)
SAID = ("Ayşe", "as I saw it")
ON_THE_WIRE: list[tuple[str, dict[str, Any], Correction]] = [
    ("game.restore", {"ply": 0}, RestorePly(*SAID, 0)),
    ("game.replace_move", {"ply": 3, "move": "e7e8q"}, ReplaceMove(*SAID, 3, "e7e8q")),
    ("game.choose_move", {"ply": 3, "move": "e4d5"}, ChooseMove(*SAID, 3, "e4d5")),
    ("game.choose_promotion", {"ply": 3, "piece": "knight"}, ChoosePromotion(*SAID, 3, chess.KNIGHT)),
    ("game.fill", {"ply": 3, "moves": ["Nf3", "O-O-O#", "e8=Q+"]}, FillStretch(*SAID, 3, ("Nf3", "O-O-O#", "e8=Q+"))),
    ("game.identify", {"square": "f3", "piece": "N"}, Identify(*SAID, chess.F3, "N")),
    ("game.accept_position", {}, AcceptPosition(*SAID)),
    ("game.accept_position", {"turn": "white", "castling": "Kq"}, AcceptPosition(*SAID, chess.WHITE, "Kq")),
    ("game.accept_position", {"turn": "black"}, AcceptPosition(*SAID, chess.BLACK)),
    ("game.set_position", {"fen": chess.STARTING_FEN}, SetPosition(*SAID, chess.STARTING_FEN)),
    ("game.illegal_stands", {}, IllegalStands(*SAID)),
    ("game.touched", {"square": "a1"}, Touched(*SAID, chess.A1)),
    ("game.touched", {"square": "h8", "ply": 3}, Touched(*SAID, chess.H8, 3)),
    ("game.adjust", {"squares": ["a1", "h8"], "when": "before"}, Adjusting(*SAID, (chess.A1, chess.H8))),
    ("game.adjust", {"squares": ["a1"], "when": "after"}, Adjusted(*SAID, (chess.A1,))),
    ("game.accident", {"squares": ["h8"]}, Accident(*SAID, (chess.H8,))),
    ("game.two_hands", {}, TwoHands(*SAID)),
    ("game.two_hands", {"ply": 3}, TwoHands(*SAID, 3)),
    ("game.set_result", {"result": "1/2-1/2"}, SetResult(*SAID, "1/2-1/2")),
    ("alert.ack", {"alert": "1-3"}, AcknowledgeAlert(*SAID, "1-3")),
    ("alert.close", {"alert": "1-3", "decision": "a warning"}, CloseAlert(*SAID, "1-3", "a warning")),
    (
        "alert.close",
        {"alert": "1-3", "decision": "nothing", "false_alarm": True},
        CloseAlert(*SAID, "1-3", "nothing", True),
    ),
]


def request(params: dict[str, Any]) -> bytes:
    """A request about board 7 with a reason, unless the parameters say otherwise; empty ones are left out."""
    given = {key: value for key, value in {"board": 7, "why": SAID[1], **params}.items() if value != ""}
    return json.dumps({"transaction": "t", "actor": SAID[0], "params": given}).encode()


def test_the_table_knows_every_verb_and_every_correction() -> None:
    assert {verb for verb, _, _ in ON_THE_WIRE} == set(CORRECTION_VERBS)
    assert {type(correction) for _, _, correction in ON_THE_WIRE} == set(get_args(Correction))


@pytest.mark.parametrize(("verb", "params", "correction"), ON_THE_WIRE)
def test_a_request_is_understood_and_written_the_same_way(
    verb: str, params: dict[str, Any], correction: Correction
) -> None:
    payload = request(params)
    assert complaints([Message(Topics().bridge("hall", f"request/{verb}"), payload, False, 1, 0)]) == []
    asked = parse(verb, payload, NOW)
    assert isinstance(asked, Request)
    assert isinstance(asked.ask, CorrectBoard)
    assert (asked.ask.board, asked.ask.correction(asked.actor)) == (7, correction)
    assert verb_of(correction) == verb
    written = {"request": verb, "actor": SAID[0], "params": {"why": SAID[1], **params}}
    assert written_correction(correction) == written


@pytest.mark.parametrize(
    ("verb", "params"),
    [
        ("game.restore", {}),
        ("game.restore", {"ply": -1}),
        ("game.restore", {"ply": "1"}),
        ("game.restore", {"ply": 1, "why": ""}),
        ("game.restore", {"ply": 1, "why": "two\nlines"}),
        ("game.restore", {"ply": 1, "why": "x" * 501}),
        ("game.restore", {"ply": 1, "board": ""}),
        ("game.restore", {"ply": 1, "board": 0}),
        ("game.restore", {"ply": 1, "move": "e2e4"}),
        ("game.replace_move", {"ply": 1, "move": "e4"}),
        ("game.replace_move", {"ply": 1, "move": "0000"}),
        ("game.choose_promotion", {"ply": 1, "piece": "king"}),
        ("game.accept_position", {"turn": "red"}),
        ("game.accept_position", {"castling": "KX"}),
        ("game.set_position", {"fen": "x" * 101}),
        ("game.touched", {"square": "i9"}),
        ("game.adjust", {"squares": ["a1"]}),
        ("game.adjust", {"squares": [], "when": "after"}),
        ("game.accident", {"squares": ["a1"] * 33}),
        ("game.set_result", {"result": "2-0"}),
        ("alert.close", {"alert": "1-1"}),
    ],
)
def test_what_is_no_correction_is_refused(verb: str, params: dict[str, Any]) -> None:
    answer = parse(verb, request(params), NOW)
    assert isinstance(answer, Failed)
    assert answer.error.code is Code.BAD_PARAMS


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_has_a_code_of_its_own_on_the_wire(code: RefusalCode) -> None:
    asked = Request("t", "arbiter", CORRECTION_VERBS["game.illegal_stands"](board=7, why="because"))
    answer = refused(asked, Refused(IllegalStands(*SAID), code, "It makes no sense."), {"board": 7})
    assert answer.error.code.value == f"E_{code.value.upper()}"


# ---- what is told about them ----


def corrected(*corrections: Correction) -> tuple[Table, list[Message]]:
    table = Table()
    table.play("e4", "e5", "Nf3")
    told: list[Message] = []
    for correction in corrections:
        told += table.receive(correction)
    return table, told


def test_what_arbiters_say_keeps_to_the_document() -> None:
    table, _ = corrected(*(correction for _, _, correction in ON_THE_WIRE))
    assert complaints(table.messages) == []
    assert [message.seq for message in table.messages] == list(range(1, len(table.messages) + 1))
    assert leaves(table.messages).count("correction") == len(ON_THE_WIRE)
    state = kept(table.messages)
    for topic, message in kept(full_state(table.place, table.game, table.stamp)).items():
        assert data(message) == data(state[topic])


def test_a_restored_position_is_told_to_spectators_without_a_reason() -> None:
    _, told = corrected(RestorePly(*SAID, 1))
    assert leaves(told)[:4] == ["move", "position", "moves", "correction"]
    assert data(told[3]) == {
        "outcome": "done",
        "request": "game.restore",
        "actor": "Ayşe",
        "params": {"why": "as I saw it", "ply": 1},
        "code": "",
        "reason": "",
    }
    assert data(told[0]) == {"type": "withdraw", "from_ply": 2}
    assert [move["san"] for move in data(told[2])["moves"]] == ["e4"]
    public = [message for message in told if message.topic.rpartition("/")[2] in {"move", "position", "moves"}]
    assert not any(b"saw" in message.payload or "Ayşe".encode() in message.payload for message in public)


def test_a_refusal_is_told_to_arbiters_and_nothing_else_is() -> None:
    _, told = corrected(RestorePly(*SAID, 9))
    assert leaves(told) == ["correction"]
    assert (data(told[0])["outcome"], data(told[0])["code"]) == ("refused", "no_such_ply")


def test_an_alert_goes_from_open_to_acknowledged_to_closed() -> None:
    table, told = corrected(
        TwoHands(*SAID), AcknowledgeAlert(*SAID, "1-1"), CloseAlert(*SAID, "1-1", "plus two minutes")
    )
    log = [data(message) for message in told if message.topic == table.topic("alert-log")]
    assert [(news["type"], news["alert"]["state"]) for news in log] == [
        ("raised", "open"),
        ("acknowledged", "acknowledged"),
        ("closed", "closed"),
    ]
    assert (log[-1]["alert"]["decision"], log[-1]["reason"]) == ("plus two minutes", "Ayşe: as I saw it")
    retained = [message for message in told if message.topic == table.topic("alert/1-1")]
    assert [bool(message.payload) for message in retained] == [True, True, False]
    assert data(retained[1])["state"] == "acknowledged"


def test_a_result_that_the_arbiter_gave_is_confirmed() -> None:
    table, told = corrected(SetResult(*SAID, "0-1"))
    assert data(kept(told)[table.topic("result")]) == {"result": "0-1", "reason": "arbiter", "confirmed": True}
    assert data(kept(told)[table.topic("moves")])["result"] == "0-1"
    told = table.receive(SetResult(*SAID, "*"))
    assert table.topic("result") not in kept(table.messages)
    assert data(kept(told)[table.topic("moves")])["result"] == "*"


def test_a_position_that_was_set_is_no_move() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"
    table, told = corrected(SetPosition(*SAID, fen))
    last = data(kept(told)[table.topic("moves")])["moves"][-1]
    assert (last["ply"], last["uci"], last["fen"]) == (4, "0000", fen)
    assert data(kept(told)[table.topic("position")])["fen"] == fen


def test_another_start_position_is_told_with_the_game() -> None:
    table = Table()
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    told = table.receive(SetPosition(*SAID, fen))
    assert data(kept(told)[table.topic("game")])["start_fen"] == fen
    assert data(kept(told)[table.topic("moves")])["start_fen"] == fen
