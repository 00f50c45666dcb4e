"""The journal's file: SQLite with a write-ahead log, each commit on the disk before it returns.

`inputs` holds what every game received, in order; `checkpoints` what the last game on each board had become by one of
them, which only makes a start shorter. The outbox is two tables, because they grow differently: of `retained` messages
only the newest of each topic matters, `events` are all kept until the broker has them.
"""

from __future__ import annotations

import fcntl
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bridge.journal.checkpoints import Checkpoint, opened, own_code, sealed
from bridge.journal.course import Course
from bridge.journal.inputs import decode_input, encode_input
from bridge.journal.records import GameKey, Record
from bridge.journal.told import told_last
from bridge.messages.envelope import Message
from bridge.rules.setup import Setup
from drivers.errors import JournalError
from drivers.reports import Report

LOG = logging.getLogger(__name__)

SCHEMA = 1
_APPLICATION = 0x746D6A31  # "tmj1": tells a journal from other SQLite files

_TABLES = """
BEGIN;
CREATE TABLE games (id INTEGER PRIMARY KEY, board TEXT NOT NULL, game TEXT NOT NULL, UNIQUE (board, game));
CREATE TABLE inputs (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, at REAL NOT NULL, input BLOB NOT NULL);
CREATE INDEX inputs_of_game ON inputs (game);
CREATE TABLE retained (
    topic TEXT NOT NULL UNIQUE, payload BLOB NOT NULL, qos INTEGER NOT NULL, seq INTEGER NOT NULL);
CREATE INDEX cleared ON retained (seq) WHERE length(payload) = 0;
CREATE TABLE events (
    seq INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL, qos INTEGER NOT NULL);
CREATE TABLE progress (next_seq INTEGER NOT NULL, delivered INTEGER NOT NULL);
INSERT INTO progress VALUES (1, 0);
PRAGMA user_version = %d;
PRAGMA application_id = %d;
COMMIT;
"""

_CHECKPOINTS = "CREATE TABLE IF NOT EXISTS checkpoints (board TEXT PRIMARY KEY, checkpoint BLOB NOT NULL)"
"""Not of the schema: who does not know them does not miss them."""

_UNDELIVERED = """
SELECT topic, payload, 1, qos, seq FROM retained WHERE seq > :after
UNION ALL SELECT topic, payload, 0, qos, seq FROM events WHERE seq > :after
ORDER BY seq LIMIT :limit
"""


