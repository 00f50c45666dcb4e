"""What is played beyond a result: published with the clock running, kept otherwise, taken up when it is reopened."""

from __future__ import annotations

import chess
import pytest

from bridge.journal.values import decode, encode
from bridge.rules.correcting.corrections import CloseAlert, ReplaceMove, RestorePly, SetResult
from bridge.rules.game import step, wake_at
from bridge.rules.inputs import TimePassed
from bridge.rules.notices import ResultSeen, Stage
from drivers.placement import Sensing, from_fen
from drivers.reports import ClockTimes, Dump, LinkDown, LinkUp, SquaresChanged
from tests.bridge.rules.table import Table

OPENING = "0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B"
MORE = "40:g1- 40.4:f3N {}41:W 43:b8- 43.4:c6n {}44:B"
WITH_CLOCK, WITHOUT = MORE.format("", ""), MORE.replace("{}41:W ", "").replace(" {}44:B", "")


def set_result(table: Table, result: str) -> Table:
    table.tell(SetResult("arbiter", "as told", result), table.now)
    return table


def given(script: str = OPENING, result: str = "1-0", sensing: Sensing = Sensing.IDENTITY) -> Table:
    return set_result(Table(sensing=sensing).play(script).wait(20.0), result).wait(5.0)


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
def test_moves_with_the_clock_running_are_published_and_the_arbiter_is_told(result: str, sensing: Sensing) -> None:
    table = given(result=result, sensing=sensing).play(WITH_CLOCK).wait()
    assert (table.moves, table.stages[-1]) == ("e4 e5 Nf3 Nc6", Stage.COMPLETED)
    assert table.raised == ["play_after_result"]
    assert (table.alert.ply, table.alert.color) == (3, chess.WHITE)
    assert table.game.result == ResultSeen(result, "arbiter", confirmed=True)


def test_moves_without_a_clock_are_kept() -> None:
    table = given().play(WITHOUT).wait()
    assert (table.moves, table.raised) == ("e4 e5", [])
    set_result(table, "*")
    assert (table.moves, table.game.result, table.game.restoring) == ("e4 e5 Nf3 Nc6", None, False)
    at = table.now + 5.0
    table.play(f"{at}:f1- {at + 0.4}:b5B {at + 0.8}:W").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3 Nc6 Bb5", [])


def test_a_result_before_the_first_move() -> None:
    table = set_result(Table(), "1-0").play(OPENING).wait()
    assert (table.moves, table.raised) == ("e4 e5", ["play_after_result"])
    set_result(table, "*")
    assert (table.moves, table.game.result, table.closed) == ("e4 e5", None, ["play_after_result"])


def test_a_clock_that_runs_for_the_opponent_is_enough() -> None:
    table = given()
    table.play("40:g1- 40.4:f3N").tell(ClockTimes(300.0, 299.0, chess.BLACK), 42.0)
    assert table.wait().moves == "e4 e5 Nf3"


def test_a_clock_that_nobody_stopped_is_no_game() -> None:
    table = given().play("40:g1- 40.4:f3N")
    table.tell(ClockTimes(300.0, 299.0, chess.WHITE), 42.0)
    table.play("43:b8- 43.4:c6n").tell(ClockTimes(290.0, 299.0, chess.WHITE), 46.0)
    assert (table.wait().moves, table.raised) == ("e4 e5", [])


def test_the_result_may_be_let_stand() -> None:
    table = given().play(WITH_CLOCK).wait()
    table.tell(CloseAlert("arbiter", "both know of it", table.alert.id, "it stands"), table.now)
    at = table.now + 5.0
    table.play(f"{at}:f1- {at + 0.4}:b5B {at + 0.8}:W").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3 Nc6 Bb5", ["play_after_result"])
    assert table.game.result == ResultSeen("1-0", "arbiter", confirmed=True)


KINGS = "5:e1- 5.2:e8- 5.8:e4K 6.2:d5k 20:e4- 20.4:e1K 21:d5- 21.4:e8k"
ENDING = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"


