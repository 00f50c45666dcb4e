"""Notices: what the rules conclude from one input. They are all that leaves the core."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

import chess

from bridge.rules.alerts import Alert
from bridge.rules.copying import frozen
from bridge.rules.correcting.corrections import Correction, RefusalCode
from bridge.rules.position import Position


class Stage(Enum):
    """How far a move has come; see `docs/how-a-move-is-decided.md`."""

    TENTATIVE = "tentative"
    """The placement equals the result of a legal move. May still be replaced or withdrawn."""
    MADE = "made"
    """Released, as far as can be told (FIDE Laws of Chess (2023) Art. 4.7)."""
    COMPLETED = "completed"
    """The clock was pressed, the move ended the game, or the reply was made (Art. 6.2.1). Only a dump or the
    arbiter changes it."""


@frozen()
class Played:
    """A move in the record of a game. `ply` is 1 for the first half-move after the start position; `at` is when the
    sensors showed it first. `illegal`: completed although not legal, and standing. `seen` is False when it was
    inferred over a gap in what the sensors showed. `clock`: the seconds left to the mover when it was completed, if a
    clock is connected. `guess`: the likeliest of several moves that look alike on the e-board.
    """

    ply: int
    move: chess.Move
    before: Position
    after: Position
    at: float
    stage: Stage
    illegal: bool = False
    seen: bool = True
    clock: float | None = None
    guess: bool = False


@frozen()
class MoveSeen:
    """A move entered the record, or went on to its next stage."""

    played: Played


@frozen()
class MovesWithdrawn:
    """The moves from `ply` on are no longer in the record (others may follow in the same step)."""

    ply: int
    withdrawn: tuple[Played, ...]


@frozen()
class AlertRaised:
    """An alert for the arbiter."""

    alert: Alert


@frozen()
class AlertChanged:
    """An open alert says something else now, like whether it can still be acted on."""

    alert: Alert


@frozen()
class AlertAcknowledged:
    """An arbiter looks after the alert, which stays open."""

    alert: Alert


@frozen()
class AlertClosed:
    """What the alert was about is no longer so, or an arbiter has decided it."""

    alert: Alert
    reason: str


@frozen()
class ClockShown:
    """What the clock shows, in seconds; `running` is the side whose time runs."""

    white: float
    black: float
    running: chess.Color | None


@frozen()
class ResultSeen:
    """The game is over on the board: `result` as in PGN, `reason` like `checkmate`, `stalemate`, `kings`;
    `arbiter` when he gave it. Only he confirms a result.
    """

    result: str
    reason: str
    confirmed: bool = False


@frozen()
class Corrected:
    """What an arbiter said has been carried out; other notices of the same step tell what has changed."""

    correction: Correction


@frozen()
class Refused:
    """What an arbiter said makes no sense here and has changed nothing; `reason` is a sentence for people."""

    correction: Correction
    code: RefusalCode
    reason: str


@frozen()
class GameStarted:
    """A new game begins from `position`; what came before belongs to the game that is closed now."""

    position: Position


@frozen()
class DumpWanted:
    """The rules want a fresh reading of all squares before they go on."""


Notice: TypeAlias = (
    MoveSeen
    | MovesWithdrawn
    | AlertRaised
    | AlertChanged
    | AlertAcknowledged
    | AlertClosed
    | ClockShown
    | ResultSeen
    | GameStarted
    | DumpWanted
    | Corrected
    | Refused
)
"""Everything that `step` can conclude."""
