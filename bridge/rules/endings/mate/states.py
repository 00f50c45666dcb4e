"""Positions as small tuples, of which very many can be kept, and a board of python-chess put into them again."""

from __future__ import annotations

from typing import TypeAlias

import chess

State: TypeAlias = tuple[int, int, int, int, int, int, int, int, bool, int, int | None]
"""All that decides which moves can still be played. Equal states have equal futures, counters of moves apart."""


def state_of(board: chess.Board) -> State:
    """The state of the board; an en-passant square only where the capture is legal."""
    return (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.turn,
        board.clean_castling_rights() if board.castling_rights else 0,
        board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else None,
    )


def set_up(board: chess.Board, state: State) -> None:
    """Put the board into the state. Its move stack must be empty, and its counters mean nothing afterwards."""
    (
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.turn,
        board.castling_rights,
        board.ep_square,
    ) = state
    board.occupied = board.occupied_co[chess.WHITE] | board.occupied_co[chess.BLACK]
