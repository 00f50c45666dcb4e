"""Notices are the difference between a game before and after a step; that they add up: see `test_game.py`."""

from __future__ import annotations

import chess

from bridge.rules.news import news
from bridge.rules.notices import DumpWanted, MoveSeen, MovesWithdrawn, Stage
from tests.bridge.rules.table import Table


def test_nothing_happened_is_no_news() -> None:
    game = Table().game
    assert news(game, game) == ()


def test_a_replaced_move_is_withdrawn_before_the_other_is_told() -> None:
    table = Table().play("0:e2- 0.3:e3P 1:e3-")
    table.notices.clear()
    before = table.game
    table.play("1.1:e4P")
    told = [notice for notice in news(before, table.game) if isinstance(notice, MoveSeen | MovesWithdrawn)]
    assert [type(notice) for notice in told] == [MovesWithdrawn, MoveSeen]


def test_every_stage_is_told_once() -> None:
    table = Table().play("0:g1- 0.4:f3N 3:W").wait()
    assert table.seen == [("g1f3", stage) for stage in (Stage.TENTATIVE, Stage.MADE, Stage.COMPLETED)]


def test_the_move_that_is_told_carries_its_positions() -> None:
    table = Table().play("0:e2- 0.4:e4P")
    (told,) = [notice for notice in table.notices if isinstance(notice, MoveSeen)]
    assert told.played.before.fen == chess.STARTING_FEN
    assert told.played.after == table.game.position
    assert (told.played.ply, told.played.at, told.played.seen) == (1, 0.4, True)


def test_a_dump_is_wanted_while_the_board_is_not_explained() -> None:
    table = Table(deaf=True).play("0:g1- 0.1:e5N")
    assert DumpWanted() in table.wait(0.5).notices
    assert DumpWanted() not in Table(deaf=True).wait(60.0).notices
