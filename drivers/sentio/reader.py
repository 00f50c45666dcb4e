"""What the eight numbers of a Sentio mean: the ranks from the 8th to the 1st, bit 7 the a-file, a bit for each square
on which something stands (picochess, BearChess, and cer2nut's tests with recorded lines).
"""

from __future__ import annotations

import chess

from drivers.placement import SOME_PIECE, SPREAD, Placement
from drivers.steady import Proof, Steady

SETTLING = Proof(readings=2, seconds=0.05)
"""A contact that bounces is read otherwise once, or a hundred times a second for some hundredths."""
RANKS = 8


class OccupancyReader:
    """Implements `drivers.tabutronic.codec.Reader`."""

    count = RANKS
    maker_text = "TabuTronic Sentio, or a board that speaks like one"
    lamp_pause = 0.2
    """The pause of picochess; these boards read their squares fast, and so listen often."""

    def __init__(self) -> None:
        self._squares: Steady[bool] = Steady(64, lambda _believed, _reading: SETTLING)
        self._last: tuple[int, ...] = ()
        self._placement: Placement | None = None

    def forget(self) -> None:
        """See `Reader`."""
        self._squares.forget()
        self._placement = None

    def read(self, values: tuple[int, ...], now: float) -> Placement | None:
        """See `Reader`: None until every square has read the same twice."""
        if values == self._last and self._squares.calm:
            return self._placement
        self._last = values
        squares = bitboard_of(values)
        self._squares.see([bool(squares >> square & 1) for square in chess.SQUARES], now)
        believed = self._squares.believed
        if None not in believed:
            self._placement = sum(SPREAD[SOME_PIECE] << square for square in chess.SQUARES if believed[square])
        return self._placement


def bitboard_of(values: tuple[int, ...]) -> chess.Bitboard:
    """The squares that a line says to be occupied."""
    return chess.flip_horizontal(int.from_bytes(bytes(values), "big"))


def values_of(squares: chess.Bitboard) -> tuple[int, ...]:
    """The opposite of `bitboard_of`."""
    return tuple(chess.flip_horizontal(squares).to_bytes(RANKS, "big"))
