"""Moves on e-boards of every kind, played by either side, and which capture is likeliest where none was seen."""

from __future__ import annotations

import chess
import pytest

from drivers.placement import Sensing
from tests.bridge.rules.mirror import play, seen_by

BLOCKED = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
ROOK = "6k1/p7/8/8/8/8/P7/R5K1 w - - 0 1"
SIDE_BY_SIDE = "4k3/p7/8/8/8/8/P7/5KR1 w G - 0 1"
OTHER_SIDE = "4k3/p7/8/8/8/8/P7/2RK4 w C - 0 1"
ROOK_IN_THE_CORNER = "4k3/p7/8/8/8/8/P7/5K1R w H - 0 1"
KING_AT_HOME = "4k3/p7/8/8/8/8/P7/6KR w H - 0 1"

both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])
every_board = pytest.mark.parametrize("sensing", Sensing, ids=lambda sensing: sensing.value)
blind_boards = pytest.mark.parametrize("sensing", [Sensing.COLOR, Sensing.OCCUPANCY], ids=lambda each: each.value)

HANDS = {
    "capture, victim first": (BLOCKED, "0:d5- 0.4:e4- 0.8:d5P 1.2:W", "exd5"),
    "capture, own piece first": (BLOCKED, "0:e4- 0.4:d5- 0.8:d5P 1.2:W", "exd5"),
    "capture, its square never empty": (BLOCKED, "0:e4- 0.4:d5P 0.8:W", "exd5"),
    "capture and recapture": (BLOCKED, "0:e4- 0.3:d5- 0.7:d5P 1.2:W 4:d5- 4.4:d8- 4.8:d5q 5.2:B", "exd5 Qxd5"),
    "capture and recapture, never empty": (BLOCKED, "0:e4- 0.4:d5P 0.8:W 4:d8- 4.4:d5q 4.8:B", "exd5 Qxd5"),
    "victim touched, then spared": (BLOCKED, "0:e4- 0.3:d5- 0.7:d5p 1.1:e5P 1.5:W", "e5"),
    "enemy piece straightened": (BLOCKED, "0:d5- 0.5:d5p 3:g1- 3.4:f3N 3.8:W", "Nf3"),
    "castling, king first": (CASTLE, "0:e1- 0.4:g1K 0.9:h1- 1.3:f1R 1.7:W", "O-O"),
    "castling, both up": (CASTLE, "0:e1- 0.4:a1- 0.9:c1K 1.3:d1R 1.7:W", "O-O-O"),
    "castling, the rook first": (CASTLE, "0:h1- 0.4:f1R 0.9:e1- 1.3:g1K 1.7:W", "O-O"),
    "the rook alone": (CASTLE, "0:h1- 0.4:f1R 1:W 5:e8- 5.4:d8k 6:B", "Rf1 Kd8"),
    "the rook alone, long side": (CASTLE, "0:a1- 0.4:d1R 1:W", "Rd1"),
    "the king alone": (CASTLE, "0:e1- 0.4:f1K 1:W", "Kf1"),
    "en passant, victim first": (EN_PASSANT, "0:d5- 0.4:e5- 0.8:d6P 1.2:W", "exd6"),
    "en passant, victim last": (EN_PASSANT, "0:e5- 0.4:d6P 0.8:d5- 1.2:W", "exd6"),
    "en passant, both up": (EN_PASSANT, "0:e5- 0.2:d5- 0.6:d6P 1.2:W", "exd6"),
    "past a square just before the press": (ROOK, "0:a1- 0.3:b1R 0.33:b1- 0.5:d1R 0.55:W", "Rd1"),
    "put back, then another": (BLOCKED, "0:e4- 0.4:e4P 2:d2- 2.4:d3P 2.8:W", "d3"),
}  # fmt: skip


@both_colors
@every_board
@pytest.mark.parametrize(("fen", "script", "moves"), HANDS.values(), ids=HANDS)
def test_every_board_shows_enough(sensing: Sensing, color: chess.Color, fen: str, script: str, moves: str) -> None:
    table = play(fen, script, color, sensing=sensing)
    assert table.moves == seen_by(color, moves)
    assert not {"illegal_move", "ambiguous_move", "displaced_piece"}.intersection(table.raised)


