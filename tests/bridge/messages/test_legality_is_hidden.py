"""Nothing that players and spectators are told depends on whether a move was legal, or on what arbiters are told.

FIDE Laws of Chess (2023) Art. 12.6 and 12.7. Which topics are public: `docs/mqtt.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

from benchmarks.table import Played
from bridge.messages.envelope import Message, Stamp
from bridge.messages.publish import full_state, to_messages
from bridge.rules.game import step
from bridge.rules.inputs import Input
from drivers.hand import SLOPPY
from drivers.placement import Sensing
from drivers.reports import ClockTimes
from tests.bridge.messages.table import MIDNIGHT, PLACE
from tests.bridge.rules.streams import GAMES, acts_of, games, incidents_in, seeds, sensings
from tests.bridge.rules.table import Table

PUBLIC = {"game", "position", "moves", "move", "clock", "result"}
FOR_ARBITERS = {"alert", "alerts", "illegal", "legal", "severity", "check", "mate", "article", "completed", "pressed"}
"""Words that are no key and no value of a public message. In `san`, `+` says where a king stands, nothing else."""


class Published(Table):
    """A table of the rules' tests whose messages are kept."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.messages: list[Message] = []
        self.steps: list[int] = []
        super().__init__(*arguments, **options)
        self.messages += full_state(PLACE, self.game, self.stamp(self.now))

    def stamp(self, now: float) -> Stamp:
        return Stamp(1 + len(self.messages), "session-1", MIDNIGHT + timedelta(seconds=now + 2.0))

    def tell(self, received: Input, now: float) -> None:
        after, notices = step(self.game, received, now)
        self.messages += to_messages(PLACE, self.game, after, notices, self.stamp(now))
        self.steps.append(len(self.messages))
        super().tell(received, now)

    @property
    def public(self) -> list[Message]:
        return [message for message in self.messages if is_public(message)]


def is_public(message: Message) -> bool:
    return message.topic.rpartition("/")[2] in PUBLIC


def parts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every place in a payload with the type of what it holds."""
    match value:
        case dict():
            for key, each in value.items():
                yield from parts(each, f"{path}/{key}")
        case list():
            for each in value:
                yield from parts(each, f"{path}/*")
        case _:
            yield path, type(value).__name__


def shapes(messages: Iterable[Message]) -> set[tuple[str, bool, int, str, str]]:
    """What the messages look like, without what they hold: last part of the topic, retained or not, QoS, parts."""
    return {
        (message.topic.rpartition("/")[2], message.retain, message.qos, *part)
        for message in messages
        for part in parts(json.loads(message.payload) if message.payload else "cleared")
    }


def words_in(value: Any) -> Iterator[str]:
    """Every key and every text of a payload."""
    match value:
        case dict():
            for key, each in value.items():
                yield key
                yield from words_in(each)
        case list():
            for each in value:
                yield from words_in(each)
        case str():
            yield value
        case _:
            pass


def assert_nothing_is_told(messages: Iterable[Message]) -> None:
    for message in messages:
        if message.payload:
            told = set(words_in(json.loads(message.payload)))
            assert not told & FOR_ARBITERS, message
            assert not any(word in FOR_ARBITERS for each in told for word in each.split()), message


OPENING = "0:e2- 0.3:e4P 0.6:W 3:e7- 3.3:e5p 3.6:B"
REPLY = "10:b8- 10.3:c6n 10.6:B 13:g1- 13.3:f3N 13.6:W"
LEGAL = f"{OPENING} 6:f1- 6.3:c4B 6.6:W {REPLY}"
ILLEGAL = {
    "a bishop moves like a knight": "6:f1- 6.3:g3B 6.6:W",
    "a king walks too far": "6:e1- 6.3:e3K 6.6:W",
    "a rook jumps": "6:h1- 6.3:h3R 6.6:W",
    "a pawn goes sideways": "6:a2- 6.3:b3P 6.6:W",
}


def with_clock(script: str) -> Published:
    """The script with the clock's times told at every second."""
    table = Published()
    for event in script.split():
        table.play(event)
        table.tell(ClockTimes(5400.0 - table.now, 5400.0, table.game.position.turn), table.now)
    table.wait()
    return table


