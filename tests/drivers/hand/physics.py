"""A table that accepts only what hands can really do, and the games that the tests of the hand play on it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import chess
import chess.pgn
from hypothesis import strategies as st

from drivers.hand import Act
from drivers.placement import EMPTY, code_at, code_of, occupied, placement_of, with_code
from drivers.reports import ClockPaused, ClockResumed, Press, SquaresChanged

ROOT = Path(__file__).parents[3]
GAME_FILES = sorted([*(ROOT / "tests/games").glob("*.pgn"), ROOT / "bridge/demo/games.pgn"])

RARE_STARTS = (
    "r3k2r/1P4P1/8/2pP1pP1/2Pp1Pp1/8/1p4p1/R3K2R w KQkq - 0 1",
    "1n2k1n1/PPPP1PPP/8/8/8/8/pppp1ppp/1N2K1N1 w - - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
)


def read_games(path):
    with path.open() as file:
        games = []
        while game := chess.pgn.read_game(file):
            games.append(game)
    return games


@st.composite
def games(draw, longest=40):
    """A start position, standard or Chess960 or full of promotions, and legal moves with a liking for rare ones."""
    rng = draw(st.randoms(use_true_random=False))
    kind = draw(st.sampled_from(("standard", "chess960", "rare")))
    if kind == "chess960":
        board = chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
    else:
        board = chess.Board(rng.choice(RARE_STARTS) if kind == "rare" else chess.STARTING_FEN)
    start, moves = board.copy(), []
    for _ in range(draw(st.integers(0, longest))):
        legal = list(board.legal_moves)
        if not legal:
            break
        rare = [m for m in legal if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
        moves.append(rng.choice(rare if rare and rng.random() < 0.5 else legal))
        board.push(moves[-1])
    return start, moves


def half_moves(start, moves):
    """Each position with the move made in it."""
    board = start.copy()
    for move in moves:
        yield board, move
        board.push(move)


def watch(start: chess.Board, moves: list[chess.Move], acts: list[Act]) -> None:
    """Fails when an act cannot be done, or when the positions of the game do not stand one after the other."""
    board = start.copy()
    expected, spare = [placement_of(board)], Counter()
    for move in moves:
        if move.promotion:
            spare[code_of(chess.Piece(move.promotion, board.turn))] += 1
        board.push(move)
        expected.append(placement_of(board))

    placement, at, reached = expected[0], 0.0, 0
    in_hands = Counter()
    running: chess.Color | None = start.turn
    for act in acts:
        assert act.at >= at, "acts come in order of time"
        at = act.at
        match act.does:
            case SquaresChanged(((square, code),)):
                old = code_at(placement, square)
                assert old != code, "something changes"
                if code != EMPTY:
                    source = in_hands if in_hands[code] else spare
                    source[code] -= 1
                    assert source[code] >= 0, "a piece comes from a hand or, promoted, from beside the board"
                if old != EMPTY:
                    in_hands[old] += 1
                placement = with_code(placement, square, code)
            case Press(color):
                assert running == color, "only a lever that is up can be pressed"
                running = not color
            case ClockPaused():
                running = None
            case ClockResumed(color):
                assert running is None
                running = color
            case other:
                raise AssertionError(other)
        left = occupied(placement).bit_count()
        coming = expected[min(reached + 1, len(moves))]
        assert left >= occupied(coming).bit_count() - 2, "a hand holds at most two pieces that come back"
        if reached < len(moves) and placement == coming:
            reached += 1
    assert reached == len(moves), f"half-move {reached + 1} never stood on the board"
    assert placement == expected[-1]


def rng(seed=0):
    return random.Random(seed)
