"""Pieces that an e-board takes for others: a chip of another set, a chip that nobody knows, a reader that errs.

Identity is evidence, not truth: what left a square and what arrived on another decides which piece it is. What is
believed goes with the piece, so the rules see the pieces as they are, and `SensorLog.standing` tells what is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import chess

from bridge.rules.copying import frozen
from drivers.placement import EMPTY, Code

if TYPE_CHECKING:  # The memory of the sensors holds these values.
    from bridge.rules.recognition.sensors import Lift

IN_HAND: chess.Square = 64
"""The square of a piece that is on none."""

Changes: TypeAlias = Sequence[tuple[chess.Square, Code]]


@frozen()
class Mistaken:
    """A piece that reads as `read`, believed to be `piece`; since `at` (seconds) it is on `square`, or in a hand."""

    square: chess.Square
    read: Code
    piece: Code
    at: float


def carried_on(
    mistaken: Sequence[Mistaken], lifts: Sequence[Lift], changes: Changes, now: float
) -> tuple[tuple[Mistaken, ...], Changes]:
    """Where the mistaken pieces are after these changes, and the changes with what is believed instead of what is read.

    What is emptied comes first: within one scan nothing else has an order.
    """
    known, believed = list(mistaken), list[tuple[chess.Square, Code]]()
    for square, code in sorted(changes, key=lambda change: change[1] != EMPTY):
        here = next((each for each in known if each.square == square), None)
        if here is not None and code != here.read:
            known.remove(here)
            if code == EMPTY:
                known.append(Mistaken(IN_HAND, here.read, here.piece, now))
        elif here is None and code != EMPTY and (held := _held(known, lifts, code)) is not None:
            known.remove(held)
            here = Mistaken(square, held.read, held.piece, now)
            known.append(here)
        believed.append((square, here.piece if here is not None and here in known else code))
    return tuple(known), believed


def _held(known: Sequence[Mistaken], lifts: Sequence[Lift], code: Code) -> Mistaken | None:
    """The mistaken piece that was put down, if none that really is what was read was lifted after it."""
    held = [each for each in known if each.square == IN_HAND and each.read == code]
    if not held:
        return None
    latest = max(held, key=lambda each: each.at)
    real = any(lift.code == code and lift.returned is None and lift.at > latest.at for lift in lifts)
    return None if real else latest


def still_held(mistaken: Sequence[Mistaken], moment: float) -> tuple[Mistaken, ...]:
    """The mistaken pieces without those that have been off the board since before `moment`: they were captured."""
    return tuple(each for each in mistaken if each.square != IN_HAND or each.at >= moment)
