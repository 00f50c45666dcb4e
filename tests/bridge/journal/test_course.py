from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import count

import chess
import pytest

from bridge.journal import GameKey, Record, decode_input, encode_input
from bridge.journal.course import Course, brought_back, follow, key_of, records
from bridge.rules.correcting.corrections import (
    AcknowledgeAlert,
    ReplaceMove,
    RestorePly,
    SetPosition,
    SetResult,
    Touched,
    TwoHands,
)
from bridge.rules.game import new_game, wake_at
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.notices import GameStarted, Notice
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from bridge.virtual.games import read_games
from bridge.virtual.script import table
from drivers.hand import CALM, at_pace
from drivers.placement import EMPTY, placement_of
from drivers.reports import ClockTimes, Dump, LinkDown, LinkUp, Oriented, Press, SquaresChanged
from tests.bridge.journal.in_depth import resumed
from tests.bridge.messages.table import PLACE

START = position_of(chess.Board())
SETUP = Setup(START, scan_period=0.2)
BEGIN = 100.0
FOOL = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1'
ALL_GAMES: list[Input] = [LinkUp(), Oriented(turned=True), Dump(START.placement), ClockTimes(300.0, 290.0, None)]
E4 = (SquaresChanged(((chess.E2, EMPTY),)), SquaresChanged(((chess.E4, chess.PAWN),)))


class Live:
    """A board that is played on, and what the journal has of it. `restarting`: after every input the program ends, and
    goes on from a checkpoint.
    """

    def __init__(self, *, restarting: bool = False) -> None:
        self.restarting = restarting
        self.now = BEGIN
        self.course = Course(new_game(SETUP, self.now), self.now)
        self.journal: dict[GameKey, list[Record]] = {}
        self.begun = 0
        self.board = chess.Board()
        self.notices: list[Notice] = []
        self.receive(TimePassed())

    def receive(self, *inputs: Input, seconds: float = 0.5) -> None:
        for received in inputs:
            self.now += seconds
            after, notices = follow(self.course, received, self.now)
            for record in records(PLACE, self.course, after, received):
                self.journal.setdefault(record.key, []).append(record)
            self.course = resumed(after, SETUP) if self.restarting else after
            self.notices += notices
            self.begun += sum(isinstance(notice, GameStarted) for notice in notices)

    def pass_until(self, moment: float) -> None:
        """Let time pass, and tell the rules whenever they want to be told."""
        while (due := wake_at(self.course.game)) is not None and due <= moment:
            self.receive(TimePassed(), seconds=max(0.0, due - self.now))
        self.now = max(self.now, moment)

    def play_for_ever(self, pgn: str) -> Iterator[None]:
        """Play the same game again and again; stops after every input."""
        begin = self.now
        for act in table(read_games(pgn, "test")[0], at_pace(CALM, 0.2), random.Random(1), {}):
            self.pass_until(begin + act.at)
            self.receive(act.does, seconds=0.0)
            yield

    @property
    def last_record(self) -> list[Record]:
        return self.journal[key_of(PLACE, self.course.game.number)]

    def brought_back(self) -> Course:
        """The board after a restart, from the last of its games that the journal knows."""
        number = next(number for number in count(1) if key_of(PLACE, number + 1) not in self.journal)
        found = brought_back(SETUP, self.journal[key_of(PLACE, number)], number)
        assert found is not None
        return found


def shown(game: Game) -> tuple[object, ...]:
    """All that anybody is told about a game, its next one included."""
    following = shown(game.next) if game.next else None
    return (
        game.number, game.moves, game.position, game.placement, game.clock, game.alerts, game.result, game.linked,
        game.setup, following,
    )  # fmt: skip


def same(one: Course, other: Course) -> bool:
    return (shown(one.game), one.until, one.turned) == (shown(other.game), other.until, other.turned)


@pytest.fixture(params=[False, True], ids=["never restarted", "restarted all the time"])
def live(request: pytest.FixtureRequest) -> Live:
    live = Live(restarting=request.param)
    live.receive(*ALL_GAMES)
    return live


def test_a_board_is_brought_back_at_any_moment_of_any_game(live: Live) -> None:
    for _ in live.play_for_ever(FOOL):
        assert same(live.brought_back(), live.course)
        if live.course.game.number == 4:
            break
    assert live.begun == 3
    assert live.course.turned is True


def test_every_game_has_a_record_of_its_own(live: Live) -> None:
    lengths = []
    for _ in live.play_for_ever(FOOL):
        lengths.append(len(live.last_record))
        if live.course.game.number == 4:
            break
    assert list(live.journal) == [key_of(PLACE, number) for number in range(1, 5)]
    assert max(lengths) < 1.5 * max(len(live.journal[key_of(PLACE, 1)]), 1)
    for number in (2, 3, 4):
        assert live.journal[key_of(PLACE, number)][0].received == StartGame(START)


