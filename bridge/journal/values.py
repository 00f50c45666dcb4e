"""Frozen values of the rules as bytes, and back: `decode(encode(value))` is the same value, with the same parts shared.

A value is written as a table with a row for each object, after the rows of its parts; so an object that several others
have is written once, and is one object again, which matters where the rules compare by identity. Of an object the table
names the class, and which fields are numbers of rows. Only dataclasses, enumerations and named tuples of the rules and
of what they are made of are read, so that bytes from elsewhere can do no harm. When a class or field has another name
or place, old bytes cannot be read, or mean something else: who keeps them must know which code wrote them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from operator import attrgetter
from types import NoneType
from typing import Any

import msgspec

Shape = tuple[str, tuple[int, ...]]
"""The class of an object, and the places of the fields that are numbers of rows."""

_SCALARS = frozenset({NoneType, bool, int, float, str, bytes})
_ROOMS = ("bridge.journal.", "bridge.laws.", "bridge.rules.")
_MODULES = ("chess", "drivers.placement", "drivers.reports")
_LARGE = 1
"""A number that does not fit into 64 bits, like a placement."""
_LEAST_LARGE = 1 << 64


def encode(value: object) -> bytes:
    """The value as bytes. Raises ValueError when something in it cannot be written."""
    table = _Table()
    table.write(value)
    shapes = [(f"{kind.__module__}:{kind.__qualname__}", places) for kind, places in table.shapes]
    return _pack((shapes, table.kinds, table.rows))


def decode(data: bytes) -> Any:
    """The value that was written. Raises ValueError for anything else."""
    try:
        shapes, kinds, rows = _unpack(data)
        makers = [(_maker(name), places) for name, places in shapes]
        made: list[Any] = []
        for kind, row in zip(kinds, rows, strict=True):
            make, places = makers[kind]
            for place in places:
                row[place] = made[row[place]]
            made.append(make(*row))
        return made[-1]
    except (msgspec.MsgspecError, ImportError, LookupError, TypeError) as error:
        raise ValueError(f"no value of the rules: {error}") from error


class _Table:
    """`rows` of parts, the shape of each in `kinds`. Nothing written may be let go before all is."""

    def __init__(self) -> None:
        self.shapes: dict[tuple[type, tuple[int, ...]], int] = {}
        self.kinds: list[int] = []
        self.rows: list[list[Any]] = []
        self._numbers: dict[int, int] = {}

    def write(self, value: object) -> None:
        """Write the value, its parts first. Without recursion: the readings of a game are a long chain."""
        numbers, opened = self._numbers, dict[int, tuple[list[Any], tuple[int, ...]]]()
        waiting = [value]
        while waiting:
            value = waiting[-1]
            if id(value) not in numbers:
                if id(value) not in opened:
                    parts, places = opened[id(value)] = _opened(value)
                    if missing := [parts[place] for place in places if id(parts[place]) not in numbers]:
                        waiting += missing
                        continue
                self._add(value, *opened[id(value)])
            waiting.pop()

    def _add(self, value: object, parts: list[Any], places: tuple[int, ...]) -> None:
        for place in places:
            parts[place] = self._numbers[id(parts[place])]
        self._numbers[id(value)] = len(self.rows)
        self.kinds.append(self.shapes.setdefault((type(value), places), len(self.shapes)))
        self.rows.append(parts)


def _opened(value: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The parts of a value, and the places of those that are no scalars."""
    parts, places = list(_parts_of(value.__class__)(value)), []
    for place, part in enumerate(parts):
        kind = type(part)
        if kind is int:
            if part >= _LEAST_LARGE:
                parts[place] = msgspec.msgpack.Ext(_LARGE, part.to_bytes((part.bit_length() + 7) // 8, "little"))
        elif kind not in _SCALARS:
            places.append(place)
    return parts, tuple(places)


@cache
def _parts_of(kind: type) -> Callable[[Any], Iterable[Any]]:
    if kind is frozenset or issubclass(kind, tuple):
        return iter
    if issubclass(kind, Enum):
        return lambda member: (member.value,)
    if not is_dataclass(kind):
        raise ValueError(f"{kind.__name__} is no value of the rules")
    names = [field.name for field in fields(kind)]
    if len(names) > 1:
        return attrgetter(*names)  # A list of the fields takes five times as long.
    return lambda value: [getattr(value, name) for name in names]


@cache
def _maker(name: str) -> Callable[..., Any]:
    """What makes an object of its parts."""
    module, _, qualified = name.partition(":")
    if name in _PLAIN:
        return _PLAIN[name]
    if not (module.startswith(_ROOMS) or module in _MODULES):
        raise LookupError(name)
    kind = getattr(import_module(module), qualified, None)
    if not isinstance(kind, type) or not (is_dataclass(kind) or issubclass(kind, Enum | tuple)):
        raise LookupError(name)
    return kind


_PLAIN: dict[str, Callable[..., Any]] = {
    "builtins:tuple": lambda *parts: parts,
    "builtins:frozenset": lambda *parts: frozenset(parts),
}


def _large(_: int, data: memoryview) -> int:
    return int.from_bytes(data, "little")


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[list[Shape], list[int], list[list[Any]]], ext_hook=_large).decode
