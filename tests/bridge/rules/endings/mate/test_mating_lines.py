"""A mating line is believed only when it mates."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given

from bridge.rules.endings.mate.lines import mating_line, mirrored
from bridge.rules.position import position_from_fen
from tests.bridge.rules.positions import boards

START = position_from_fen(chess.STARTING_FEN)
FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def line(moves: list[str], winner: chess.Color) -> tuple[str, ...] | None:
    return mating_line(START, map(chess.Move.from_uci, moves), winner)


def test_line_that_mates() -> None:
    assert line(FOOLS_MATE, chess.BLACK) == tuple(FOOLS_MATE)


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (FOOLS_MATE, chess.WHITE),
        (FOOLS_MATE[:-1], chess.BLACK),
        ([*FOOLS_MATE[:-1], "d8g5"], chess.BLACK),
        (["f2f3", "e7e5", "g2g5", "d8h4"], chess.BLACK),
        ([], chess.WHITE),
    ],
    ids=["of the other side", "too short", "without mate", "through an illegal move", "empty"],
)
def test_line_that_does_not_mate(moves: list[str], winner: chess.Color) -> None:
    assert line(moves, winner) is None


@pytest.mark.parametrize(("chess960", "castling"), [(False, "e1g1"), (True, "e1h1")])
def test_castling_is_written_as_the_game_writes_it(*, chess960: bool, castling: str) -> None:
    position = position_from_fen("5k2/3Q3P/8/8/8/8/8/4K2R w K - 0 1", chess960=chess960)
    assert mating_line(position, [chess.Move.from_uci(castling)], chess.WHITE) == (castling,)


@given(boards())
def test_mirrored_moves_are_those_of_the_mirrored_board(board: chess.Board) -> None:
    assert set(map(mirrored, board.legal_moves)) == set(board.mirror().legal_moves)
