"""How a player handles pieces and clock: every time a named range, every habit a named chance.

Sources: *measured* is what three recorded DGT blitz games show (199 half-moves); *cases* are timings in arbiters'
stories and bug reports; *assumed* is an estimate that nothing recorded contradicts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from drivers.hand.incidents import Incident


@dataclass(frozen=True, slots=True)
class Between:
    """A time in seconds, every value from `low` to `high` equally likely."""

    low: float
    high: float


class CaptureOrder(Enum):
    """Which piece leaves first when one takes another."""

    VICTIM_FIRST = "victim first"
    OWN_FIRST = "own first"
    SWAP = "swap"
    """Both in one hand: the square reads the victim, then at once the capturer."""


class EnPassantOrder(Enum):
    """What happens first when a pawn is taken in passing."""

    VICTIM_FIRST = "victim first"
    OWN_FIRST = "own pawn moved first"
    BOTH_LIFTED = "both lifted first"


class PromotionOrder(Enum):
    """How the pawn becomes the new piece (any order: FIDE Laws of Chess (2023) Art. 3.7.3.3, 4.6)."""

    EXCHANGED = "pawn to the last rank, then exchanged"
    PAWN_OFF_FIRST = "pawn off the board, new piece on it"
    PIECE_FIRST = "new piece on the board, then the pawn off"


@dataclass(frozen=True, slots=True)
class Style:
    """The manner of both players of one game. Times are seconds; chances are between 0 and 1, a half-move each.

    `pace` multiplies the thinking only, never the hands: 0 is a game without a thought.
    """

    name: str
    think: Between
    """From the opponent's press (or, without one, his release) to the first touch. Assumed."""
    carry: Between
    """From lift to place. Cases: 0.3–0.5 unhurried, 0.06–0.3 in blitz."""
    pause: Between
    """Between two handlings within one move, like the king's place and the rook's lift. Cases: 0.05–0.8."""
    press: Between
    """From the release to the press of the clock. Cases: 0.2–0.5."""
    fetch: Between
    """To get a new piece from beside the board. Cases: 1.1–1.6 at standard pace."""
    slide_rest: Between = Between(0.03, 0.08)
    """How long a pushed piece reads on a square that it crosses. Cases: 0.035–0.04."""
    slide_gap: Between = Between(0.005, 0.015)
    """How long a pushed piece reads on no square, between two. Cases: 0.01."""
    wrong_rest: Between = Between(0.2, 0.6)
    """How long a piece stands on a square that is not meant. Cases: 0.3–0.6."""
    touch: Between = Between(0.2, 0.5)
    """How long a piece is off its square when it is straightened or fumbled. Assumed; cases: 0.4."""
    bump: Between = Between(0.02, 0.09)
    """How long a nudged neighbour reads empty. Cases: 0.04; below 0.1 by definition."""
    ghost_rest: Between = Between(0.02, 0.06)
    """How long a taken piece, carried away, reads on a square that it passes. Assumed: a hand at 1–2 m/s."""
    captures: tuple[tuple[CaptureOrder, float], ...] = ((CaptureOrder.VICTIM_FIRST, 1.0), (CaptureOrder.OWN_FIRST, 1.0))
    """Weights of the orders."""
    en_passants: tuple[tuple[EnPassantOrder, float], ...] = tuple((order, 1.0) for order in EnPassantOrder)
    """Weights of the orders. Assumed: all alike."""
    promotions: tuple[tuple[PromotionOrder, float], ...] = tuple((order, 1.0) for order in PromotionOrder)
    """Weights of the orders. Assumed: all alike."""
    habits: tuple[tuple[Incident, float], ...] = ()
    """Chance of each harmless incident where it is possible; at most one a half-move."""
    parks_king: float = 0.3
    """Chance that a Chess960 king waits in the hand until the rook stands (FIDE Laws of Chess (2023), Guidelines
    II.3); certain where the rook stands on the king's new square. Assumed."""
    ghosts: float = 0.0
    """Chance that a taken piece, carried away, reads on a square that it passes."""
    overlaps: float = 0.0
    """Chance that the reply begins without waiting for the press."""
    overlap_after: Between = Between(0.02, 0.3)
    """From the release to the first touch of a reply that does not wait. Cases: 0.05 (6.2.2 allows it)."""
    presses_late: float = 0.0
    """Chance that the clock is pressed only after the opponent's reply has begun (regular: Art. 6.2.2)."""
    forgets_press: float = 0.0
    """Chance that the clock is not pressed at all and the opponent just replies."""
    pace: float = 1.0


def at_pace(style: Style, pace: float) -> Style:
    """The same hands with `pace` times the thinking."""
    return replace(style, pace=pace)


CALM = Style(
    name="calm",
    think=Between(2.0, 20.0),
    carry=Between(0.3, 0.9),
    pause=Between(0.3, 0.6),
    press=Between(0.2, 0.6),
    fetch=Between(0.8, 1.6),
)
"""Club and classical play by the book: one thing after the other, reply after the press, king first."""

CLUB = replace(
    CALM,
    name="club",
    habits=((Incident.ADJUST_OWN, 0.02), (Incident.FUMBLE, 0.03), (Incident.SLIDE, 0.05), (Incident.BUMP, 0.02)),
)
"""Calm, with the small mishaps of every evening. Chances assumed."""

SLOPPY = Style(
    name="sloppy",
    think=Between(0.3, 3.0),
    carry=Between(0.1, 0.35),
    pause=Between(0.05, 0.2),
    press=Between(0.1, 0.35),
    fetch=Between(0.3, 0.8),
    captures=((CaptureOrder.SWAP, 0.66), (CaptureOrder.OWN_FIRST, 0.2), (CaptureOrder.VICTIM_FIRST, 0.14)),
    habits=(
        (Incident.SLIDE, 0.25),
        (Incident.REST_ON_WRONG_SQUARE, 0.04),
        (Incident.FUMBLE, 0.02),
        (Incident.BUMP, 0.02),
    ),
    ghosts=0.35,
    overlaps=0.25,
    presses_late=0.03,
    forgets_press=0.01,
)
"""Blitz. Its chances are fitted so that a scan of 200–250 ms shows what was measured on real boards: 0.69 of the
captures without an empty square between, 0.085 one-message visits and 2.3 changes a half-move (here 0.71, 0.072 and
2.29 at 230 ms). Overlaps and presses are assumed.
"""
