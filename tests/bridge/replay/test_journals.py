"""A journal replayed tells what was told when it was written."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from bridge.config import Config, load
from bridge.journal import Record
from bridge.journal.course import Course, follow, records
from bridge.journal.store import Store
from bridge.replay import read_file, replay, replay_file
from bridge.rules.correcting.corrections import Correction, RestorePly, SetResult, Touched
from bridge.rules.game import new_game, wake_at
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.notices import DumpWanted, GameStarted, Notice
from bridge.rules.position import position_of
from drivers.errors import FormatError
from drivers.placement import EMPTY
from drivers.reports import Dump, LinkUp, Press, SquaresChanged
from tests.bridge.messages.table import PLACE

START = position_of(chess.Board())
SAID = ("Ayşe", "as I saw it")
E4 = (SquaresChanged(((chess.E2, EMPTY),)), SquaresChanged(((chess.E4, chess.PAWN),)), Press(chess.WHITE))
CORRECTIONS: tuple[Correction, ...] = (RestorePly(*SAID, 9), RestorePly(*SAID, 0))
CONFIGURATION = """
[event]
edition = "2018"
[[eboard]]
line = "/dev/ttyNowhere"
[[board]]
number = {number}
"""


def config(folder: Path, number: int = PLACE.board) -> Config:
    path = folder / "hall.toml"
    path.write_text(CONFIGURATION.format(number=number))
    return load(path)


def played(folder: Path) -> tuple[Path, list[tuple[float, Notice]]]:
    """A journal of two games, and what was told when it was written."""
    hall = config(folder)
    course = Course(new_game(hall.setup_of(hall.boards[0]), 100.0), 100.0)
    kept: list[Record] = []
    told: list[tuple[float, Notice]] = []

    def receive(received: Input, now: float) -> None:
        nonlocal course
        after, notices = follow(course, received, now)
        kept.extend(records(PLACE, course, after, received))
        told.extend((now, notice) for notice in notices)
        course = after

    dump = Dump(START.placement)
    first = (*E4, *CORRECTIONS, dump, Touched(*SAID, chess.G1), *E4, SetResult(*SAID, "1-0"))
    receive(TimePassed(), course.until)
    for received in (LinkUp(), dump, *first, dump, StartGame(START), *E4):
        now = course.until + 2.0
        while (due := wake_at(course.game)) is not None and due < now:
            receive(TimePassed(), max(due, course.until))
        receive(received, now)
    store = Store(folder / "journal.db")
    store.write(kept, [], 1, 0)
    store.close()
    return folder / "journal.db", told


def test_a_journal_tells_the_same_again(tmp_path: Path) -> None:
    path, told = played(tmp_path)
    recordings = read_file(path, config(tmp_path))
    assert [recording.id for recording in recordings] == ["izmir-open/3/7/1", "izmir-open/3/7/2"]
    first, second = ([(s.at, notice) for s in replay(each) for notice in s.notices] for each in recordings)
    begun = next(index for index, (_, notice) in enumerate(told) if isinstance(notice, GameStarted))
    begun_at = told[begun][0]
    assert first == [(at, notice) for at, notice in told if at < begun_at]
    # The record of a later game begins with a dump that the game did not get, so it wants others.
    assert about_the_game(second) == about_the_game(told[begun + 1 :])
    names = {type(notice).__name__ for _, notice in first}
    assert {"Corrected", "Refused", "AlertRaised", "ResultSeen", "MovesWithdrawn"} <= names


def about_the_game(told: list[tuple[float, Notice]]) -> list[tuple[float, Notice]]:
    return [(at, notice) for at, notice in told if notice != DumpWanted()]


def test_a_journal_is_told_as_json_under_the_edition_of_its_event(tmp_path: Path) -> None:
    path, _ = played(tmp_path)
    lines = list(replay_file(path, config(tmp_path)))
    summaries = [line for line in lines if line["type"] == "summary"]
    assert [(line["id"], line["moves"], line["result"]) for line in summaries] == [
        ("izmir-open/3/7/1", ["e4"], "1-0"),
        ("izmir-open/3/7/2", ["e4"], None),
    ]
    articles = {line["article"] for line in lines if line.get("kind") == "touch_move_violation" and "article" in line}
    assert articles == {"FIDE Laws of Chess (2018) Art. 4.3.1"}


def test_a_journal_needs_its_configuration(tmp_path: Path) -> None:
    path, _ = played(tmp_path)
    with pytest.raises(FormatError, match="--config"):
        read_file(path)
    with pytest.raises(FormatError, match="no board 7 in the configuration"):
        read_file(path, config(tmp_path, number=8))
