"""Lines of moves played again: what stays, what changes with a guess, and what cannot be played any more."""

from __future__ import annotations

import dataclasses

import chess

from bridge.rules.correcting.lines import legal_move, played_again
from bridge.rules.position import position_from_fen
from bridge.rules.recognition.reading import Reading
from drivers.placement import Sensing, seen_by
from tests.bridge.rules.records import moves_of, record_of

PINNED = "4Q1rk/8/8/8/8/8/6P1/K7 b - - 0 1"
FREE = "4N1rk/8/8/8/8/8/6P1/K7 b - - 0 1"


def root(fen: str, sensing: Sensing) -> Reading:
    start = position_from_fen(fen)
    return Reading(None, None, start, seen_by(sensing, start.placement), 0, 0.0)


def test_a_later_guess_becomes_the_move_that_can_still_be_played() -> None:
    (took,) = record_of(position_from_fen(FREE), moves_of("g8g2"))
    sensing = Sensing.OCCUPANCY
    line = played_again(root(PINNED, sensing), [dataclasses.replace(took, guess=True)], sensing)
    assert line is not None
    assert [reading.move for reading in line] == moves_of("g8e8")
    assert played_again(root(PINNED, sensing), [took], sensing) is None


def test_an_illegal_move_stays_as_long_as_its_piece_is_there() -> None:
    record = record_of(position_from_fen(chess.STARTING_FEN), moves_of("e2e5 e7e6"))
    line = played_again(root(chess.STARTING_FEN, Sensing.IDENTITY), record, Sensing.IDENTITY)
    assert line is not None
    assert [(reading.ply, reading.illegal) for reading in line] == [(1, True), (2, False)]
    assert played_again(root("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", Sensing.IDENTITY), record, Sensing.IDENTITY) is None


def test_a_long_game_is_played_again() -> None:
    moves = moves_of("g1f3 g8f6 f3g1 f6g8 " * 300)
    start = position_from_fen(chess.STARTING_FEN)
    line = played_again(root(chess.STARTING_FEN, Sensing.IDENTITY), record_of(start, moves), Sensing.IDENTITY)
    assert line is not None
    assert [reading.move for reading in line] == moves


def test_a_null_move_is_no_move() -> None:
    start = position_from_fen(chess.STARTING_FEN)
    assert [legal_move(start, uci) for uci in ("0000", "", "e2e5", "e7e5")] == [None] * 4
    assert legal_move(start, "e2e4") == chess.Move.from_uci("e2e4")
