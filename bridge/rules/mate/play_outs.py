"""Games in which both sides work towards White's mate, with so much chance that each goes another way."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import count

import chess

from bridge.rules.mate.aims import corners_for
from bridge.rules.mate.answer import Finding, Strategy, Verdict
from bridge.rules.mate.taste import Taste, taste_of_black, taste_of_white

SEED = 2022  # the same games every time, so that an answer can be repeated
SHORTEST = 60  # half-moves of the first game; later ones grow to LONGEST
LONGEST = 160


def play_outs(start: chess.Board) -> Strategy:
    """Play game after game from `start`, without end unless one ends with White's mate."""
    rng = random.Random(SEED)
    corners = corners_for(start)
    for number in count():
        board = start.copy(stack=False)
        noise = 1.0 + number % 4
        length = min(LONGEST, SHORTEST + 10 * number)
        if (yield from _play(board, corners[number % 4], rng, noise, length)):
            break
    return Finding(Verdict.YES, tuple(board.move_stack))


def _play(
    board: chess.Board, corner: chess.Square, rng: random.Random, noise: float, length: int
) -> Generator[int, None, bool]:
    """Play one game on the board. True when White mated."""
    for _ in range(length):
        moves = list(board.generate_legal_moves())
        yield len(moves)
        if not moves or board.has_insufficient_material(chess.WHITE):
            return False
        if board.turn and _mates(board, moves):
            return True
        taste: Taste = taste_of_white(board, corner) if board.turn else taste_of_black(board, corner)
        board.push(max(moves, key=lambda move: taste(move) + noise * rng.random()))
    return False


def _mates(board: chess.Board, moves: list[chess.Move]) -> bool:
    """Play the move that mates, if there is one among those that check directly or uncover a piece behind them."""
    king = board.king(chess.BLACK)
    if king is None:
        return False
    straight = chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & board.occupied]
    straight |= chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & board.occupied]
    diagonal = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & board.occupied]
    from_there = (
        0,
        chess.BB_PAWN_ATTACKS[chess.BLACK][king],
        chess.BB_KNIGHT_ATTACKS[king],
        diagonal,
        straight,
        straight | diagonal,
        0,
    )
    sliders = board.occupied_co[chess.WHITE] & (board.bishops | board.rooks | board.queens)
    for move in moves:
        kind = move.promotion or board.piece_type_at(move.from_square) or 0
        origin = chess.BB_SQUARES[move.from_square]
        uncovers = (straight | diagonal) & origin and chess.ray(king, move.from_square) & sliders & ~origin
        if from_there[kind] >> move.to_square & 1 or uncovers or (move.promotion and origin & (straight | diagonal)):
            board.push(move)
            if board.is_checkmate():
                return True
            board.pop()
    return False
