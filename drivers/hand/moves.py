"""The steps of a legal move: which squares a hand empties and fills, in which order, with which pauses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar, assert_never

import chess

from drivers.hand.act import Step, lift, put
from drivers.hand.style import Between, CaptureOrder, EnPassantOrder, PromotionOrder, Style
from drivers.placement import Code, code_of

T = TypeVar("T")

REACTION = 0.1  # seconds; nobody's hand is on the board sooner after the opponent's press


@dataclass(frozen=True, slots=True)
class Hand:
    """A style and the dice that decide within it."""

    style: Style
    rng: random.Random

    def takes(self, span: Between) -> float:
        """A time within the span, in seconds."""
        return self.rng.uniform(span.low, span.high)

    def thinks(self) -> float:
        """A time to think, in seconds, at the style's pace."""
        return max(REACTION, self.style.pace * self.takes(self.style.think))

    def happens(self, chance: float) -> bool:
        """True with this chance."""
        return self.rng.random() < chance

    def picks(self, weighted: Sequence[tuple[T, float]]) -> T:
        """One of the choices, by its weight."""
        return self.rng.choices([choice for choice, _ in weighted], [weight for _, weight in weighted])[0]


def steps_of(board: chess.Board, move: chess.Move, hand: Hand, *, slide: bool = False) -> list[Step]:
    """How the hand makes a legal move, from the first touch to the last. `slide`: the piece is pushed over the
    squares between instead of carried. The first step waits 0 seconds.
    """
    crossed = crossed_squares(board, move) if slide else ()
    if board.is_castling(move):
        return _castling(board, move, hand, crossed)
    if board.is_en_passant(move):
        return _en_passant(board, move, hand)
    if move.promotion:
        return _promotion(board, move, hand)
    if board.is_capture(move):
        return _capture(board, move, hand, crossed)
    return [lift(0, move.from_square), *_carried(hand, move.to_square, _mover(board, move), crossed)]


def crossed_squares(board: chess.Board, move: chess.Move) -> tuple[chess.Square, ...]:
    """The squares that a piece (the king when castling) can be pushed over, nearest first; none when it has to be
    carried, or may not stay where it arrives (a promotion).
    """
    target = castling_squares(board, move)[1] if board.is_castling(move) else move.to_square
    between = chess.between(move.from_square, target)
    if move.promotion or between & board.occupied:
        return ()
    squares = tuple(chess.scan_forward(between))
    return squares if target > move.from_square else squares[::-1]


def castling_squares(board: chess.Board, move: chess.Move) -> tuple[chess.Square, ...]:
    """The king's old and new square, the rook's old and new square. Works for both ways of writing the move."""
    king = move.from_square
    kingside = board.is_kingside_castling(move)
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(king)]
    rook = chess.msb(rooks) if kingside else chess.lsb(rooks)
    rank = chess.square_rank(king)
    return king, chess.square(6 if kingside else 2, rank), rook, chess.square(5 if kingside else 3, rank)


def en_passant_victim(move: chess.Move) -> chess.Square:
    """Where the pawn taken in passing stands."""
    return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))


def _mover(board: chess.Board, move: chess.Move) -> Code:
    return code_of(board.piece_at(move.from_square))


def _carried(hand: Hand, target: chess.Square, code: Code, crossed: Sequence[chess.Square] = ()) -> list[Step]:
    """From the hand to the square; pushed when there are squares to cross."""
    style = hand.style
    steps: list[Step] = []
    for square in crossed:
        steps += [put(hand.takes(style.slide_gap), square, code), lift(hand.takes(style.slide_rest), square)]
    return [*steps, put(hand.takes(style.slide_gap if crossed else style.carry), target, code)]


def _capture(board: chess.Board, move: chess.Move, hand: Hand, crossed: Sequence[chess.Square] = ()) -> list[Step]:
    own, victim = move.from_square, move.to_square
    arrival = _carried(hand, victim, _mover(board, move), crossed)
    ghost = _ghost(board, move, hand)
    match hand.picks(hand.style.captures):
        case CaptureOrder.VICTIM_FIRST:
            return [lift(0, victim), *ghost, lift(hand.takes(hand.style.pause), own), *arrival]
        case CaptureOrder.OWN_FIRST:
            return [lift(0, own), *arrival[:-1], lift(hand.takes(hand.style.pause), victim), arrival[-1]]
        case CaptureOrder.SWAP:
            return [lift(0, own), *arrival, *ghost]
        case order:
            assert_never(order)


