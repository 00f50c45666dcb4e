"""The `data` of alerts, which only arbiters receive, typed. Names are the keys on the wire, as in `payloads`."""

from __future__ import annotations

from typing import Literal

import msgspec

from bridge.messages.payloads import ColorName, Result


class BothLanguages(msgspec.Struct, frozen=True):
    """One text in English and in Turkish."""

    en: str
    tr: str


class Fact(msgspec.Struct, frozen=True):
    """What the sensors saw. `t`: seconds after the alert's own moment, so mostly negative. `piece`: `""` empty, a FEN
    letter, `?` some piece.
    """

    t: float
    square: str
    piece: str


class Restoration(msgspec.Struct, frozen=True):
    """A square that must be put right, and the piece that belongs there (`""`: none)."""

    square: str
    piece: str


class BothTimes(msgspec.Struct, frozen=True):
    """Seconds left to both sides; null: not known."""

    white: float | None
    black: float | None


class ProposalData(msgspec.Struct, frozen=True):
    """What the Laws propose. `minutes`: for the opponent; 0 unless `penalty` is `time`. `article`: with the edition."""

    penalty: str
    minutes: int
    article: str
    on_claim_only: bool


class PenaltyData(msgspec.Struct, frozen=True, tag_field="about", tag="penalty"):
    """What an arbiter needs to decide about an illegal move. `edition`: its year. `window`: `game`, or `reply`, after
    which it stands. `position_now`: what the sensors show, like `placement`. `times_before`: what each side had left
    after its last move; `increment_to_remove` in seconds, from the player's clock.
    """

    edition: str
    count_before: int
    proposed_penalty: ProposalData
    mate_possible_for_opponent: str
    window: str
    window_open: bool
    position_before: str
    position_now: str
    times_before: BothTimes
    times_now: BothTimes
    increment_to_remove: float


class CompletedMoves(msgspec.Struct, frozen=True):
    """How many moves each side has completed."""

    white: int
    black: int


class MatePossible(msgspec.Struct, frozen=True):
    """Whether each side can still mate: `yes`, `no`, `unknown`; only asked about the side that would win."""

    white: str
    black: str


class DutyData(msgspec.Struct, frozen=True):
    """What the arbiter must do, and by which article, with the edition."""

    duty: str
    article: str


class FlagData(msgspec.Struct, frozen=True, tag_field="about", tag="flag"):
    """What follows from a flag that fell. `flags`: which have fallen, and in which order. `result`: to be proposed."""

    flags: str
    completed: CompletedMoves
    mate_possible: MatePossible
    result: Result | None
    article: str
    duties: list[DutyData]


class DrawData(msgspec.Struct, frozen=True, tag_field="about", tag="draw"):
    """Why a draw may be claimed, or has come about. `plies` of a repetition: the half-moves after which the position
    stood; of a count of moves: the first and the last half-move counted, 0 or less before the start position.
    """

    ground: str
    plies: list[int]


class AlertData(msgspec.Struct, frozen=True, omit_defaults=True):
    """`alert/<id>`: for arbiters only."""

    id: str
    kind: str
    severity: str
    article: str
    board: int
    ply: int
    color: ColorName | None
    squares: list[str]
    text: BothLanguages
    explanation: str
    confidence: str
    evidence: list[Fact]
    cannot_show: str
    restore: list[Restoration]
    permitted: list[str]
    state: Literal["open", "acknowledged", "closed"]
    decision: str
    facts: PenaltyData | FlagData | DrawData | None = None


class AlertNews(msgspec.Struct, frozen=True):
    """`alert-log`: an alert was raised, acknowledged, says something else now, or was closed; `reason` says why it was
    closed.
    """

    type: Literal["raised", "acknowledged", "changed", "closed"]
    reason: str
    alert: AlertData
