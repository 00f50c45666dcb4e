"""What the firmware of an eONE believes to stand on a square that only feels that something does."""

from __future__ import annotations

import chess

from drivers.placement import EMPTY, Code, code_at, from_fen

_START = from_fen(chess.STARTING_BOARD_FEN)
_PAWN = chess.PAWN


class Guesses:
    """Every piece that arrives is taken for the one that was lifted last and is not on the board."""

    def __init__(self) -> None:
        self._believed = {square: code_at(_START, square) for square in chess.SQUARES}
        self._in_hands: list[Code] = []

    def letter(self, square: chess.Square, code: Code) -> Code:
        """Something, or nothing, stands on the square now: the piece that this is taken for."""
        believed = self._believed[square]
        if (believed == EMPTY) == (code == EMPTY):
            return believed
        if code == EMPTY:
            self._in_hands.append(believed)
            self._believed[square] = EMPTY
        else:
            self._believed[square] = self._in_hands.pop() if self._in_hands else _PAWN
        return self._believed[square]