CHESS960 = {
    "king and rook change places": (SIDE_BY_SIDE, "0:f1- 0.2:g1- 0.6:g1K 0.9:f1R 1.2:W", "O-O"),
    "the rook down first": (SIDE_BY_SIDE, "0:f1- 0.2:g1- 0.6:f1R 0.9:g1K 1.2:W", "O-O"),
    "on the other side": (OTHER_SIDE, "0:d1- 0.2:c1- 0.6:c1K 0.9:d1R 1.2:W", "O-O-O"),
    "and play goes on": (
        SIDE_BY_SIDE, "0:f1- 0.2:g1- 0.6:g1K 0.9:f1R 1.2:W 4:a7- 4.4:a6p 5:B 8:f1- 8.4:f4R 9:W", "O-O a6 Rf4",
    ),
    "only the king goes where nothing stood": (ROOK_IN_THE_CORNER, "0:f1- 0.4:g1K 0.8:h1- 1.2:f1R 1.6:W", "O-O"),
    "the rook lands where the king stood": (ROOK_IN_THE_CORNER, "0:f1- 0.2:h1- 0.4:f1R 0.8:g1K 1.6:W", "O-O"),
    "only the rook moves": (KING_AT_HOME, "0:h1- 0.4:f1R 1.6:W", "O-O"),
    "the king waits in the hand": (KING_AT_HOME, "0:g1- 0.2:h1- 0.4:f1R 0.8:g1K 1.6:W", "O-O"),
    "lifted both, and the king moves": (SIDE_BY_SIDE, "0:f1- 0.2:g1- 0.6:g1R 0.9:e2K 1.4:W", "Ke2"),
    "straightened one by one": (SIDE_BY_SIDE, "0:f1- 0.2:f1K 1:g1- 1.2:g1R 4:a2- 4.4:a3P 5:W", "a3"),
}  # fmt: skip


@both_colors
@every_board
@pytest.mark.parametrize(("fen", "script", "moves"), CHESS960.values(), ids=CHESS960)
def test_castling_of_chess960(sensing: Sensing, color: chess.Color, fen: str, script: str, moves: str) -> None:
    table = play(fen, script, color, sensing=sensing, chess960=True)
    assert (table.moves, table.raised) == (seen_by(color, moves), [])


@both_colors
@every_board
def test_king_and_rook_straightened_one_by_one_have_not_castled(sensing: Sensing, color: chess.Color) -> None:
    table = play(SIDE_BY_SIDE, "0:f1- 0.4:f1K 1:g1- 1.4:g1R 2:W", color, sensing=sensing, chess960=True)
    assert (table.seen, table.raised) == ([], ["clock_without_move"])


@both_colors
@every_board
@pytest.mark.parametrize("script", ["0:e1- 0.4:g1K 0.9:h1- 1.3:f1R", "0:e1- 0.4:c1K 0.9:a1- 1.3:d1R"])
def test_the_rook_in_the_hand_is_castling_and_no_rook_move(sensing: Sensing, color: chess.Color, script: str) -> None:
    table = play(CASTLE, script, color, sensing=sensing)
    assert {move for move, _ in table.seen} == {table.game.published.move and table.game.published.move.uci()}
    assert not table.withdrawn


@both_colors
@blind_boards
def test_a_piece_in_the_hand_takes_nothing(sensing: Sensing, color: chess.Color) -> None:
    table = play(BLOCKED, "0:e4- 2:e4P", color, sensing=sensing)
    assert (table.seen, table.raised) == ([], [])


TWO_VICTIMS = "6k1/8/8/2n1q3/3P4/8/8/7K w - - 0 1"
RECAPTURE = "3r3Q/k7/8/3n4/8/8/3R2K1/3R4 w - - 0 1"
UNPROTECTED = "3r3B/k7/8/3n4/8/8/3R2K1/8 w - - 0 1"
TWO_WAYS = "6k1/8/8/8/n2R3q/8/8/6K1 w - - 0 1"
TAKEN = "0:d5- 0.3:d2- 0.7:d5R 1:W 4:d8- 4.5:d5r 5:B"

