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
    KNOCKED_ASIDE = "knocked_aside"
    """A piece nearby is pushed to the next square with the move, and put back after the press (Art. 7.4.1)."""
    LATE_PRESS = "late_press"
    """The clock is pressed only after the reply, as Art. 6.2.2 allows."""
    CASTLING_INCOMPLETE = "castling_incomplete"
    """The clock is pressed with the rook still on its square; the arbiter has castling finished (Art. 4.7.2)."""
    ILLEGAL_CASTLING = "illegal_castling"
    """The player castles though he may not, presses, and must move the king otherwise (Art. 4.4.3)."""
    TWO_HANDED_CASTLING = "two_handed_castling"
    """King and rook are moved at the same moment (Art. 7.5.4)."""
    CAPTURE_INCOMPLETE = "capture_incomplete"
    """The captured piece is off and the clock pressed, with nothing in its place; then the capture is finished."""
    EN_PASSANT_INCOMPLETE = "en_passant_incomplete"
    """The clock is pressed with the pawn taken in passing still on the board; then it is taken off (Art. 4.7.1)."""
    PROMOTION_PIECE_MISSING = "promotion_piece_missing"
    """The pawn is taken off and the clock pressed before a new piece stands there; then a queen is put there."""
    SECOND_MOVE = "second_move"
    """The player moves another piece while the opponent has the move; the arbiter has it put back."""
    OPPONENTS_PIECE = "opponents_piece"
    """The player moves a piece of the opponent and presses; the arbiter has it put back."""
    ENEMY_PIECE_TOUCHED = "enemy_piece_touched"
    """With his own piece in the hand the player lifts one that it could take, and takes it not (Art. 4.3.3)."""
    KING_CAPTURED = "king_captured"
    """The king is left in check and the opponent takes it; the arbiter has all put back (Art. 1.4.1)."""


VIOLATIONS = frozenset(
    {
        Incident.TOUCH_MOVE,
        Incident.ROOK_FIRST,
        Incident.ILLEGAL_MOVE,
        Incident.PRESS_WITHOUT_MOVE,
        Incident.PROMOTION_MISSING,
        Incident.DISPLACED,
        Incident.KNOCKED_ASIDE,
        Incident.CASTLING_INCOMPLETE,
        Incident.ILLEGAL_CASTLING,
        Incident.TWO_HANDED_CASTLING,
        Incident.CAPTURE_INCOMPLETE,
        Incident.EN_PASSANT_INCOMPLETE,
        Incident.PROMOTION_PIECE_MISSING,
        Incident.SECOND_MOVE,
        Incident.OPPONENTS_PIECE,
        Incident.ENEMY_PIECE_TOUCHED,
        Incident.KING_CAPTURED,
    }
)
"""Incidents that an arbiter should hear of as a breach or an irregularity; the others are harmless."""

BENIGN = frozenset(Incident) - VIOLATIONS
"""Incidents after which nobody is to blame."""

SHOWN_BY_KINDS_ONLY = frozenset({Incident.PROMOTION_MISSING})
"""Incidents that an e-board which does not tell kinds of pieces apart shows like an ordinary move."""

_EXPECTED = {
    Incident.ADJUST_OUT_OF_TURN: "touch_out_of_turn",
    Incident.TOUCH_MOVE: "touch_move_violation",
    Incident.ROOK_FIRST: "castling_rook_first",
    Incident.ILLEGAL_MOVE: "illegal_move",
    Incident.PRESS_WITHOUT_MOVE: "clock_without_move",
    Incident.PROMOTION_MISSING: "promotion_missing",
    Incident.DISPLACED: "displaced_piece",
    Incident.KNOCKED_ASIDE: "displaced_piece",
    Incident.CASTLING_INCOMPLETE: "castling_incomplete",
    Incident.ILLEGAL_CASTLING: "illegal_move",
    Incident.TWO_HANDED_CASTLING: "two_hands_suspected",
    Incident.CAPTURE_INCOMPLETE: "capture_incomplete",
    Incident.EN_PASSANT_INCOMPLETE: "capture_incomplete",
    Incident.PROMOTION_PIECE_MISSING: "illegal_move",
    Incident.SECOND_MOVE: "touch_out_of_turn",
    Incident.OPPONENTS_PIECE: "illegal_move",
    Incident.ENEMY_PIECE_TOUCHED: "touch_move_violation",
    Incident.KING_CAPTURED: "king_captured",
}
_TOLERATED = {
    Incident.ADJUST_OWN: frozenset({"touch_review"}),
    Incident.SECOND_MOVE: frozenset({"displaced_piece"}),
    Incident.KING_CAPTURED: frozenset({"illegal_move"}),
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

    What is said is not heard: an announced adjustment (FIDE Laws of Chess (2023) Art. 4.2.1) reads like a touch. And
    some incidents have more than one side.
    """
    return _TOLERATED.get(incident, frozenset())