def test_a_start_position_that_was_set_up_in_vain_leaves_no_trace(live: Live) -> None:
    board = chess.Board()
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        move = board.push_san(san)
        live.receive(SquaresChanged(((move.from_square, EMPTY),)))
        live.receive(Dump(placement_of(board)), Press(not board.turn))
    live.receive(Dump(START.placement))
    live.pass_until(live.now + 5.0)
    assert live.course.game.next is not None
    assert live.course.prologue[0][1] == StartGame(START)
    assert same(live.brought_back(), live.course)
    live.receive(Dump(placement_of(board)))
    assert live.course.game.next is None
    assert live.course.prologue == ()
    assert same(live.brought_back(), live.course)
    assert len(live.course.game.moves) == 5


def test_the_link_may_be_lost_before_the_next_game_begins(live: Live) -> None:
    for _ in live.play_for_ever(FOOL):
        if live.course.game.next is not None:
            break
    live.receive(LinkDown("unplugged"), seconds=5.0)
    assert same(live.brought_back(), live.course)
    live.receive(LinkUp(), Dump(START.placement), *E4)
    live.pass_until(live.now + 60.0)
    assert live.course.game.number == 2
    assert same(live.brought_back(), live.course)


def test_a_game_that_the_arbiter_starts_has_a_record_too(live: Live) -> None:
    live.receive(*E4)
    endgame = position_of(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    live.receive(StartGame(endgame), Dump(endgame.placement))
    live.pass_until(live.now + 10.0)
    assert live.course.game.number == 2
    found = live.brought_back()
    assert (found.game.number, found.game.setup.start, found.game.placement) == (2, endgame, endgame.placement)
    live.receive(*E4)
    live.pass_until(live.now + 10.0)
    assert [played.move.uci() for played in live.brought_back().game.moves] == ["e2e4"]


SAID = ("arbiter", "as I saw it")


def test_a_corrected_game_is_brought_back(live: Live) -> None:
    live.receive(*E4, Press(chess.WHITE))
    live.pass_until(live.now + 10.0)
    for correction in (
        ReplaceMove(*SAID, 1, "e2e3"),
        ReplaceMove(*SAID, 1, "e2e5"),
        TwoHands(*SAID),
        AcknowledgeAlert(*SAID, "1-1"),
        RestorePly(*SAID, 0),
        Dump(START.placement),
        SetPosition(*SAID, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
        SetResult(*SAID, "1-0"),
    ):
        live.receive(correction)
        live.pass_until(live.now + 10.0)
        assert same(live.brought_back(), live.course)
        assert live.brought_back().game.restoring is live.course.game.restoring


def test_a_fold_over_the_journal_gives_the_same_notices(live: Live) -> None:
    live.receive(*E4, Press(chess.WHITE), RestorePly(*SAID, 7), RestorePly(*SAID, 0), Dump(START.placement))
    live.receive(Touched(*SAID, chess.G1), *E4, Press(chess.WHITE))
    live.pass_until(live.now + 10.0)
    course, told = Course(new_game(SETUP, BEGIN), BEGIN), list[Notice]()
    for record in live.last_record:
        course, notices = follow(course, decode_input(encode_input(record.received)), record.at)
        told += notices
    assert told == live.notices
    assert {"Refused", "Corrected", "AlertRaised"} <= {type(notice).__name__ for notice in told}


def test_what_is_said_about_the_old_game_is_not_said_to_the_next_one(live: Live) -> None:
    for _ in live.play_for_ever(FOOL):
        if live.course.game.next is not None:
            break
    live.receive(SetResult(*SAID, "1/2-1/2"), seconds=2.0)
    assert live.course.game.next is not None
    assert same(live.brought_back(), live.course)
    live.receive(*E4)
    live.pass_until(live.now + 60.0)
    assert (live.course.game.number, live.course.game.result) == (2, None)
    assert same(live.brought_back(), live.course)


def test_the_next_game_may_begin_to_wait_when_the_arbiter_speaks(live: Live) -> None:
    for san in ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6"):
        live.receive(*pushed(live.board, san))
    live.pass_until(live.now + 10.0)
    live.receive(Dump(START.placement))
    live.receive(SetResult(*SAID, "1-0"), seconds=2.0)
    live.pass_until(live.now + 10.0)
    assert live.course.game.next is not None
    assert same(live.brought_back(), live.course)
    live.receive(*E4)
    live.pass_until(live.now + 60.0)
    assert live.course.game.number == 2
    assert same(live.brought_back(), live.course)


def pushed(board: chess.Board, san: str) -> tuple[Input, ...]:
    """The reports of a move and its press."""
    move = board.push_san(san)
    lift = SquaresChanged(((move.from_square, EMPTY),))
    return lift, Dump(placement_of(board)), Press(not board.turn)


def test_without_a_record_there_is_no_past() -> None:
    nothing: Iterable[Record] = ()
    assert brought_back(SETUP, nothing, 1) is None