def _ghost(board: chess.Board, move: chess.Move, hand: Hand) -> list[Step]:
    """The taken piece, on its way to the edge of the table, reads on an empty square beside its own for a moment."""
    passed = [*chess.SquareSet(chess.BB_KING_ATTACKS[move.to_square] & ~board.occupied)]
    if not passed or not hand.happens(hand.style.ghosts):
        return []
    square = hand.rng.choice(passed)
    victim = code_of(board.piece_at(move.to_square))
    return [put(hand.takes(hand.style.pause), square, victim), lift(hand.takes(hand.style.ghost_rest), square)]


def _en_passant(board: chess.Board, move: chess.Move, hand: Hand) -> list[Step]:
    own, victim = move.from_square, en_passant_victim(move)
    pause = hand.takes(hand.style.pause)
    arrival = _carried(hand, move.to_square, _mover(board, move))
    match hand.picks(hand.style.en_passants):
        case EnPassantOrder.VICTIM_FIRST:
            return [lift(0, victim), lift(pause, own), *arrival]
        case EnPassantOrder.OWN_FIRST:
            return [lift(0, own), *arrival, lift(pause, victim)]
        case EnPassantOrder.BOTH_LIFTED:
            return [lift(0, own), lift(pause, victim), *arrival]
        case order:
            assert_never(order)


def _promotion(board: chess.Board, move: chess.Move, hand: Hand) -> list[Step]:
    own, target, style = move.from_square, move.to_square, hand.style
    new = put(hand.takes(style.fetch), target, promoted(board, move))
    victim_off = [lift(0, target)] if board.is_capture(move) else []
    own_wait = hand.takes(style.pause) if victim_off else 0
    match hand.picks(style.promotions):
        case PromotionOrder.EXCHANGED:
            return [*pawn_to_last_rank(board, move, hand), lift(hand.takes(style.pause), target), new]
        case PromotionOrder.PAWN_OFF_FIRST:
            return [*victim_off, lift(own_wait, own), new]
        case PromotionOrder.PIECE_FIRST:
            first = new if victim_off else Step(0, new.does)
            return [*victim_off, first, lift(hand.takes(style.pause), own)]
        case order:
            assert_never(order)


def pawn_to_last_rank(board: chess.Board, move: chess.Move, hand: Hand) -> list[Step]:
    """The first half of a promotion that exchanges the pawn where it arrives."""
    if board.is_capture(move):
        return _capture(board, move, hand)
    return [lift(0, move.from_square), *_carried(hand, move.to_square, _mover(board, move))]


def promoted(board: chess.Board, move: chess.Move) -> Code:
    """The piece that a promotion puts on the board."""
    return code_of(chess.Piece(move.promotion or chess.QUEEN, board.turn))


def _castling(board: chess.Board, move: chess.Move, hand: Hand, crossed: Sequence[chess.Square]) -> list[Step]:
    """King first (FIDE Laws of Chess (2023) Art. 4.4); in Chess960 all four forms of Guidelines II.3."""
    king, king_to, rook, rook_to = castling_squares(board, move)
    king_code, rook_code = code_of(board.piece_at(king)), code_of(board.piece_at(rook))
    pause = hand.takes(hand.style.pause)
    king_there = _carried(hand, king_to, king_code, crossed)
    rook_there = _carried(hand, rook_to, rook_code)
    if king == king_to:
        return [lift(0, rook), *rook_there]
    if rook == rook_to:
        return [lift(0, king), *king_there]
    parked = king_to == rook or (board.chess960 and hand.happens(hand.style.parks_king))
    if parked:
        return [lift(0, king), lift(pause, rook), *rook_there, put(hand.takes(hand.style.pause), king_to, king_code)]
    return [lift(0, king), *king_there, lift(pause, rook), *rook_there]
