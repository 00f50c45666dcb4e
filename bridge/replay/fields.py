"""JSON objects written by hand: the values at their keys, or a FormatError that says where and what to do."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import chess

from drivers.errors import FormatError


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object and where it stands, like `game.jsonl:3`."""

    values: Mapping[str, object]
    where: str

    def text(self, key: str, default: str | None = None) -> str:
        """The text at `key`. Raises FormatError when there is none and no default."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.error(f"{key} must be text, not {json.dumps(value)}.", f'Write it like "{key}": "…".')
        return value

    def seconds(self, key: str) -> float:
        """The time at `key`. Raises FormatError when it is no finite number."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.error(f"{key} must be a number of seconds, not {json.dumps(value)}.", 'Write it like "t": 1.25.')
        return float(value)

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """The text at `key`, one of `choices`. Raises FormatError naming the nearest of them for any other."""
        value, known = self.text(key, default), list(choices)
        if value not in known:
            raise self.error(f"{key} is {value!r}.", f"{_nearest(value, known)}Known: {', '.join(known)}.")
        return value

    def square(self, key: str) -> chess.Square:
        """The square at `key`. Raises FormatError when it is none."""
        try:
            return chess.parse_square(self.text(key))
        except ValueError:
            raise self.error(f"{self.text(key)!r} is no square.", "Squares are a1 to h8.") from None

    def only(self, known: Iterable[str]) -> None:
        """Raises FormatError when there are other keys than the known ones, naming the nearest."""
        names = list(known)
        for key in self.values:
            if key not in names:
                raise self.error(f"the key {key!r} is not known.", f"{_nearest(key, names)}Known: {', '.join(names)}.")

    def error(self, what: str, remedy: str) -> FormatError:
        """What is wrong here, to be raised."""
        return FormatError(what, where=self.where, remedy=remedy)


def fields(value: object, where: str) -> Fields:
    """A value of a JSON document that must be an object. Raises FormatError."""
    if not isinstance(value, dict):
        raise FormatError("a JSON object in { } is expected here.", where=where, remedy='Write it like {"t": 0.5, …}.')
    return Fields(value, where)


def parsed(text: str, path: str, first_line: int = 1) -> object:
    """The JSON document in `text`, which begins at `first_line` of the file. Raises FormatError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{path}:{first_line + error.lineno - 1}"
        what = f"this is no JSON ({error.msg}, column {error.colno})."
        raise FormatError(what, where=where, remedy="Mend it there; the mistake may stand just before.") from None
    except RecursionError:
        what, where = "this JSON is nested too deeply.", f"{path}:{first_line}"
        raise FormatError(what, where=where, remedy="Name the file of a recording.") from None


def _nearest(value: str, known: list[str]) -> str:
    close = difflib.get_close_matches(value, known, n=1)
    return f"Did you mean {close[0]!r}? " if close else ""
