"""Corrections on the wire: what an arbiter's program asks for, and the same words in recordings and replays."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

import chess
import msgspec

from bridge.messages.envelope import Pile
from bridge.messages.payloads import ColorName, CorrectionNews, Result
from bridge.messages.places import BoardPlace
from bridge.messages.words import color_name
from bridge.rules.correcting import corrections
from bridge.rules.correcting.corrections import Correction
from bridge.rules.notices import Corrected, Notice, Refused

LONGEST_TEXT = 500

Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
"""A reason or a decision: one line."""
Ply: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
SquareName: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-h][1-8]\Z")]
Squares: TypeAlias = Annotated[list[SquareName], msgspec.Meta(min_length=1, max_length=32)]
Uci: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^([a-h][1-8]){2}[nbrq]?\Z")]
San: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9+#=\-]{2,10}\Z")]
PieceName: TypeAlias = Literal["knight", "bishop", "rook", "queen"]


class CorrectBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every correction names: the board's number, and why."""

    board: Annotated[int, msgspec.Meta(ge=1)]
    why: Text

    def correction(self, by: str) -> Correction:
        """The input of the rules that is meant, given by `by`."""
        raise NotImplementedError


class RestorePly(CorrectBoard, frozen=True, kw_only=True):
    """`game.restore`."""

    ply: Ply

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.RestorePly(by, self.why, self.ply)


class ReplaceMove(CorrectBoard, frozen=True, kw_only=True):
    """`game.replace_move`."""

    ply: Ply
    move: Uci

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.ReplaceMove(by, self.why, self.ply, self.move)


class ChooseMove(CorrectBoard, frozen=True, kw_only=True):
    """`game.choose_move`."""

    ply: Ply
    move: Uci

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.ChooseMove(by, self.why, self.ply, self.move)


class ChoosePromotion(CorrectBoard, frozen=True, kw_only=True):
    """`game.choose_promotion`."""

    ply: Ply
    piece: PieceName

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.ChoosePromotion(by, self.why, self.ply, chess.PIECE_NAMES.index(self.piece))


class FillStretch(CorrectBoard, frozen=True, kw_only=True):
    """`game.fill`."""

    ply: Ply
    moves: Annotated[list[San], msgspec.Meta(min_length=1, max_length=200)]

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.FillStretch(by, self.why, self.ply, tuple(self.moves))


class Identify(CorrectBoard, frozen=True, kw_only=True):
    """`game.identify`."""

    square: SquareName
    piece: Annotated[str, msgspec.Meta(pattern=r"^[PNBRQKpnbrqk]\Z")]

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.Identify(by, self.why, chess.parse_square(self.square), self.piece)


class AcceptPosition(CorrectBoard, frozen=True, kw_only=True):
    """`game.accept_position`."""

    turn: ColorName | None = None
    castling: Annotated[str, msgspec.Meta(pattern=r"^(-|[A-Ha-hKQkq]{1,4})\Z")] | None = None

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        turn = None if self.turn is None else self.turn == "white"
        return corrections.AcceptPosition(by, self.why, turn, self.castling)


class SetPosition(CorrectBoard, frozen=True, kw_only=True):
    """`game.set_position`."""

    fen: Annotated[str, msgspec.Meta(max_length=100)]

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.SetPosition(by, self.why, self.fen)


class IllegalStands(CorrectBoard, frozen=True, kw_only=True):
    """`game.illegal_stands`."""

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.IllegalStands(by, self.why)


class Touched(CorrectBoard, frozen=True, kw_only=True):
    """`game.touched`."""

    square: SquareName
    ply: Ply | None = None

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.Touched(by, self.why, chess.parse_square(self.square), self.ply)


class Adjust(CorrectBoard, frozen=True, kw_only=True):
    """`game.adjust`."""

    squares: Squares
    when: Literal["before", "after"]

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        kind = corrections.Adjusting if self.when == "before" else corrections.Adjusted
        return kind(by, self.why, _parsed(self.squares))


