"""What hands can have done, where the e-board knows no pieces: what they can hold, and where they came by.

Nobody holds a piece while he makes another move, or lets go of one that he only carries past a square; and whatever was
seen on an empty square was on its way somewhere. Costs in the unit of `reading.misfit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import chess

from bridge.rules.position import captured_square
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import NEVER, PASSING_SECONDS, SensorLog
from drivers.placement import difference, occupied

STOOD_IN_PASSING = 1.0  # a piece was answered that was lifted again at once: nobody lets go of it in so short a time
HELD_THROUGH_MOVE = 0.8  # a piece that is said to be in a hand had been lifted before the last move was there
PUT_WHILE_HOLDING = 0.6  # another piece was put back meanwhile
VISIT_UNEXPLAINED = 0.15  # a piece was seen in passing where none of the line's pieces came by
REST_UNEXPLAINED = 0.3  # a piece stood for a while where none of the line's pieces came by


def cost_of_hands(reading: Reading, line: Sequence[Reading], evidence: Evidence) -> float:
    """What speaks against the hands that have played the line up to `reading`, the last one of `line`."""
    cost = _cost_of_holding(reading, evidence)
    if line:
        cost += STOOD_IN_PASSING * sum(_in_passing(*pair, evidence) for pair in pairwise(line))
        cost += _cost_of_visits(line, evidence.log)
    return cost


def _cost_of_holding(moved: Reading, evidence: Evidence) -> float:
    """What speaks against the hands in which the pieces that are off the board are said to be."""
    log = evidence.log
    gone = difference(moved.placement, log.placement) & ~occupied(log.placement) & ~log.undated
    standing = occupied(moved.placement) & ~gone
    if moved.parent is not None and moved.move is not None:
        before = occupied(moved.parent.placement) & ~chess.BB_SQUARES[moved.move.to_square]
        gone, standing = gone & before, standing & before
    if not gone:
        return 0.0
    lifted = [log.lifted[square] for square in chess.scan_forward(gone)]
    cost = 0.0
    if moved.parent is not None and moved.move is not None:
        cost = HELD_THROUGH_MOVE * sum(at < moved.born - evidence.tolerance for at in lifted)
    return cost + (PUT_WHILE_HOLDING if log.put_back_between(min(lifted), float("inf"), standing) else 0.0)


def _in_passing(moved: Reading, reply: Reading, evidence: Evidence) -> bool:
    """Whether the piece stood on its square for so short a time that it was only carried past, and was not taken."""
    if moved.move is None or moved.landed == NEVER or reply.move is None:
        return False
    if captured_square(moved.position, reply.move) == moved.move.to_square:
        return False
    return evidence.log.stood(moved.move.to_square, moved.landed) + evidence.tolerance < PASSING_SECONDS


def _cost_of_visits(line: Sequence[Reading], log: SensorLog) -> float:
    """What the empty squares cost that have read a piece since the line began, and that none of its pieces came by.

    A piece that was taken may have been carried past the squares around its own.
    """
    explained = passed = chess.BB_EMPTY
    for reading in line:
        if reading.parent is not None and reading.move is not None:
            explained |= difference(reading.parent.position.placement, reading.position.placement)
            explained |= chess.between(reading.move.from_square, reading.move.to_square)
            if captured_square(reading.parent.position, reading.move) is not None:
                passed |= chess.BB_KING_ATTACKS[reading.move.to_square]
    began = line[0].parent.born if line[0].parent is not None else NEVER
    rested, visited = log.visited_since(began)
    rests, visits = rested & ~explained, visited & ~(explained | passed)
    return REST_UNEXPLAINED * rests.bit_count() + VISIT_UNEXPLAINED * visits.bit_count()
