"""Where the pieces are in the middle of a move: on their squares, elsewhere, off the board, or in a hand.

A piece is named by its home, the square where it stood when the player got the move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

import chess

from bridge.rules.touch.permitted import Moves, capture_square, castling_rook

Places: TypeAlias = Mapping[chess.Square, chess.Square | None]
"""The square on which each piece (by its home) stands; None: it is off the board."""

NewPiece: TypeAlias = tuple[chess.PieceType, chess.Square]


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What differs from the position before the move.

    `moved`: pieces released elsewhere, or taken off. `in_hand`: pieces that were lifted and neither released nor put
    back. `held`: the squares on which some of these rest under the hand. `new`: the piece that a pawn becomes, when
    it has been released; `new_held`: when it only touches its square.
    """

    moved: Places = field(default_factory=lambda: MappingProxyType({}))
    in_hand: frozenset[chess.Square] = frozenset()
    held: Mapping[chess.Square, chess.Square] = field(default_factory=lambda: MappingProxyType({}))
    new: NewPiece | None = None
    new_held: NewPiece | None = None

    @property
    def is_as_before(self) -> bool:
        """Whether every piece stands, or was lifted from, where it stood before the move, and none was added."""
        return not self.moved and self.new is None

    def lifted(self, home: chess.Square) -> Whereabouts:
        """The piece was touched; a piece that stands elsewhere stays there until it is released or put back."""
        return self if home in self.moved else replace(self, in_hand=self.in_hand | {home})

    def released(self, home: chess.Square, square: chess.Square | None) -> Whereabouts:
        """The piece stands on the square now, or is off the board."""
        after = self.put_back(home)
        return after if square == home else replace(after, moved={**after.moved, home: square})

    def resting(self, home: chess.Square, square: chess.Square) -> Whereabouts:
        """The piece was put on the square, under the hand."""
        after = self.lifted(home)
        return replace(after, held={**after.held, home: square})

    def put_back(self, home: chess.Square) -> Whereabouts:
        """The piece stands on its own square again."""
        moved = {piece: place for piece, place in self.moved.items() if piece != home}
        held = {piece: place for piece, place in self.held.items() if piece != home}
        return replace(self, moved=moved, held=held, in_hand=self.in_hand - {home})

    def piece_from(self, square: chess.Square) -> chess.Square:
        """The home of the piece that the player took from the square: of one in his hand first, then of one that has
        moved there, else of the one that has always stood there.
        """
        if square in self.in_hand:
            return square
        there = [home for home, place in (*self.held.items(), *self.moved.items()) if place == square]
        return there[-1] if there else square

    def piece_on(self, square: chess.Square, stood: chess.Bitboard) -> chess.Square:
        """The home of the piece that is taken off the square: the one that `stood` there before, if it still does."""
        still = stood & chess.BB_SQUARES[square] and square not in self.moved
        return square if still else self.piece_from(square)


@dataclass(frozen=True, slots=True)
class Parts:
    """All that must be done for a move to be made (FIDE Laws of Chess (2023) Art. 4.7.1 to 4.7.3): where own pieces
    go (None: off the board, for a pawn that promotes), which enemy piece comes off, which new piece comes on.
    """

    own: Places
    victim: chess.Square | None
    new: NewPiece | None


def parts_of(board: chess.Board, move: chess.Move) -> Parts:
    """What there is to do for a legal move."""
    rook = castling_rook(board, move)
    if rook is not None:
        king = move.from_square
        rank, short = chess.square_rank(king), rook > king
        landed = {king: chess.square(6 if short else 2, rank), rook: chess.square(5 if short else 3, rank)}
        return Parts({home: square for home, square in landed.items() if home != square}, None, None)
    victim = capture_square(board, move)
    if move.promotion is not None:
        return Parts({move.from_square: None}, victim, (move.promotion, move.to_square))
    return Parts({move.from_square: move.to_square}, victim, None)


def begun(board: chess.Board, moves: Moves, seen: Whereabouts) -> Moves:
    """The moves that explain every own piece that has left its square, and the new piece; none when nothing has."""
    own = _own_moved(board, seen)
    if not own and seen.new is None:
        return frozenset()
    return frozenset(move for move in moves if _explains(move, parts_of(board, move), own, seen.new))


def done(board: chess.Board, moves: Moves, seen: Whereabouts) -> Moves:
    """Those of the moves of which nothing is left to do."""
    return frozenset(move for move in begun(board, moves, seen) if _all_done(board, parts_of(board, move), seen))


def victim_left(board: chess.Board, move: chess.Move, seen: Whereabouts) -> bool:
    """Whether all of a capture is done but for the captured piece, which is still on the board."""
    victim = capture_square(board, move)
    if victim is None or victim in seen.moved:
        return False
    return seen.new is not None or seen.moved.get(move.from_square) == move.to_square


def _explains(move: chess.Move, parts: Parts, own: Places, new: NewPiece | None) -> bool:
    if new is not None and new != parts.new:
        return False
    # A pawn may stand on the square of promotion before it is exchanged (Art. 4.6.1: it need not).
    waiting = {move.from_square: move.to_square} if move.promotion is not None else {}
    return all(
        home in parts.own and (parts.own[home] == place or (place is not None and waiting.get(home) == place))
        for home, place in own.items()
    )


def _all_done(board: chess.Board, parts: Parts, seen: Whereabouts) -> bool:
    taken = parts.victim is None or parts.victim in seen.moved
    return taken and seen.new == parts.new and _own_moved(board, seen) == parts.own


def _own_moved(board: chess.Board, seen: Whereabouts) -> Places:
    return {home: place for home, place in seen.moved.items() if board.color_at(home) == board.turn}
