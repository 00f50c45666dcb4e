"""Requests to the bridge and its responses: what other programs may ask for, and how they hear what became of it.

A request is `{"transaction": "c1-0007", "actor": "arbiter-2", "params": {…}}`; `docs/mqtt.md` explains the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, TypeAlias

import msgspec

from bridge.messages.corrections import CORRECTION_VERBS, CorrectBoard
from bridge.messages.places import BoardPlace
from bridge.rules.notices import Refused

MAX_BYTES = 16 * 1024
"""A request needs 200; whoever sends more means something else."""
FRESH_SECONDS = 10.0
"""A request that bears its time and waited longer is about a board that looks different now."""
UNKNOWN = "unknown"
"""The verb under which a request is answered whose own verb may not stand in a topic."""

_VERB = re.compile(r"[a-z]+(?:\.[a-z_]+)*")
_LONGEST_VERB = 64
_REPLY_TOPIC = re.compile(r"[^$+#\0][^+#\0]{0,1023}")
_Name: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[\w .,:@/'-]{1,64}\Z")]
"""What may stand in a line of a log."""


class Code(Enum):
    """Why nothing was done. The values are for programs and never change their meaning."""

    TOO_LARGE = "E_TOO_LARGE"
    MALFORMED = "E_MALFORMED"
    NO_TRANSACTION = "E_NO_TRANSACTION"
    TRANSACTION_USED = "E_TRANSACTION_USED"
    EXPIRED = "E_EXPIRED"
    UNKNOWN_VERB = "E_UNKNOWN_VERB"
    BAD_PARAMS = "E_BAD_PARAMS"
    NOT_FOUND = "E_NOT_FOUND"
    NOT_LINKED = "E_NOT_LINKED"
    NO_SUCH_PLY = "E_NO_SUCH_PLY"
    NO_SUCH_PIECE = "E_NO_SUCH_PIECE"
    NO_SUCH_ALERT = "E_NO_SUCH_ALERT"
    NOT_LEGAL = "E_NOT_LEGAL"
    NOT_A_POSITION = "E_NOT_A_POSITION"
    NOT_OPEN = "E_NOT_OPEN"
    STILL_SO = "E_STILL_SO"
    NOT_SHOWN = "E_NOT_SHOWN"


class RepublishState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`state.republish`: tell everything retained again, under the numbers that it has."""


class ResyncBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`board.resync`: have the e-board under that board read all its squares."""

    board: Annotated[int, msgspec.Meta(ge=1)]


Ask: TypeAlias = RepublishState | ResyncBoard | CorrectBoard
"""Everything that may be asked for."""

VERBS: Mapping[str, type[Ask]] = {
    "state.republish": RepublishState,
    "board.resync": ResyncBoard,
    **CORRECTION_VERBS,
}


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks for something. `transaction` names the request, `actor` who is responsible for it."""

    transaction: str
    actor: str
    ask: Ask


Told: TypeAlias = dict[str, int | str]
"""What a response tells besides its status: the board, and for corrections who plays there."""


class Done(msgspec.Struct, frozen=True, tag_field="status", tag="ok"):
    """What was asked for has been done."""

    transaction: str
    data: Told


class Fault(msgspec.Struct, frozen=True):
    """Why it was not done, for programs and for people."""

    code: Code
    message: str


class Failed(msgspec.Struct, frozen=True, tag_field="status", tag="error"):
    """Nothing was done. `transaction` is null when the request does not tell it; `data` only says which board it was
    about, when there is one.
    """

    transaction: str | None
    error: Fault
    data: Told | msgspec.UnsetType = msgspec.UNSET


Response: TypeAlias = Done | Failed


class _Body(msgspec.Struct, frozen=True):
    """A request as it comes. `ts`: when it was sent, with a time zone."""

    transaction: _Name
    actor: _Name
    params: dict[str, Any] = {}
    ts: Annotated[datetime, msgspec.Meta(tz=True)] | None = None


class _Wrong(Exception):
    """Something is wrong with a request. Never leaves this module."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(code, message)


def parse(verb: str, payload: bytes, now: datetime) -> Request | Failed:
    """The request in a payload that arrives at `now` (with a time zone), or what is wrong with it. Never raises."""
    transaction = None
    try:
        told = _object(payload)
        transaction = _transaction(told)
        body = _converted(told, _Body, Code.MALFORMED)
        _check_age(body, now)
        return Request(transaction, body.actor, _ask(verb, body.params))
    except _Wrong as wrong:
        return Failed(transaction, wrong.fault)


def failed(request: Request, code: Code, message: str) -> Failed:
    """The answer to a request that could not be carried out."""
    return Failed(request.transaction, Fault(code, message))


def refused(request: Request, notice: Refused, told: Told) -> Failed:
    """The answer to a correction that makes no sense on its board, of which it tells."""
    return Failed(request.transaction, Fault(Code[notice.code.name], notice.reason), told)


def who_plays(place: BoardPlace) -> Told:
    """The board and both players, so that whoever has mistyped a number notices it."""
    return {"board": place.board, "white": place.white.name, "black": place.black.name}


def verb_in(topic: str) -> str:
    """The verb of a request, from its topic; `UNKNOWN` when it may not stand in the topic of the response."""
    verb = topic.rpartition("/")[2]
    return verb if len(verb) <= _LONGEST_VERB and _VERB.fullmatch(verb) else UNKNOWN


def may_reply_to(topic: str, root: str) -> bool:
    """Whether a response may go to a topic of the sender's own choice: never below `root`, where nobody but bridges
    speaks, so that he cannot have this one say there what he may not say himself.
    """
    return bool(_REPLY_TOPIC.fullmatch(topic)) and topic.partition("/")[0] != root


def _object(payload: bytes) -> dict[str, Any]:
    if len(payload) > MAX_BYTES:
        raise _Wrong(Code.TOO_LARGE, f"at most {MAX_BYTES} bytes are read, and it has {len(payload)}")
    try:
        told = msgspec.json.decode(payload)
    except (ValueError, msgspec.MsgspecError, RecursionError) as error:
        raise _Wrong(Code.MALFORMED, f"this is no JSON: {error}") from error
    if not isinstance(told, dict):
        raise _Wrong(Code.MALFORMED, "expected an object with transaction, actor and params")
    return told


def _transaction(told: dict[str, Any]) -> str:
    if "transaction" not in told:
        raise _Wrong(Code.NO_TRANSACTION, "a request needs a name of its own: transaction")
    name: str = _converted(told["transaction"], _Name, Code.NO_TRANSACTION)
    return name


def _check_age(body: _Body, now: datetime) -> None:
    """A clock that is wrong the other way would make an old request look new."""
    if body.ts is not None and abs((now - body.ts).total_seconds()) > FRESH_SECONDS:
        raise _Wrong(Code.EXPIRED, f"it was sent at {body.ts.isoformat()}, and here it is {now.isoformat()}")


def _ask(verb: str, params: dict[str, Any]) -> Ask:
    if verb not in VERBS:
        raise _Wrong(Code.UNKNOWN_VERB, f"known are {', '.join(VERBS)}")
    ask: Ask = _converted(params, VERBS[verb], Code.BAD_PARAMS)
    return ask


def _converted(told: Any, kind: Any, code: Code) -> Any:
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise _Wrong(code, str(error)) from error
