"""Lights show where pieces must be put right, and nothing about moves."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.rules.correcting.corrections import RestorePly
from bridge.rules.game import new_game, step
from bridge.rules.lights import Lights, squares_to_light
from bridge.rules.position import position_from_fen
from bridge.rules.setup import Setup
from drivers.placement import EMPTY, Sensing, seen_by, with_code
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.streams import garbage, setups, waits
from tests.bridge.rules.table import Table

START = position_from_fen(chess.STARTING_FEN)
ILLEGAL = "0:e2- 0.5:e5P 1:W"


@pytest.mark.parametrize("sensing", Sensing)
def test_before_the_game_they_show_what_is_missing(sensing: Sensing) -> None:
    placement = seen_by(sensing, START.placement)
    incomplete = with_code(with_code(placement, chess.A1, EMPTY), chess.H7, EMPTY)
    game = new_game(Setup(START, sensing=sensing), 0.0)
    assert squares_to_light(game, Lights.SETUP) == frozenset(), "nothing is known about the board yet"
    game, _ = step(game, Dump(incomplete), 1.0)
    assert squares_to_light(game, Lights.SETUP) == {chess.A1, chess.H7}
    game, _ = step(game, Dump(placement), 2.0)
    assert squares_to_light(game, Lights.SETUP) == frozenset()


def test_they_do_not_follow_the_first_move() -> None:
    table = Table()
    for word in ("0:e2-", "0.5:e5P", "1:W", "9:dump"):
        table.play(word)
        assert squares_to_light(table.game, Lights.SETUP) == frozenset()


@pytest.mark.parametrize(("lights", "shown"), [(Lights.OFF, ""), (Lights.SETUP, ""), (Lights.TRAINING, "e2 e5")])
def test_only_in_training_do_they_tell_that_a_move_was_illegal(lights: Lights, shown: str) -> None:
    game = Table().play(ILLEGAL).wait(5.0).game
    assert game.alerts
    assert squares_to_light(game, lights) == {chess.parse_square(name) for name in shown.split()}


def test_they_help_to_put_the_game_back() -> None:
    table = Table().play("0:e2- 0.5:e4P 1:W 3:e7- 3.5:e5p 4:B").wait(5.0)
    assert table.moves == "e4 e5"
    table.tell(RestorePly("arbiter", "a touched piece must move", 1), 20.0)
    assert squares_to_light(table.game, Lights.SETUP) == {chess.E5, chess.E7}
    assert squares_to_light(table.game, Lights.OFF) == frozenset()
    table.play("21:e5-")
    assert squares_to_light(table.game, Lights.SETUP) == {chess.E7}
    table.play("22:e7p")
    assert squares_to_light(table.game, Lights.SETUP) == frozenset()


def test_nothing_shines_on_an_e_board_that_is_not_heard() -> None:
    incomplete = with_code(START.placement, chess.A1, EMPTY)
    game = new_game(Setup(START), 0.0)
    game, _ = step(game, Dump(incomplete), 1.0)
    game, _ = step(game, LinkDown("pulled"), 2.0)
    assert squares_to_light(game, Lights.SETUP) == frozenset()
    game, _ = step(game, LinkUp(), 3.0)
    assert squares_to_light(game, Lights.SETUP) == frozenset(), "who knows what has changed meanwhile"
    game, _ = step(game, Dump(incomplete), 4.0)
    assert squares_to_light(game, Lights.SETUP) == {chess.A1}


@given(setups, st.lists(st.tuples(waits, garbage), max_size=40))
def test_while_a_game_is_played_they_are_dark(setup: Setup, inputs: list[tuple[float, object]]) -> None:
    game, now = new_game(setup, 0.0), 0.0
    for wait, received in inputs:
        now += wait
        game, _ = step(game, received, now)
        if (game.moves or game.result is not None) and not game.restoring:
            assert squares_to_light(game, Lights.SETUP) == frozenset()
