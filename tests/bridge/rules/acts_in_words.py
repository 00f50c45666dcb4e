"""Acts as the cases write them: `touch g1`, `release e2 e4`, `new queen e8`, `press`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import chess

from bridge.rules.touch.acts import (
    AccidentRuled,
    Act,
    AdjustAnnounced,
    ClockPressed,
    Held,
    NewPieceReleased,
    NewPieceTouched,
    OpponentTouched,
    PutBack,
    Released,
    Removed,
    Touched,
    TouchedInUnknownOrder,
    TouchedTogether,
)

WORDS: Mapping[str, Callable[..., Act]] = {
    "touch": Touched,
    "together": lambda *squares: TouchedTogether(frozenset(squares)),
    "unordered": lambda *squares: TouchedInUnknownOrder(frozenset(squares)),
    "release": Released,
    "hold": Held,
    "back": PutBack,
    "off": Removed,
    "new-touches": NewPieceTouched,
    "new": NewPieceReleased,
    "adjusting": AdjustAnnounced,
    "accident": AccidentRuled,
    "opponent": OpponentTouched,
    "press": ClockPressed,
}


def act_from(text: str) -> Act:
    """One act; raises KeyError or ValueError when there is no such word or square."""
    word, *rest = text.split()
    return WORDS[word](*(_thing(each) for each in rest))


def _thing(text: str) -> int:
    return chess.PIECE_NAMES.index(text) if text in chess.PIECE_NAMES[1:] else chess.parse_square(text)


def expected(board: chess.Board, answer: str | list[str]) -> set[str]:
    """A list of moves, `any`, or `any of e1`."""
    legal = {board.uci(move) for move in board.legal_moves}
    match answer:
        case "any":
            return legal
        case str():
            return {move for move in legal if move.startswith(answer.removeprefix("any of "))}
        case _:
            return set(answer)
