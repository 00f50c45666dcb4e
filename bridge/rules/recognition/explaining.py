"""Recognition: keep several readings open, grow them when something arrives on a square, choose the best.

The mechanism and what each part of it bought: `docs/how-a-move-is-decided.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from bridge.rules.position import Position
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.growth import PLIES_AT_ONCE, children
from bridge.rules.recognition.line_cost import cost_of_line
from bridge.rules.recognition.plain import plain_move
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, misfit
from bridge.rules.recognition.recapture import unseen_recaptures
from bridge.rules.recognition.sensors import NEVER, SensorLog
from drivers.placement import Placement, Sensing, difference

READINGS_KEPT = 10  # open readings at most; more did not recognise more
ALL_SQUARES = chess.BB_ALL
SQUARES_WITHIN_REACH = 10  # three half-moves, one of them castling, change no more, and something may be in a hand
CHILDREN_AT_ONCE = 12  # the best of them; more readings never explained more

# Costs of a line, in the unit of `reading.misfit`.
ILLEGAL_MOVE = 1.5  # an illegal move explains only what nothing legal explains
PUZZLING = 1.0  # a best line that costs this much is worth a deeper look
CLEARLY_WORSE = 0.8  # a line this much worse than the best one is given up when a move is completed


def explain(readings: tuple[Reading, ...], evidence: Evidence) -> tuple[tuple[Reading, ...], Reading]:
    """The readings that are open now, and the one that explains the sensors best.

    It is the published one when the best does not really fit: then something is going on that is not over yet.
    """
    if len(readings) == 1 and not evidence.presses and evidence.sensing is Sensing.IDENTITY:
        plain = plain_move(readings[0], evidence.log, seen=evidence.seen)
        if plain is not None:
            return (readings[0], plain.reading), plain.reading
    return search(readings, evidence)


def search(readings: tuple[Reading, ...], evidence: Evidence) -> tuple[tuple[Reading, ...], Reading]:
    """The same, found among all the lines that the sensors support."""
    reachable = _within_reach(evidence)
    grown = _grow(readings, evidence, evidence.log.fresh, PLIES_AT_ONCE if reachable else 1)
    if _nothing_else_fits(readings, grown, evidence):
        return grown, grown[1]
    best, cost = _best(grown, evidence)
    if cost >= PUZZLING and reachable:
        grown = _grow(grown, evidence, ALL_SQUARES, PLIES_AT_ONCE)
        grown += _recaptures(grown, evidence)
        best, _ = _best(grown, evidence)
    if _order_unknown(best, grown, evidence):
        best = evidence.published
    if misfit(best, evidence.log.placement) >= DOES_NOT_FIT:
        best = _played_on_from_illegal(grown, evidence.log, readings[0]) or evidence.published
    chosen = best
    return _prune(grown, chosen, evidence.log.placement), chosen


def exact_line(readings: tuple[Reading, ...], evidence: Evidence) -> Reading | None:
    """The last reading of the line of legal moves, built on these readings, that explains the board exactly and is
    backed best by the sensors; None when none does.
    """
    grown = _grow(readings, evidence, ALL_SQUARES, PLIES_AT_ONCE)
    grown += _recaptures(grown, evidence)
    fitting = [
        each for each in grown if each.placement == evidence.log.placement and (each is readings[0] or not each.illegal)
    ]
    return min(fitting, key=lambda each: (each.cost, each.ply), default=None)


def _nothing_else_fits(readings: tuple[Reading, ...], grown: tuple[Reading, ...], evidence: Evidence) -> bool:
    """The plain case: from the one open reading one legal move explains the board, and nothing speaks against it."""
    if len(readings) != 1 or len(grown) != 2 or evidence.presses:
        return False
    return grown[1].placement == evidence.log.placement and grown[1].cost == readings[0].cost


def _within_reach(evidence: Evidence) -> bool:
    """Whether so few squares differ that the moves which change lie within what is looked for."""
    differs = difference(evidence.published.placement, evidence.log.placement)
    return differs.bit_count() <= SQUARES_WITHIN_REACH


def _king_taken_instead(reading: Reading, log: SensorLog) -> bool:
    """Whether the capture is a guess, while something was put down where the king stood that had been left in check."""
    before = reading.parent
    king = before.position.board().king(before.mover) if before is not None and before.illegal else None
    return reading.guess and before is not None and king is not None and log.filled[king] > before.born


def _played_on_from_illegal(readings: tuple[Reading, ...], log: SensorLog, root: Reading) -> Reading | None:
    """A line with an illegal move that the game has gone on from, if it explains the board exactly."""
    for reading in readings:
        exact = not reading.illegal and reading.placement == log.placement
        if exact and any(each.illegal for each in reading.line(root)) and not _king_taken_instead(reading, log):
            return reading
    return None


def _order_unknown(best: Reading, readings: tuple[Reading, ...], evidence: Evidence) -> bool:
    """Whether the same moves in another order explain the board as well: their order would be a guess."""
    root = readings[0]
    if best.ply < root.ply + 2:
        return False
    if evidence.seen and not evidence.log.undated & difference(root.placement, best.placement):
        return False
    moves = [reading.move for reading in best.line(root)]
    equals = [other for other in readings if other.ply == best.ply and other.cost == best.cost]
    others = [line for line in (other.line(root) for other in equals) if _as_dumped(line, evidence.log)]
    orders = [[reading.move for reading in line] for line in others]
    return any(order != moves and set(order) == set(moves) for order in orders)


def _as_dumped(line: Sequence[Reading], log: SensorLog) -> bool:
    """Whether moves that a dump showed come before those that were seen after it."""
    seen_since = False
    for reading in line:
        if seen_since and reading.landed == NEVER and not reading.guess:
            return False
        seen_since = seen_since or reading.landed > log.dumped_at
    return True


def rooted_at(readings: tuple[Reading, ...], root: Reading) -> tuple[Reading, ...]:
    """The readings that contain `root`; every other line is given up."""
    return (root, *[reading for reading in readings if reading.ply > root.ply and reading.follows(root)])


def illegal_child(reading: Reading, move: chess.Move, after: Position, placement: Placement, born: float) -> Reading:
    """A reading in which the player completed an illegal move."""
    return Reading(reading, move, after, placement, reading.ply + 1, born, reading.cost + ILLEGAL_MOVE, illegal=True)


def _grow(readings: tuple[Reading, ...], evidence: Evidence, fresh: chess.Bitboard, plies: int) -> tuple[Reading, ...]:
    """The open readings with all the lines that the sensors support since the `fresh` squares changed, new ones last.

    A reading whose piece had gone on and has now come back to its square is a new one: it was born just now.
    """
    found = [child for reading in readings for child in children(reading, evidence, fresh)]
    if not found:
        return readings
    grown = list(readings)
    for _ in range(plies):
        born = [child for child in found if _is_added(child, grown, evidence)]
        if len(born) > 1:
            born.sort(key=lambda reading: misfit(reading, evidence.log.placement) + reading.cost)
        nearest = born[:CHILDREN_AT_ONCE] if plies > 1 else []
        found = [child for reading in nearest for child in children(reading, evidence, ALL_SQUARES)]
        if not found:
            break
    return tuple(grown)


def _is_added(child: Reading, grown: list[Reading], evidence: Evidence) -> bool:
    """Whether the reading was added to those that have grown: it is new, or takes the place of an older one."""
    same = [known for known in grown if known.parent is child.parent and known.move == child.move]
    if any(not _is_better(child, known) for known in same):
        return False
    if same:
        known, shown = same[-1], evidence.published.follows(same[-1])
        if shown and not (known.guess and evidence.sensing is Sensing.OCCUPANCY):
            return False
        # On a board that knows no pieces the second arrival may be that of a piece which takes this one.
        if not shown and (known.guess or evidence.sensing is not Sensing.OCCUPANCY):
            grown[grown.index(known)] = child
            return True
    grown.append(child)
    return True


def _is_better(child: Reading, known: Reading) -> bool:
    """Whether the newer one of two readings of the same move is born later, or a better founded one than a guess."""
    return known.born < child.landed or (known.guess and child.cost < known.cost)


def _recaptures(readings: tuple[Reading, ...], evidence: Evidence) -> tuple[Reading, ...]:
    """Lines with a piece that was taken before it was seen, built on the readings that nothing is built on yet."""
    parents = {reading.parent for reading in readings}
    found: list[Reading] = []
    for reading in readings:
        if not reading.illegal and (reading not in parents or reading is readings[0]):
            found += unseen_recaptures(reading, evidence.log, evidence.sensing, evidence.tolerance, seen=evidence.seen)
    return tuple(found)


def _best(readings: tuple[Reading, ...], evidence: Evidence) -> tuple[Reading, float]:
    """The reading of least cost, and what it costs beyond the root.

    Between equals: fewer moves, then what differs least from what is published, then the more recent one.

    An illegal move is no end of a line: it is in the record only when the game went on from it.
    """
    root, sensed = readings[0], evidence.log.placement
    best, best_cost = evidence.published, float("inf")
    for reading in readings:
        if reading.illegal and reading is not root:
            continue
        if reading.guess and _king_taken_instead(reading, evidence.log):
            continue
        cost = misfit(reading, sensed) + reading.cost
        if cost > best_cost:
            continue
        if evidence.made or evidence.presses or reading.ply > root.ply + 1 or evidence.sensing is Sensing.OCCUPANCY:
            cost += cost_of_line(reading, root, evidence)
        if cost < best_cost or (cost == best_cost and _rank(reading, root, evidence) < _rank(best, root, evidence)):
            best, best_cost = reading, cost
    return best, best_cost - root.cost


def _rank(reading: Reading, root: Reading, evidence: Evidence) -> tuple[int, int, float]:
    """The smaller one wins between two readings of the same cost."""
    new = sum(each not in evidence.published.upward(root) for each in reading.line(root))
    return reading.ply, new, -reading.born


def _prune(readings: tuple[Reading, ...], chosen: Reading, sensed: Placement) -> tuple[Reading, ...]:
    """The best readings, and all that the chosen one is built on, in the order of their birth."""
    if len(readings) <= READINGS_KEPT:
        return readings
    line = set(chosen.upward(readings[0]))
    others = [reading for reading in readings if reading not in line]
    others.sort(key=lambda reading: (misfit(reading, sensed) + reading.cost, -reading.born))
    kept = line.union(others[: max(READINGS_KEPT - len(line), 0)])
    return tuple(reading for reading in readings if reading in kept)
