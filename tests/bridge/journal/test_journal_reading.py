from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bridge.journal import GameKey, Record, read_games
from bridge.journal.store import Store
from bridge.rules.correcting.corrections import RestorePly
from drivers.errors import JournalError
from drivers.reports import Press

KEYS = [GameKey("open/1/7", "open-1-7-1"), GameKey("open/1/8", "open-1-8-1")]
RECORDS = [
    Record(KEYS[1], 1.0, Press(color=True)),
    Record(KEYS[0], 2.0, Press(color=True)),
    Record(KEYS[1], 3.0, RestorePly("Ayşe", "illegal move", 0)),
]


def test_every_game_is_read_while_the_service_goes_on_writing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(Store(path)) as store:
        store.write(RECORDS, [], 1, 0)
        assert read_games(path) == {KEYS[1]: [RECORDS[0], RECORDS[2]], KEYS[0]: [RECORDS[1]]}
        store.write(RECORDS[:1], [], 1, 0)
        assert len(read_games(path)[KEYS[1]]) == 3


def test_what_is_no_journal_is_refused_and_not_changed(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened"):
        read_games(tmp_path / "nothing.db")
    assert not (tmp_path / "nothing.db").exists()
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at" * 10)
    with pytest.raises(JournalError, match="no journal"):
        read_games(tmp_path / "text")
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE addresses (name TEXT)")
    with pytest.raises(JournalError, match="cannot be used"):
        read_games(tmp_path / "other.db")
