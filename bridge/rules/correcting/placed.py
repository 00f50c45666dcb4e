"""Positions that an arbiter names: what stands on the board, or what a FEN says. Never more rights than are known."""

from __future__ import annotations

import chess

from bridge.rules.correcting.corrections import Refusal, RefusalCode
from bridge.rules.position import Position, position_of, what_is_wrong
from drivers.placement import Placement, to_fen


def position_standing(
    before: Position, standing: Placement, turn: chess.Color | None, castling: str | None
) -> Position | Refusal:
    """The position of these pieces in a game that was at `before`.

    Unless told, the side to move is the same, or the other one if it could take the king; castling rights are those
    of before whose king and rook stand on their squares. Nothing may be captured en passant, and the count of moves
    without a capture or a pawn's move begins anew.
    """
    board = before.board()
    same_pieces = board.board_fen() == to_fen(standing)
    try:
        board.set_board_fen(to_fen(standing))
    except ValueError:
        return Refusal(RefusalCode.NOT_SHOWN, "The e-board does not know which piece stands on one of the squares.")
    try:
        if castling is not None:
            board.set_castling_fen(castling)
    except ValueError:
        return Refusal(RefusalCode.NOT_A_POSITION, f"{castling} tells no castling rights; write them as in a FEN.")
    board.turn = before.turn if turn is None else turn
    if castling is None:
        board.castling_rights = before.castling_rights
        board.castling_rights = board.clean_castling_rights()
    if same_pieces and board.turn == before.turn and board.castling_rights == before.castling_rights:
        return before
    board.ep_square, board.halfmove_clock = None, 0
    if turn is None and board.status() & chess.STATUS_OPPOSITE_CHECK:
        board.turn = not board.turn
    return _checked(board)


def position_written(fen: str, *, chess960: bool) -> Position | Refusal:
    """The position that a FEN says."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        return Refusal(RefusalCode.NOT_A_POSITION, f"This is no FEN: {error}.")
    return _checked(board)


def _checked(board: chess.Board) -> Position | Refusal:
    if not (wrong := what_is_wrong(board)):
        return position_of(board)
    return Refusal(RefusalCode.NOT_A_POSITION, f"No game can be played from this position ({wrong}).")