class Accident(CorrectBoard, frozen=True, kw_only=True):
    """`game.accident`."""

    squares: Squares

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.Accident(by, self.why, _parsed(self.squares))


class TwoHands(CorrectBoard, frozen=True, kw_only=True):
    """`game.two_hands`."""

    ply: Ply | None = None

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.TwoHands(by, self.why, self.ply)


class SetResult(CorrectBoard, frozen=True, kw_only=True):
    """`game.set_result`."""

    result: Result

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.SetResult(by, self.why, self.result)


class AcknowledgeAlert(CorrectBoard, frozen=True, kw_only=True):
    """`alert.ack`."""

    alert: Text

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.AcknowledgeAlert(by, self.why, self.alert)


class CloseAlert(CorrectBoard, frozen=True, kw_only=True):
    """`alert.close`."""

    alert: Text
    decision: Text
    false_alarm: bool | None = None

    def correction(self, by: str) -> Correction:
        """See `CorrectBoard`."""
        return corrections.CloseAlert(by, self.why, self.alert, self.decision, self.false_alarm)


CORRECTION_VERBS: Mapping[str, type[CorrectBoard]] = {
    "game.restore": RestorePly,
    "game.replace_move": ReplaceMove,
    "game.choose_move": ChooseMove,
    "game.choose_promotion": ChoosePromotion,
    "game.fill": FillStretch,
    "game.identify": Identify,
    "game.accept_position": AcceptPosition,
    "game.set_position": SetPosition,
    "game.illegal_stands": IllegalStands,
    "game.touched": Touched,
    "game.adjust": Adjust,
    "game.accident": Accident,
    "game.two_hands": TwoHands,
    "game.set_result": SetResult,
    "alert.ack": AcknowledgeAlert,
    "alert.close": CloseAlert,
}

_VERB_OF: Mapping[str, str] = {kind.__name__: verb for verb, kind in CORRECTION_VERBS.items()} | {
    "Adjusting": "game.adjust",
    "Adjusted": "game.adjust",
}


def verb_of(correction: Correction) -> str:
    """The verb that asks for the correction."""
    return _VERB_OF[type(correction).__name__]


def written_correction(correction: Correction) -> dict[str, object]:
    """The correction as the request that asks for it: `request`, `actor`, `params`."""
    return {"request": verb_of(correction), "actor": correction.by, "params": _params(correction)}


def _params(correction: Correction) -> dict[str, object]:
    params: dict[str, object] = {
        field.name: _written(field.name, getattr(correction, field.name))
        for field in dataclasses.fields(correction)
        if field.name != "by" and getattr(correction, field.name) is not None
    }
    match correction:
        case corrections.Adjusting():
            params["when"] = "before"
        case corrections.Adjusted():
            params["when"] = "after"
        case _:
            pass
    return params


def write_corrections(pile: Pile, place: BoardPlace, notices: Iterable[Notice]) -> None:
    """Write what arbiters said, for the other arbiters."""
    for notice in notices:
        match notice:
            case Corrected(correction):
                pile.event(place.topic("correction"), _news("done", correction))
            case Refused(correction, code, reason):
                pile.event(place.topic("correction"), _news("refused", correction, code.value, reason))
            case _:
                pass


def _news(outcome: Literal["done", "refused"], said: Correction, code: str = "", reason: str = "") -> CorrectionNews:
    return CorrectionNews(outcome, verb_of(said), said.by, _params(said), code, reason)


def _written(name: str, value: object) -> object:
    match name, value:
        case "square", int():
            return chess.square_name(value)
        case "squares", tuple():
            return [chess.square_name(square) for square in value]
        case "moves", tuple():
            return [*value]
        case "piece", int():
            return chess.piece_name(value)
        case "turn", bool():
            return color_name(value)
        case _:
            return value


def _parsed(squares: list[str]) -> tuple[chess.Square, ...]:
    return tuple(map(chess.parse_square, squares))
