"""The FIDE Laws of Chess in force from 1 January 2023."""

from __future__ import annotations

from bridge.laws.edition import Edition

FIDE_2023 = Edition(
    year="2023",
    touched_own_piece="4.3.1",
    touched_enemy_piece="4.3.2",
    touched_both_colors="4.3.3",
    castling_rook_first="4.4.2",
    king_and_rook_touched="4.4.1",
    promotion_missing="7.5.2",
    castling_incomplete="7.5.1",
    capture_incomplete="7.5.1",
    illegal_move="7.5.1",
    press_without_move="7.5.3",
    touch_out_of_turn="4.2.1",
    displaced_pieces="7.4.1",
    wrong_start_position="7.2.1",
    two_hands="7.5.4",
    flag_fall="6.9",
)
