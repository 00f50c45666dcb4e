"""What an edition of the FIDE Laws of Chess is to this program: a year and the numbers of its articles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition. Every field but `year` is the number of the article that holds for the thing named."""

    year: str
    touched_own_piece: str
    touched_enemy_piece: str
    touched_both_colors: str
    castling_rook_first: str
    king_and_rook_touched: str
    promotion_missing: str
    castling_incomplete: str
    capture_incomplete: str
    illegal_move: str
    press_without_move: str
    touch_out_of_turn: str
    displaced_pieces: str
    wrong_start_position: str
    two_hands: str
    flag_fall: str

    def article(self, number: str) -> str:
        """The full reference, like `FIDE Laws of Chess (2023) Art. 4.3.1`."""
        return f"FIDE Laws of Chess ({self.year}) Art. {number}"
