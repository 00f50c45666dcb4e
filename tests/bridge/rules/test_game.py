"""What holds for every game, whatever the sensors show: the same again, time moves on, nothing is made up."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.notices import (
    AlertAcknowledged,
    AlertChanged,
    AlertClosed,
    AlertRaised,
    ClockShown,
    GameStarted,
    MoveSeen,
    MovesWithdrawn,
    Notice,
    Played,
    Stage,
)
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.placement import EMPTY, Sensing, code_of, code_seen_by, placement_of, seen_by
from drivers.reports import (
    ClockGone,
    ClockPaused,
    ClockResumed,
    ClockTimes,
    Dump,
    FlagFell,
    Garbled,
    LinkDown,
    LinkUp,
    Press,
    Silent,
    SquaresChanged,
)
from tests.bridge.rules.positions import boards
from tests.bridge.rules.table import Table

WAKES = 60  # times that a game may wake by itself before the next second; a game with nothing to do never wakes

CODES = [EMPTY, *(code_of(chess.Piece(kind, color)) for kind in chess.PIECE_TYPES for color in chess.COLORS)]
squares = st.sampled_from(chess.SQUARES)
colors = st.booleans()
placements = boards(chess960=False).map(placement_of)
starts = boards(chess960=False).map(lambda board: position_of(chess.Board(board.fen())))
reports: st.SearchStrategy[Input] = st.one_of(
    st.lists(st.tuples(squares, st.sampled_from(CODES)), min_size=1, max_size=3).map(
        lambda changes: SquaresChanged(tuple(changes))
    ),
    placements.map(Dump),
    colors.map(Press),
    colors.map(ClockResumed),
    colors.map(FlagFell),
    st.builds(ClockTimes, st.floats(0, 60), st.floats(0, 60), st.none() | colors),
    st.builds(Silent, st.floats(3, 60)),
    st.sampled_from([ClockPaused(), ClockGone(), LinkDown("pulled"), LinkUp(), Garbled(b"?", "noise"), TimePassed()]),
    starts.map(StartGame),
)
waits = st.sampled_from([0.0, 0.01, 0.1, 0.3, 1.0, 4.0, 40.0])
streams = st.lists(st.tuples(waits, reports), max_size=25)
some = settings(max_examples=40)  # each example is a game


@st.composite
def hands(draw: st.DrawFn) -> list[tuple[float, Input]]:
    """Legal moves square by square, with presses now and then, and something else in between."""
    stream: list[tuple[float, Input]] = [(0.0, Dump(placement_of(chess.Board())))]
    for before, after in _pairs(draw(boards(chess960=False))):
        changed = [square for square in chess.SQUARES if before.piece_at(square) != after.piece_at(square)]
        order = draw(st.permutations(changed))
        stream += ((draw(waits), SquaresChanged(((square, code_of(after.piece_at(square))),))) for square in order)
        if draw(st.booleans()):
            stream.append((draw(waits), Press(before.turn)))
        if draw(st.integers(0, 9)) == 0:
            stream.append((draw(waits), draw(reports)))
    return stream


def _pairs(played: chess.Board) -> Iterable[tuple[chess.Board, chess.Board]]:
    board = chess.Board()
    for move in played.move_stack:
        before = board.copy(stack=False)
        board.push(move)
        yield before, board.copy(stack=False)


def run(setup: Setup, stream: Iterable[tuple[float, Input]]) -> tuple[list[Game], list[tuple[float, Notice]]]:
    """Every state, and every notice with its time; the game is woken when it wants to be."""
    now = 0.0
    game = new_game(setup, now)
    states, notices = [game], list[tuple[float, Notice]]()
    for wait, received in [*stream, (30.0, TimePassed())]:
        limit, wakes = now + wait, 0
        while (due := wake_at(game)) is not None and due < limit:
            now = max(now, due)
            game, told = step(game, TimePassed(), now)
            notices += ((now, notice) for notice in told)
            states.append(game)
            wakes += 1
            assert wakes <= WAKES + 3 * wait, f"the game does not come to rest at {now}"
        now = limit
        game, told = step(game, received, now)
        notices += ((now, notice) for notice in told)
        states.append(game)
    return states, notices


SETUP = Setup(position_of(chess.Board()))


@some
@given(st.one_of(hands(), streams))
def test_the_same_inputs_give_the_same_notices(stream: list[tuple[float, Input]]) -> None:
    assert run(SETUP, stream)[1] == run(SETUP, stream)[1]


@some
@given(st.one_of(hands(), streams), st.sampled_from(Sensing))
def test_moves_are_legal_or_marked_and_each_follows_from_the_one_before(
    stream: list[tuple[float, Input]], sensing: Sensing
) -> None:
    setup = Setup(position_of(chess.Board()), sensing=sensing)
    states, _ = run(setup, [(wait, seen_on(sensing, received)) for wait, received in stream])
    for game in states:
        before = game.setup.start
        for ply, played in enumerate(game.moves, 1):
            assert played.ply == ply
            assert played.before == before
            assert played.illegal or played.before.board().is_legal(played.move)
            before = played.after
        assert game.position == before
        stages = [played.stage for played in game.moves]
        assert stages == sorted(stages, key=[Stage.COMPLETED, Stage.MADE, Stage.TENTATIVE].index)


def seen_on(sensing: Sensing, received: Input) -> Input:
    match received:
        case SquaresChanged(changes):
            return SquaresChanged(tuple((square, code_seen_by(sensing, code)) for square, code in changes))
        case Dump(placement):
            return Dump(seen_by(sensing, placement))
        case _:
            return received


@some
@given(st.one_of(hands(), streams))
def test_what_was_told_adds_up_to_the_game(stream: list[tuple[float, Input]]) -> None:
    check_what_was_told(*run(SETUP, stream))


def check_what_was_told(states: list[Game], notices: list[tuple[float, Notice]]) -> None:
    """Whoever hears every notice knows the moves, the open alerts, the clock and the result."""
    moves: list[Played] = []
    alerts = {}
    clock: ClockShown | None = None
    for _, notice in notices:
        match notice:
            case GameStarted():
                moves = []
            case MoveSeen(played):
                moves[played.ply - 1 :] = [played, *moves[played.ply :]]
            case MovesWithdrawn(ply, withdrawn):
                assert [(each.ply, each.move) for each in withdrawn] == [
                    (each.ply, each.move) for each in moves[ply - 1 :]
                ]
                del moves[ply - 1 :]
            case AlertRaised(alert):
                assert alert.id not in alerts
                alerts[alert.id] = alert
            case AlertAcknowledged(alert) | AlertChanged(alert):
                assert alert.id in alerts
                alerts[alert.id] = alert
            case AlertClosed(alert):
                del alerts[alert.id]
            case ClockShown():
                clock = notice
            case _:
                pass
    game = states[-1]
    assert [(each.move, each.stage, each.illegal) for each in moves] == [
        (each.move, each.stage, each.illegal) for each in game.moves
    ]
    assert tuple(alerts.values()) == game.alerts
    assert game.clock in {clock, None}  # that a clock was unplugged is for the service to say


@some
@given(streams)
def test_after_the_end_of_the_game_it_comes_to_rest_too(stream: list[tuple[float, Input]]) -> None:
    before = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    lift = SquaresChanged(((chess.A1, EMPTY),))
    mate = SquaresChanged(((chess.A8, code_of(before.piece_at(chess.A1))),))
    ended = [(0.0, Dump(placement_of(before))), (1.0, lift), (1.0, mate), (1.0, Press(chess.WHITE))]
    states, _ = run(Setup(position_of(before)), [*ended, *stream])
    assert any(game.result is not None for game in states)


@some
@given(hands())
def test_a_completed_move_stays(stream: list[tuple[float, Input]]) -> None:
    """Only a dump, or a new game, changes a completed move."""
    quiet = [(wait, received) for wait, received in stream if not isinstance(received, Dump | StartGame)]
    states, _ = run(SETUP, [stream[0], *quiet])
    for before, after in itertools.pairwise(states):
        if before.number == after.number:
            done = [played.move for played in before.moves if played.stage is Stage.COMPLETED]
            assert [played.move for played in after.moves[: len(done)]] == done


def test_nothing_is_concluded_before_the_board_was_read() -> None:
    game = new_game(SETUP, 0.0)
    assert game.moves == ()
    assert game.alerts == ()


def test_the_arbiter_starts_another_game() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W").wait()
    begin = position_of(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
    table.tell(StartGame(begin), table.now + 1)
    assert table.moves == ""
    assert table.game.setup.start == begin
    assert GameStarted(begin) in table.notices


def test_flag_and_link_are_told_with_their_article() -> None:
    table = Table()
    table.tell(FlagFell(chess.BLACK), 1.0)
    assert (table.raised, table.alert.color) == (["flag"], chess.BLACK)
    assert table.alert.article == "FIDE Laws of Chess (2023) Art. 6.9"
    table.tell(LinkDown("pulled"), 2.0)
    table.tell(LinkDown("pulled"), 3.0)
    assert table.raised == ["flag", "link_lost"]
    table.tell(LinkUp(), 4.0)
    assert table.closed == ["link_lost"]


def test_clock_is_told_when_it_changes() -> None:
    table = Table()
    for now, white in ((1.0, 60.0), (2.0, 60.0), (3.0, 59.0)):
        table.tell(ClockTimes(white, 60.0, chess.WHITE), now)
    assert [told for told in table.notices if isinstance(told, ClockShown)] == [
        ClockShown(60.0, 60.0, chess.WHITE),
        ClockShown(59.0, 60.0, chess.WHITE),
    ]
