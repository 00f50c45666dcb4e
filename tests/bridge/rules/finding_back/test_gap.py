"""What was played while the e-board was not heard is recorded as far as it is proved."""

from __future__ import annotations

import chess
import pytest

from drivers.placement import Sensing, from_fen, placement_of, seen_by
from drivers.reports import ClockTimes, Dump, LinkDown, LinkUp
from tests.bridge.rules.table import Table

OPENING = "0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B"

both_kinds = pytest.mark.parametrize("sensing", [Sensing.IDENTITY, Sensing.COLOR], ids=lambda sensing: sensing.value)


def lost(table: Table, missed: str, presses: str = "", back_at: float = 30.0) -> Table:
    """The line is down from 10 s on, while moves are played that nobody sees; `presses` are heard all the same."""
    board = chess.Board(table.game.position.fen)
    for san in missed.split():
        board.push_san(san)
    table.tell(LinkDown("pulled"), 10.0)
    table.play(presses)
    table.standing = seen_by(table.sensing, placement_of(board))
    table.tell(LinkUp(), back_at)
    table.tell(Dump(table.standing), back_at + 0.1)
    return table


@both_kinds
@pytest.mark.parametrize(
    ("missed", "presses"),
    [
        ("Nf3", "12:W"),
        ("Nf3 Nc6", "12:W 15:B"),
        ("d4 exd4 Qxd4", "12:W 15:B 18:W"),
        ("Nf3 f5 Nxe5 fxe4", "12:W 15:B 18:W 21:B"),
        ("Nf3 Nc6", ""),
        ("Nf3 Nc6", "12:W"),  # the reply stands, its press is still to come
    ],
)
def test_what_is_proved_is_filled_in(sensing: Sensing, missed: str, presses: str) -> None:
    table = lost(Table(sensing=sensing).play(OPENING).wait(2.0), missed, presses).wait()
    assert table.moves == f"e4 e5 {missed}"
    assert table.raised == ["link_lost"]
    assert not any(move.seen for move in table.game.moves[2:])


@both_kinds
def test_moves_whose_order_nobody_knows_are_not_recorded(sensing: Sensing) -> None:
    table = lost(Table(sensing=sensing).play(OPENING).wait(2.0), "Nf3 Nc6 Nc3", "12:W 15:B 18:W").wait()
    assert (table.moves, table.raised) == ("e4 e5", ["link_lost", "out_of_sync"])


def test_a_shorter_line_that_leaves_something_unexplained_is_none() -> None:
    """A recapture alone would leave two pawns and a knight's way unexplained."""
    table = lost(Table().play(OPENING).wait(2.0), "d4 exd4 Qxd4 Nc6 Qe3")
    assert "Nc6" not in table.wait().moves.split()[:3]
    assert "out_of_sync" in table.raised


def test_the_clock_tells_whose_move_it_is() -> None:
    """Without presses two half-moves and three lead there; White's time runs."""
    table = Table().play(OPENING).wait(2.0)
    table.tell(ClockTimes(300.0, 300.0, running=chess.WHITE), 9.0)
    assert lost(table, "Nf3 Nc6").wait().moves == "e4 e5 Nf3 Nc6"


def test_play_that_goes_on_at_once_is_read_from_there() -> None:
    table = lost(Table().play(OPENING).wait(2.0), "d4 exd4", "12:W 15:B")
    table.play("30.2:d1- 30.5:d4- 30.9:d4Q 31.2:W 33:b8- 33.5:c6n 34:B").wait()
    assert (table.moves, table.raised) == ("e4 e5 d4 exd4 Qxd4 Nc6", ["link_lost"])


def test_nothing_counts_as_made_while_the_line_is_down() -> None:
    """The bishop was seen on c4 on its way; where it was let go of nobody saw."""
    table = Table().play(f"{OPENING} 9.7:f1- 9.8:c4B")
    table.tell(LinkDown("pulled"), 10.0)
    table.play("12:W 15:B")
    assert [move.stage.value for move in table.game.moves] == ["completed", "completed", "tentative"]
    table.standing = from_fen("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/8/PPPP1PPP/RNBQK1NR")
    table.tell(LinkUp(), 30.0)
    table.tell(Dump(table.standing), 30.1)
    assert table.wait().moves == "e4 e5 Bb5 Nc6"
