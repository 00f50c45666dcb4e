"""What holds whatever happens on a board: the record hangs together, and nothing raises or keeps the game awake."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.table import Played
from bridge.rules.alerts import AlertKind, Severity
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import Stage
from bridge.rules.recognition.successors import played as result_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.hand import SLOPPY
from drivers.hand.perturb import in_frames
from drivers.placement import Sensing, seen_by
from tests.bridge.rules.streams import acts_of, games, garbage, incidents_in, seeds, sensings, setups, waits
from tests.bridge.rules.table import Table

ABOUT_NOBODY = {AlertKind.ILLEGAL_POSITION, AlertKind.WRONG_START_POSITION, AlertKind.AUTOMATIC_DRAW}
WAKES = 60  # before the next second; a game with nothing to do never wakes, and one that is puzzled asks more seldom


def hangs_together(game: Game) -> None:
    """The record, the open moves and the readings tell one story, and every move in it is legal or marked."""
    before = game.setup.start
    for ply, move in enumerate(game.moves, 1):
        assert (move.ply, move.before) == (ply, before)
        assert move.illegal is not before.board().is_legal(move.move)
        before = move.after
    assert game.position == before
    assert game.root.position == (game.record[-1].after if game.record else game.setup.start)
    assert game.root.ply == len(game.record)
    assert {move.stage for move in game.record} <= {Stage.COMPLETED}
    sensing = game.setup.sensing
    for reading in game.readings:
        assert reading.placement == seen_by(sensing, reading.position.placement)
        assert reading.follows(game.root)
    line = [game.root, *game.open_line]
    assert line[-1] is game.published
    assert game.made <= set(game.open_line)
    for parent, reading in pairwise(line):
        assert reading.parent is parent
        assert (reading.ply, reading.born >= parent.born) == (parent.ply + 1, True)
        assert reading.move is not None
        legal = parent.position.board().is_legal(reading.move)
        assert not legal or result_of(parent.position, reading.move, sensing)[1] == reading.position
    made = [reading in game.made for reading in game.open_line]
    assert made == sorted(made, reverse=True)  # whoever replied has made the move before too


def accuses_somebody(game: Game) -> None:
    """Who is to act at once is told about whom; or about nobody, when no player did anything."""
    for alert in game.alerts:
        if alert.severity is Severity.ACT and alert.kind not in ABOUT_NOBODY:
            assert alert.color is not None, alert.kind


def told(game: Game, received: Input, now: float) -> Game:
    """The game after one step, looked at from all sides."""
    after, _ = step(game, received, now)
    for each in (after, after.next):
        if each is not None:
            hangs_together(each)
            accuses_somebody(each)
    return after


def woken(game: Game, start: float, limit: float) -> Game:
    """The game after some time alone. It must come to rest, and never be due at a moment that has passed."""
    wakes, now = 0, start
    while (due := wake_at(game)) is not None and due < limit:
        now = max(now, due)
        game = told(game, TimePassed(), now)
        again = wake_at(game)
        assert again is None or again > now, f"woken at {now}, it asks for {again}"
        wakes += 1
        assert wakes <= WAKES + 3 * (now - start), f"the game does not come to rest at {now}"
    return game


@settings(max_examples=150)
@given(setups, st.lists(st.tuples(waits, garbage), max_size=12))
def test_whatever_is_said_nothing_raises_and_the_game_comes_to_rest(
    setup: Setup, stream: list[tuple[float, Input]]
) -> None:
    now = 0.0
    game = new_game(setup, now)
    for wait, received in stream:
        game = woken(game, now, now + min(wait, 100.0))
        now += wait
        game = told(game, received, now)
    woken(game, now, now + 100.0)


class Watched(Table):
    """A table at which every state of the game is looked at."""

    def tell(self, received: Input, now: float) -> None:
        super().tell(received, now)
        hangs_together(self.game)
        if self.game.next is not None:
            hangs_together(self.game.next)


@settings(max_examples=12)
@given(games, sensings, seeds, st.sampled_from(["1997", "2014", "2018", "2023"]), st.sampled_from([0.0, 0.1, 0.25]))
def test_games_with_incidents_hang_together_at_every_step(
    played: Played, sensing: Sensing, seed: int, edition: str, scan: float
) -> None:
    acts = acts_of(played, SLOPPY, seed, incidents_in(played, seed))
    table = Watched(played.start.fen(), chess960=played.start.chess960, sensing=sensing, scan=scan, edition=edition)
    table.take(in_frames(acts, scan) if scan else acts).wait()
    assert table.moves


@settings(max_examples=25)
@given(games, sensings, seeds, st.lists(st.tuples(st.integers(0, 60), garbage), max_size=4))
def test_games_with_something_that_makes_no_sense_in_between_hang_together(
    played: Played, sensing: Sensing, seed: int, wrong: list[tuple[int, Input]]
) -> None:
    table = Watched(played.start.fen(), chess960=played.start.chess960, sensing=sensing)
    for index, act in enumerate(acts_of(played, SLOPPY, seed)[:80]):
        table.take([act])
        for _, received in (each for each in wrong if each[0] == index):
            table.tell(received, table.now)
    table.wait()
