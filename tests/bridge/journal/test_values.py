from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from typing import Any

import chess
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.journal.values import decode, encode
from bridge.rules.irregularities.why_illegal import why_illegal
from bridge.rules.notices import Stage
from bridge.rules.position import position_of
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from drivers.reports import Garbled
from tests.bridge.journal.in_depth import in_depth

START = position_of(chess.Board())
VALUES: list[object] = [
    START, SensorLog(START.placement), Stage.MADE, chess.Move.from_uci("e7e8q"), Garbled(b"\xff", "noise"),
    why_illegal(START, chess.Move.from_uci("a1a5")), (), ((), ("é", None, -1, 0.1, True)),
    (2**64 - 1, 2**64, 2**256 - 1), (math.inf, -math.inf), frozenset({True, False}),
]  # fmt: skip


class Suit(Enum):
    HEARTS = "hearts"


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_comes_back(value: object) -> None:
    found = decode(encode(value))
    assert found == value
    assert in_depth(found) == in_depth(value)


def chain(length: int) -> list[Reading]:
    readings = [Reading(None, None, START, START.placement, 0, 0.0)]
    for ply in range(1, length):
        readings.append(Reading(readings[-1], chess.Move.null(), START, START.placement, ply, 1.0))
    return readings


def test_what_is_shared_is_shared_again() -> None:
    first, second, third = chain(3)
    found = decode(encode((third, frozenset({second}), first)))
    assert found[0].parent in found[1]
    assert found[0].parent.parent is found[2]
    assert found[0].position is found[2].position


def test_a_chain_may_be_long() -> None:
    (*_, last) = chain(5000)
    assert len(decode(encode(last)).line(None)) == 5000


@pytest.mark.parametrize(
    "value", [[1], {"a": 1}, object(), chess.Board(), Suit.HEARTS, (START, [])], ids=lambda value: type(value).__name__
)
def test_what_is_no_value_of_the_rules_is_not_read(value: object) -> None:
    with pytest.raises(ValueError, match="no value of the rules"):
        decode(encode(value))


def written(shapes: Iterable[tuple[str, tuple[int, ...]]], rows: list[list[Any]]) -> bytes:
    return msgspec.msgpack.encode((list(shapes), list(range(len(rows))), rows))


@pytest.mark.parametrize(
    "name",
    [
        "os:system", "subprocess:Popen", "builtins:eval", "builtins:list", "chess:Board", "chess:popcount", "",
        "bridge.journal.store:Store", "bridge.rules.nowhere:Nothing", "drivers.reports:Nothing", "drivers.reports",
    ],
)  # fmt: skip
def test_nothing_else_is_called(name: str) -> None:
    with pytest.raises(ValueError, match="no value of the rules"):
        decode(written([(name, ())], [["echo"]]))


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\xc0", written([], []), written([("builtins:tuple", (0,))], [[0]]),
        written([("builtins:tuple", (3,))], [[]]),
        written([("drivers.reports:Press", ())], [[]]), written([("bridge.rules.notices:Stage", ())], [["no stage"]]),
        written([("builtins:tuple", (0,)), ("builtins:tuple", ())], [["x"], []]), encode(START)[:-1],
    ],
)  # fmt: skip
def test_bytes_that_make_no_sense_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(data)


@given(st.integers(0), st.binary(min_size=1, max_size=3))
def test_damaged_bytes_are_refused_or_another_value(place: int, damage: bytes) -> None:
    data = encode(SensorLog(START.placement))
    place %= len(data)
    with suppress(ValueError):
        decode(data[:place] + damage + data[place + len(damage) :])
