"""The 64 fields of a DGT e-Board as last reported, and the question on which side of it White sits.

The electronics never turn their numbering: field 0 is White's a8, or White's h1 when the board lies the other way
round. The pawns of a start position tell which, in Chess960 too.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from drivers.dgt.wire import code_of_wire, square_of_field
from drivers.eboard import Orientation
from drivers.placement import EMPTY_BOARD, Placement, code_at, code_of, from_codes, squares_with, turned, with_code
from drivers.reports import Dump, Oriented, Report, SquaresChanged

_WHITE_PAWN = code_of(chess.Piece(chess.PAWN, chess.WHITE))
_BLACK_PAWN = code_of(chess.Piece(chess.PAWN, chess.BLACK))
_PAWN_RANKS = {
    (chess.BB_RANK_2, chess.BB_RANK_7): False,
    (chess.BB_RANK_7, chess.BB_RANK_2): True,
}
"""Where all white and all black pawns stand at the start of a game, and whether the board is turned then."""


@dataclass(slots=True)
class Sensors:
    """What the fields read. `turned`: White sits at fields 0–15; None while that is not known, and then a board that
    is not turned is assumed.
    """

    orientation: Orientation
    turned: bool | None = None
    known: bool = False
    """Whether all fields were read since the line was opened."""
    _fields: Placement = EMPTY_BOARD

    def __post_init__(self) -> None:
        if self.orientation is not Orientation.AUTO:
            self.turned = self.orientation is Orientation.TURNED

    def load(self, wire_codes: bytes) -> list[Report]:
        """All 64 fields were read, in the order of their numbers."""
        self._fields = from_codes(code_of_wire(wire_codes[square_of_field(square)]) for square in chess.SQUARES)
        self.known = True
        oriented = self._orient()
        return [*oriented, Dump(self.placement)]

    def differs(self, wire_codes: bytes) -> bool:
        """Whether a reading of all 64 fields shows what no update has told."""
        fields = from_codes(code_of_wire(wire_codes[square_of_field(square)]) for square in chess.SQUARES)
        return self.known and fields != self._fields

    def change(self, field: int, wire_code: int) -> list[Report]:
        """One field reads differently. Nothing is refused: a piece may turn into another one without an empty field
        in between, because a scan does not see what is shorter than itself.
        """
        square, code = square_of_field(field), code_of_wire(wire_code)
        if self.known and code_at(self._fields, square) == code:
            return []
        self._fields = with_code(self._fields, square, code)
        seen_as = 63 - square if self.turned else square
        changed = SquaresChanged(((seen_as, code),))
        oriented = self._orient()
        return [changed, *oriented, Dump(self.placement)] if oriented and self.turned else [changed, *oriented]

    @property
    def placement(self) -> Placement:
        """What the fields read, with White at rank 1."""
        return turned(self._fields) if self.turned else self._fields

    def _orient(self) -> list[Report]:
        """Decide where White sits, if this is a start position and it is not the side that is known already."""
        if self.orientation is not Orientation.AUTO:
            return []
        pawns = squares_with(self._fields, _WHITE_PAWN), squares_with(self._fields, _BLACK_PAWN)
        decided = _PAWN_RANKS.get(pawns)
        if decided is None or decided == self.turned:
            return []
        self.turned = decided
        return [Oriented(decided)]