LIKELIEST = {
    "the more valuable piece": (TWO_VICTIMS, "0:d4- 0.4:c5P 0.8:W", "dxe5", "d4e5 d4c5"),
    "the piece that has just taken": (UNPROTECTED, TAKEN, "Rxd5 Rxd5", "d8d5 d8h8"),
    "what wins more than the piece that has just taken": (RECAPTURE, TAKEN, "Rxd5 Rxh8", "d8h8 d8d5"),
    "a pawn for nothing before a rook for the queen": (
        "6k1/8/p7/1r6/4p3/8/8/1Q3K2 w - - 0 1", "0:b1- 0.4:e4Q 0.8:W", "Qxe4", "b1e4 b1b5",
    ),
    "the more valuable piece, far away": (TWO_WAYS, "0:d4- 0.2:a4R 0.8:W", "Rxh4", "d4h4 d4a4"),
    "the piece to which the rook slid": (
        TWO_WAYS, "0:d4- 0.05:c4R 0.1:c4- 0.12:b4R 0.18:b4- 0.2:a4R 0.8:W", "Rxa4", "d4a4 d4h4",
    ),
    "the piece to which the rook slid, on the other side": (
        TWO_WAYS.replace("n2R3q", "q2R3n"), "0:d4- 0.05:e4R 0.1:e4- 0.2:h4R 0.8:W", "Rxh4", "d4h4 d4a4",
    ),
    "the piece beside which a hand was seen": (
        TWO_WAYS, "0:d4- 0.2:a4R 0.3:b5n 0.34:b5- 0.8:W", "Rxa4", "d4a4 d4h4",
    ),
    "not the piece towards which the opponent slid later": (
        TWO_WAYS.replace("6k1", "1r4k1", 1),
        "0:d4- 0.2:h4R 0.5:W 2:b8- 2.02:b5r 2.06:b5- 2.08:b4r 2.14:b4- 2.16:b3r 2.5:B", "Rxh4 Rb3", "d4h4 d4a4",
    ),
    "not the piece that was straightened before": (
        "8/p4Rn1/8/8/8/8/8/k5K1 w - - 0 1", "0:a7- 0.1:a7p 1:f7- 1.3:g7R 1.7:W", "Rxg7", "f7g7 f7a7",
    ),
}  # fmt: skip


@both_colors
@pytest.mark.parametrize(("fen", "script", "moves", "choices"), LIKELIEST.values(), ids=LIKELIEST)
def test_among_captures_that_nobody_saw_the_likeliest_is_recorded_and_the_arbiter_asked(
    color: chess.Color, fen: str, script: str, moves: str, choices: str
) -> None:
    table = play(fen, script, color, sensing=Sensing.OCCUPANCY)
    assert table.moves == seen_by(color, moves)
    assert table.raised == ["ambiguous_move"]
    assert table.alert.permitted == tuple(seen_by(color, choices).split())
    assert any(each.guess for each in table.game.moves)


@both_colors
@pytest.mark.parametrize("script", ["0:c5- 0.4:d4- 0.8:c5P 1.2:W", "0:d4- 0.4:c5- 0.8:c5P 1.2:W"])
def test_a_square_that_read_empty_tells_which_piece_was_taken(color: chess.Color, script: str) -> None:
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.raised) == (seen_by(color, "dxc5"), [])
    assert not table.game.moves[-1].guess


@both_colors
def test_boards_that_know_colors_see_every_capture(color: chess.Color) -> None:
    table = play(TWO_VICTIMS, "0:d4- 0.4:c5P 0.8:W", color, sensing=Sensing.COLOR)
    assert (table.moves, table.raised) == (seen_by(color, "dxc5"), [])


@both_colors
@every_board
def test_the_piece_that_has_just_been_put_down_is_not_taken_by_its_own_arrival(
    sensing: Sensing, color: chess.Color
) -> None:
    """The press comes before the scan shows where the queen went; the pawn's arrival on e5 was the pawn's."""
    script = "0:e4- 0.5:e5P 1:W 5:f6- 5.73:B 5.75:g6q"
    table = play("6k1/7p/5q2/8/4P3/8/8/6K1 w - - 0 1", script, color, sensing=sensing, scan=0.25)
    assert (table.moves, table.raised) == (seen_by(color, "e5 Qg6+"), [])
