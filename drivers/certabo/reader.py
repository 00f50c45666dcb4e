"""What the 320 numbers of a Certabo board mean, and what of it is to be believed.

Empty cells often read something at random, chips are missed for one reading, a piece beside the middle of its square
reads like no piece. So nothing that is missing is believed at once; but five numbers of a known chip are no accident,
and one chip is not in two places: a piece that arrives is believed at once, and has left where it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import chess

from drivers.certabo.chips import NO_CHIP, NUMBERS, VIRTUAL_SET, Chip, chips_of, square_of_cell
from drivers.eboard import CodecOptions, Orientation
from drivers.placement import EMPTY, SOME_PIECE, SPREAD, Code, Placement, code_at, from_fen
from drivers.steady import AT_ONCE, Proof, Steady

GONE = Proof(readings=3)
"""A known piece that is not read, or read as nothing known. Where each is missed once in 50 readings, one of 32 is
missed twice in a row every 25 s, and somebody would be accused of having touched it; three times, every 20 minutes.
"""
STRANGE = Proof(readings=2)
"""A chip that nobody knows; its first reading counts as noise, so it takes three."""
EMPTY_AT_FIRST = Proof(readings=2)
"""A cell of which nothing is known yet."""
_START = from_fen(chess.STARTING_BOARD_FEN)


class ChipReader:
    """Implements `drivers.tabutronic.codec.Reader`.

    Without a calibration the chips of the virtual board are known, and whatever else stands in the start position is
    learned there: all 32 pieces, in the usual order. A set that was calibrated is never learned anew.
    """

    count = NUMBERS
    maker_text = "Certabo or TabuTronic Cerno"
    lamp_pause = 0.6
    """The pause of picochess: while it reads its chips the board does not listen."""

    def __init__(self, options: CodecOptions) -> None:
        self._learns = options.calibration is None
        self._pieces = VIRTUAL_SET if options.calibration is None else options.calibration
        self._learned: dict[Chip, Code] = {}
        if options.orientation is Orientation.AUTO:
            self._turned = bool(options.turned)
        else:
            self._turned = options.orientation is Orientation.TURNED
        self._cells: Steady[Chip] = Steady(64, self._proof)
        self._placement: Placement | None = None
        self.forget()

    def forget(self) -> None:
        """See `Reader`. The chips stay known."""
        self._cells.forget()
        self._settled: tuple[int, ...] = ()  # the last line, if the same one again means nothing new
        self._last: tuple[Chip, ...] = (NO_CHIP,) * 64
        self._placement = None

    def read(self, values: tuple[int, ...], now: float) -> Placement | None:
        """See `Reader`: None until all cells have been read twice."""
        if values == self._settled:
            return self._placement
        chips = chips_of(values)
        readings = self._without_accidents(chips)
        self._last = chips
        self._leave(readings)
        self._cells.see(readings, now)
        self._settled = values if self._cells.calm and readings == list(chips) else ()
        believed = self._cells.believed
        if None in believed:
            return None
        if self._learns:
            self._learn(believed)
        self._placement = sum(SPREAD[self._code(chip)] << square_of_cell(cell) for cell, chip in enumerate(believed))
        return self._placement

    # ---- inside ----

    def _is_known(self, chip: Chip | None) -> bool:
        return chip in self._pieces or chip in self._learned

    def _code(self, chip: Chip | None) -> Code:
        if not chip:
            return EMPTY
        return self._learned.get(chip) or self._pieces.get(chip, SOME_PIECE)

    def _proof(self, believed: Chip | None, reading: Chip) -> Proof:
        if self._is_known(reading):
            return AT_ONCE
        if self._is_known(believed):
            return GONE
        return EMPTY_AT_FIRST if believed is None else STRANGE

    def _without_accidents(self, chips: Sequence[Chip]) -> list[Chip]:
        """The readings in which a chip that nobody knows counts only when it was there the last time too, and a known
        one only on one cell: where it was, else where it was read last.
        """
        readings = [
            chip if chip == before or self._is_known(chip) else NO_CHIP
            for chip, before in zip(chips, self._last, strict=True)
        ]
        believed = self._cells.believed
        for chip, cells in self._cells_of(readings).items():
            kept = next((cell for cell in cells if believed[cell] == chip), cells[-1])
            for cell in cells:
                if cell != kept:
                    readings[cell] = NO_CHIP
        return readings

    def _cells_of(self, readings: Sequence[Chip | None]) -> Mapping[Chip, list[int]]:
        """Where each known chip is read."""
        cells: dict[Chip, list[int]] = defaultdict(list)
        for cell, chip in enumerate(readings):
            if chip and self._is_known(chip):
                cells[chip].append(cell)
        return cells

    def _leave(self, readings: Sequence[Chip]) -> None:
        """A known chip that is read somewhere has left the cell where it was believed to be."""
        arrived = self._cells_of(readings)
        for chip, cells in self._cells_of(self._cells.believed).items():
            for cell in cells:
                if chip in arrived and cell not in arrived[chip]:
                    self._cells.believe(cell, NO_CHIP)

    def _learn(self, believed: Sequence[Chip | None]) -> None:
        """When all home squares are taken, by chips that are not known to belong elsewhere, this is the start."""
        if all(not chip or self._is_known(chip) for chip in believed):
            return
        start = [code_at(_START, self._home(cell)) for cell in range(64)]
        if any(bool(chip) != bool(code) for chip, code in zip(believed, start, strict=True)):
            return
        if all(self._code(chip) in {code, SOME_PIECE} for chip, code in zip(believed, start, strict=True)):
            self._learned.update({chip: code for chip, code in zip(believed, start, strict=True) if chip})

    def _home(self, cell: int) -> chess.Square:
        """The square of a cell, with White at rank 1."""
        square = square_of_cell(cell)
        return 63 - square if self._turned else square
