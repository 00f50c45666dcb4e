"""The 64 squares of an e-board as last read, and the question on which side of it White sits.

Electronics never turn their numbering. Here a square of the e-board is named as if White sat where the maker meant
it; when the board lies the other way round, that square is seen as the opposite one. The pawns of a start position
tell which, in Chess960 too. An e-board that does not know pieces from each other cannot tell: it counts as not turned
until the user says so.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from drivers.eboard import Orientation
from drivers.placement import (
    EMPTY_BOARD,
    Code,
    Placement,
    code_at,
    code_of,
    difference,
    occupied,
    squares_with,
    turned,
    with_code,
)
from drivers.reports import Dump, Oriented, Report, SquaresChanged

_WHITE_PAWN = code_of(chess.Piece(chess.PAWN, chess.WHITE))
_BLACK_PAWN = code_of(chess.Piece(chess.PAWN, chess.BLACK))
_PAWN_RANKS = {
    (chess.BB_RANK_2, chess.BB_RANK_7): False,
    (chess.BB_RANK_7, chess.BB_RANK_2): True,
}
"""Where all white and all black pawns stand at the start of a game, and whether the board is turned then."""
_START_RANKS = chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8


@dataclass(slots=True)
class Sensors:
    """What the squares of the e-board read. `turned`: White sits opposite the maker's side for White; None while that
    is not known, and then a board that is not turned is assumed.
    """

    orientation: Orientation
    turned: bool | None = None
    known: bool = False
    """Whether all squares were read since the line was opened."""
    _read: Placement = EMPTY_BOARD

    def __post_init__(self) -> None:
        if self.orientation is not Orientation.AUTO:
            self.turned = self.orientation is Orientation.TURNED

    @property
    def placement(self) -> Placement:
        """What the squares read, with White at rank 1."""
        return turned(self._read) if self.turned else self._read

    @property
    def at_start(self) -> bool:
        """Whether the pieces stand as at the start of a game, from whichever side."""
        pawns = squares_with(self._read, _WHITE_PAWN), squares_with(self._read, _BLACK_PAWN)
        return self.known and pawns in _PAWN_RANKS and occupied(self._read) == _START_RANKS

    def seen_as(self, square: chess.Square) -> chess.Square:
        """The square with White at rank 1 for a square of the e-board, and the other way round."""
        return 63 - square if self.turned else square

    def differs(self, read: Placement) -> bool:
        """Whether a reading of all squares shows what no report has told."""
        return self.known and read != self._read

    def load(self, read: Placement) -> list[Report]:
        """A reading of all squares, to be told as a whole."""
        self._read = read
        self.known = True
        return [*self._orient(), Dump(self.placement)]

    def scan(self, read: Placement) -> list[Report]:
        """A reading of all squares, of which only the difference to the one before is told, as one change."""
        if not self.known:
            return self.load(read)
        squares = chess.scan_forward(difference(self._read, read))
        return self._change([(square, code_at(read, square)) for square in squares])

    def change(self, square: chess.Square, code: Code) -> list[Report]:
        """One square of the e-board reads differently. Nothing is refused: a piece may turn into another one without
        an empty square in between, because a scan does not see what is shorter than itself.
        """
        if self.known and code_at(self._read, square) == code:
            return []
        return self._change([(square, code)])

    def _change(self, changes: list[tuple[chess.Square, Code]]) -> list[Report]:
        """Tell these changes. When they make a start position that turns the board round, everything is told anew."""
        if not changes:
            return []
        for square, code in changes:
            self._read = with_code(self._read, square, code)
        changed = SquaresChanged(tuple((self.seen_as(square), code) for square, code in changes))
        was_turned = bool(self.turned)
        oriented = self._orient()
        again = [] if was_turned == bool(self.turned) else [Dump(self.placement)]
        return [changed, *oriented, *again]

    def _orient(self) -> list[Report]:
        """Decide where White sits, if this is a start position and it is not the side that is known already."""
        if self.orientation is not Orientation.AUTO:
            return []
        decided = _PAWN_RANKS.get((squares_with(self._read, _WHITE_PAWN), squares_with(self._read, _BLACK_PAWN)))
        if decided is None or decided == self.turned:
            return []
        self.turned = decided
        return [Oriented(decided)]
