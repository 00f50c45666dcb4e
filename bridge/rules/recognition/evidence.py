"""What speaks for or against a line of moves."""

from __future__ import annotations

import chess

from bridge.rules.copying import frozen
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog
from drivers.placement import Sensing


@frozen()
class Evidence:
    """All that speaks for or against a line: the log of the sensors, the open presses, the sides whose last completed
    move has not been pressed for, what is published, and which of it counts as
    made and was pressed for.

    Changes closer than `tolerance` seconds have no order. `seen`: nothing happened while nobody was listening.
    """

    log: SensorLog
    sensing: Sensing
    tolerance: float
    presses: tuple[Pressed, ...]
    unpressed: frozenset[chess.Color]
    published: Reading
    made: frozenset[Reading]
    pressed: frozenset[Reading]
    seen: bool
