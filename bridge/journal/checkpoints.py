"""Checkpoints: what a game had become by one of its inputs, so that a start need not go back further than that.

A checkpoint is a cache, never the truth: it is only used when the very code that runs now wrote it, for a game that is
played under the same circumstances, and not a bit of it has changed. Else the game is folded from its first input.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

import chess

from bridge.journal.course import Course
from bridge.journal.records import GameKey
from bridge.journal.values import decode, encode
from bridge.rules.setup import Setup

SOURCES = ("bridge/laws", "bridge/rules", "bridge/journal", "drivers/placement.py", "drivers/reports.py")
"""Where it is decided what becomes of a game's inputs, and how a checkpoint is written."""
_SEAL_BYTES = 16
_COMPRESSION = 1
"""The fastest: a third of the size for a tenth of the time that writing takes; the best saves a sixth of that."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """`setup`: how games on this board were to be played. `course`: the game after its last input."""

    key: GameKey
    setup: Setup
    course: Course


def sealed(checkpoint: Checkpoint, code: bytes) -> bytes:
    """The checkpoint as bytes that only code with the same fingerprint understands. Raises ValueError when something
    in it cannot be written.
    """
    text = zlib.compress(encode(checkpoint), _COMPRESSION)
    return _seal(text, code) + text


def opened(data: bytes, code: bytes) -> Checkpoint | None:
    """The checkpoint; None when code with another fingerprint wrote it, or it is damaged."""
    seal, text = data[:_SEAL_BYTES], data[_SEAL_BYTES:]
    if seal != _seal(text, code):
        return None
    try:
        found = decode(zlib.decompress(text))
    except (ValueError, zlib.error):
        return None
    return found if isinstance(found, Checkpoint) else None


def _seal(text: bytes, code: bytes) -> bytes:
    return blake2b(text, digest_size=_SEAL_BYTES, key=code).digest()


@cache
def own_code() -> bytes:
    """The fingerprint of the code that runs. Ask for it at the start: later another version may have been installed."""
    return fingerprint(Path(__file__).parents[2])


def fingerprint(house: Path) -> bytes:
    """What tells the code that folds games from any other; `house` is where `bridge` and `drivers` lie. Where there are
    no sources to be read, it is another one each time.
    """
    mixed = blake2b(chess.__version__.encode(), digest_size=_SEAL_BYTES)
    try:
        for file in _files(house):
            mixed.update(file.relative_to(house).as_posix().encode())
            mixed.update(blake2b(file.read_bytes()).digest())
    except OSError:
        return secrets.token_bytes(_SEAL_BYTES)
    return mixed.digest()


def _files(house: Path) -> Iterator[Path]:
    for name in SOURCES:
        path = house / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]
