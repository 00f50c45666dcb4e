"""The board differs from the game although the hands are still: told once, and closed when it is put right."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.irregularities.mismatch import MOVED_FOR_SECONDS
from drivers.placement import EMPTY_BOARD, Sensing, from_fen
from drivers.reports import Dump, LinkDown, LinkUp
from tests.bridge.rules.table import Table, mirrored


def test_a_piece_knocked_over_is_told_after_the_press_and_closed_when_it_stands_again() -> None:
    table = Table().play("0:e2- 0.3:e4P 0.35:g1- 0.7:W").wait()
    assert table.moves == "e4"
    assert table.raised == ["displaced_piece"]
    assert (table.alert.squares, table.alert.restore) == ((chess.G1,), ((chess.G1, "N"),))
    assert table.alert.article == "FIDE Laws of Chess (2023) Art. 7.4.1"
    table.play(f"{table.now + 1}:g1N")
    assert table.closed == ["displaced_piece"]


def test_the_next_move_is_recognised_meanwhile() -> None:
    table = Table().play("0:e2- 0.3:e4P 0.35:g1- 0.7:W 5:e7- 5.4:e5p 5.8:B").wait()
    assert table.moves == "e4 e5"


def test_pieces_in_hands_are_not_missing() -> None:
    table = Table("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").play("0:e4- 1:d5-").wait(600.0)
    assert table.raised == []


def test_a_piece_out_of_turn_stands_wrong_even_without_a_press() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W 3:d2- 3.4:d4P")
    table.wait(MOVED_FOR_SECONDS + 3.0)
    assert "touch_out_of_turn" in table.raised
    assert "displaced_piece" in table.raised
    assert table.moves == "e4"


def test_pieces_being_set_up_are_not_wrong() -> None:
    table = Table()
    table.tell(Dump(EMPTY_BOARD), 0.0)
    table.play("1:a1R 2:b1N 3:c1B").wait()
    assert table.raised == []


def test_wrong_start_position_is_told_and_closed_when_it_is_put_right() -> None:
    table = Table(deaf=True)
    table.tell(LinkUp(), 0.0)
    table.tell(Dump(from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR")), 0.1)
    table.wait()
    assert table.raised == ["wrong_start_position"]
    assert set(table.alert.squares) == {chess.D1, chess.E1}
    table.tell(Dump(from_fen(chess.STARTING_BOARD_FEN)), table.now + 1.0)
    assert table.closed == ["wrong_start_position"]


def test_moves_missed_while_the_line_was_down() -> None:
    table = Table(deaf=True).play("0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B")
    table.tell(LinkDown("pulled"), 10.0)
    table.tell(LinkUp(), 100.0)
    table.tell(Dump(from_fen("r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1")), 100.5)
    table.wait()
    assert table.raised == ["link_lost", "out_of_sync"]
    assert table.moves == "e4 e5"
    assert "no short line explains it" in table.alert.explanation


def test_a_board_with_a_memory_may_tell_after_a_new_link_what_it_remembers() -> None:
    """The line breaks in mid-capture. What stood then is the first thing that is heard, and no difference yet."""
    table = Table(deaf=True).play("0:e2- 0.4:e4P 0.8:W 2:d7- 2.4:d5p 2.8:B 9:d5-")
    table.tell(LinkDown("pulled"), 9.5)
    table.tell(LinkUp(), 30.0)
    table.tell(Dump(from_fen("rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")), 30.0)
    table.play("30.1:e4- 30.2:d5P 30.21:W 30.31:d8- 30.41:d5q 30.42:B 30.52:b1- 30.62:c3N 30.63:W")
    table.play("30.73:d5- 30.83:a5q 30.84:B 30.94:d2- 31.04:d4P 31.05:W").wait()
    assert table.raised == ["link_lost"]
    assert table.moves == "e4 d5 exd5 Qxd5 Nc3 Qa5 d4"


def test_nothing_stands_wrong_after_moves_whose_order_is_not_certain_yet() -> None:
    """The e-board is found after the first move, and read seldom: three half-moves are told at once."""
    table = Table(deaf=True, scan=1.45)
    table.tell(LinkUp(), 0.0)
    table.tell(Dump(from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")), 0.0)
    table.play("12:W 12.1:e7- 12.2:e5p 12.21:B 12.31:g1- 12.41:f3N 12.42:W").wait()
    assert table.raised == []
    assert table.moves == "e4 e5 Nf3"


def test_nothing_is_told_while_the_line_is_down() -> None:
    table = Table(deaf=True).play("0:e2- 0.3:e4P 0.35:g1- 0.4:W")
    table.tell(LinkDown("pulled"), 0.5)
    assert table.wait(600.0).raised == ["link_lost"]


OPENING = "0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B"
WRONG_BESIDE = {
    "the opponent's pawn pushed after his move": "4:a7- 4.2:a6p",
    "a spare queen put on the board": "4:h5Q",
}


@pytest.mark.parametrize("wrong", WRONG_BESIDE.values(), ids=WRONG_BESIDE)
def test_a_legal_move_beside_something_that_stands_wrong_is_no_illegal_move(wrong: str) -> None:
    table = Table().play(f"{OPENING} {wrong} 5:g1- 5.4:f3N 5.8:W").wait()
    assert table.moves == "e4 e5 Nf3"
    assert "illegal_move" not in table.raised
    assert "displaced_piece" in table.raised


def test_the_game_is_followed_while_a_piece_stands_on_a_wrong_square() -> None:
    table = Table().play(f"{OPENING} 5:g1- 5.4:f3N 5.6:h2- 5.7:h3P 5.8:W 9:b8- 9.4:c6n 9.8:B 12:f1- 12.4:c4B 12.8:W")
    assert table.wait().moves == "e4 e5 Nf3 Nc6 Bc4"
    assert table.raised == ["displaced_piece"]
    assert table.play("60:h3- 60.5:h2P").wait().closed == ["displaced_piece"]


def test_the_displaced_piece_may_be_moved_from_where_it_should_stand() -> None:
    table = Table().play(f"{OPENING} 5:g1- 5.4:f3N 5.6:h2- 5.7:h3P 5.8:W 9:b8- 9.4:c6n 9.8:B 20:h3- 20.4:h4P 20.8:W")
    assert table.wait().moves == "e4 e5 Nf3 Nc6 h4"


def test_pieces_knocked_over_and_put_back_were_not_touched() -> None:
    table = Table().play("0:e2- 0.3:e4P 0.35:d7- 0.37:c8- 0.7:W 5:d7p 6:c8b 8:e7- 8.4:e5p 8.8:B").wait()
    assert (table.moves, table.raised) == ("e4 e5", ["displaced_piece"])


TAKEN_FIRST = "0:d7- 0.3:d5p 0.6:d5- 1:B"
ONE_PAWN_OUT = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("scan", [0.0, 0.23])
def test_a_piece_that_is_taken_first_is_not_displaced_by_a_late_press(
    sensing: Sensing, color: chess.Color, scan: float
) -> None:
    script = f"{TAKEN_FIRST} 3.3:e4- 3.6:d5P 4:W"
    fen, script = (chess.Board(ONE_PAWN_OUT).mirror().fen(), mirrored(script)) if color else (ONE_PAWN_OUT, script)
    table = Table(fen, sensing=sensing, scan=scan).play(script).wait()
    assert (len(table.moves.split()), table.raised) == (2, [])


def test_a_piece_that_is_taken_and_not_captured_is_told_after_all() -> None:
    table = Table(ONE_PAWN_OUT).play(TAKEN_FIRST).wait(2.5)
    assert table.raised == []
    assert table.wait().raised == ["displaced_piece"]


def test_a_piece_that_nobody_can_take_is_displaced() -> None:
    table = Table(ONE_PAWN_OUT).play("0:d7- 0.3:d5p 0.6:a7- 1:B").wait(1.5)
    assert table.raised == ["displaced_piece"]


@pytest.mark.parametrize("fallen", ["0.34:g1-", "0.34:d2-"])
def test_a_piece_that_falls_with_the_move_is_displaced_though_it_could_be_taken(fallen: str) -> None:
    table = Table("4k3/8/8/8/3b3b/8/3P4/4K1N1 w - - 0 1").play(f"0:e1- 0.3:f1K {fallen} 0.9:W").wait(1.5)
    assert table.raised == ["displaced_piece"]


def test_a_piece_that_falls_with_the_castling_rook_is_displaced_though_it_could_be_taken() -> None:
    table = Table("r3k2r/pppp1ppp/8/8/8/1B6/8/4K3 b kq - 0 1").play("0:e8- 0.4:g8k 0.9:h8- 1.4:f8r 1.44:f7- 1.9:B")
    assert table.wait(1.5).raised == ["displaced_piece"]


def test_a_piece_lifted_after_castling_that_changes_no_square_breaks_nothing() -> None:
    """In Chess960 a king may stand on its rook's square and the rook on the king's when they have castled."""
    start = "bnrkqnrb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQNRB w GCgc - 0 1"
    table = Table(start, chess960=True, sensing=Sensing.OCCUPANCY)
    table.play("7:d8- 7.5:c8- 8:d8r 9:c8k 9.6:B 10.8:e7- 10.9:e2-").wait()
    assert "illegal_move" not in table.raised