def test_an_analysis_after_the_kings_is_kept() -> None:
    table = Table(ENDING).play(f"{KINGS} 30:a2- 30.4:a4P 34:a7- 34.4:a5p").wait()
    assert (table.moves, table.raised) == ("", ["result_signal"])
    assert (table.game.result and table.game.result.result) == "1-0"


def test_play_with_the_clock_after_the_kings_is_told() -> None:
    table = Table(ENDING).play(f"{KINGS} 30:a2- 30.4:a4P 31:W 34:a7- 34.4:a5p 35:B").wait()
    assert (table.moves, table.raised) == ("a4 a5", ["result_signal", "play_after_result"])
    assert (table.game.result and table.game.result.result) == "1-0"
    set_result(table, "*")
    assert (table.moves, table.game.result) == ("a4 a5", None)
    assert table.closed == ["result_signal", "play_after_result"]


def test_an_illegal_move_beyond_the_result_is_told_when_the_game_is_open_again() -> None:
    table = given().play("40:b1- 40.4:b5N 41:W").wait()
    assert (table.moves, table.raised) == ("e4 e5", [])
    assert "illegal_move" in set_result(table, "*").wait().raised


def test_the_next_game_is_set_up_as_before() -> None:
    table = given().play(WITH_CLOCK).wait()
    table.standing = from_fen(chess.STARTING_BOARD_FEN)
    table.tell(Dump(table.standing), table.now)
    table.wait()
    assert "game_reset" in table.raised
    assert table.game.beyond is None


def test_moves_after_a_result_that_stands_are_taken_off_the_record() -> None:
    """As the alert says: restore the last half-move of the game, and set the result again."""
    table = given().play(WITH_CLOCK).wait()
    table.tell(RestorePly("arbiter", "the result stands", 2), table.now)
    set_result(table, "1-0").wait()
    assert (table.moves, table.closed) == ("e4 e5", ["play_after_result", "displaced_piece"])
    assert table.game.result == ResultSeen("1-0", "arbiter", confirmed=True)


def test_a_correction_reaches_what_is_played_beyond_too() -> None:
    table = given().play(WITHOUT).wait()
    table.tell(ReplaceMove("arbiter", "as written", 1, "e2e3"), table.now)
    assert table.moves == "e3 e5"
    assert set_result(table, "*").moves == "e3 e5 Nf3 Nc6"


def test_moves_while_the_eboard_is_lost_are_asked_for_as_ever() -> None:
    table = given().play(WITHOUT)
    table.tell(LinkDown("pulled"), table.now + 1.0)
    table.tell(LinkUp(), table.now + 5.0)
    table.tell(Dump(table.standing), table.now + 0.5)
    assert set_result(table.wait(), "*").moves == "e4 e5 Nf3 Nc6"


def test_what_is_wrong_in_an_analysis_is_nobodys_business() -> None:
    table = given().play("50:d8- 50.4:d4q 52:a1- 52.4:a5R 60:h8- 61:b1-").wait()
    assert (table.moves, table.raised) == ("e4 e5", [])


def test_mate_gives_nothing_beyond() -> None:
    mated = "0:f2- 0.3:f3P 0.6:W 2:e7- 2.3:e5p 2.6:B 4:g2- 4.3:g4P 4.6:W 6:d8- 6.3:h4q 6.6:B"
    assert Table().play(mated).wait().game.beyond is None


def test_a_game_beyond_its_result_comes_out_of_the_journal_as_it_went_in() -> None:
    table = given().play("40:g1- 40.4:f3N")
    assert table.game.beyond is not None
    again = decode(encode(table.game))
    changes = (SquaresChanged(((chess.A7, 0),)), 60.0), (TimePassed(), 70.0)
    one, other = table.game, again
    for received, at in changes:
        (one, told), (other, told_too) = step(one, received, at), step(other, received, at)
        assert (told, wake_at(one)) == (told_too, wake_at(other))
