"""A piece that was taken before the sensors could show it: capture and recapture on one square, seen as one change.

Between two scans the square may even read the same piece as before. What remains are two pieces that are gone, and a
square that was filled lately; so both moves are looked for together, and only their common result must fit.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.recognition.successors import legal_moves_with_results
from drivers.placement import Sensing, code_at, difference, occupied

TAKEN_UNSEEN = 1.0  # cost of a move whose piece was never seen on its destination, because of the scan
TAKEN_UNREPORTED = 2.0  # the same on an e-board that reports each change at once: a report must have been lost


def unseen_recaptures(
    reading: Reading, log: SensorLog, sensing: Sensing, tolerance: float, *, seen: bool
) -> Iterator[Reading]:
    """Lines of two moves to one square, built on `reading`, of which the first was never seen; both are returned."""
    position = reading.position
    own, enemy = (position.white, position.black) if position.turn else (position.black, position.white)
    differs = difference(reading.placement, log.placement)
    gone, takers = differs & own, differs & enemy
    squares = _filled_since(log, reading.born) & ~own if gone and takers else chess.BB_EMPTY
    if not squares:
        return
    for move, after, placement in legal_moves_with_results(position, gone, squares, sensing):
        born = max(log.lifted[move.from_square], reading.born)
        cost = reading.cost + (TAKEN_UNSEEN if tolerance > 0 else TAKEN_UNREPORTED)
        taken = Reading(reading, move, after, placement, reading.ply + 1, born, cost, seen=False)
        square = chess.BB_SQUARES[move.to_square]
        for reply, result, shown in legal_moves_with_results(after, takers, square, sensing):
            at = max(log.filled[move.to_square], born)
            last = Reading(taken, reply, result, shown, reading.ply + 2, at, cost, seen=seen)
            if misfit(last, log.placement) < DOES_NOT_FIT and code_at(shown, move.to_square) == code_at(
                log.placement, move.to_square
            ):
                yield taken
                yield last


def _filled_since(log: SensorLog, moment: float) -> chess.Bitboard:
    """The squares on which something was put down after `moment` and still stands."""
    squares = chess.BB_EMPTY
    for square in chess.scan_forward(occupied(log.placement)):
        if log.filled[square] > moment:
            squares |= chess.BB_SQUARES[square]
    return squares
