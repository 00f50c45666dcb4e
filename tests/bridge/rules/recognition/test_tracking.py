"""The game keeps up with its sensors: completed moves are read anew only when a dump denies them, and not for long."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.notices import MoveSeen, MovesWithdrawn, Stage
from bridge.rules.recognition.tracking import REOPENED_SECONDS
from drivers.placement import EMPTY, Sensing, code_seen_by, with_code
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.mirror import play, seen_by
from tests.bridge.rules.table import Table

BEFORE_THE_SENSORS = "0:g1- 0.2:W 0.3:f3N"  # so nothing shows that it stood when the clock was pressed
WHILE_IT_STOOD = "0:g1- 0.3:f3N 0.6:W"
TWO_VICTIMS = "6k1/8/8/2n1q3/3P4/8/8/7K w - - 0 1"

both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])
every_board = pytest.mark.parametrize("sensing", Sensing, ids=lambda sensing: sensing.value)


def on_h3_instead(table: Table, at: float) -> Table:
    """A dump shows the knight on h3 instead of f3: reports were lost."""
    table.wait_until(at)
    assert (table.moves, table.stages) == ("Nf3", [Stage.COMPLETED])
    knight = code_seen_by(table.sensing, chess.KNIGHT)
    table.standing = with_code(with_code(table.standing, chess.F3, EMPTY), chess.H3, knight)
    table.notices.clear()
    return table.play(f"{at}:dump").wait()


@every_board
def test_a_dump_soon_after_puts_a_completed_move_right(sensing: Sensing) -> None:
    table = on_h3_instead(Table(sensing=sensing).play(BEFORE_THE_SENSORS), 1.5)
    assert (table.moves, table.raised) == ("Nh3", [])
    told = [notice for notice in table.notices if isinstance(notice, MoveSeen | MovesWithdrawn)]
    assert [type(notice) for notice in told] == [MovesWithdrawn, MoveSeen]


@every_board
@pytest.mark.parametrize(("script", "at"), [(BEFORE_THE_SENSORS, REOPENED_SECONDS + 1), (WHILE_IT_STOOD, 1.5)])
def test_later_or_when_it_stood_at_the_press_the_difference_is_for_the_arbiter(
    sensing: Sensing, script: str, at: float
) -> None:
    table = on_h3_instead(Table(sensing=sensing).play(script), at)
    assert (table.moves, table.raised[-1]) == ("Nf3", "displaced_piece")
    assert not any(isinstance(notice, MovesWithdrawn) for notice in table.notices)


@every_board
def test_no_move_is_taken_back_by_reading_anew(sensing: Sensing) -> None:
    """The piece has gone home again after the press: that is no other move."""
    table = Table(sensing=sensing).play(f"{BEFORE_THE_SENSORS} 1.5:f3- 1.8:g1N 2:dump").wait()
    assert (table.moves, table.raised[-1]) == ("Nf3", "displaced_piece")


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
