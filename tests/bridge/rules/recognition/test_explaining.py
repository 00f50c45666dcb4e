"""Moves are recognised by their result, whatever the hands did on the way."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.notices import Stage
from bridge.rules.position import position_from_fen
from bridge.rules.recognition.explaining import READINGS_KEPT
from drivers.placement import Sensing, from_fen, placement_of
from drivers.reports import Dump, LinkUp
from tests.bridge.rules.table import Table, mirrored

BLOCKED = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTE = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"

HANDS = {
    "lift and place": (chess.STARTING_FEN, "0:g1- 0.5:f3N", "Nf3"),
    "place before lift": (chess.STARTING_FEN, "0:f3N 0.1:g1-", "Nf3"),
    "slid over a square": (chess.STARTING_FEN, "0:e2- 0.01:e3P 0.05:e3- 0.06:e4P", "e4"),
    "rested on a wrong square": (chess.STARTING_FEN, "0:g1- 0.3:h3N 0.7:h3- 0.9:f3N", "Nf3"),
    "fumbled": (chess.STARTING_FEN, "0:g1- 0.3:g1N 0.6:g1- 0.9:f3N", "Nf3"),
    "victim first": (BLOCKED, "0:d5- 0.4:e4- 0.8:d5P", "exd5"),
    "own piece first": (BLOCKED, "0:e4- 0.4:d5- 0.8:d5P", "exd5"),
    "never empty": (BLOCKED, "0:e4- 0.4:d5P", "exd5"),
    "swapped in one hand, own piece last": (BLOCKED, "0:d5P 0.1:e4-", "exd5"),
    "castling": (CASTLE, "0:e1- 0.4:g1K 0.9:h1- 1.3:f1R", "O-O"),
    "castling, rook and king up together": (CASTLE, "0:e1- 0.4:a1- 0.9:c1K 1.3:d1R", "O-O-O"),
    "castling, rook first": (CASTLE, "0:h1- 0.4:f1R 0.9:e1- 1.3:g1K", "O-O"),
    "only the king": (CASTLE, "0:e1- 0.4:f1K", "Kf1"),
    "en passant, victim first": (EN_PASSANT, "0:d5- 0.4:e5- 0.8:d6P", "exd6"),
    "en passant, victim last": (EN_PASSANT, "0:e5- 0.4:d6P 0.8:d5-", "exd6"),
    "promotion": (PROMOTE, "0:e7- 0.5:e8P 1.0:e8- 1.5:e8Q", "e8=Q+"),
    "promotion to a knight, capturing": (PROMOTE, "0:d8- 0.5:e7- 1.0:d8N", "exd8=N"),
    "two half-moves": (chess.STARTING_FEN, "0:e2- 0.3:e4P 0.4:e7- 0.7:e5p", "e4 e5"),
    "replied before it was put down": (chess.STARTING_FEN, "0:e2- 0.2:e7- 0.3:e4P 0.5:e5p", "e4 e5"),
    "taken back and another": (chess.STARTING_FEN, "0:e2- 0.3:e4P 0.8:e4- 1.1:e2P 2:d2- 2.3:d4P", "d4"),
}


@pytest.mark.parametrize(("fen", "script", "moves"), HANDS.values(), ids=HANDS)
def test_whatever_the_hands_did(fen: str, script: str, moves: str) -> None:
    assert Table(fen).play(script).wait().moves == moves


@pytest.mark.parametrize(("fen", "script", "moves"), HANDS.values(), ids=HANDS)
def test_one_dump_at_the_end_is_as_good(fen: str, script: str, moves: str) -> None:
    table = Table(fen)
    shown = Table(fen).play(script).standing
    table.standing = shown
    assert table.play("5:dump").wait().moves == moves
    assert "illegal_move" not in table.raised


def test_a_move_is_told_at_once_and_made_later() -> None:
    table = Table().play("0:g1- 0.5:f3N")
    assert table.seen == [("g1f3", Stage.TENTATIVE)]
    assert table.wait().seen == [("g1f3", Stage.TENTATIVE), ("g1f3", Stage.MADE)]


def test_a_move_that_goes_on_is_withdrawn() -> None:
    table = Table().play("0:e2- 0.3:e3P 0.35:e3- 0.4:e4P")
    assert table.withdrawn == ["e2e3"]
    assert table.moves == "e4"


def test_a_piece_put_back_withdraws_its_move() -> None:
    table = Table().play("0:g1- 0.3:f3N 0.8:f3- 1.2:g1N").wait()
    assert (table.moves, table.withdrawn) == ("", ["g1f3"])


@pytest.mark.parametrize(
    ("fen", "script", "move"),
    [
        ("1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1", "0:f1- 0.4:g1K 1.4:h1- 1.8:f1R", "f1h1"),
        ("4k1r1/pppppppp/8/8/8/8/PPPPPPPP/4K1R1 w Kk - 0 1", "0:e1- 0.5:g1- 0.9:f1R 1.7:g1K", "e1g1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "0:h1- 0.5:f1R", "g1h1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "0:f1- 0.4:g1K 0.8:f1R", "f1g1"),
    ],
)
def test_castling_in_chess960_needs_nothing_special(fen: str, script: str, move: str) -> None:
    table = Table(fen, chess960=True).play(script).wait()
    assert [played.move.uci() for played in table.game.moves] == [move]


def test_changes_within_one_scan_have_no_order() -> None:
    table = Table(scan=0.25).play("0:e5p 0.02:e4P 0.05:e7- 0.09:e2-").wait()
    assert table.moves == "e4 e5"


@pytest.mark.parametrize(
    ("fen", "script", "moves"),
    [
        (chess.STARTING_FEN, "0:e2- 0.4:e4P 1:W 2:e7- 2.4:e5p", "e4 e5"),
        (CASTLE, "0:e1- 0.4:g1K 0.9:h1- 1.3:f1R", "O-O"),
        (EN_PASSANT, "0:e5- 0.4:d6P 0.8:d5-", "exd6"),
    ],
)
def test_boards_that_know_no_pieces(fen: str, script: str, moves: str) -> None:
    assert Table(fen, sensing=Sensing.OCCUPANCY).play(script).wait().moves == moves


def test_boards_that_know_colors() -> None:
    assert Table(BLOCKED, sensing=Sensing.COLOR).play("0:e4- 0.4:d5- 0.8:d5P").wait().moves == "exd5"


def test_a_completed_move_that_a_dump_denies_is_read_anew() -> None:
    """A report was lost: the rook went one square further than the sensors said."""
    table = Table("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").play("0:a1- 0.4:a2R 0.8:W 4:e8- 4.4:e7k 4.8:B").wait()
    assert table.moves == "Ra2 Ke7"


def test_nothing_is_recognised_in_noise() -> None:
    table = Table().play("0:d1- 0.04:d1Q 1:h7- 1.05:h7p 2:a1- 2.03:a1R").wait()
    assert (table.moves, table.raised) == ("", [])


def test_a_move_that_a_dump_showed_came_before_those_that_were_seen_after_it() -> None:
    """1.e4 was played before the e-board was found; the next moves are told at once by a line that was busy."""
    table = Table(deaf=True, scan=1.45)
    table.tell(LinkUp(), 0.0)
    table.tell(Dump(from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")), 0.0)
    table.play("12:e7- 12.1:e5p 12.11:B 12.2:f2- 12.3:f4P 12.31:W 12.4:e5- 12.5:f4- 12.6:f4p 12.61:B").wait()
    assert table.moves == "e4 e5 f4 exf4"
    assert table.raised == []


def test_moves_in_a_gap_whose_order_is_not_known_are_not_invented() -> None:
    table = Table()
    table.standing = from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R")
    table.tell(LinkUp(), 0.0)
    table.tell(Dump(table.standing), 0.1)
    assert (table.wait().moves, table.raised) == ("", ["out_of_sync"])


@pytest.mark.parametrize("exchanged", [False, True])
def test_a_reply_learnt_from_a_dump_is_followed_when_two_readings_give_the_same_moves(exchanged: bool) -> None:
    """The knight is taken on f3 as seen, or before it was seen there: either way the moves are the same."""
    start = position_from_fen("rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3").board()
    told = (
        "0.2:c8- 1.2:rn1qkbnr/ppp2ppp/3p4/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R 1.4:g4b 4:e5- 4.6:d4- "
        "5.6:rn1qkbnr/ppp2ppp/3p4/8/4P1b1/5N2/PPP2PPP/RNBQKB1R 5.8:e5P 8.6:f3- "
        "9.6:rn1qkbnr/ppp2ppp/3p4/4P3/4P3/8/PPP2PPP/RNBQKB1R 10.4:f3b 13.4:d1- 14.2:f3- "
        "15.2:rn1qkbnr/ppp2ppp/3p4/4P3/4P3/5Q2/PPP2PPP/RNB1KB1R"
    )
    table = Table((start.mirror() if exchanged else start).fen(), scan=0.2, deaf=True)
    for word in told.split():
        at, _, what = word.partition(":")
        if "/" in what:
            shown = chess.BaseBoard(what)
            table.wait_until(float(at))
            table.tell(Dump(placement_of(shown.mirror() if exchanged else shown)), float(at))
        else:
            table.play(mirrored(word) if exchanged else word)
    table.wait()
    moves = "Bg5 dxe4 Bxf6 Qxf6" if exchanged else "Bg4 dxe5 Bxf3 Qxf3"
    assert (table.moves, table.raised) == (moves, [])


def test_a_board_that_shows_something_else_altogether_costs_no_time() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W").wait()
    table.standing = from_fen("r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1")
    table.tell(Dump(table.standing), table.now)
    assert len(table.game.readings) <= READINGS_KEPT


def test_play_that_goes_on_from_an_illegal_move_is_followed_at_once() -> None:
    table = Table("r3k2r/8/8/8/8/8/5R2/4K3 b kq - 0 1")
    table.play("0:e8- 0.4:g8k 0.8:h8- 1.2:f8r 1.6:B 4:e1- 4.4:d2K 4.8:W")
    assert table.moves == "illegal:e8g8 Kd2"


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize(
    ("script", "move"),
    [
        ("0:e1- 0.3:c1- 0.6:d1R 0.9:c1K 1.3:W", "O-O-O"),
        ("0:e1- 0.3:d1K 0.7:W", "Kd1"),
        ("0:c1- 0.3:c2R 0.7:W", "Rc2"),
    ],
)
def test_in_chess960_king_and_rook_may_exchange_a_square(script: str, move: str, sensing: Sensing) -> None:
    table = Table("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", chess960=True, sensing=sensing).play(script).wait()
    assert (table.moves, table.raised) == (move, [])
