from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.messages.notation import written
from bridge.rules.position import position_from_fen, position_of

START = chess.STARTING_FEN
CHESS960 = "2k5/8/8/8/8/8/8/1RK3R1 w GB - 0 1"

LEGAL = [
    (START, False, "g1f3", "g1f3", "Nf3"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", False, "e1g1", "e1g1", "O-O"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", False, "e8c8", "e8c8", "O-O-O"),
    (CHESS960, True, "c1g1", "c1g1", "O-O"),
    (CHESS960, True, "c1b1", "c1b1", "O-O-O"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", False, "a7a8n", "a7a8n", "a8=N"),
    ("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", False, "d4e3", "d4e3", "dxe3"),
]
ILLEGAL = [
    (START, "f1f3", "Bf3"),
    (START, "g1e2", "Nxe2"),
    (START, "e2e5", "e5"),
    (START, "e2d3", "exd3"),
    (START, "d1e8", "Qxe8"),
    ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q"),
    ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1b8", "Rb8+"),
    ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "O-O"),
    ("r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8c8", "O-O-O"),
    ("1rk3r1/8/8/8/8/8/8/1RK3R1 w - - 0 1", "c1g1", "O-O"),
    ("4k3/8/8/8/4r3/8/4N3/4K1N1 w - - 0 1", "e2c3", "Nc3"),
    ("4k3/8/8/8/4r3/8/4N3/4K1N1 w - - 0 1", "g1e3", "Ne3"),
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "c3e2", "Nce2"),  # The other knight may go there.
    ("4k3/8/8/8/1b6/2N5/8/N3K3 w - - 0 1", "c3b5", "Nb5"),
    (START, "g8e7", "Nxe7"),
    (START, "e1e3", "Ke3"),
    (START, "0000", "0000"),
    (START, "e4e5", "e4e5"),
]


@pytest.mark.parametrize(("fen", "chess960", "move", "uci", "san"), LEGAL)
def test_legal_moves(fen: str, chess960: bool, move: str, uci: str, san: str) -> None:
    assert written(position_from_fen(fen, chess960=chess960), chess.Move.from_uci(move)) == (uci, san)


@pytest.mark.parametrize(("fen", "move", "san"), ILLEGAL)
def test_illegal_moves_are_written_alike_without_a_mark(fen: str, move: str, san: str) -> None:
    assert written(position_from_fen(fen), chess.Move.from_uci(move)) == (move, san)


@given(st.integers(0, 959), st.lists(st.integers(0, 200), max_size=30))
def test_legal_san_is_read_back_as_the_same_move(start: int, choices: list[int]) -> None:
    board = chess.Board.from_chess960_pos(start)
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        move = moves[choice % len(moves)]
        uci, san = written(position_of(board), move)
        assert board.parse_san(san) == board.parse_uci(uci) == move
        board.push(move)


@given(st.sampled_from(chess.SQUARES), st.sampled_from(chess.SQUARES), st.sampled_from([None, chess.QUEEN]))
def test_any_move_can_be_written(start: int, end: int, promotion: int | None) -> None:
    move = chess.Move(start, end, promotion)
    san = written(position_from_fen("r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1"), move).san
    assert san
    assert not set(san) & set("?!*")
