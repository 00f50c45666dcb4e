"""A chess position as a frozen value.

`chess.Board` is mutable, so it never sits inside the state of a game: a `Position` holds the same facts, and
`board()` makes a fresh board of python-chess to ask questions of.
"""

from __future__ import annotations

import chess

from bridge.rules.copying import frozen
from drivers.placement import Placement, placement_of


@frozen()
class Position:
    """Everything that decides which moves are legal, and the two counters of a FEN."""

    pawns: chess.Bitboard
    knights: chess.Bitboard
    bishops: chess.Bitboard
    rooks: chess.Bitboard
    queens: chess.Bitboard
    kings: chess.Bitboard
    white: chess.Bitboard
    black: chess.Bitboard
    turn: chess.Color
    castling_rights: chess.Bitboard
    ep_square: chess.Square | None
    halfmove_clock: int
    fullmove_number: int
    chess960: bool
    placement: Placement
    """The pieces as an identifying board shows them; follows from the other fields, and is asked for all the time."""

    def board(self) -> chess.Board:
        """A fresh board of python-chess in this position, without a move stack.

        Made without `Board.__init__`, which first sets up an empty board: that takes three times as long. A test holds
        its attributes against those of python-chess.
        """
        board = chess.Board.__new__(chess.Board)
        white, black = self.white, self.black
        board.pawns = self.pawns
        board.knights = self.knights
        board.bishops = self.bishops
        board.rooks = self.rooks
        board.queens = self.queens
        board.kings = self.kings
        board.occupied_co = [black, white]
        board.occupied = white | black
        board.promoted = chess.BB_EMPTY
        board.turn = self.turn
        board.castling_rights = self.castling_rights
        board.ep_square = self.ep_square
        board.halfmove_clock = self.halfmove_clock
        board.fullmove_number = self.fullmove_number
        board.chess960 = self.chess960
        board.move_stack = []
        board._stack = []  # noqa: SLF001 -- what `__init__` sets too
        return board

    @property
    def fen(self) -> str:
        """The position as FEN; castling rights in Shredder style for Chess960."""
        return self.board().fen()


def position_of(board: chess.Board) -> Position:
    """The position that a board of python-chess is in now."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    return Position(
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        white, black, board.turn, board.castling_rights, board.ep_square,
        board.halfmove_clock, board.fullmove_number, board.chess960, placement_of(board),
    )  # fmt: skip


def what_is_wrong(board: chess.Board) -> str:
    """Why no game can be played from there, like `no white king, empty`; nothing when one can."""
    status = board.status()
    return ", ".join(str(flag.name).lower().replace("_", " ") for flag in chess.Status if status & flag)


def captured_square(position: Position, move: chess.Move) -> chess.Square | None:
    """The square of the piece that a move captures (the pawn's own for en passant); None for no capture."""
    enemy = position.black if position.turn else position.white
    if enemy & chess.BB_SQUARES[move.to_square]:
        return move.to_square
    if move.to_square == position.ep_square and position.pawns & chess.BB_SQUARES[move.from_square]:
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return None


def position_from_fen(fen: str, *, chess960: bool = False) -> Position:
    """The position written as FEN. Raises ValueError when it is not one."""
    return position_of(chess.Board(fen, chess960=chess960))


__all__ = ["Placement", "Position", "captured_square", "placement_of", "position_from_fen", "position_of"]
