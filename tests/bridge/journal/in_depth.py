"""Values compared to their last part, and a game that goes on from a checkpoint."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from bridge.journal import Checkpoint, GameKey
from bridge.journal.checkpoints import opened, sealed
from bridge.journal.course import Course
from bridge.rules.setup import Setup

KEY = GameKey("open/3/7", "open-3-7-1")


def in_depth(value: object, met: dict[int, int] | None = None) -> object:
    """All that there is to know about a value. Objects that are compared by identity are numbered."""
    met = {} if met is None else met
    if is_dataclass(value) and not isinstance(value, type):
        number = 0
        if type(value).__eq__ is object.__eq__:
            if id(value) in met:
                return met[id(value)]
            number = met[id(value)] = len(met) + 1
        return (type(value), number, *(in_depth(getattr(value, field.name), met) for field in fields(value)))
    if isinstance(value, tuple):
        return tuple(in_depth(part, met) for part in value)
    if isinstance(value, frozenset):
        return sorted(str(in_depth(part, met)) for part in value)
    return type(value), value


def resumed(course: Course, setup: Setup) -> Course:
    """The course as a checkpoint of it gives it back."""
    checkpoint = opened(sealed(Checkpoint(KEY, setup, course), b"code"), b"code")
    assert checkpoint is not None
    return checkpoint.course
