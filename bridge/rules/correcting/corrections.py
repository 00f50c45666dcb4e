"""What an arbiter may say to a game: corrections, which are inputs of `step` like the reports of the e-board.

Each says who gives it (`by`) and why (`why`). One that makes no sense changes nothing: `step` answers with `Refused`.
Half-moves are counted from 1, `ply` 0 is the start position. Moves are text in UCI; castling in Chess960 is the king
taking its own rook.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import chess


@dataclass(frozen=True, slots=True)
class FromArbiter:
    """What every correction says: who gives it, and why."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class RestorePly(FromArbiter):
    """The game goes on from the position after `ply`; the board will be put back (FIDE Laws of Chess (2023) Art. 7)."""

    ply: int


@dataclass(frozen=True, slots=True)
class ReplaceMove(FromArbiter):
    """The half-move `ply` was another, legal one. The later moves stay, as long as they can be played then."""

    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class ChooseMove(FromArbiter):
    """Of the moves that look alike on the e-board, `ply` was this one (answers `ambiguous_move`)."""

    ply: int
    move: str


@dataclass(frozen=True, slots=True)
class ChoosePromotion(FromArbiter):
    """The pawn promoted by half-move `ply` became this piece (answers `promotion_choice_needed`)."""

    ply: int
    piece: chess.PieceType


@dataclass(frozen=True, slots=True)
class FillStretch(FromArbiter):
    """The moves that are missing at half-move `ply`, in algebraic notation as on the scoresheet (answers
    `moves_missing`). They must lead to the position from which play went on.
    """

    ply: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Identify(FromArbiter):
    """The piece on `square` is this one, whatever the e-board reads (a letter as in a FEN, like `N` or `q`)."""

    square: chess.Square
    piece: str


@dataclass(frozen=True, slots=True)
class AcceptPosition(FromArbiter):
    """What stands on the board is the position of the game now.

    `turn`: None keeps the side to move, unless its opponent would be in check. `castling`: as in a FEN; None keeps the
    rights whose king and rook stand on their squares. Nothing can be captured en passant.
    """

    turn: chess.Color | None = None
    castling: str | None = None


@dataclass(frozen=True, slots=True)
class SetPosition(FromArbiter):
    """The game goes on from the position written as FEN; the board will be put so."""

    fen: str


@dataclass(frozen=True, slots=True)
class IllegalStands(FromArbiter):
    """The illegal move of the open alert stays on the board and goes into the record, marked (Art. A.4.2, B.4)."""


@dataclass(frozen=True, slots=True)
class Touched(FromArbiter):
    """The piece on `square` was touched before every other one, to move or capture it, though no lift was seen.

    `ply`: before that half-move, the last completed one (which is judged again) or the next; None is the next.
    """

    square: chess.Square
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Adjusting(FromArbiter):
    """The player has said that he adjusts these pieces (Art. 4.2.1): the next lift of each, until it is back on its
    square, does not count.
    """

    squares: tuple[chess.Square, ...]


@dataclass(frozen=True, slots=True)
class Adjusted(FromArbiter):
    """These pieces were adjusted: the touches of them so far do not count."""

    squares: tuple[chess.Square, ...]


@dataclass(frozen=True, slots=True)
class Accident(FromArbiter):
    """These pieces were touched by accident (Art. 4.2.2): the touches of them so far do not count."""

    squares: tuple[chess.Square, ...]


@dataclass(frozen=True, slots=True)
class TwoHands(FromArbiter):
    """The half-move `ply` was made with two hands (Art. 7.5.4); None is the last completed one."""

    ply: int | None = None


@dataclass(frozen=True, slots=True)
class SetResult(FromArbiter):
    """The result as in PGN: `1-0`, `0-1`, `1/2-1/2`; `*` opens the game again."""

    result: str


@dataclass(frozen=True, slots=True)
class AcknowledgeAlert(FromArbiter):
    """An arbiter looks after the alert; it stays open."""

    alert: str


@dataclass(frozen=True, slots=True)
class CloseAlert(FromArbiter):
    """The alert is settled by a decision, in words. `false_alarm`: nothing happened that counts against the player."""

    alert: str
    decision: str
    false_alarm: bool | None = None


Correction: TypeAlias = (
    RestorePly
    | ReplaceMove
    | ChooseMove
    | ChoosePromotion
    | FillStretch
    | Identify
    | AcceptPosition
    | SetPosition
    | IllegalStands
    | Touched
    | Adjusting
    | Adjusted
    | Accident
    | TwoHands
    | SetResult
    | AcknowledgeAlert
    | CloseAlert
)
"""Everything that an arbiter may say to a game."""


class RefusalCode(Enum):
    """Why a correction changes nothing; the value is its name on the wire and in recordings."""

    NO_SUCH_PLY = "no_such_ply"
    """The game has no such half-move."""
    NO_SUCH_PIECE = "no_such_piece"
    """On that square stands none, or none of the kind that was named."""
    NO_SUCH_ALERT = "no_such_alert"
    """No such alert is open."""
    NOT_LEGAL = "not_legal"
    """The move, or one after it, cannot be played."""
    NOT_A_POSITION = "not_a_position"
    """No game can be played from there."""
    NOT_OPEN = "not_open"
    """There is nothing to decide."""
    STILL_SO = "still_so"
    """The alert says how the board stands and closes by itself."""
    NOT_SHOWN = "not_shown"
    """The e-board does not show what would be needed."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a correction changes nothing, for programs, and in a sentence for people."""

    code: RefusalCode
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Ruling:
    """The last correction that a game was given, and the refusal if there was one; compared by identity."""

    correction: Correction
    refusal: Refusal | None = None
