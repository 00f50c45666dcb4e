"""A move that was made and taken back before the press, as far as squares can tell.

FIDE Laws of Chess (2023) Art. 4.7: a piece released on a square as a legal move may not be moved to another one. No
sensor sees a release; a piece that stood for a second, and long enough to count as made, is taken for one.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import chess

from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import Lift, SensorLog
from bridge.rules.recognition.settle import settle_seconds
from bridge.rules.recognition.successors import played
from bridge.rules.setup import Setup
from bridge.rules.touch.touches import in_turn
from drivers.placement import code_at, seen_by

RELEASED_SECONDS = 1.0  # players rest a piece on a wrong square for up to 0.6 s, with the hand on it


class Released(NamedTuple):
    """The move that was made, and for how many seconds its piece stood there."""

    move: chess.Move
    stood: float


def taken_back(reading: Reading, log: SensorLog, setup: Setup) -> Released | None:
    """Another move that the player made before that of `reading`, and took back; None when there was none."""
    parent = reading.parent
    if parent is None or not any(_long_away(lift) for lift in log.lifts):
        return None
    before = reading.born + setup.scan_period
    lifts = [lift for lift in log.lifts if lift.at <= before and in_turn(lift, parent.born, log)]
    shown = seen_by(setup.sensing, parent.position.placement)
    own = parent.position.white if parent.position.turn else parent.position.black
    mine = [lift for lift in lifts if own >> lift.square & 1 and code_at(shown, lift.square) == lift.code]
    there = [lift for lift in lifts if code_at(shown, lift.square) != lift.code]
    for home, put in product(filter(_long_away, mine), there):
        released = _between(home, put, parent, setup)
        if released is None or released.move == reading.move:
            continue
        if not any(_overlap(other, put, log) for other in mine if other is not home):
            return released
    return None


def _overlap(other: Lift, put: Lift, log: SensorLog) -> bool:
    """Whether another piece was off its square while the piece stood where it was put: then that was no single move."""
    return other.at <= put.at and log.out_until(other) > put.stood_from


def _long_away(lift: Lift) -> bool:
    return lift.returned is not None and lift.returned - lift.at >= RELEASED_SECONDS and not lift.ruled


def _between(home: Lift, there: Lift, parent: Reading, setup: Setup) -> Released | None:
    """The legal move from the one square to the other, if the piece stood `there` for long and then went home."""
    put_down = there.stood_from
    stood = there.at - put_down - setup.scan_period
    went = home.returned is not None and home.at <= put_down and there.at <= home.returned
    if not went or home.code != there.code or stood < RELEASED_SECONDS:
        return None
    board, move = parent.position.board(), chess.Move(home.square, there.square)
    if not board.is_legal(move) or board.is_castling(move):
        return None
    _, after, placement = played(parent.position, move, setup.sensing)
    made = Reading(parent, move, after, placement, parent.ply + 1, put_down)
    return Released(move, stood) if stood >= settle_seconds(made, setup) else None
