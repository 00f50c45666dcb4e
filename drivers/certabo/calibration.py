"""Finds out which chip is under which piece of a set, while the pieces stand in the start position.

Sources: the maker's procedure, with the spare queens on d3 and d6; picochess for how often a chip must be read.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence

import chess

from drivers.certabo.chips import NO_CHIP, NUMBERS, Chip, chips_of, square_of_cell
from drivers.placement import EMPTY_BOARD, Code, Placement, code_at, code_of, from_fen, with_code

SAMPLES = 15
"""So many of the last lines are looked at (the maker's program takes as many)."""
ENOUGH = 7
"""From so many lines on a chip may be certain: when more than half of them had it on the square."""

_START = from_fen(chess.STARTING_BOARD_FEN)
SPARE_QUEENS: Mapping[chess.Square, Code] = {
    chess.D3: code_of(chess.Piece(chess.QUEEN, chess.WHITE)),
    chess.D6: code_of(chess.Piece(chess.QUEEN, chess.BLACK)),
}
"""Where the queens stand that wait beside the board for a promotion. They may be missing."""
HOME = frozenset(chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2 | chess.BB_RANK_7 | chess.BB_RANK_8))
"""Where the other pieces stand."""


class Calibration:
    """Implements `drivers.tabutronic.codec.Reader`: the e-board shows those pieces only whose chips are certain.

    `turned`: White sits on the side that the e-board numbers as Black's.
    """

    count = NUMBERS
    maker_text = "Certabo or TabuTronic Cerno"
    lamp_pause = 0.6

    def __init__(self, *, turned: bool) -> None:
        self._turned = turned
        self._samples: deque[tuple[Chip, ...]] = deque(maxlen=SAMPLES)

    def forget(self) -> None:
        """See `Reader`: the pieces may be other ones."""
        self._samples.clear()

    def read(self, values: tuple[int, ...], now: float) -> Placement:  # noqa: ARG002 - how fast they come is all one
        """See `Reader`."""
        self._samples.append(chips_of(values))
        placement = EMPTY_BOARD
        for chip, cell in self._certain():
            placement = with_code(placement, square_of_cell(cell), self.chips[chip])
        return placement

    @property
    def chips(self) -> dict[Chip, Code]:
        """The pieces that are certain, each with its chip."""
        return {chip: _expected(self._square(cell)) for chip, cell in self._certain()}

    @property
    def missing(self) -> frozenset[chess.Square]:
        """The squares, with White at rank 1, on which there is no certain chip yet; spare queens may be missing."""
        return HOME - {self._square(cell) for _, cell in self._certain()}

    @property
    def complete(self) -> bool:
        """Whether every piece is known, and the spare queens too, or long enough was waited for them."""
        known = len(self.chips)
        return known == len(HOME) + len(SPARE_QUEENS) or (len(self._samples) == SAMPLES and not self.missing)

    def _certain(self) -> Iterator[tuple[Chip, int]]:
        """The chips of which is certain where they are; a chip that is on two cells is nowhere."""
        found = [
            (chip, cell)
            for cell in range(64)
            if self._square(cell) in HOME | SPARE_QUEENS.keys() and (chip := self._usual(cell)) != NO_CHIP
        ]
        times = Counter(chip for chip, _ in found)
        return ((chip, cell) for chip, cell in found if times[chip] == 1)

    def _usual(self, cell: int) -> Chip:
        """The chip that most of the lines had on the cell; none when there are too few of them, or none was there."""
        if len(self._samples) < ENOUGH:
            return NO_CHIP
        chip, times = Counter(sample[cell] for sample in self._samples).most_common(1)[0]
        return chip if times * 2 > len(self._samples) else NO_CHIP

    def _square(self, cell: int) -> chess.Square:
        """The square of a cell, with White at rank 1."""
        square = square_of_cell(cell)
        return 63 - square if self._turned else square


def _expected(square: chess.Square) -> Code:
    return SPARE_QUEENS.get(square) or code_at(_START, square)


def contradictions(one: Mapping[Chip, Code], other: Mapping[Chip, Code]) -> Sequence[Chip]:
    """The chips that two calibrations put under different pieces: these are two sets, or one that was mixed up."""
    return [chip for chip, code in one.items() if other.get(chip, code) != code]
