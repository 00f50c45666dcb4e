"""Making sure of a mating line by playing it on the position that was asked about."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from bridge.rules.position import Position


def mating_line(position: Position, moves: Iterable[chess.Move], winner: chess.Color) -> tuple[str, ...] | None:
    """The moves in UCI, if each of them is legal and the last one leaves the other side mated."""
    board, line = position.board(), []
    for move in moves:
        if not board.is_legal(move):
            return None
        line.append(board.uci(move))
        board.push(move)
    return tuple(line) if board.turn != winner and board.is_checkmate() else None


def mirrored(move: chess.Move) -> chess.Move:
    """The move with White's side of the board and Black's exchanged."""
    return chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)
