from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from bridge.journal import Checkpoint
from bridge.journal.course import Course
from bridge.journal.store import SCHEMA, GameKey, Record, Store
from bridge.messages.envelope import Message
from bridge.rules.game import new_game
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from drivers.errors import JournalError
from drivers.reports import Press

KEY = GameKey("7", "open-3-7-1")
SETUP = Setup(position_of(chess.Board()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path)
    yield store
    store.close()


def retained(seq: int, topic: str = "a/position", payload: bytes = b"state") -> Message:
    return Message(topic, payload, True, 1, seq)


def event(seq: int, topic: str = "a/move") -> Message:
    return Message(topic, b"news", False, 1, seq)


def test_of_a_retained_topic_only_the_newest_message_is_kept_and_of_events_all(store: Store) -> None:
    for seq in range(1, 100, 2):
        store.write([], [retained(seq), event(seq + 1)], seq + 2, 0)
    assert store.retained() == [retained(99)]
    found = store.undelivered(0, 1000)
    assert [message.seq for message in found] == [*range(2, 100, 2), 99, 100]
    assert store.undelivered(90, 3) == [event(92), event(94), event(96)]


def test_delivered_events_and_deletions_are_forgotten_and_delivered_state_is_kept(store: Store) -> None:
    store.write([], [retained(1), event(2), retained(3, "a/alert/1"), retained(4, "a/alert/1", b"")], 5, 0)
    assert store.retained() == [retained(1), retained(4, "a/alert/1", b"")]
    store.write([], [], 5, 4)
    assert store.retained() == [retained(1)]
    assert store.undelivered(0, 10) == [retained(1)]
    assert store.progress() == (5, 4)


def test_inputs_come_back_by_game_in_order(path: Path) -> None:
    other = GameKey("8", "open-3-8-1")
    records = [Record(key, at, Press(at > 2)) for at, key in enumerate([KEY, other, KEY, KEY])]
    store = Store(path)
    store.write(records[:3], [], 1, 0)
    store.close()
    store = Store(path)
    store.write(records[3:], [], 1, 0)
    assert store.games() == [KEY, other]
    assert list(store.records(KEY)) == [records[0], records[2], records[3]]
    assert list(store.records(GameKey("9", "none"))) == []
    store.close()


def started(until: float, setup: Setup = SETUP, key: GameKey = KEY) -> Checkpoint:
    return Checkpoint(key, setup, Course(new_game(setup, 0.0), until))


def pressed(*moments: float, key: GameKey = KEY) -> list[Record]:
    return [Record(key, at, Press(True)) for at in moments]


def test_of_each_board_the_newest_checkpoint_is_kept_and_the_inputs_after_it_are_told(path: Path) -> None:
    other = GameKey("8", "open-3-8-1")
    store = Store(path)
    store.write(pressed(1.0, 1.0), [], 1, 0, [started(1.0)])
    store.write(pressed(2.0, 3.0, 4.0) + pressed(9.0, key=other), [], 1, 0, [started(2.0)])
    store.close()
    with closing(Store(path)) as store:
        course, kept = store.past(KEY, SETUP)
        assert course is not None
        assert (course.until, course.game.setup) == (2.0, SETUP)
        assert list(kept) == pressed(3.0, 4.0)
        assert past_of(store, other) == (None, pressed(9.0, key=other))
        assert store.connection.execute("SELECT count(*) FROM checkpoints").fetchone() == (1,)


def past_of(store: Store, key: GameKey = KEY, setup: Setup = SETUP) -> tuple[Course | None, list[Record]]:
    course, kept = store.past(key, setup)
    return course, list(kept)


def test_a_checkpoint_of_another_game_or_under_other_circumstances_is_disregarded(store: Store) -> None:
    store.write(pressed(1.0, 2.0), [], 1, 0, [started(1.0)])
    assert past_of(store, setup=replace(SETUP, edition="2018")) == (None, pressed(1.0, 2.0))
    following = GameKey(KEY.board, "open-3-7-2")
    store.write(pressed(3.0, key=following), [], 1, 0)
    assert past_of(store, following) == (None, pressed(3.0, key=following))
    store.write([], [], 1, 0, [started(3.0, key=following)])
    assert past_of(store, following)[1] == []
    assert past_of(store) == (None, pressed(1.0, 2.0))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE checkpoints SET checkpoint = substr(checkpoint, 1, 100)",
        "UPDATE checkpoints SET checkpoint = zeroblob(500)",
        "UPDATE checkpoints SET checkpoint = 'text'",
        "UPDATE checkpoints SET checkpoint = ''",
        "UPDATE checkpoints SET checkpoint = 7",
        "DROP TABLE checkpoints",
        "DELETE FROM inputs WHERE at = 2.0",
    ],
)
def test_a_checkpoint_that_is_damaged_or_knows_more_than_the_inputs_is_disregarded(store: Store, damage: str) -> None:
    store.write(pressed(1.0, 2.0, 3.0), [], 1, 0, [started(2.0)])
    assert past_of(store)[1] == pressed(3.0)
    store.connection.execute(damage)
    assert past_of(store) == (None, list(store.records(KEY)))
    assert len(list(store.records(KEY))) >= 2


def test_a_checkpoint_that_cannot_be_written_keeps_no_input_from_the_disk(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    odd = Checkpoint(KEY, SETUP, Course(new_game(SETUP, 0.0), 1.0, prologue=[]))  # type: ignore[arg-type]
    store.write(pressed(1.0), [], 1, 0, [odd])
    assert past_of(store) == (None, pressed(1.0))
    assert "No checkpoint of open-3-7-1: list is no value of the rules." in caplog.text


def test_a_journal_from_before_checkpoints_gets_them(path: Path) -> None:
    store = Store(path)
    store.write(pressed(1.0), [], 1, 0)
    store.connection.execute("DROP TABLE checkpoints")
    store.close()
    with closing(Store(path)) as store:
        assert past_of(store) == (None, pressed(1.0))
        store.write(pressed(2.0), [], 1, 0, [started(2.0)])
        assert past_of(store)[1] == []


def test_a_full_disk_is_said_and_nothing_is_half_written(store: Store) -> None:
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    big = [Record(KEY, at, Press(True)) for at in range(1000)]
    with pytest.raises(JournalError, match="disk is full") as caught:
        store.write(big, [event(1)], 2, 0)
    assert caught.value.remedy
    assert (store.games(), store.undelivered(0, 10), store.progress()) == ([], [], (1, 0))
    store.connection.execute("PRAGMA max_page_count = 1000000")
    store.write(big, [event(1)], 2, 0)
    assert len(list(store.records(KEY))) == 1000


def test_a_second_process_is_refused(store: Store) -> None:
    with pytest.raises(JournalError, match="another touchmove uses this journal"):
        Store(store.path)


def test_a_newer_schema_is_refused(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    with pytest.raises(JournalError, match="Update touchmove"):
        Store(path)


def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"1. e4 e5 2. Nf3 " * 400)
    with pytest.raises(JournalError, match="is no journal"):
        Store(path)
    assert path.read_bytes().startswith(b"1. e4")


def test_a_foreign_database_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    with pytest.raises(JournalError, match="no journal of touchmove"):
        Store(path)


def test_a_damaged_journal_is_said(path: Path) -> None:
    store = Store(path)
    store.write([Record(KEY, at, Press(True)) for at in range(3000)], [], 1, 0)
    store.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(path.stat().st_size - 4096))
    with pytest.raises(JournalError, match="damaged") as caught:
        Store(path)
    assert str(path) in str(caught.value)


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="Check that its folder exists"):
        Store(tmp_path / "none" / "journal.db")
