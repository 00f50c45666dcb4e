"""TOML tables into frozen dataclasses, with errors that name the file, the line and the nearest valid key."""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from drivers.errors import ConfigError

T = TypeVar("T")

Keys: TypeAlias = tuple[str | int, ...]
"""The way to a value: `("board", 2, "white")` is the key `white` of the third `[[board]]`."""

_WORDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table",
    "str": "text in quotes",
}
"""What the types are called in front of an operator."""

_DECODER_MESSAGE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)")


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """The text of a configuration file, and where in it things stand."""

    path: Path
    text: str

    def tables(self) -> dict[str, Any]:
        """Everything in the file. Raises ConfigError when it is not TOML."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            message = _DECODER_MESSAGE.fullmatch(str(error))
            what = message["what"] if message else str(error)
            line = int(message["line"]) if message and message["line"] else self.text.rstrip().count("\n") + 1
            remedy = "Texts stand in quotes, lists in [ ], and every key only once in its section."
            raise self.error_at(line, f"this is not TOML: {what}.", remedy) from None

    def error(self, keys: Keys, what: str, remedy: str = "") -> ConfigError:
        """The error to raise about the value at `keys`, or about what it should have stood in."""
        return self.error_at(self.line_of(keys), what, remedy)

    def error_at(self, line: int, what: str, remedy: str = "") -> ConfigError:
        """The error to raise about a line, counted from 1."""
        return ConfigError(what, where=f"{self.path}, line {line}", remedy=remedy)

    def line_of(self, keys: Keys) -> int:
        """The line, counted from 1, on which the value at `keys` begins."""
        lines = self.text.split("\n")
        while keys and not _has(self.tables(), keys):
            keys = keys[:-1]
        return 1 + bisect_left(range(1, len(lines)), True, key=lambda count: _begun(lines, count, keys))


def _begun(lines: list[str], count: int, keys: Keys) -> bool:
    """Whether the value at `keys` begins within the first `count` lines: the shortest beginning of the text that
    has them all and is TOML already has the value.
    """
    for end in range(count, len(lines)):
        try:
            return _has(tomllib.loads("\n".join(lines[:end])), keys)
        except tomllib.TOMLDecodeError:
            continue  # a value goes on over the next lines
    return True


def _has(tables: Any, keys: Keys) -> bool:
    for key in keys:
        if isinstance(key, int):
            present = isinstance(tables, list) and key < len(tables)
        else:
            present = isinstance(tables, dict) and key in tables
        if not present:
            return False
        tables = tables[key]
    return True


def read(source: Source, kind: type[T], table: Mapping[str, Any], keys: Keys = ()) -> T:
    """The table at `keys` as an instance of the frozen dataclass `kind`.

    A field is written under its own name, or under its metadata's "key". Raises ConfigError for the first unknown
    key, missing key, or value of another type.
    """
    hints = get_type_hints(kind, include_extras=True)
    fields = {key_of(field): field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for key, value in table.items():
        if key not in fields and not keys and not isinstance(value, dict | list):
            raise source.error((key,), f"{key} stands in no section.", "Put it under its [section].")
        if key not in fields:
            raise source.error((*keys, key), f"{named((*keys, key))} is unknown.", _nearest(key, fields))
    for key, field in fields.items():
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING and key not in table:
            raise source.error(keys, f"{named((*keys, key))} is missing.", "It has no default: add it.")
    values = {fields[key].name: _value(source, hints[fields[key].name], table[key], (*keys, key)) for key in table}
    return kind(**values)


def key_of(field: dataclasses.Field[Any]) -> str:
    """The key under which a field stands in the file."""
    return str(field.metadata.get("key", field.name))


def named(keys: Keys) -> str:
    """A value's name for people: `[[board]] 3: white` or `[web] port`."""
    match keys:
        case (str(table), int(index), *rest):
            head = f"[[{table}]] {index + 1}"
            return f"{head}: {'.'.join(map(str, rest))}" if rest else head
        case (str(table),):
            return f"[{table}]"
        case (table, *rest):
            return f"[{table}] {'.'.join(map(str, rest))}"
        case _:
            return "the file"


def _value(source: Source, hint: Any, value: Any, keys: Keys) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise source.error(keys, f"[{keys[-1]}] is written [[{keys[-1]}]], once for each.")
        return tuple(read(source, get_args(hint)[0], item, (*keys, index)) for index, item in enumerate(value))
    if dataclasses.is_dataclass(hint):
        if not isinstance(value, dict):
            raise source.error(keys, f"{named(keys)}: expected {_WORDS['object']}.")
        return read(source, hint, value, keys)  # type: ignore[arg-type]
    if isinstance(hint, type) and issubclass(hint, Enum) and isinstance(value, str):
        return _choice(source, hint, value, keys)
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        words = re.sub(r"`(\w+)`", lambda match: _WORDS.get(match[1], match[1]), str(error))
        raise source.error(keys, f"{named(keys)}: {words[0].lower()}{words[1:]}.") from None


def _choice(source: Source, kind: type[Enum], value: str, keys: Keys) -> Enum:
    try:
        return kind(value)
    except ValueError:
        raise source.error(keys, *unknown_choice(keys, value, (str(choice.value) for choice in kind))) from None


def unknown_choice(keys: Keys, value: str, valid: Iterable[str]) -> tuple[str, str]:
    """What to say about a value that is none of the valid ones, and what to do."""
    choices = sorted(valid)
    return f"{named(keys)}: {value!r} is unknown.", _nearest(value, choices)


def _nearest(word: str, valid: Iterable[str]) -> str:
    choices = sorted(valid)
    near = difflib.get_close_matches(word, choices, n=1)
    return f"Did you mean {near[0]!r}?" if near else f"Valid here: {', '.join(choices)}."
