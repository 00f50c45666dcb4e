"""After the game: the kings in the centre say who won, and the pieces go back for the next game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import chess

from drivers.hand.act import Act, Step, lift, put, timed
from drivers.hand.moves import Hand
from drivers.hand.style import Style
from drivers.placement import EMPTY, Placement, code_at, code_of, difference, squares_with, with_code
from drivers.reports import ClockPaused

WHITE_KING = code_of(chess.Piece(chess.KING, chess.WHITE))
BLACK_KING = code_of(chess.Piece(chess.KING, chess.BLACK))

KINGS_FOR: dict[str, Sequence[tuple[chess.Square, chess.Square]]] = {
    "1-0": ((chess.E4, chess.D5), (chess.D5, chess.E4)),
    "0-1": ((chess.D4, chess.E5), (chess.E5, chess.D4)),
    "1/2-1/2": ((chess.E4, chess.E5), (chess.D4, chess.D5), (chess.E4, chess.D4), (chess.D5, chess.E5)),
}
"""Where the white and the black king go, the usual way first: both on light squares, both on dark ones, one on each.
Source: how DGT e-boards are told a result."""


def signal_result(
    placement: Placement, result: str, style: Style, rng: random.Random, at: float = 0.0
) -> Iterator[Act]:
    """The clock is stopped at `at` (seconds); then both kings are lifted, and placed in the centre.

    The first pair of squares with the least standing on it is taken, and that is put aside.
    `result` as in PGN. Raises ValueError for another result, or when a king is missing.
    """
    if result not in KINGS_FOR:
        raise ValueError(f"{result!r} cannot be signalled: expected one of {', '.join(KINGS_FOR)}")
    hand = Hand(style, rng)
    carry, pause = style.carry, style.pause
    white, black = min(KINGS_FOR[result], key=lambda pair: len(_obstacles(placement, pair)))
    off = [*_obstacles(placement, (white, black)), _only(placement, WHITE_KING), _only(placement, BLACK_KING)]
    steps = [Step(0, ClockPaused()), *(lift(hand.takes(pause), square) for square in off)]
    steps += [put(hand.takes(carry), white, WHITE_KING), put(hand.takes(carry), black, BLACK_KING)]
    yield from timed(at, steps)


def set_up(before: Placement, after: Placement, style: Style, rng: random.Random, at: float = 0.0) -> Iterator[Act]:
    """From `at` (seconds) on, the pieces of `before` are set up as `after`, one by one, in the order of the squares.

    A piece that stands wrong goes to where its like is wanted, if that square is empty, else off the board; pieces
    that are missing come from beside the board.
    """
    hand = Hand(style, rng)
    wait = 0.0
    for square in chess.SquareSet(difference(before, after)):
        code = code_at(before, square)
        if code in (EMPTY, code_at(after, square)):
            continue  # nothing to take away, or set right meanwhile
        steps = [lift(wait, square)]
        before = with_code(before, square, EMPTY)
        wanted = squares_with(after, code) & squares_with(before, EMPTY)
        if wanted:
            steps.append(put(hand.takes(style.carry), chess.lsb(wanted), code))
            before = with_code(before, chess.lsb(wanted), code)
        yield from (acts := timed(at, steps))
        at, wait = acts[-1].at, hand.takes(style.pause)
    for square in chess.SquareSet(difference(before, after)):
        (act,) = timed(at, [put(wait, square, code_at(after, square))])
        yield act
        at, wait = act.at, hand.takes(style.pause)


def _only(placement: Placement, king: int) -> chess.Square:
    """Where the king stands."""
    squares = squares_with(placement, king)
    if not squares:
        raise ValueError("a king is missing: the result cannot be signalled")
    return chess.lsb(squares)


def _obstacles(placement: Placement, pair: tuple[chess.Square, chess.Square]) -> tuple[chess.Square, ...]:
    """The squares of the pair on which something other than a king stands."""
    return tuple(square for square in pair if code_at(placement, square) not in (EMPTY, WHITE_KING, BLACK_KING))
