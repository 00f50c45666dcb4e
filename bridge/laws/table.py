"""The editions as a document for arbiters: which article leads to what, and what the editions do differently.

`docs/laws.md` is the text of `document()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from bridge.laws import EDITIONS, Edition

ON_THE_BOARD: Mapping[str, str] = {
    "touched_own_piece": "A player touched a piece of his own that could move and played another: alert "
    "`touch_move_violation` with the moves that he had to choose from.",
    "touched_enemy_piece": "He touched an enemy piece that could be captured and did not capture it: alert "
    "`touch_move_violation`.",
    "touched_both_colors": "He touched pieces of both colors: the first of his own had to capture the first enemy "
    "piece, or else the first piece that could move or be captured was due. If not: alert `touch_move_violation`. "
    "Of own and enemy pieces lifted within one scan, the own one counts as first.",
    "king_and_rook_touched": "He touched the king and then a rook, or both at once, could castle and did not: alert "
    "`touch_move_violation`.",
    "castling_rook_first": "He castled with a rook that was touched before the king: alert `castling_rook_first`.",
    "castling_impossible": "He touched the king and then a rook with which he may not castle: the king had to move, "
    "castling with the other rook included. If he could but did not: alert `touch_move_violation`.",
    "nothing_usable": "Nothing that he touched could move or be captured: any move is permitted, there is no alert.",
    "touch_out_of_turn": "A piece was lifted and put back, or moved, while the other side had the move: alert "
    "`touch_out_of_turn`, for information.",
    "checkmate": "Mate ends the game, and the result is told.",
    "stalemate": "Stalemate ends the game as a draw.",
    "dead_position": "A position in which neither side has the material to mate ends the game as a draw. Other dead "
    "positions are not recognised.",
    "illegal_move": "The clock was pressed and no legal move leads to what stands on the board: alert "
    "`illegal_move` with the moves that may replace it.",
    "promotion_missing": "The clock was pressed with a pawn on the last rank: alert `promotion_missing`.",
    "castling_incomplete": "The clock was pressed after the king's half of castling: alert `castling_incomplete`.",
    "capture_incomplete": "The clock was pressed with the pawn captured in passing still on the board, or with the "
    "captured piece off and nothing in its place: alert `capture_incomplete`.",
    "press_without_move": "The clock was pressed with all pieces where they had been: alert `clock_without_move`.",
    "two_hands": "King and rook moved at the same moment in castling: alert `two_hands_suspected`, a mere hint; "
    "`two_hands` when an arbiter says so.",
    "displaced_pieces": "Pieces stand where no move has brought them: alert `displaced_piece` with the squares and "
    "what belongs there.",
    "wrong_start_position": "The initial position is set up wrongly: alert `wrong_start_position`.",
    "board_turned": "The initial position stands turned by a quarter: alert `board_reversed`.",
    "colors_reversed": "White's and Black's initial positions have changed places, so the board is turned by half or "
    "the colors are reversed: alert `board_reversed`.",
    "king_captured": "A piece took the enemy king: alert `king_captured`. The position before the first irregularity "
    "is to be restored.",
    "illegal_position": "Rapid and blitz without adequate supervision: both kings were in check, or a pawn stood on "
    "the last rank, and the next completed move has not ended that: alert `illegal_position`.",
    "flag_fall": "The clock shows a fallen flag: alert `flag` with the result that follows if all moves had to be made "
    "in this period, and what the arbiter has to do before.",
    "seventy_five_moves": "The game is drawn after 75 moves of each side without capture or pawn move, unless the last "
    "one mates: alert `automatic_draw`, and the result is told.",
}
"""What the running bridge does, by the field of `Edition` that holds the article."""

FROM_ACTS: Mapping[str, str] = {
    "adjusting": "A touch that was announced as adjusting before it does not bind, until the piece is back.",
    "which_touches_bind": "A touch that the arbiter ruled an accident does not bind; every other touch does, and a "
    "piece lifted and put back without a word too.",
    "released": "A piece released as a legal move has made it. Moved on to another square: `release_violation`, and "
    "the first square counts.",
    "capture_made": "A capture is made when the capturing piece is released and the captured one off the board; "
    "until then `capture_incomplete`.",
    "castling_made": "Castling is made when king and rook are released on their squares. The king released two "
    "squares away leaves only castling.",
    "castling_not_allowed": "The king was released two squares away and may not castle there: `castling_not_allowed`, "
    "and he has to make another move, if he has one.",
    "chess960_castling": "Chess960: a king's step to the square of castling stays open until the rook moves or the "
    "clock is pressed.",
    "promotion_choice": "The new piece was exchanged after the choice was final: `promotion_choice_changed`; in 1997, "
    "where it is final on release, `release_violation`.",
    "promotion_made": "A promotion is made when the new piece is released on its square and the pawn is off, in "
    "either order. A pawn released on the last rank settles the square.",
    "promotion_capture": "The new piece stands there and the piece to be captured has not been taken off: "
    "`capture_incomplete`.",
    "completed": "A move made is completed by the press of the clock.",
    "illegal_move_pending": "A piece was released where no legal move leads: `illegal_move_pending`. It may be "
    "corrected before the press, with a piece that was touched.",
    "claim_right_lost": "The opponent touched a piece after a breach: `claim_right_lost`, and the move stands.",
}
"""What `bridge.rules.touch.assess` answers besides, by the field of `Edition` that holds the article."""

DIFFERENCES: Mapping[str, str] = {
    "reviews_touch_put_back": "A piece lifted and put back without a word binds only if the touch was meant: alert "
    "`touch_review`, for information, until the move is completed; so answers `assess`, too.",
    "promotion_final": "The choice of the promotion piece is final (`assess` only).",
    "missing_promotion_is_queen": "A pawn left on the last rank when the clock is pressed becomes a queen. If not, "
    "the alert asks for the position before the move, and the piece is free.",
    "ending_needs_touch_rules": "Mate, stalemate and dead position end the game only if the move obeyed the "
    "touch-move rules. While an alert says that it did not, no result is told.",
    "release_claim_lapses": "The opponent who touches a piece loses also the claim that a released piece was moved "
    "on (`assess` only).",
    "press_without_move_is_illegal_move": "A press of the clock without a move counts as an illegal move; the alert "
    "says so if not.",
    "opponent_may_press_back": "The opponent who finds pieces displaced may press the clock back without a move; "
    "`clock_without_move` is not told then.",
    "two_hands_is_illegal_move": "A move with two hands counts as an illegal move; the alert says so if not.",
}
"""What the editions do differently, by the field of `Edition` that says so."""

MADE_BY = "from bridge.laws.table import document; print(document(), end='')"

INTRODUCTION = f"""\
# The FIDE Laws of Chess in touchmove

