"""Presses of the clock: which move each of them completed.

FIDE Laws of Chess (2023) Art. 6.2.1: a move is completed when the clock has been pressed. Art. 6.2.2: a player must
be allowed to press even after the opponent has made his next move, so a press may come late.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import chess

from bridge.rules.copying import frozen
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import NEVER

PRESS_GRACE_SECONDS = 0.3  # the sensors may show the move this long after the press that completed it
BOUNCE_SECONDS = 0.3  # nobody presses this soon after the other side without a move of their own: the lever bounced
LATE_PRESS_SECONDS = 1.5  # a press for a move that has been replied to comes soon after the reply

MADE_AFTER_PRESS = 1.5  # cost of a line with a move that the mover must have made after his press
PRESS_FOR_NOTHING = 1.2  # cost of a line in which a press completes nothing


@frozen()
class Pressed:
    """A press of the clock that no completed move has used up yet. `stopped`: the clock did not run for anybody.
    `after`: when the other side had pressed last.
    """

    color: chess.Color
    at: float
    stopped: bool = False
    after: float = NEVER


@frozen()
class Assigned:
    """Which presses completed which open readings. `late`: presses for moves that the reply has completed already.
    `left`: presses with nothing to press for.
    """

    readings: Mapping[Reading, Pressed]
    late: tuple[Pressed, ...]
    left: tuple[Pressed, ...]


NOTHING_PRESSED = Assigned(MappingProxyType({}), (), ())


def assign(
    presses: Iterable[Pressed],
    line: Sequence[Reading],
    unpressed: frozenset[chess.Color],
    replied_at: float,
    tolerance: float,
) -> Assigned:
    """Give each press to the moves that it completed: all unpressed moves of that side that stood by then, or the
    side's last completed move if the reply is fresh, or a move that the sensors showed a little later.

    `unpressed` and `replied_at`: the sides whose last completed move has not been pressed for, and when the last move
    that may be the reply to one was made.
    """
    readings: dict[Reading, Pressed] = {}
    late: list[Pressed] = []
    left: list[Pressed] = []
    may_press = set(unpressed)
    for press in presses:
        waiting = [reading for reading in line if reading.mover == press.color and reading not in readings]
        if stood := [reading for reading in waiting if reading.born <= press.at]:
            readings.update(dict.fromkeys(stood, press))
        elif press.color in may_press and press.at <= replied_at + LATE_PRESS_SECONDS:
            may_press.discard(press.color)
            late.append(press)
        elif soon := [each for each in waiting if each.born <= press.at + PRESS_GRACE_SECONDS + tolerance]:
            readings[soon[0]] = press
        else:
            left.append(press)
    return Assigned(readings, tuple(late), tuple(left))


def press_cost(
    presses: Iterable[Pressed],
    line: Sequence[Reading],
    unpressed: frozenset[chess.Color],
    replied_at: float,
    tolerance: float,
) -> float:
    """How badly the presses agree with a line: the lever is evidence."""
    assigned = assign(presses, line, unpressed, replied_at, tolerance)
    after = sum(reading.born > press.at + tolerance for reading, press in assigned.readings.items())
    return MADE_AFTER_PRESS * after + PRESS_FOR_NOTHING * len(assigned.left)


def replied_at(root: Reading, line: Sequence[Reading]) -> float:
    """When the move was made that may be the reply to the last completed one."""
    return line[0].born if line else root.born


def changed_no_clock(press: Pressed, answered: Reading, tolerance: float) -> bool:
    """Whether the opponent had not pressed yet for the move that this press would answer: then the player's own clock
    did not run. They pressed once more for their own move, or put right a lever that had bounced back.
    """
    return answered.move is not None and press.after + PRESS_GRACE_SECONDS + tolerance < answered.born
