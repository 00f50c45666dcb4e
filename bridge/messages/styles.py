"""Moves as text in the style that the reader wants: short or long, with the letters of a language or figurines.

FIDE Laws of Chess (2023) Appendix C. Messages carry UCI and English SAN; any other text is made where it is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import chess

from bridge.messages.move_facts import Castling, MoveFacts, Threat


class Letters(NamedTuple):
    """What the pieces are called, in the order of python-chess; a pawn has no letter (Art. C.4)."""

    knight: str
    bishop: str
    rook: str
    queen: str
    king: str

    def of(self, piece: chess.PieceType) -> str:
        """The letter of a piece, nothing for a pawn."""
        return "" if piece == chess.PAWN else self[piece - chess.KNIGHT]


ENGLISH = Letters("N", "B", "R", "Q", "K")
TURKISH = Letters("A", "F", "K", "V", "Ş")
FIGURINES = Letters("♘", "♗", "♖", "♕", "♔")


class Form(Enum):
    """Whether the square of departure is always written (Art. C.8)."""

    SHORT = "short"
    LONG = "long"


class Marks(NamedTuple):
    """Signs that differ between custom and the Laws. `to` stands between the squares of the long form."""

    toward_h: str
    toward_a: str
    to: str
    promotion: str
    en_passant: str


PGN_MARKS = Marks("O-O", "O-O-O", "-", "=", "")
"""As in game files, and in the long form of python-chess."""
LAWS_MARKS = Marks("0-0", "0-0-0", "", "", " e.p.")
"""As in Appendix C: castling with zeros, nothing before the new piece."""


@dataclass(frozen=True, slots=True)
class Style:
    """How moves are written."""

    letters: Letters = ENGLISH
    form: Form = Form.SHORT
    marks: Marks = PGN_MARKS


SAN = Style()
"""The standard algebraic notation of game files, which messages carry."""
DRAW_OFFER = " (=)"  # Art. C.12
CAPTURE = "x"
THREATS = {Threat.NONE: "", Threat.CHECK: "+", Threat.MATE: "#"}


def render(facts: MoveFacts, style: Style = SAN, *, draw_offered: bool = False) -> str:
    """The move in this style; with the mark behind it when its player offered a draw."""
    offer = DRAW_OFFER if draw_offered else ""
    if facts.piece is None:
        return facts.uci + offer
    text = _castled(facts.castling, style.marks) if facts.castling else _moved(facts, facts.piece, style)
    en_passant = style.marks.en_passant if facts.en_passant else ""
    return text + THREATS[facts.threat] + en_passant + offer


def _castled(castling: Castling, marks: Marks) -> str:
    return marks.toward_h if castling is Castling.TOWARD_H else marks.toward_a


def _moved(facts: MoveFacts, piece: chess.PieceType, style: Style) -> str:
    departure, between = chess.square_name(facts.origin), CAPTURE if facts.captures else ""
    if style.form is Form.SHORT:
        pawn_takes = piece == chess.PAWN and facts.captures
        departure = departure[0] if pawn_takes else facts.told_apart
    else:
        between = between or style.marks.to
    text = style.letters.of(piece) + departure + between + chess.square_name(facts.destination)
    return text if facts.promotion is None else text + style.marks.promotion + style.letters.of(facts.promotion)
