"""A move is completed by the press, by the reply, or by ending the game (FIDE Laws of Chess (2023) Art. 6.2.1)."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.notices import ResultSeen, Stage
from drivers.placement import Sensing
from tests.bridge.rules.mirror import play, seen_by
from tests.bridge.rules.table import Table

COMPLETED, MADE, TENTATIVE = Stage.COMPLETED, Stage.MADE, Stage.TENTATIVE


def test_the_press_completes_a_move() -> None:
    table = Table().play("0:g1- 0.4:f3N 0.6:W")
    assert table.stages == [MADE]
    assert table.wait().stages == [COMPLETED]


def test_without_a_press_the_reply_does() -> None:
    table = Table().play("0:e2- 0.4:e4P 2:e7- 2.4:e5p")
    assert table.stages == [MADE, TENTATIVE]
    assert table.wait().stages == [COMPLETED, MADE]


@pytest.mark.parametrize(
    ("fen", "script", "result"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "0:a1- 0.4:a8R", ResultSeen("1-0", "checkmate")),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1", "0:a8- 0.4:a1r", ResultSeen("0-1", "checkmate")),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "0:g5- 0.4:g6K", ResultSeen("1/2-1/2", "stalemate")),
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "0:b2- 0.4:a1- 0.8:b2K", ResultSeen("1/2-1/2", "dead_position")),
    ],
)
def test_the_end_of_the_game_completes_its_last_move(fen: str, script: str, result: ResultSeen) -> None:
    table = Table(fen).play(script).wait()
    assert table.stages == [COMPLETED]
    assert table.game.result == result
    assert table.notices.count(result) == 1


def test_after_the_end_nothing_is_a_move() -> None:
    table = Table("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").play("0:a1- 0.4:a8R 1:W 3:g8- 3.5:h8k 4:B").wait()
    assert table.moves == "Ra8#"
    assert table.raised == []


@pytest.mark.parametrize(
    "script",
    [
        "0:e2- 0.3:e4P 0.35:e7- 0.7:e5p 0.9:W 1.1:B",  # both press after the reply
        "0:e2- 0.2:W 0.3:e4P 1:e7- 1.3:e5p 1.5:B",  # the sensors show the move after its press
        "0:e2- 0.3:e4P 0.5:W 1:e7- 1.3:e5p 1.5:B",
    ],
)
def test_presses_find_their_moves(script: str) -> None:
    table = Table().play(script).wait()
    assert table.moves == "e4 e5"
    assert table.stages == [COMPLETED, COMPLETED]
    assert table.raised == []


def test_a_press_answers_for_the_move_that_stands_then() -> None:
    table = Table().play("0:e2- 0.3:e3P 0.4:e3- 0.5:e4P 0.9:W").wait()
    assert (table.moves, table.stages) == ("e4", [COMPLETED])


def test_no_dump_no_news_afterwards() -> None:
    table = Table().play("0:e2- 0.3:e4P 0.5:W").wait()
    told = len(table.notices)
    table.wait(600.0)
    assert len(table.notices) == told


def test_a_press_while_another_piece_is_off_its_square_makes_no_move_certain() -> None:
    """Though the arbiter knows where it stands, and the game goes on as if it stood on its square."""
    lies_beside = Table().play("0:e2- 0.4:e4P 0.8:W 2:g1- 2.3:h3N 8:e7- 8.4:e5p 8.8:B 10:d2- 10.4:d4P 10.8:W").wait()
    assert (lies_beside.moves, lies_beside.game.certain_ply) == ("e4 e5 d4", 2)
    as_it_should = Table().play("0:e2- 0.4:e4P 0.8:W 8:e7- 8.4:e5p 8.8:B 10:d2- 10.4:d4P 10.8:W").wait()
    assert (as_it_should.moves, as_it_should.game.certain_ply) == ("e4 e5 d4", 3)


def test_black_may_begin() -> None:
    table = Table("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").play("0:e7- 0.3:e5p 0.6:B").wait()
    assert (table.moves, table.stages, table.game.position.turn) == ("e5", [COMPLETED], chess.WHITE)


ROOK = "6k1/p7/8/8/8/8/P7/R5K1 w - - 0 1"


@pytest.mark.parametrize(
    "script",
    [
        "0:a1- 0.3:b1R 0.33:b1- 0.5:d1R 0.55:W",
        "0:a1- 0.3:b1R 0.35:W 0.37:b1- 0.5:d1R",  # pressed while b1 read a piece: it was only carried past
        "0:a1- 0.3:b1R 0.45:W 0.5:b1- 0.6:d1R",
    ],
)
@pytest.mark.parametrize("color", chess.COLORS)
def test_a_square_that_a_piece_is_carried_past_is_no_move_where_pieces_are_not_known(
    color: chess.Color, script: str
) -> None:
    table = play(ROOK, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.raised) == (seen_by(color, "Rd1"), [])
    assert table.stages == [COMPLETED]


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
def test_half_a_castling_is_not_certain_at_the_press_when_the_king_is_seen_a_little_later(
    color: chess.Color, sensing: Sensing
) -> None:
    """The king waits in the hand for the rook's square; the scan shows it just after the press."""
    fen, script = "4k3/p7/8/8/8/8/P7/2R1K3 w C - 0 1", "0:e1- 0.6:c1- 0.85:d1R 1.38:W 1.40:c1K"
    table = play(fen, script, color, sensing=sensing, chess960=True, scan=0.25)
    assert (table.moves, table.raised) == (seen_by(color, "O-O-O"), [])


def test_the_arbiter_starts_the_clock_of_the_side_to_move_and_so_completes_the_move() -> None:
    table = Table("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").play("0:d5- 0.8:W 3:pause 5:e4- 5.5:d5P 7:black").wait(1.0)
    assert (table.moves, table.stages, table.raised) == ("exd5", [Stage.COMPLETED], ["capture_incomplete"])


def test_starting_the_clock_of_the_side_that_moved_completes_nothing() -> None:
    table = Table().play("0:e2- 0.4:e4P 2:pause 5:white").wait(3.0)
    assert (table.moves, table.stages, table.raised) == ("e4", [Stage.MADE], [])
