"""A square that reads nothing, whatever stands there."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.game import new_game
from drivers.placement import EMPTY, Sensing, with_code
from drivers.reports import Dump
from tests.bridge.rules.table import Table


def table_with_dead(square: str, sensing: Sensing = Sensing.IDENTITY) -> Table:
    """A table whose e-board never reads anything on this square."""
    table = Table(sensing=sensing)
    table.game = new_game(table.game.setup, -2.0)
    table.notices.clear()
    table.standing = with_code(table.standing, chess.parse_square(square), EMPTY)
    table.tell(Dump(table.standing), -1.0)
    return table


OPENED = "5:e2- 5.4:e4P 6:W 8:e7- 8.4:e5p 9:B 11:g1- 11.4:f3N 12:W 14:g8- 14.4:f6n 15:B "


GONE_BACK = "17:f3- 18:W 20:d7- 20.4:d6p 21:B", "Ng1 d6"
ANOTHER = "17:h1- 18:W 20:d7- 20.4:d6p 21:B", "Rg1 d6"
LEAVES = "17:f1- 18:W 20:d7- 20.4:d6p 21:B 23:b5B 24:W", "Be2 d6 Bb5+"
BLACK = "17:d2- 17.4:d3P 18:W 20:f6- 21:B", "d3 Ng8"


@pytest.mark.parametrize(
    ("dead", "sensing", "script", "moves"),
    [
        pytest.param("g1", Sensing.IDENTITY, *GONE_BACK, id="a piece goes back there"),
        pytest.param("g1", Sensing.COLOR, *GONE_BACK, id="a piece goes back there, only colors are known"),
        pytest.param("g1", Sensing.IDENTITY, *ANOTHER, id="another piece goes there"),
        pytest.param("g1", Sensing.OCCUPANCY, *ANOTHER, id="another piece goes there, no pieces are known"),
        pytest.param("e2", Sensing.IDENTITY, *LEAVES, id="and leaves"),
        pytest.param("g8", Sensing.IDENTITY, *BLACK, id="black"),
    ],
)
def test_a_move_to_it_is_recorded(dead: str, sensing: Sensing, script: str, moves: str) -> None:
    table = table_with_dead(dead, sensing).play(OPENED + script).wait()
    assert table.moves == f"e4 e5 Nf3 Nf6 {moves}"
    assert set(table.raised) <= {"displaced_piece"}, "nobody is accused"


def test_the_kings_show_a_result_beside_it() -> None:
    table = table_with_dead("a8").play(OPENED + "17:e1- 17.4:d4K 18:e8- 18.4:d5k").wait()
    assert table.game.result is not None
    assert table.game.result.result == "1/2-1/2"


def test_moves_are_taken_back_beside_it() -> None:
    table = table_with_dead("a8").play(OPENED + "17:f6- 17.4:g8n").wait()
    assert table.moves == "e4 e5 Nf3"
    assert table.raised == ["displaced_piece", "takeback"]


def test_two_moves_to_it_are_not_told_apart() -> None:
    table = table_with_dead("e2").play(OPENED + "17:f1- 17.2:d1- 18:W").wait()
    assert table.moves == "e4 e5 Nf3 Nf6"
