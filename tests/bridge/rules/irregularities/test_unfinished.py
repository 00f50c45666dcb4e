"""Moves that were not finished when the clock was pressed (FIDE Laws of Chess (2023) Art. 4.7 and 7.5), either side."""

from __future__ import annotations

import chess
import pytest

from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

PROMOTE = "8/P4k2/8/8/8/8/5K2/7r w - - 0 1"
TAKE_AND_PROMOTE = "1n6/P4k2/8/8/8/8/5K2/7r w - - 0 1"
TAKE = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/3P4/4K3 w - d6 0 1"
CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PINNED = "4r1k1/8/8/8/3p4/2P5/4N3/4K3 w - - 0 1"

PROMOTIONS = ("a7a8b", "a7a8n", "a7a8q", "a7a8r")
TAKING = ("a7b8b", "a7b8n", "a7b8q", "a7b8r")

CASES = {
    "pawn off, nothing placed": (PROMOTE, "0:a7- 0.8:W", "illegal_move", PROMOTIONS),
    "pawn off, victim off": (TAKE_AND_PROMOTE, "0:b8- 0.2:a7- 0.8:W", "illegal_move", TAKING),
    "victim off": (TAKE, "0:d5- 0.8:W", "capture_incomplete", ("c3d5", "e4d5")),
    "victim and capturer off": (TAKE, "0:d5- 0.4:e4- 0.8:W", "capture_incomplete", ("e4d5",)),
    "victim of a capture in passing off": (EN_PASSANT, "0:d5- 0.8:W", "capture_incomplete", ("e5d6",)),
    "both pawns of a capture in passing off": (EN_PASSANT, "0:d5- 0.4:e5- 0.8:W", "capture_incomplete", ("e5d6",)),
    "the rook not moved": (CASTLE, "0:e1- 0.4:g1K 0.8:W", "castling_incomplete", ("e1g1",)),
    "the other rook not moved": (CASTLE, "0:e1- 0.4:c1K 0.8:W", "castling_incomplete", ("e1c1",)),
    "a pinned knight captures": (PINNED, "0:e2- 0.4:d4- 0.8:d4N 1.2:W", "illegal_move", ("c3d4",)),
}  # fmt: skip


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("name", CASES)
def test_unfinished(name: str, color: chess.Color, sensing: Sensing) -> None:
    fen, script, kind, left = CASES[name]
    fen, script = (fen, script) if color else (chess.Board(fen).mirror().fen(), mirrored(script))
    table = Table(fen, sensing=sensing).play(script).wait()
    assert (table.moves, table.raised) == ("", [kind])
    alert = table.alert
    assert alert.color == color
    assert alert.permitted == tuple(sorted(_move(uci, color) for uci in left))
    assert alert.restore
    assert alert.article.startswith("FIDE Laws of Chess (2023) Art. 7.5.1")
    assert "no legal move leads" not in alert.explanation


def _move(uci: str, color: chess.Color) -> str:
    if color:
        return uci
    origin, destination = (chess.square_mirror(chess.parse_square(part)) for part in (uci[:2], uci[2:4]))
    return chess.square_name(origin) + chess.square_name(destination) + uci[4:]


def test_a_piece_that_may_lie_beside_its_square_is_no_illegal_move() -> None:
    table = Table().play("0:e2- 1:W").wait()
    assert table.raised == ["displaced_piece"]


def test_a_piece_put_down_soon_after_the_press_was_pressed_for() -> None:
    table = Table(TAKE).play("0:d5- 0.4:e4- 0.6:W 0.9:d5P").wait()
    assert (table.moves, table.raised) == ("exd5", [])


@pytest.mark.parametrize("sensing", [Sensing.IDENTITY, Sensing.COLOR])
def test_a_capture_is_finished_afterwards(sensing: Sensing) -> None:
    table = Table(TAKE, sensing=sensing).play("0:d5- 0.8:W 4:e4- 4.5:d5P 5:W").wait()
    assert (table.moves, table.raised) == ("exd5", ["capture_incomplete"])


@pytest.mark.parametrize(
    ("symbol", "why"), [("K", "and to nothing else"), ("P", "left a pawn on a8"), ("q", "no legal move leads")]
)
def test_a_pawn_becomes_what_it_must_not(symbol: str, why: str) -> None:
    table = Table(PROMOTE).play(f"0:a7- 0.4:a8{symbol} 0.8:W").wait()
    assert table.raised == ["promotion_missing" if symbol == "P" else "illegal_move"]
    assert why in table.alert.explanation


def test_the_game_goes_on_over_a_pawn_on_the_last_rank() -> None:
    table = Table(PROMOTE).play("0:a7- 0.4:a8P 0.8:W 3:f7- 3.4:f6k 3.8:B").wait()
    assert (table.moves, table.raised) == ("illegal:a7a8 Kf6", ["promotion_missing"])


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("script", ["0:e1- 0.4:g1K 0.8:W", "0:e1- 0.4:g1K 0.8:h1- 1.2:f1R 1.6:W"])
def test_castling_that_is_not_allowed_is_an_illegal_move(script: str, sensing: Sensing) -> None:
    fen = "4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1"
    table = Table(fen, sensing=sensing).play(script).wait()
    assert (table.moves, table.raised) == ("", ["illegal_move"])
    assert table.alert.permitted == ("e1c1", "e1d1", "e1d2", "e1f2")
    assert "castled through f1, attacked by the bishop on c4" in table.alert.explanation


@pytest.mark.parametrize("square", ["h4", "a5", "g1"])
def test_a_king_that_went_too_far_is_an_illegal_move(square: str) -> None:
    fen = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    table = Table(fen).play(f"0:e1- 0.4:{square}K 0.8:W").wait()
    assert table.raised == ["illegal_move"]
    assert "illegal move with the king" in table.alert.explanation
