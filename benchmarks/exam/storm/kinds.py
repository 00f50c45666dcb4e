"""What can happen at a board beyond `drivers.hand.Incident`: by hands, clocks, chips, lines, squares and arbiters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from drivers.hand import BENIGN, SHOWN_BY_KINDS_ONLY, VIOLATIONS, Incident, expected_alerts, tolerated_alerts


class Upset(Enum):
    """Something unusual. What each looks like is told where it is played, in the modules beside this one."""

    TAKEBACK_OTHER = "takeback_other"
    TAKEBACK_SAME = "takeback_same"
    TAKEBACK_TWO = "takeback_two"
    TAKEBACK_IN_PAUSE = "takeback_in_pause"
    FOUR_PUSHED = "four_pushed"
    SWEPT = "swept"
    ONE_OF_EACH = "one_of_each"
    LONG_KNOCK = "long_knock"
    NUDGE = "nudge"
    SWAPPED = "swapped"
    CHIP_FROM_START = "chip_from_start"
    CHIP_GOES_WRONG = "chip_goes_wrong"
    CHIP_UNKNOWN = "chip_unknown"
    QUEEN_UNKNOWN = "queen_unknown"
    GAP_IDLE = "gap_idle"
    GAP_SHORT = "gap_short"
    GAP_LONG = "gap_long"
    GAP_CAPTURES = "gap_captures"
    GAP_UNHEARD = "gap_unheard"
    GAP_IN_MOVE = "gap_in_move"
    GAPS_IN_A_ROW = "gaps_in_a_row"
    CASTLE_ROOK_IN_HAND = "castle_rook_in_hand"
    CASTLE_ROOK_WRONG = "castle_rook_wrong"
    KING_BACK_THEN_CASTLES = "king_back_then_castles"
    ROOK_ADJUSTED_THEN_CASTLES = "rook_adjusted_then_castles"
    ILLEGAL_ANSWERED = "illegal_answered"
    ILLEGAL_CAPTURE_SEEN = "illegal_capture_seen"
    REPLY_FIRST = "reply_first"
    PRESS_JUST_BEFORE_REPLYS = "press_just_before_replys"
    LEVER_BOUNCE = "lever_bounce"
    CLOCK_DEAD = "clock_dead"
    PAUSE = "pause"
    CAPTURE_FUMBLED = "capture_fumbled"
    PROMOTION_CHANGED = "promotion_changed"
    UNDERPROMOTION = "underpromotion"
    VICTIM_OFF_LONG = "victim_off_long"
    HELD_LONG = "held_long"
    ADJUST_SHORT = "adjust_short"
    LAST_PUT_LOST = "last_put_lost"
    LIFT_LOST = "lift_lost"
    FLICKER = "flicker"
    GHOST_NEIGHBOUR = "ghost_neighbour"
    DEAD_SQUARE = "dead_square"
    RESULT_BY_MISTAKE = "result_by_mistake"
    KINGS_SIGNAL = "kings_signal"
    ANALYSIS = "analysis"


Kind: TypeAlias = Incident | Upset
"""Everything that the exam lets happen."""

FROM_THE_START = (Upset.CHIP_FROM_START, Upset.DEAD_SQUARE)
"""Upsets that are there before the first move."""

AT_THE_END = (Upset.KINGS_SIGNAL, Upset.ANALYSIS)
"""Upsets after the last move."""


LASTING = frozenset(
    {Upset.CHIP_FROM_START, Upset.CHIP_GOES_WRONG, Upset.CHIP_UNKNOWN, Upset.QUEEN_UNKNOWN, Upset.DEAD_SQUARE}
)
"""Upsets that last until the end of the game."""


@dataclass(frozen=True, slots=True)
class Lore:
    """What may be said when it happens: an alert of one of the `expected` kinds must be raised (none: nothing need be),
    those of the `tolerated` kinds may be. `blamed`: an alert of severity *act* may name the player who made the move.
    """

    expected: frozenset[str] = frozenset()
    tolerated: frozenset[str] = frozenset()
    blamed: bool = False


_TOUCHES = frozenset({"touch_review", "touch_out_of_turn"})
_DOUBTS = frozenset({"displaced_piece", "identity_doubtful"})
_KNOCKED = frozenset({"displaced_piece"})
_GAP = frozenset({"out_of_sync", "moves_missing", "link_lost"})
_CHIP = frozenset({"identity_doubtful", "displaced_piece", "wrong_start_position", "promotion_choice_needed"})
_BACK = frozenset({"takeback", "release_violation", "touch_move_violation", "displaced_piece"})
_CASTLE = frozenset({"castling_incomplete", "illegal_move"})
_RESULT = frozenset({"result_signal"})

_LORE = {
    Upset.TAKEBACK_OTHER: Lore(_BACK, _TOUCHES),
    Upset.TAKEBACK_SAME: Lore(_BACK, _TOUCHES),
    Upset.TAKEBACK_TWO: Lore(_BACK, _TOUCHES),
    Upset.TAKEBACK_IN_PAUSE: Lore(_BACK, _TOUCHES),
    Upset.FOUR_PUSHED: Lore(_KNOCKED, _TOUCHES),
    Upset.SWEPT: Lore(_KNOCKED, _TOUCHES),
    Upset.ONE_OF_EACH: Lore(_KNOCKED, _TOUCHES),
    Upset.LONG_KNOCK: Lore(_KNOCKED, _TOUCHES),
    Upset.SWAPPED: Lore(_KNOCKED, _DOUBTS | _TOUCHES),
    Upset.CHIP_FROM_START: Lore(_CHIP, _CHIP),
    Upset.CHIP_GOES_WRONG: Lore(_CHIP - {"wrong_start_position"}, _CHIP),
    Upset.CHIP_UNKNOWN: Lore(_CHIP - {"wrong_start_position"}, _CHIP),
    Upset.QUEEN_UNKNOWN: Lore(tolerated=_CHIP),
    Upset.GAP_IDLE: Lore(tolerated=frozenset({"link_lost"})),
    Upset.GAP_SHORT: Lore(tolerated=_GAP),
    Upset.GAP_LONG: Lore(tolerated=_GAP),
    Upset.GAP_CAPTURES: Lore(tolerated=_GAP),
    Upset.GAP_UNHEARD: Lore(tolerated=_GAP),
    Upset.GAP_IN_MOVE: Lore(tolerated=_GAP),
    Upset.GAPS_IN_A_ROW: Lore(tolerated=_GAP),
    Upset.CASTLE_ROOK_IN_HAND: Lore(_CASTLE, blamed=True),
    Upset.CASTLE_ROOK_WRONG: Lore(_CASTLE, _KNOCKED, blamed=True),
    Upset.KING_BACK_THEN_CASTLES: Lore(frozenset({"touch_move_violation", "release_violation"}), _TOUCHES),
    Upset.ROOK_ADJUSTED_THEN_CASTLES: Lore(tolerated=_TOUCHES | {"castling_rook_first", "touch_move_violation"}),
    Upset.ILLEGAL_ANSWERED: Lore(frozenset({"illegal_move"}), _TOUCHES, blamed=True),
    Upset.ILLEGAL_CAPTURE_SEEN: Lore(frozenset({"illegal_move"}), _TOUCHES, blamed=True),
    Upset.REPLY_FIRST: Lore(frozenset({"touch_out_of_turn"}), _TOUCHES),
    Upset.CAPTURE_FUMBLED: Lore(tolerated=frozenset({"touch_review"})),
    Upset.PROMOTION_CHANGED: Lore(tolerated=frozenset({"touch_review"})),
    Upset.ADJUST_SHORT: Lore(tolerated=_TOUCHES),
    Upset.DEAD_SQUARE: Lore(
        frozenset({"displaced_piece", "wrong_start_position"}),
        frozenset({"displaced_piece", "wrong_start_position", "identity_doubtful"}),
    ),
    Upset.RESULT_BY_MISTAKE: Lore(frozenset({"play_after_result"})),
    Upset.KINGS_SIGNAL: Lore(_RESULT),
    Upset.ANALYSIS: Lore(_RESULT, frozenset({"displaced_piece"})),
}

_NEEDS_KINDS = {Upset.SWAPPED, Upset.CHIP_FROM_START, Upset.CHIP_GOES_WRONG, Upset.CHIP_UNKNOWN}
UNSEEN: frozenset[Kind] = SHOWN_BY_KINDS_ONLY | _NEEDS_KINDS
"""What an e-board that does not tell kinds of pieces apart cannot show."""

EVERY_KIND: tuple[Kind, ...] = (*Incident, *Upset)


def lore_of(kind: Kind) -> Lore:
    """What may be said when this happens."""
    if isinstance(kind, Upset):
        return _LORE.get(kind, Lore())
    return Lore(expected_alerts(kind), tolerated_alerts(kind), blamed=kind in VIOLATIONS and kind not in BENIGN)
