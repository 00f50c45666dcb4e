"""One board by itself: what it does with reports that are no moves, and with faults."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import chess
import pytest
import pytest_asyncio

from bridge.config import EBoardSection
from bridge.journal import Journal, Record
from bridge.journal.course import brought_back, key_of
from bridge.journal.store import Store
from bridge.rules.game import wake_at
from bridge.rules.inputs import TimePassed
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from bridge.service.board import CHECKPOINT_INPUTS, Board, Desk
from drivers.placement import EMPTY, Placement, code_at, placement_of
from drivers.reports import (
    Battery,
    ClockGone,
    ClockTimes,
    Dump,
    Garbled,
    Identified,
    LinkDown,
    LinkUp,
    Oriented,
    Press,
    Report,
    SquaresChanged,
    Trouble,
)
from tests.bridge.journal.in_depth import in_depth
from tests.bridge.messages.table import PLACE

pytestmark = pytest.mark.asyncio

START = position_of(chess.Board())
SETUP = Setup(START)
EBOARD = EBoardSection(line="/dev/ttyNowhere", serial="30123")
DUMP = Dump(START.placement)
E4: tuple[Report, ...] = (
    SquaresChanged(((chess.E2, EMPTY),)),
    SquaresChanged(((chess.E4, chess.PAWN),)),
    Press(chess.WHITE),
)
AFTER_E4 = placement_of(chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"))
RUY_LOPEZ = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "d2d3", "b7b5", "a4b3", "f8e7")


class Hall:
    """A board at a journal, with a time that a test may set."""

    def __init__(self, journal: Journal, first: float = 100.0, game: int = 1) -> None:
        self.journal = journal
        self.now = first
        self.past = brought_back(SETUP, journal.records(key_of(PLACE, game)), game)
        self.board = Board(PLACE, SETUP, EBOARD, Desk(journal, "session", lambda: self.now), self.past)
        self.board.begin()

    def report(self, *reports: Report) -> None:
        for report in reports:
            self.now += 0.5
            self.board.deliver(report, self.now)


@pytest_asyncio.fixture
async def journal(tmp_path: Path) -> AsyncIterator[Journal]:
    async with Journal.open(tmp_path / "journal.db") as journal:
        yield journal


def shown(game: Game) -> tuple[object, ...]:
    """All that anybody is told about a game, and when it will change by itself."""
    return game.moves, game.position, game.placement, game.clock, game.alerts, game.result, game.linked, wake_at(game)


def recorded(path: Path, game: int = 1) -> list[Record]:
    """What the journal file holds about a game on the board."""
    store = Store(path)
    records = list(store.records(key_of(PLACE, game)))
    store.close()
    return records


async def test_a_game_that_is_brought_back_is_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with Journal.open(path) as journal:
        hall = Hall(journal)
        hall.report(LinkUp(), Oriented(turned=True), DUMP, *E4)
        before = hall.board.game
    async with Journal.open(path) as journal:
        again = Hall(journal, first=200.0)
        assert again.past is not None
        assert shown(again.past.game) == shown(before)
        assert again.past.turned is True
        assert again.board.eboard.turned is True
        assert [played.move.uci() for played in again.board.game.moves] == ["e2e4"]
        assert not again.board.game.linked


async def test_a_game_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    path, key = tmp_path / "journal.db", key_of(PLACE, 1)
    async with Journal.open(path) as journal:
        hall = Hall(journal)
        hall.report(LinkUp(), Oriented(turned=True), DUMP, *E4)
        for _ in range(CHECKPOINT_INPUTS):
            hall.report(Press(chess.BLACK), ClockTimes(300.0, hall.now, None))
        before = hall.board.game
    async with Journal.open(path) as journal:
        course, kept = journal.past(key, SETUP)
        kept = list(kept)
        assert course is not None
        assert 0 < len(kept) < CHECKPOINT_INPUTS
        found = brought_back(SETUP, kept, 1, course)
        assert found is not None
        assert (shown(found.game), found.turned) == (shown(before), True)
        assert in_depth(found) == in_depth(brought_back(SETUP, journal.records(key), 1))


async def test_a_checkpoint_is_of_now_when_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with Journal.open(path) as journal:
        hall = Hall(journal)
        hall.report(LinkUp(), DUMP, *E4)
        hall.board.keep()
        before = hall.board.game
    async with Journal.open(path) as journal:
        course, kept = journal.past(key_of(PLACE, 1), SETUP)
        assert course is not None
        assert list(kept) == []
        assert in_depth(course.game) == in_depth(before)


async def test_what_is_not_about_the_game_is_not_in_its_record(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with Journal.open(path) as journal:
        hall = Hall(journal)
        hall.report(
            Identified("30123", "1.8"), Battery(70, charging=False), Garbled(b"?", "noise"), Trouble("it is worn.", "")
        )
        assert (hall.board.eboard.firmware, hall.board.eboard.battery) == ("1.8", 70)
    assert [record.received for record in recorded(path)] == [TimePassed()]


async def test_a_clock_that_just_runs_on_is_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with Journal.open(path) as journal:
        hall = Hall(journal)
        for second in range(8):
            hall.now += 0.5
            hall.report(ClockTimes(300.0 - second, 300.0, chess.WHITE))
    assert [record.received for record in recorded(path)] == [TimePassed(), ClockTimes(300.0, 300.0, chess.WHITE)]


@pytest.mark.parametrize(
    ("hours", "stands", "expected"),
    [
        (5.0, START.placement, (2, [])),
        (5.0, AFTER_E4, (1, ["e2e4"])),
        (1.0, START.placement, (1, ["e2e4"])),
    ],
    ids=["opened by mistake", "interrupted for long", "down for a while"],
)
async def test_a_game_that_was_left_hours_ago_is_not_continued_from_the_start_position(
    tmp_path: Path, hours: float, stands: Placement, expected: tuple[int, list[str]]
) -> None:
    path = tmp_path / "journal.db"
    async with Journal.open(path) as journal:
        hall = Hall(journal)
        hall.report(LinkUp(), DUMP, *E4)
        left = hall.now
    async with Journal.open(path) as journal:
        hall = Hall(journal, first=left + 3600 * hours)
        hall.report(LinkUp(), Dump(stands))
        game = hall.board.game
        assert (game.number, [played.move.uci() for played in game.moves]) == expected
        if game.number > 1:
            hall.report(*E4)
    if expected[0] > 1:
        async with Journal.open(path) as journal:
            again = Hall(journal, first=left + 3600 * hours + 60.0, game=2)
            assert again.board.game.number == 2
            assert [played.move.uci() for played in again.board.game.moves] == ["e2e4"]


async def test_a_clock_that_was_unplugged_is_told_again_whatever_it_shows(journal: Journal) -> None:
    hall = Hall(journal)
    shown = ClockTimes(300.0, 300.0, None)
    hall.report(LinkUp(), DUMP, shown, ClockGone())
    assert hall.board.game.clock is None
    hall.report(shown)
    assert hall.board.game.clock is not None


async def test_the_state_of_the_eboard_follows_its_line(journal: Journal) -> None:
    hall = Hall(journal)
    assert hall.board.eboard.state == "init"
    hall.report(LinkUp())
    assert (hall.board.eboard.state, hall.board.eboard.trouble) == ("ready", "")
    hall.report(LinkDown("unplugged"))
    assert (hall.board.eboard.state, hall.board.eboard.trouble) == ("lost", "unplugged")
    hall.report(LinkUp())
    assert (hall.board.eboard.state, hall.board.eboard.trouble) == ("ready", "")


async def test_an_eboard_whose_cable_was_exchanged_is_told_as_long_as_it_is_there(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = (
        "/dev/ttyNowhere: e-board 30999 is here, not 30123. "
        "Exchange the cables, or correct the serial number in the configuration."
    )
    hall = Hall(journal)
    hall.report(LinkUp(), Identified("30999", "1.8"))
    assert (hall.board.eboard.state, hall.board.eboard.trouble) == ("ready", wrong)
    hall.report(LinkDown("unplugged"), LinkUp(), Identified("", "1.8"), Identified("30999", "1.8"))
    assert hall.board.eboard.trouble == wrong
    hall.report(LinkDown("unplugged"), Identified("30123", "1.8"), LinkUp())
    assert hall.board.eboard.trouble == ""
    assert [message for message in caplog.messages if "answers" not in message] == [f"Board {PLACE.board}: {wrong}"]


async def test_bad_cables_are_told_ever_more_rarely(journal: Journal, caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall(journal)
    with caplog.at_level(logging.WARNING):
        hall.report(*[Garbled(b"?", "noise")] * 150)
    assert [record.args for record in caplog.records] == [(7, "noise", 1), (7, "noise", 10), (7, "noise", 100)]


async def test_what_comes_in_one_piece_after_a_stall_is_followed_move_by_move(journal: Journal) -> None:
    hall, board, moves = Hall(journal), chess.Board(), [chess.Move.from_uci(uci) for uci in RUY_LOPEZ]
    hall.report(LinkUp(), DUMP)
    for move in moves:
        piece = placement_of(board)
        hall.board.deliver(SquaresChanged(((move.from_square, EMPTY),)), hall.now)
        hall.board.deliver(SquaresChanged(((move.to_square, code_at(piece, move.from_square)),)), hall.now)
        hall.board.deliver(Press(board.turn), hall.now)
        board.push(move)
    assert [played.move for played in hall.board.game.moves] == moves
    assert hall.board.game.agrees


async def test_time_passes_when_it_is_due(journal: Journal) -> None:
    hall = Hall(journal)
    hall.report(LinkUp(), DUMP, *E4[:2])
    due = hall.board.wake_at()
    assert due is not None
    hall.now = due
    hall.board.wake(due)
    later = hall.board.wake_at()
    assert later is None or later > due


async def test_a_fault_leaves_the_game_as_it_was(journal: Journal) -> None:
    hall = Hall(journal)
    hall.report(LinkUp(), DUMP)
    before, number = hall.board.game, journal.next_seq
    with pytest.raises(AssertionError):
        hall.board.receive("no input at all", hall.now)  # type: ignore[arg-type]
    assert hall.board.game is before
    assert journal.next_seq == number
    hall.report(*E4)
    assert hall.board.game.placement != placement_of(chess.Board())
