"""What is played after a result is read on, and published when it proves to be the game."""

from __future__ import annotations

import pytest

from bridge.rules.correcting.corrections import SetResult
from drivers.placement import Sensing
from tests.bridge.rules.correcting.test_rewriting import ARBITER, OPENING, said
from tests.bridge.rules.table import Table

REPLY = "50:b8- 50.4:c6n 50.8:B"
MORE = "54:f1- 54.4:b5B 55:W"
every_board = pytest.mark.parametrize("sensing", Sensing, ids=lambda sensing: sensing.value)


def with_result(sensing: Sensing = Sensing.IDENTITY, script: str = OPENING) -> Table:
    """A game to which an arbiter has given a result by mistake."""
    return said(Table(sensing=sensing).play(script).wait(), SetResult(*ARBITER, "1-0"))


@every_board
def test_moves_with_the_clock_running_are_published_and_the_arbiter_is_told(sensing: Sensing) -> None:
    table = with_result(sensing).play(f"{REPLY} {MORE}").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3 Nc6 Bb5", ["play_after_result"])
    assert table.game.result is not None
    assert (table.alert.ply, "Nc6" in table.alert.explanation) == (4, True)


@every_board
def test_without_a_running_clock_they_are_kept_and_not_published(sensing: Sensing) -> None:
    table = with_result(sensing).play("50:b8- 50.4:c6n 54:f1- 54.4:b5B").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3", [])
    said(table, SetResult(*ARBITER, "*"))
    assert (table.moves, table.game.result) == ("e4 e5 Nf3 Nc6 Bb5", None)


def test_taking_the_result_back_keeps_what_was_played_and_closes_the_alert() -> None:
    table = said(with_result().play(REPLY).wait(), SetResult(*ARBITER, "*"))
    assert (table.moves, table.closed) == ("e4 e5 Nf3 Nc6", ["play_after_result"])
    assert table.play(MORE).wait().moves == "e4 e5 Nf3 Nc6 Bb5"


def test_a_game_with_a_result_before_its_first_move_is_read() -> None:
    table = said(Table(), SetResult(*ARBITER, "1-0")).play(f"{OPENING} {REPLY}").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3 Nc6", ["play_after_result"])


def test_what_is_wrong_in_an_analysis_is_nobodys_business() -> None:
    table = with_result().play("50:d8- 50.4:d4q 52:a1- 52.4:a5R 60:h8- 61:b1-").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3", [])


def test_kings_put_back_after_the_signal_do_not_open_the_game() -> None:
    fen = "r4rk1/pp3ppp/8/8/3q4/8/PP3PPP/R2Q1RK1 w - - 0 20"
    table = Table(fen).play("1:pause 2:g1- 2.4:d4- 3:e5K 4:g8- 4.6:d4k").wait(5.0)
    assert table.raised == ["result_signal"]
    table.play("40:e5- 40.5:g1K 41:d4- 41.5:g8k 42:d4q 50:d4- 50.3:d1- 50.8:d4Q 55:f8- 55.5:d8r").wait()
    assert (table.moves, table.raised) == ("", ["result_signal"])
    assert table.game.result is not None
    assert table.game.result.result == "0-1"


def test_pieces_cleared_off_the_centre_make_room_for_the_kings() -> None:
    fen = "3r1rk1/3n1b1p/2Q3p1/p4P2/1p1P4/4N1P1/q1P1NPBP/2R2RK1 w - - 0 23"
    table = Table(fen).play("5:d4- 5.5:g8- 5.7:g1- 6:d5k 6.5:e4K").wait()
    assert table.raised == ["result_signal"]
    assert table.game.result is not None
    assert table.game.result.result == "1-0"
