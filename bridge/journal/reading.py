"""Reading a journal that belongs to somebody else, perhaps to a service that is writing it: nothing is changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from bridge.journal.inputs import decode_input
from bridge.journal.records import GameKey, Record
from bridge.journal.store import mapped

MAGIC = b"SQLite format 3\x00"
"""What every journal begins with, and every other file of SQLite."""

_INPUTS = "SELECT board, games.game, at, input FROM inputs JOIN games ON games.id = inputs.game ORDER BY inputs.id"


def read_games(path: Path) -> dict[GameKey, Sequence[Record]]:
    """The inputs of every game, games in the order in which their first inputs came. Raises JournalError."""
    games: dict[GameKey, list[Record]] = {}
    with mapped(path), closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as connection:
        for board, game, at, received in connection.execute(_INPUTS):
            key = GameKey(board, game)
            games.setdefault(key, []).append(Record(key, at, decode_input(received)))
    return dict(games)
