"""The `data` of every payload, typed. Names are the keys on the wire.

Seconds are numbers, colours are `white` and `black`, squares are algebraic. Readers must ignore keys they do not
know; optional keys may be added within one major version.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

ColorName: TypeAlias = Literal["white", "black"]
Variant: TypeAlias = Literal["standard", "chess960"]
ShownStage: TypeAlias = Literal["tentative", "made"]
"""What players and spectators may know about a stage: a completed move is shown as made (FIDE Laws of Chess (2023)
Art. 12.6: nobody tells a player whether the clock was pressed)."""
Result: TypeAlias = Literal["*", "1-0", "0-1", "1/2-1/2"]
BridgeCondition: TypeAlias = Literal["init", "ready", "disconnected", "lost"]
EBoardCondition: TypeAlias = Literal["init", "ready", "lost"]


class PlayerData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as the pairing names them."""

    name: str
    title: str | None = None
    rating: int | None = None


class GameData(msgspec.Struct, frozen=True):
    """`game`: what is known before the first move."""

    event: str
    round: int
    board: int
    white: PlayerData
    black: PlayerData
    start_fen: str
    variant: Variant
    game_id: str


class LastMove(msgspec.Struct, frozen=True):
    """The move that led to a position."""

    uci: str
    san: str
    stage: ShownStage


class PositionData(msgspec.Struct, frozen=True):
    """`position`: after all moves, tentative ones included. `ply` counts half-moves, 0 at the start position. `heard`:
    whether the e-board is; else what has been played since is not known.
    """

    fen: str
    ply: int
    turn: ColorName
    last: LastMove | None
    variant: Variant
    heard: bool


class MoveLine(msgspec.Struct, frozen=True):
    """One half-move of `moves`. `clock`: the mover's remaining seconds when the move was completed; null until the
    reply is made, and when the e-board did not tell. `fen`: the position after it, only where `uci` is `0000`: no move
    led there, an arbiter has set it, or half-moves before it are missing.
    """

    ply: int
    uci: str
    san: str
    stage: ShownStage
    clock: float | None
    fen: str | msgspec.UnsetType = msgspec.UNSET


class MovesData(msgspec.Struct, frozen=True):
    """`moves`: the whole record of a game."""

    start_fen: str
    variant: Variant
    moves: list[MoveLine]
    result: Result


class MoveNews(msgspec.Struct, frozen=True, tag_field="type", tag="move"):
    """`move`: a half-move entered the record, or reached its next stage. `fen` is the position after it."""

    ply: int
    uci: str
    san: str
    fen: str
    stage: ShownStage


class WithdrawNews(msgspec.Struct, frozen=True, tag_field="type", tag="withdraw"):
    """`move`: the half-moves from `from_ply` on are no longer in the record."""

    from_ply: int


class ClockData(msgspec.Struct, frozen=True):
    """`clock`: remaining seconds, and whose time runs; readers count down from the envelope's `ts`. Not `heard`: the
    e-board is not, and the times are those when it was last.
    """

    white: float
    black: float
    running: ColorName | None
    heard: bool


class ResultData(msgspec.Struct, frozen=True):
    """`result`: what the board shows, or what an arbiter has `confirmed`."""

    result: Result
    reason: str
    confirmed: bool


class Pairing(msgspec.Struct, frozen=True):
    """One board of a round."""

    board: int
    white: PlayerData
    black: PlayerData
    eboard: str


class RoundData(msgspec.Struct, frozen=True):
    """`round/<r>/info`."""

    event: str
    name: str
    round: int
    boards: list[int]
    pairings: list[Pairing]


class EventData(msgspec.Struct, frozen=True):
    """`event/<e>/info`. `site` and `time_control` are empty when they are not configured."""

    event: str
    name: str
    site: str
    rounds: list[int]
    time_control: str


class BridgeStateData(msgspec.Struct, frozen=True):
    """`bridge/<b>/state`; `lost` is the last will and comes from the broker."""

    state: BridgeCondition
    session: str


class BridgeInfoData(msgspec.Struct, frozen=True):
    """`bridge/<b>/info`."""

    version: str
    started: str
    events: list[str]
    eboards: list[str]


class EBoardStateData(msgspec.Struct, frozen=True):
    """`eboard/<serial>/state`. `eboard` is the family, `line` how it is reached, `board` the board number it serves.
    `trouble`: why it is lost, or not the one that is meant, and what to do. Empty or null: not known (yet).
    """

    state: EBoardCondition
    eboard: str
    line: str
    firmware: str
    battery: int | None
    turned: bool | None
    board: int | None
    trouble: str


class PlacementData(msgspec.Struct, frozen=True):
    """`eboard/<serial>/placement`: the first field of a FEN, as the sensors see it; `?` is some piece."""

    placement: str


class CorrectionNews(msgspec.Struct, frozen=True):
    """`correction`: what an arbiter said to the game, as a request says it; `code` and `reason` when it was `refused`.
    For arbiters only.
    """

    outcome: Literal["done", "refused"]
    request: str
    actor: str
    params: dict[str, Any]
    code: str
    reason: str
