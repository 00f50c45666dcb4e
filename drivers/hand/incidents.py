"""What can happen at a move besides the move itself, and what an arbiter should hear of it."""

from __future__ import annotations

from enum import Enum


class Incident(Enum):
    """Something out of the ordinary at one half-move. What each looks like is told by `drivers.hand.mishaps`."""

    SLIDE = "slide"
    """The piece is pushed over the squares between, and rests on each for a moment."""
    ADJUST_OWN = "adjust_own"
    """The player on the move straightens one of his pieces, having said so (Art. 4.2.1)."""
    ADJUST_OUT_OF_TURN = "adjust_out_of_turn"
    """The player not on the move straightens one of his pieces."""
    FUMBLE = "fumble"
    """The piece is lifted, put back, lifted again and moved."""
    REST_ON_WRONG_SQUARE = "rest_on_wrong_square"
    """On its way the piece stands on a square that is not meant, without being let go."""
    BUMP = "bump"
    """A neighbour is nudged: its square reads empty for less than a tenth of a second."""
    TAKE_BACK_BEFORE_PRESS = "take_back_before_press"
    """An illegal move is seen by the player himself, undone before the press, and another is made with the piece."""
    TOUCH_MOVE = "touch_move"
    """A piece that could move is touched and put back, and another one is moved (Art. 4.3.1)."""
    ROOK_FIRST = "rook_first"
    """The player castles with the rook first (Art. 4.4.2)."""
    ILLEGAL_MOVE = "illegal_move"
    """An illegal move is completed; the arbiter pauses the clock, the piece goes back, and the move of the game
    is made with it (Art. 7.5.1)."""
    PRESS_WITHOUT_MOVE = "press_without_move"
    """The clock is pressed before anything was moved; the arbiter turns it back (Art. 7.5.3)."""
    PROMOTION_MISSING = "promotion_missing"
    """The pawn is left on the last rank and the clock is pressed; the arbiter has it replaced (Art. 7.5.2)."""
    DISPLACED = "displaced"
    """A piece nearby is knocked off with the move, and put back after the press (Art. 7.4.1)."""


VIOLATIONS = frozenset(
    {
        Incident.TOUCH_MOVE,
        Incident.ROOK_FIRST,
        Incident.ILLEGAL_MOVE,
        Incident.PRESS_WITHOUT_MOVE,
        Incident.PROMOTION_MISSING,
        Incident.DISPLACED,
    }
)
"""Incidents that an arbiter should hear of as a breach or an irregularity; the others are harmless."""

BENIGN = frozenset(Incident) - VIOLATIONS
"""Incidents after which nobody is to blame."""

_EXPECTED = {
    Incident.ADJUST_OUT_OF_TURN: "touch_out_of_turn",
    Incident.TOUCH_MOVE: "touch_move_violation",
    Incident.ROOK_FIRST: "castling_rook_first",
    Incident.ILLEGAL_MOVE: "illegal_move",
    Incident.PRESS_WITHOUT_MOVE: "clock_without_move",
    Incident.PROMOTION_MISSING: "promotion_missing",
    Incident.DISPLACED: "displaced_piece",
}
EDITIONS = ("1997", "2014", "2018", "2023")


def expected_alerts(incident: Incident, edition: str = "2023") -> frozenset[str]:
    """The kinds of alert, as on the wire, that must be raised.

    The four editions forbid the same things here and differ only in the remedy. Raises ValueError for another edition.
    """
    if edition not in EDITIONS:
        raise ValueError(f"{edition!r} is no edition of the Laws: expected one of {', '.join(EDITIONS)}")
    kind = _EXPECTED.get(incident)
    return frozenset() if kind is None else frozenset({kind})


def tolerated_alerts(incident: Incident) -> frozenset[str]:
    """Kinds that may be raised besides the expected ones, because sensors cannot tell.

    What is said is not heard: an announced adjustment (FIDE Laws of Chess (2023) Art. 4.2.1) reads like a touch.
    """
    return frozenset({"touch_review"}) if incident is Incident.ADJUST_OWN else frozenset()
