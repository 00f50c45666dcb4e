"""A game is a fold over its journal: read back from the disk, it tells the same at the same moments."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.table import Played
from bridge.journal import GameKey, Journal, Record
from bridge.journal.store import Store
from bridge.rules.game import new_game, step
from bridge.rules.inputs import Input
from bridge.rules.notices import Notice
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.hand import SLOPPY
from drivers.placement import Sensing
from tests.bridge.rules.streams import GAMES, acts_of, games, garbage, incidents_in, seeds, sensings, setups, waits
from tests.bridge.rules.table import Table

KEY = GameKey("7", "open-3-7-1")
Told = list[tuple[float, Notice]]


class Recorded(Table):
    """A table that keeps every input with its time, and every notice."""

    def __init__(self, played: Played, sensing: Sensing) -> None:
        self.records: list[Record] = []
        self.told: Told = []
        super().__init__(played.start.fen(), chess960=played.start.chess960, sensing=sensing)

    def tell(self, received: Input, now: float) -> None:
        self.records.append(Record(KEY, now, received))
        self.told += ((now, notice) for notice in step(self.game, received, now)[1])
        super().tell(received, now)


def folded(setup: Setup, begun_at: float, records: Iterable[Record]) -> tuple[Game, Told]:
    game, told = new_game(setup, begun_at), Told()
    for record in records:
        game, notices = step(game, record.received, record.at)
        told += ((record.at, notice) for notice in notices)
    return game, told


def written_and_read(records: list[Record]) -> list[Record]:
    """The records after a restart of the program."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "journal.db"
        store = Store(path)
        for begin in range(0, len(records), 100):
            store.write(records[begin : begin + 100], (), 1, 0)
        store.close()
        store = Store(path)
        try:
            return list(store.records(KEY))
        finally:
            store.close()


@settings(max_examples=12)
@given(games, sensings, seeds)
def test_a_game_read_back_from_the_disk_tells_the_same(played: Played, sensing: Sensing, seed: int) -> None:
    table = Recorded(played, sensing)
    table.take(acts_of(played, SLOPPY, seed, incidents_in(played, seed))).wait()
    game, told = folded(table.game.setup, -2.0, written_and_read(table.records))
    assert told == table.told
    assert (game.record, game.alerts, game.result) == (table.game.record, table.game.alerts, table.game.result)


@settings(max_examples=40)
@given(setups, st.lists(st.tuples(waits, garbage), max_size=12))
def test_what_makes_no_sense_is_read_back_too(setup: Setup, stream: list[tuple[float, Input]]) -> None:
    now, records = 0.0, list[Record]()
    for wait, received in stream:
        now += wait
        records.append(Record(KEY, now, received))
    read = written_and_read(records)
    assert read == records
    assert folded(setup, 0.0, read)[1] == folded(setup, 0.0, records)[1]


@pytest.mark.asyncio
async def test_a_restart_in_the_middle_of_a_game_changes_nothing(tmp_path: Path) -> None:
    """Half of the game before it, half after it, through the journal that the service uses."""
    table = Recorded(GAMES[0], Sensing.IDENTITY)
    table.take(acts_of(GAMES[0], SLOPPY, 1)).wait()
    half = len(table.records) // 2
    for part in (table.records[:half], table.records[half:]):
        async with Journal.open(tmp_path / "journal.db") as journal:
            journal.append(part)
    async with Journal.open(tmp_path / "journal.db") as journal:
        assert journal.games() == [KEY]
        game, told = folded(table.game.setup, -2.0, journal.records(KEY))
    assert told == table.told
    assert [played.move for played in game.moves] == list(GAMES[0].moves)