@pytest.mark.parametrize("script", ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_move_that_stands_looks_like_any_other(script: str) -> None:
    legal, illegal = with_clock(LEGAL), with_clock(f"{OPENING} {script} {REPLY}")
    assert [played.illegal for played in illegal.game.moves] == [False, False, True, False, False]
    assert "illegal_move" in illegal.raised
    assert not legal.raised
    assert shapes(illegal.public) == shapes(legal.public)
    assert_nothing_is_told(illegal.public)


def test_the_alert_of_an_illegal_move_is_not_public() -> None:
    """The words that are looked for are those that arbiters are told."""
    illegal = with_clock(f"{OPENING} {ILLEGAL['a rook jumps']} {REPLY}")
    told = [message for message in illegal.messages if b"illegal_move" in message.payload]
    assert {message.topic.split("/")[8] for message in told} == {"alert", "alert-log"}
    with pytest.raises(AssertionError):
        assert_nothing_is_told(told)


@pytest.mark.parametrize("script", ILLEGAL.values(), ids=ILLEGAL)
def test_nothing_public_is_sent_when_the_arbiter_is_told(script: str) -> None:
    table = Published().play(f"{OPENING} {script}")
    before = len(table.public)
    table.wait()
    assert "illegal_move" in table.raised
    assert table.public[before:] == []


PRESSED = "0:e2- 0.3:e4P 3:W 20:e7- 20.3:e5p 24:B"
NOT_PRESSED = "0:e2- 0.3:e4P 20:e7- 20.3:e5p 24:B"


def test_neither_a_message_nor_its_moment_tells_whether_the_clock_was_pressed() -> None:
    """When the move has stood long enough, so that it counts as made in any case."""
    pressed, not_pressed = Published().play(PRESSED), Published().play(NOT_PRESSED)
    assert [seen(message) for message in pressed.public] == [seen(message) for message in not_pressed.public]


def test_a_press_before_the_move_has_stood_long_enough_makes_it_at_once() -> None:
    """A limit that `docs/mqtt.md` names: the clock that everybody sees tells the same."""
    knight = "0:g1- 0.3:f3N"
    pressed, standing = Published().play(f"{knight} 0.6:W"), Published().play(knight).wait()
    pressed.wait()
    assert made_at(pressed) < made_at(standing)
    assert [seen(message)[:2] for message in pressed.public] == [seen(message)[:2] for message in standing.public]


def made_at(table: Published) -> str:
    return next(json.loads(message.payload)["ts"] for message in table.public if b'"made"' in message.payload)


@pytest.mark.parametrize("script", ILLEGAL.values(), ids=ILLEGAL)
def test_what_only_arbiters_hear_takes_the_last_numbers_of_each_step(script: str) -> None:
    """So no number is missing between public ones; those of the next step go with the time, whatever came before."""
    table = Published().play(f"{OPENING} {script} {REPLY}").wait()
    begun = 0
    for end in table.steps:
        public = [is_public(message) for message in table.messages[begun:end]]
        assert public == sorted(public, reverse=True)
        begun = end
    assert any(not is_public(message) and b'"raised"' in message.payload for message in table.messages)


def seen(message: Message) -> tuple[str, Any, str]:
    whole = json.loads(message.payload) if message.payload else {}
    return message.topic, whole.get("data"), whole.get("ts", "")


@cache
def shapes_of_calm_games() -> frozenset[tuple[str, bool, int, str, str]]:
    """The shapes of all public messages about our games, played hastily but without an incident."""
    found: set[tuple[str, bool, int, str, str]] = set()
    for played in GAMES:
        table = Published(played.start.fen(), chess960=played.start.chess960)
        table.take(acts_of(played, SLOPPY, 0)).wait()
        found |= shapes(table.public)
    return frozenset(found)


AFTER_MISSING_MOVES = frozenset({("moves", True, 1, "/data/moves/*/fen", "str")})
"""Where play goes on after half-moves that nobody saw: a lost line leaves the same, so it tells of no legality."""


@settings(max_examples=20)
@given(games, sensings, seeds)
def test_games_full_of_incidents_have_public_messages_like_all_others(
    played: Played, sensing: Sensing, seed: int
) -> None:
    table = Published(played.start.fen(), chess960=played.start.chess960, sensing=sensing)
    table.take(acts_of(played, SLOPPY, seed, incidents_in(played, seed, one_in=2))).wait()
    assert_nothing_is_told(table.public)
    assert shapes(table.public) <= shapes_of_calm_games() | AFTER_MISSING_MOVES
