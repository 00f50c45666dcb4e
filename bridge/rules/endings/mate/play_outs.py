"""Games in which both sides work towards White's mate, with so much chance that each goes another way."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import count

import chess

from bridge.rules.endings.mate.aims import corners_for
from bridge.rules.endings.mate.answer import Finding, Strategy, Verdict
from bridge.rules.endings.mate.taste import Taste, taste_of_black, taste_of_white

SEED = 1  # the same games every time, so that an answer can be repeated
LONGEST = 120  # half-moves of a game


def play_outs(start: chess.Board) -> Strategy:
    """Play game after game from `start`, without end unless one ends with White's mate."""
    rng = random.Random(SEED)
    corners = corners_for(start)
    for number in count():
        board = start.copy(stack=False)
        noise = 2.0 + number % 3  # in the points of taste
        if (yield from _play(board, corners[number % 4], rng, noise)):
            break
    return Finding(Verdict.YES, tuple(board.move_stack))


def _play(board: chess.Board, corner: chess.Square, rng: random.Random, noise: float) -> Generator[int, None, bool]:
    """Play one game on the board. True when White mated."""
    for _ in range(LONGEST):
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
    """Play the move that mates, if there is one among those that check."""
    king = board.king(chess.BLACK)
    if king is None:
        return False
    straight = chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & board.occupied]
    straight |= chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & board.occupied]
    diagonal = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & board.occupied]
    lines, knights = straight | diagonal, chess.BB_KNIGHT_ATTACKS[king]
    pawns = chess.BB_PAWN_ATTACKS[chess.BLACK][king]
    checks_from = (0, pawns, knights, diagonal, straight, lines, 0)
    for move in moves:
        origin, target = move.from_square, move.to_square
        if (lines | knights) >> target & 1:
            kind = move.promotion or board.piece_type_at(origin) or 0
            checks = checks_from[kind] >> target & 1
        else:
            checks = 0
        if checks or (lines >> origin & 1 and _uncovers(board, king, origin)):
            board.push(move)
            if board.is_checkmate():
                return True
            board.pop()
    return False


def _uncovers(board: chess.Board, king: chess.Square, origin: chess.Square) -> bool:
    """Whether a piece may stand behind this square that checks when the square is left."""
    sliders = board.occupied_co[chess.WHITE] & (board.bishops | board.rooks | board.queens)
    return bool(chess.ray(king, origin) & sliders & ~chess.BB_SQUARES[origin])
