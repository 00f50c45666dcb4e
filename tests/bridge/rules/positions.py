"""Positions for property tests: reached by legal moves, so that everything about them is as in a game."""

from __future__ import annotations

import chess
from hypothesis import strategies as st

PLIES = 40


@st.composite
def boards(draw: st.DrawFn, *, chess960: bool | None = None) -> chess.Board:
    """A board after some legal moves, its move stack kept; of a Chess960 game when asked for, else of either."""
    other = draw(st.booleans()) if chess960 is None else chess960
    board = chess.Board.from_chess960_pos(draw(st.integers(0, 959))) if other else chess.Board()
    for choice in draw(st.lists(st.integers(0, 1 << 16), max_size=PLIES)):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    return board
