"""When a move counts as made depends on what could still happen to it."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from bridge.rules.position import position_of
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.settle import DELAYS, SCANS_TO_CONFIRM, settle_seconds
from bridge.rules.setup import Patience, Setup
from drivers.placement import Sensing

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CAPTURE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
BALANCED = DELAYS[Patience.BALANCED]

MOVES = {
    "a pawn": (chess.STARTING_FEN, "e2e3", BALANCED.pawn),
    "a piece that could go elsewhere": (chess.STARTING_FEN, "g1f3", BALANCED.piece),
    "the only move of its piece": ("6r1/7k/8/8/8/8/8/7K w - - 0 1", "h1h2", 0.0),
    "a capture": (CAPTURE, "e4d5", 0.0),
    "castling": (CASTLE, "e1g1", 0.0),
    "half of castling, the king": (CASTLE, "e1f1", BALANCED.piece),
    "half of castling, the rook": (CASTLE, "h1f1", BALANCED.half_castling),
    "another rook that goes there": ("r3k2r/8/8/8/8/5R2/8/R3K2R w KQkq - 0 1", "f3f1", BALANCED.piece),
    "a promotion": ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", 0.0),
}


def reading(fen: str, uci: str, *, seen: bool = True) -> Reading:
    board = chess.Board(fen)
    before = position_of(board)
    root = Reading(None, None, before, before.placement, 0, 0.0)
    move = chess.Move.from_uci(uci)
    board.push(move)
    after = position_of(board)
    return Reading(root, move, after, after.placement, 1, 1.0, seen=seen)


def setup(fen: str = chess.STARTING_FEN) -> Setup:
    return Setup(position_of(chess.Board(fen)))


@pytest.mark.parametrize(("fen", "uci", "seconds"), MOVES.values(), ids=MOVES)
def test_how_long_a_move_must_stand(fen: str, uci: str, seconds: float) -> None:
    assert settle_seconds(reading(fen, uci), setup(fen)) == seconds


@pytest.mark.parametrize(("fen", "uci"), [(CAPTURE, "e4d5"), ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q")])
def test_where_pieces_are_not_known_one_carried_past_looks_like_a_capture_or_promotion(fen: str, uci: str) -> None:
    assert settle_seconds(reading(fen, uci), replace(setup(fen), sensing=Sensing.OCCUPANCY)) == BALANCED.piece


@pytest.mark.parametrize("uci", ["e2e4", "g1f3"])
def test_patience_is_never_shorter_when_surer(uci: str) -> None:
    quick, balanced, sure = (
        settle_seconds(reading(chess.STARTING_FEN, uci), replace(setup(), patience=patience)) for patience in Patience
    )
    assert quick <= balanced <= sure


def test_a_scanning_board_looks_once_more() -> None:
    scanning = replace(setup(CAPTURE), scan_period=0.25)
    assert settle_seconds(reading(CAPTURE, "e4d5"), scanning) == pytest.approx(0.25 * SCANS_TO_CONFIRM)


def test_a_move_learnt_after_a_gap_is_old_already() -> None:
    assert settle_seconds(reading(chess.STARTING_FEN, "g1f3", seen=False), setup()) < BALANCED.piece


def test_before_any_move_there_is_nothing_to_wait_for() -> None:
    root = reading(chess.STARTING_FEN, "e2e4").parent
    assert root is not None
    assert settle_seconds(root, setup()) == 0.0