*This file is made from the data in `bridge/laws`; do not edit it. To make it anew:*
`.venv/bin/python -c "{MADE_BY}" > docs/laws.md`

The edition is chosen with `edition` under `[event]` in the configuration; 2023 unless it says otherwise. Each is named
by the year in which it took effect. The numbers are those of the edition's own text; "–": it has no such rule.

touchmove tells the arbiter and decides nothing: penalties are only proposed, no move is taken back. A breach of the
touch-move rules is no illegal move, and the move stands unless it is claimed or the arbiter intervenes.
"""

BOARD_PART = """\
## What the running bridge does

It knows only what sensors show: pieces lifted and put down, and presses of the clock. A lift counts as a touch if the
piece was moved or captured, or was away for at least 0.6 s; that of an enemy piece which was put back counts only while
the player held a piece of his own. Who lifted a piece, why, and what was said is not seen. A move is judged by the
touches before it when it is completed.

Alerts about illegal moves say what the edition proposes for the tempo and the supervision of the event: minutes for the
opponent, the loss, or a draw if he cannot mate; and whether the move stands because he has replied. All illegal moves
of a player in a game are counted together. What each alert means and what to do: [alerts.md](alerts.md). The numbers of
the articles on penalties are in `bridge/laws/tariff.py`, on flags in `bridge/laws/flags.py`, on draws in
`bridge/laws/draws.py`.

A position that stands for the third time, and fifty moves of each side without capture or pawn move, are told to the
arbiter alone: alert `draw_claim_possible`, for information. A position that stands for the fifth time ends the game as
a draw like 75 such moves, in the editions that know these rules; in that of 2014 only by an unbroken to and fro.
"""

ACTS_PART = """\
## What a program can ask besides

`bridge.rules.touch.assess` answers for one move, from a list of what was done: touched, released, held, announced,
ruled. It gives all the answers above that are about touching, about presses before a move was made, and about mate,
stalemate, dead positions and 75 moves, and those below. The running bridge does not use it: its sensors cannot tell
holding from releasing, and hear no announcement.
"""

DIFFERENCES_PART = """\
## What the editions do differently
"""


def document() -> str:
    """The whole text of `docs/laws.md`."""
    return "\n".join(
        (
            INTRODUCTION,
            BOARD_PART,
            *_table(ON_THE_BOARD, "What touchmove does"),
            "",
            ACTS_PART,
            *_table(FROM_ACTS, "What `assess` answers"),
            "",
            DIFFERENCES_PART,
            *_table(DIFFERENCES, "The rule"),
            "",
        )
    )


def _table(rows: Mapping[str, str], title: str) -> Iterator[str]:
    editions = list(EDITIONS.values())
    yield _row((*(edition.year for edition in editions), title))
    yield _row(["---"] * (len(editions) + 1))
    for field, sentence in rows.items():
        yield _row((*(_entry(edition, field) for edition in editions), sentence))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _entry(edition: Edition, field: str) -> str:
    match getattr(edition, field):
        case None:
            return "–"
        case bool(holds):
            return "yes" if holds else "no"
        case Enum(value=value):
            return str(value)
        case number:
            return str(number)
