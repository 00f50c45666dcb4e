"""The part of a game that is published, and the words that payloads use for it."""

from __future__ import annotations

from typing import Protocol, overload

import chess

from bridge.messages.payloads import ColorName, Variant
from bridge.rules.alerts import Alert
from bridge.rules.notices import ClockShown, Played, ResultSeen
from bridge.rules.position import Position
from bridge.rules.setup import Setup
from drivers.placement import Placement


class GameView(Protocol):
    """The part of a game that is published."""

    @property
    def setup(self) -> Setup:
        """What is known before the first move."""

    @property
    def moves(self) -> tuple[Played, ...]:
        """All moves in the record, in order."""

    @property
    def position(self) -> Position:
        """The position after the moves."""

    @property
    def placement(self) -> Placement:
        """What the sensors show."""

    @property
    def clock(self) -> ClockShown | None:
        """What the clock shows, when there is one."""

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The open alerts."""

    @property
    def result(self) -> ResultSeen | None:
        """What the board shows about the result."""


@overload
def color_name(color: chess.Color) -> ColorName: ...
@overload
def color_name(color: None) -> None: ...
@overload
def color_name(color: chess.Color | None) -> ColorName | None: ...
def color_name(color: chess.Color | None) -> ColorName | None:
    """The side as payloads name it."""
    return None if color is None else "white" if color else "black"


def variant_of(game: GameView) -> Variant:
    """The variant as payloads name it."""
    return "chess960" if game.setup.start.chess960 else "standard"
