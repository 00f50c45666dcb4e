"""The words that payloads use for sides and variants."""

from __future__ import annotations

from typing import overload

import chess

from bridge.messages.payloads import ColorName, Variant
from bridge.rules.state import Game


@overload
def color_name(color: chess.Color) -> ColorName: ...
@overload
def color_name(color: None) -> None: ...
@overload
def color_name(color: chess.Color | None) -> ColorName | None: ...
def color_name(color: chess.Color | None) -> ColorName | None:
    """The side as payloads name it."""
    return None if color is None else "white" if color else "black"


def variant_of(game: Game) -> Variant:
    """The variant as payloads name it."""
    return "chess960" if game.setup.start.chess960 else "standard"
