"""The course of a board: its game is a fold over the inputs that it received, live and when it is brought back.

Each game has a record of its own in the journal, so that a board is brought back in the time that one game takes,
whatever was played on it before. A game begins when its first move counts as made; by then it has been going on behind
the old one for a while. So its record opens with a prologue: what is needed to set the game up, and the inputs since it
might begin. They stand in the record of the old game as well, where they came first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from bridge.journal.records import GameKey, Record
from bridge.messages.places import BoardPlace
from bridge.rules.correcting.corrections import FromArbiter
from bridge.rules.game import new_game, step
from bridge.rules.inputs import Input, StartGame
from bridge.rules.notices import Notice
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.reports import ClockTimes, Dump, Oriented

Prologue: TypeAlias = tuple[tuple[float, Input], ...]
"""Inputs with their moments."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game as its inputs have made it. `until`: the time of the last one. `turned`: the e-board's orientation, None
    while it is not known. `prologue`: that of the game that waits to begin, or has begun with the last input.
    """

    game: Game
    until: float
    turned: bool | None = None
    prologue: Prologue = ()


def follow(course: Course, received: Input, now: float) -> tuple[Course, tuple[Notice, ...]]:
    """The course after one more input, and what the rules conclude."""
    game, notices = step(course.game, received, now)
    turned = received.turned if isinstance(received, Oriented) else course.turned
    prologue = _prologue(course, Course(game, now, turned), received)
    return Course(game, now, turned, prologue), notices


def records(place: BoardPlace, before: Course, after: Course, received: Input) -> list[Record]:
    """What the journal must keep of the input that led from one to the other."""
    key = key_of(place, after.game.number)
    begun = after.game.number != before.game.number
    return [Record(key, *each) for each in (after.prologue if begun else ((after.until, received),))]


def brought_back(setup: Setup, kept: Iterable[Record], number: int, course: Course | None = None) -> Course | None:
    """The course of the game of that number, from its record; None when there is none. The first input of the first
    game is `TimePassed`, that of all others `StartGame`. `course`: what it had become before these inputs.
    """
    for record in kept:
        before = course or Course(replace(new_game(setup, record.at), number=max(1, number - 1)), record.at)
        course, _ = follow(before, record.received, record.at)
    return course


def key_of(place: BoardPlace, number: int) -> GameKey:
    """What the journal calls the game of that number on a board of a round."""
    return GameKey(f"{place.event}/{place.round}/{place.board}", game_id(place, number))


def game_id(place: BoardPlace, number: int) -> str:
    """The games of one board follow each other and are numbered from 1."""
    return f"{place.game_id}-{number}"


def _prologue(before: Course, after: Course, received: Input) -> Prologue:
    if isinstance(received, StartGame):
        return _opening(after, after.game)
    if after.game.number != before.game.number:
        return (*before.prologue, (after.until, received))
    if after.game.next is None:
        return ()
    if before.game.next is None:
        return _opening(after, after.game.next)
    if isinstance(received, FromArbiter):
        return before.prologue  # It is about the old game, behind which the next one waits.
    return (*before.prologue, (after.until, received))


def _opening(course: Course, game: Game) -> Prologue:
    """The inputs that set a game up as it is before its first move."""
    inputs: list[Input] = [StartGame(game.setup.start)]
    if course.turned is not None:
        inputs.append(Oriented(course.turned))
    inputs.append(Dump(game.placement))
    if game.clock is not None:
        inputs.append(ClockTimes(game.clock.white, game.clock.black, game.clock.running))
    return tuple((course.until, received) for received in inputs)
