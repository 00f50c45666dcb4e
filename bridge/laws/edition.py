"""What an edition of the FIDE Laws of Chess is to this program: numbers of articles, and what differs in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class PromotionFinal(Enum):
    """When the piece that a pawn becomes can no longer be changed."""

    ON_TOUCHING = "on touching"
    """As soon as the new piece touches the square of promotion."""
    ON_RELEASE = "on release"
    """When it has been released there."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition, by the year in which it took effect.

    Every text is the number of the article that holds for the thing named, written like `4.3.1` or, in the older
    editions, `4.3(a)`. The fields after them are what the editions do differently.
    """

    year: str
    # Touching (Article 4)
    adjusting: str
    touch_out_of_turn: str
    which_touches_bind: str
    touched_own_piece: str
    touched_enemy_piece: str
    touched_both_colors: str
    king_and_rook_touched: str
    castling_rook_first: str
    castling_impossible: str
    castling_not_allowed: str
    nothing_usable: str
    claim_right_lost: str
    # Releasing: when a move is made, and completed (Articles 4 and 6)
    released: str
    capture_made: str
    castling_made: str
    promotion_made: str
    promotion_choice: str
    promotion_capture: str
    completed: str
    # What ends the game (Articles 5 and 9)
    checkmate: str
    stalemate: str
    dead_position: str
    # Irregularities (Articles 3, 6 and 7)
    illegal_move_pending: str
    illegal_move: str
    promotion_missing: str
    castling_incomplete: str
    capture_incomplete: str
    press_without_move: str
    two_hands: str
    displaced_pieces: str
    wrong_start_position: str
    board_turned: str
    colors_reversed: str
    king_captured: str
    flag_fall: str

    # What differs
    reviews_touch_put_back: bool
    """A piece lifted and put back without a word binds only if the touch was meant; the arbiter must find out."""
    promotion_final: PromotionFinal
    missing_promotion_is_queen: bool
    """A pawn left on the last rank when the clock is pressed becomes a queen; else the player still chooses."""
    ending_needs_touch_rules: bool
    """Mate and stalemate end the game only when the move obeyed the touch-move rules, not just when it was legal."""
    release_claim_lapses: bool
    """The opponent who touches a piece loses the claim of a piece moved on after its release, too."""
    press_without_move_is_illegal_move: bool
    two_hands_is_illegal_move: bool
    opponent_may_press_back: bool
    """Who finds pieces of the board displaced by his opponent may press the clock without having made a move."""
    chess960_castling: str | None = None
    """Castling in Chess960; None when the edition does not know the game."""
    seventy_five_moves: str | None = None
    """The draw by 75 moves without capture or pawn move; None when the edition has no such rule."""
    illegal_position: str | None = None
    """Rapid and blitz: both kings in check, or a pawn on the last rank; None when the edition has no such rule."""

    def article(self, number: str) -> str:
        """The full reference, like `FIDE Laws of Chess (2023) Art. 4.3.1`."""
        return f"FIDE Laws of Chess ({self.year}) Art. {number}"