class Store:
    """One open journal file. Used by one thread at a time; a second process is refused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._game_ids: dict[GameKey, int] = {}
        self._code = own_code()
        with mapped(path):
            self._lock = path.with_name(path.name + ".lock").open("w")
        try:
            self._open()
        except JournalError:
            self._lock.close()
            raise

    def _open(self) -> None:
        with mapped(self.path):
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise

    def _prepare(self) -> None:
        execute = self.connection.execute
        version, application = (execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id"))
        if version > SCHEMA and application == _APPLICATION:
            raise JournalError(
                f"the journal has schema {version}, and this touchmove knows {SCHEMA}.",
                where=str(self.path),
                remedy="Update touchmove, or name another file.",
            )
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = FULL")
        if execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            self.connection.executescript(_TABLES % (SCHEMA, _APPLICATION))
        elif application != _APPLICATION:
            raise JournalError(
                "the file is no journal of touchmove.", where=str(self.path), remedy="Name another file."
            )
        execute(_CHECKPOINTS)
        self._game_ids = {GameKey(board, game): key for key, board, game in execute("SELECT * FROM games")}

    def close(self) -> None:
        """Close the file and let other processes use it."""
        self.connection.close()
        self._lock.close()

    def write(
        self,
        records: Sequence[Record],
        messages: Sequence[Message],
        next_seq: int,
        delivered: int,
        checkpoints: Iterable[Checkpoint] = (),
    ) -> None:
        """Write all or nothing, durably. Messages with a sequence number up to `delivered` are with the broker. Of each
        board the last checkpoint is kept.
        """
        with mapped(self.path), self._transaction():
            self._write_records(records)
            self._write_checkpoints(checkpoints)
            self._write_messages(messages)
            self.connection.execute("UPDATE progress SET next_seq = ?, delivered = ?", (next_seq, delivered))
            self.connection.execute("DELETE FROM events WHERE seq <= ?", (delivered,))
            self.connection.execute("DELETE FROM retained WHERE length(payload) = 0 AND seq <= ?", (delivered,))

    def progress(self) -> tuple[int, int]:
        """The next sequence number, and the last one that the broker has."""
        with mapped(self.path):
            next_seq, delivered = self.connection.execute("SELECT * FROM progress").fetchone()
        return next_seq, delivered

    def undelivered(self, after: int, limit: int) -> list[Message]:
        """At most `limit` messages with sequence numbers above `after`, in order."""
        return list(self._messages(_UNDELIVERED, {"after": after, "limit": limit}))

    def retained(self) -> list[Message]:
        """The newest message of every retained topic, in order."""
        return list(self._messages("SELECT topic, payload, 1, qos, seq FROM retained ORDER BY seq", {}))

    def games(self) -> list[GameKey]:
        """All games, in the order in which their first inputs came."""
        return list(self._game_ids)

    def records(self, key: GameKey, after: int = 0) -> Iterator[Record]:
        """The inputs of one game, in order; all, or those after the one with that number in the file."""
        query = "SELECT at, input FROM inputs WHERE game = ? AND id > ? ORDER BY id"
        with mapped(self.path):
            for at, received in self.connection.execute(query, (self._game_ids.get(key), after)):
                yield Record(key, at, decode_input(received))

    def told(self, key: GameKey) -> tuple[Report, ...]:
        """What the e-board told last in one game; see `told_last`."""
        query = "SELECT input FROM inputs WHERE game = ? ORDER BY id DESC"
        with mapped(self.path):
            rows = self.connection.execute(query, (self._game_ids.get(key),))
            return told_last(decode_input(received) for (received,) in rows)

    def past(self, key: GameKey, setup: Setup) -> tuple[Course | None, Iterator[Record]]:
        """What a game had become, and the inputs after that; all of them, and None, without a checkpoint that fits."""
        checkpoint = self._checkpoint(key)
        if checkpoint is None or (checkpoint.key, checkpoint.setup) != (key, setup):
            return None, self.records(key)
        last, at = self._last(key, checkpoint.course.until)
        if at != checkpoint.course.until:  # Inputs are missing that it knows.
            return None, self.records(key)
        return checkpoint.course, self.records(key, last)

    def _checkpoint(self, key: GameKey) -> Checkpoint | None:
        query = "SELECT CAST(checkpoint AS BLOB) FROM checkpoints WHERE board = ?"
        try:
            row = self.connection.execute(query, (key.board,)).fetchone()
        except sqlite3.DatabaseError:
            return None
        return opened(row[0], self._code) if row else None

    def _last(self, key: GameKey, until: float) -> tuple[int, float]:
        """Number and moment of the game's last input up to a moment, which is looked for from the end."""
        query = "SELECT id, at FROM inputs WHERE game = ? AND at <= ? ORDER BY id DESC LIMIT 1"
        with mapped(self.path):
            found = self.connection.execute(query, (self._game_ids.get(key), until)).fetchone()
        return found or (0, 0.0)

    def _messages(self, query: str, arguments: dict[str, int]) -> Iterator[Message]:
        with mapped(self.path):
            for topic, payload, retain, qos, seq in self.connection.execute(query, arguments):
                yield Message(topic, payload, bool(retain), qos, seq)

    def _write_records(self, records: Sequence[Record]) -> None:
        for key in {record.key: None for record in records if record.key not in self._game_ids}:
            cursor = self.connection.execute("INSERT INTO games (board, game) VALUES (?, ?)", (key.board, key.game))
            self._game_ids[key] = cursor.lastrowid or 0
        rows = ((self._game_ids[record.key], record.at, encode_input(record.received)) for record in records)
        self.connection.executemany("INSERT INTO inputs (game, at, input) VALUES (?, ?, ?)", rows)

    def _write_checkpoints(self, checkpoints: Iterable[Checkpoint]) -> None:
        for checkpoint in checkpoints:
            try:
                row = (checkpoint.key.board, sealed(checkpoint, self._code))
            except ValueError as error:  # A mistake of ours must not keep the inputs from the disk.
                LOG.warning("No checkpoint of %s: %s.", checkpoint.key.game, error)
            else:
                self.connection.execute("INSERT OR REPLACE INTO checkpoints VALUES (?, ?)", row)

    def _write_messages(self, messages: Iterable[Message]) -> None:
        newest = {message.topic: message for message in messages if message.retain}
        self.connection.executemany(
            "INSERT INTO retained (topic, payload, qos, seq) VALUES (?, ?, ?, ?) ON CONFLICT (topic) DO UPDATE"
            " SET payload = excluded.payload, qos = excluded.qos, seq = excluded.seq",
            ((message.topic, message.payload, message.qos, message.seq) for message in newest.values()),
        )
        self.connection.executemany(
            "INSERT INTO events (seq, topic, payload, qos) VALUES (?, ?, ?, ?)",
            ((message.seq, message.topic, message.payload, message.qos) for message in messages if not message.retain),
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        games = dict(self._game_ids)
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            self._game_ids = games
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise


_TROUBLES = {
    "SQLITE_FULL": ("the disk is full.", "Free some space; recording goes on by itself."),
    "SQLITE_READONLY": ("the journal may not be written.", "Give touchmove's user the right to write it."),
    "SQLITE_CANTOPEN": ("the journal cannot be opened.", "Check that its folder exists and may be written."),
    "SQLITE_CORRUPT": ("the journal is damaged.", "Keep a copy, and name another file."),
    "SQLITE_NOTADB": ("the file is no journal.", "Name another file."),
    "SQLITE_IOERR": ("the disk cannot be read or written.", "Check the disk and its cables."),
    "SQLITE_BUSY": ("another program keeps the journal busy.", "End that program."),
}


@contextmanager
def mapped(path: Path) -> Iterator[None]:
    """Turn foreign errors into JournalError."""
    try:
        yield
    except BlockingIOError as error:
        raise JournalError(
            "another touchmove uses this journal.", where=str(path), remedy="End it, or name another file."
        ) from error
    except OSError as error:
        raise JournalError(
            f"the journal cannot be opened ({error.strerror}).",
            where=str(path),
            remedy="Check that its folder exists and may be written.",
        ) from error
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        what, remedy = next(
            (trouble for prefix, trouble in _TROUBLES.items() if name.startswith(prefix)),
            (f"the journal cannot be used ({error}).", "Keep a copy, and name another file."),
        )
        raise JournalError(what, where=str(path), remedy=remedy) from error
