"""Recognition: keep several readings open, grow them when something arrives on a square, choose the best.

The mechanism and what each part of it bought: `docs/how-a-move-is-decided.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import chess

from bridge.rules.position import Position
from bridge.rules.presses import Pressed, press_cost, replied_at
from bridge.rules.reading import EXACT, Fit, Reading, fit
from bridge.rules.recapture import ARRIVAL_NOT_SEEN, unseen_recaptures
from bridge.rules.sensors import NEVER, SensorLog
from bridge.rules.successors import supported_moves
from drivers.placement import Placement, Sensing, difference

READINGS_KEPT = 10  # open readings at most; more did not recognise more
PLIES_AT_ONCE = 3  # half-moves that one change may complete

FILLED_BEFORE_LIFTED = 0.5  # cost: the destination was filled before the origin was emptied
REPLY_BEFORE_MOVE = 1.2  # cost: the reply was put down shortly before the move that it answers
TWO_MOVES_SECONDS = 0.4  # nobody moves twice in less, with the opponent's move between
TWO_MOVES_TOO_FAST = 0.5  # cost: the same side moved twice within that time
OVERLAP_SECONDS = 0.5  # players of blitz reply up to this early
ILLEGAL_MOVE_COST = 1.5  # an illegal move explains only what nothing legal explains

LEAVES_MADE_MOVE = 0.6  # cost: a move that counts as made was taken back
REPLACES_MADE_MOVE = 0.1  # cost: a move that counts as made was another one
CLEARLY_WORSE = 0.8  # a line this much worse than the best one is given up when a move is completed


@dataclass(frozen=True, slots=True)
class Chosen:
    """The reading that explains the sensors best, and how well. `fits` is False when none really does."""

    reading: Reading
    fit: Fit


def grow(
    readings: tuple[Reading, ...],
    log: SensorLog,
    sensing: Sensing,
    tolerance: float,
    *,
    seen: bool,
    puzzled: bool,
) -> tuple[Reading, ...]:
    """The open readings with all the lines that the sensors support, the new ones last.

    `tolerance` in seconds: changes closer than that have no order. `seen` is False when the change was learnt after
    a gap. When `puzzled` by a press, or when nothing explains the board, pieces that were taken before they were seen
    are considered too.
    """
    known = {(id(reading.parent), reading.move) for reading in readings}
    grown = list(readings)
    frontier: Iterable[Reading] = readings
    for _ in range(PLIES_AT_ONCE):
        fresh = []
        for reading in frontier:
            for child in _children(reading, log, sensing, tolerance, seen=seen):
                if (id(reading), child.move) not in known:
                    known.add((id(reading), child.move))
                    fresh.append(child)
        if not fresh:
            break
        grown += fresh
        frontier = fresh
    if puzzled or not any(fit(reading, log.placement).fits for reading in grown):
        for reading in tuple(grown):
            if not reading.illegal and not any(each.parent is reading for each in grown):
                grown += unseen_recaptures(reading, log, sensing, seen=seen)
    return tuple(grown)


def choose(
    readings: tuple[Reading, ...],
    published: Reading,
    made: frozenset[Reading],
    presses: tuple[Pressed, ...],
    unpressed: frozenset[chess.Color],
    sensed: Placement,
    tolerance: float,
) -> Chosen:
    """The reading that fits at the least cost; the published one when none fits.

    Between equals: fewer moves, then what is published, then the more recent one. An illegal move is no end of a
    line: it is in the record only when the game went on from it.
    """
    root = readings[0]
    best = Chosen(published, fit(published, sensed))
    best_rank: tuple[float, int, bool, float] | None = None
    shown = frozenset(published.upward(root))
    for reading in readings:
        if reading.illegal:
            continue
        agreement = fit(reading, sensed)
        cost = agreement.cost + reading.cost + _against_made(reading, root, made)
        if presses:
            line = reading.line(root)
            cost += press_cost(presses, line, unpressed, replied_at(root, line), tolerance)
        rank = (cost, reading.ply, reading not in shown, -reading.born)
        if best_rank is None or rank < best_rank:
            best, best_rank = Chosen(reading, agreement), rank
    return best if best.fit.fits else Chosen(published, fit(published, sensed))


def _against_made(reading: Reading, root: Reading, made: frozenset[Reading]) -> float:
    """The cost of giving up moves that count as made: little when the player made another move instead."""
    if not made or made.issubset(reading.upward(root)):
        return 0.0
    last = max(each.ply for each in made)
    return REPLACES_MADE_MOVE if reading.ply >= last else LEAVES_MADE_MOVE


def prune(readings: tuple[Reading, ...], chosen: Reading, sensed: Placement) -> tuple[Reading, ...]:
    """The best readings, and all that the chosen one is built on, in the order of their birth."""
    if len(readings) <= READINGS_KEPT:
        return readings
    line = set(chosen.upward(readings[0]))
    others = [reading for reading in readings if reading not in line]
    others.sort(key=lambda reading: (fit(reading, sensed).cost + reading.cost, -reading.born))
    kept = line.union(others[: max(READINGS_KEPT - len(line), 0)])
    return tuple(reading for reading in readings if reading in kept)


def rooted_at(readings: tuple[Reading, ...], root: Reading) -> tuple[Reading, ...]:
    """The readings that contain `root`; every other line is given up."""
    return (root, *(reading for reading in readings if reading is not root and root in reading.upward(root)))


def illegal_child(reading: Reading, move: chess.Move, after: Position, placement: Placement, now: float) -> Reading:
    """A reading in which the player completed an illegal move."""
    return Reading(
        reading, move, after, placement, reading.ply + 1, now, reading.cost + ILLEGAL_MOVE_COST, illegal=True
    )


def _children(reading: Reading, log: SensorLog, sensing: Sensing, tolerance: float, *, seen: bool) -> Iterable[Reading]:
    before = fit(reading, log.placement)
    if before == EXACT:
        return
    for move, position, placement in supported_moves(reading, log.placement, sensing):
        left, landed = _last_times(reading.position, position, log)
        dated = landed != NEVER or not log.undated
        born = max(left, landed, reading.born)
        cost = reading.cost + _evidence_cost(reading, left, landed, tolerance, dated=dated)
        if dated and reading.parent is not None and born < reading.parent.born + TWO_MOVES_SECONDS + tolerance:
            cost += TWO_MOVES_TOO_FAST
        child = Reading(reading, move, position, placement, reading.ply + 1, born, cost, seen=seen)
        if fit(child, log.placement).cost < before.cost:
            yield child


def _last_times(before: Position, after: Position, log: SensorLog) -> tuple[float, float]:
    """When the last square that the move empties was emptied, and the last one that it fills was filled.

    Squares whose time is not known do not count.
    """
    differs = difference(before.placement, after.placement) & ~log.undated
    mine = after.white if before.turn else after.black
    left = max((log.lifted[square] for square in chess.scan_forward(differs & ~mine)), default=NEVER)
    landed = max((log.filled[square] for square in chess.scan_forward(differs & mine)), default=NEVER)
    return left, landed


def _evidence_cost(parent: Reading, left: float, landed: float, tolerance: float, *, dated: bool) -> float:
    """How badly the log of lifts and puts backs a move whose squares were last emptied and filled then."""
    if not dated:
        return 0.0
    early = parent.born - tolerance - landed
    if early > 0:
        return REPLY_BEFORE_MOVE if early <= OVERLAP_SECONDS else ARRIVAL_NOT_SEEN
    return FILLED_BEFORE_LIFTED if landed < left - tolerance else 0.0
