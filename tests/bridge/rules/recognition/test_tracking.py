"""The game keeps up with its sensors, and makes a guess good when later moves rule it out."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.correcting.corrections import ChoosePromotion
from bridge.rules.notices import ResultSeen, Stage
from drivers.placement import Sensing
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.mirror import play, seen_by
from tests.bridge.rules.table import Table

TWO_VICTIMS = "6k1/8/8/2n1q3/3P4/8/8/7K w - - 0 1"

both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])


def test_what_stands_is_not_recognised_before_a_new_link_has_been_read() -> None:
    table = Table(deaf=True)
    table.tell(LinkDown("pulled"), 0.0)
    table.tell(LinkUp(), 1.0)
    table.play("2:e2- 2.4:e4P").wait()
    assert table.moves == ""
    table.tell(Dump(table.standing), table.now)
    assert table.wait().moves == "e4"


@both_colors
def test_a_guess_waits_until_the_piece_has_moved(color: chess.Color) -> None:
    """What stands on the square of the queen that is said to be taken may be straightened."""
    script = "0:d4- 0.4:c5P 0.8:W 5:e5- 7:e5q"
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.withdrawn) == (seen_by(color, "dxe5"), [])


@both_colors
def test_a_guess_that_explains_nothing_better_stays(color: chess.Color) -> None:
    """Neither capture lets Black play a king's move of three squares: the arbiter is told."""
    script = "0:d4- 0.4:c5P 0.8:W 5:g8- 5.4:d8k 5.8:B"
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert table.moves == seen_by(color, "dxe5")
    assert table.raised == ["ambiguous_move", "illegal_move"]


def test_the_step_that_puts_a_guess_right_leaves_nothing_due() -> None:
    """The reply's press has waited for it: the reply is completed in the same step."""
    table = Table(TWO_VICTIMS, sensing=Sensing.OCCUPANCY).play("0:d4- 0.4:c5P 0.8:W 5:e5- 5.4:h5q 5.8:B").wait()
    assert table.stages == [Stage.COMPLETED, Stage.COMPLETED]


MATE_OR_NOT = "7k/P5pp/8/8/8/8/6PP/6K1 w - - 0 41"


@pytest.mark.parametrize("deaf", [False, True])
def test_a_guess_never_ends_the_game(deaf: bool) -> None:
    table = Table(MATE_OR_NOT, sensing=Sensing.OCCUPANCY, deaf=deaf).play("2:a7- 2.6:a8Q 3.2:W").wait(5.0)
    assert (table.moves, table.game.result) == ("a8=Q#", None)
    table.play("9:h7- 9.5:h6p 10.1:B 16:a8- 16.5:b6N 17.2:W").wait()
    assert (table.moves, table.game.result) == ("a8=N h6 Nb6", None)
    assert "illegal_move" not in table.raised


def test_the_arbiters_word_about_the_guess_ends_the_game() -> None:
    table = Table(MATE_OR_NOT, sensing=Sensing.OCCUPANCY).play("2:a7- 2.6:a8Q 3.2:W").wait()
    table.tell(ChoosePromotion("arbiter", "seen", 1, chess.QUEEN), table.now)
    assert table.game.result == ResultSeen("1-0", "checkmate")


def test_a_mate_without_a_guess_ends_the_game() -> None:
    table = Table("7k/6pp/8/8/8/8/6PP/R5K1 w - - 0 41", sensing=Sensing.OCCUPANCY).play("2:a1- 2.6:a8R 3:W").wait()
    assert table.game.result == ResultSeen("1-0", "checkmate")
