"""The FIDE Laws of Chess in force from 1 July 1997 to 2001.

Art. 4.3 has two paragraphs there, (a) for pieces of one color and (b) for one of each. Art. 4.7 says in two sentences
what later editions say in three paragraphs, and there is no rule yet for the new piece of a promotion.
"""

from __future__ import annotations

from bridge.laws.edition import Edition, PromotionFinal

FIDE_1997 = Edition(
    year="1997",
    adjusting="4.2",
    touch_out_of_turn="4.2",
    which_touches_bind="4.3",
    touched_own_piece="4.3(a)",
    touched_enemy_piece="4.3(a)",
    touched_both_colors="4.3(b)",
    king_and_rook_touched="4.4(a)",
    castling_rook_first="4.4(b)",
    castling_impossible="4.4(c)",
    castling_not_allowed="4.4(c)",
    nothing_usable="4.5",
    claim_right_lost="4.6",
    released="4.7",
    capture_made="4.7",
    castling_made="4.7",
    promotion_made="4.7",
    promotion_choice="4.7",
    promotion_capture="3.4(e)",
    completed="6.7(a)",
    checkmate="5.1(a)",
    stalemate="5.2",
    dead_position="9.5",
    illegal_move_pending="4.7",
    illegal_move="7.4",
    promotion_missing="7.4",
    castling_incomplete="7.4",
    capture_incomplete="7.4",
    press_without_move="6.7(c)",
    two_hands="4.1",
    displaced_pieces="7.3",
    wrong_start_position="7.1(a)",
    board_turned="7.1(b)",
    colors_reversed="7.2",
    king_captured="7.4",
    flag_fall="6.9",
    reviews_touch_put_back=True,
    promotion_final=PromotionFinal.ON_RELEASE,
    missing_promotion_is_queen=False,
    ending_needs_touch_rules=False,
    release_claim_lapses=False,
    press_without_move_is_illegal_move=False,
    two_hands_is_illegal_move=False,
    opponent_may_press_back=True,
)
