"""What a line of moves costs as a whole: moves that it takes back, presses, pieces still moving, hands.

In the unit of `reading.misfit`; see `docs/how-a-move-is-decided.md`.
"""

from __future__ import annotations

from itertools import pairwise

import chess

from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.growth import LIFTED_BEFORE_REPLY
from bridge.rules.recognition.hands import cost_of_hands
from bridge.rules.recognition.presses import press_cost, replied_at
from bridge.rules.recognition.reading import Reading, has_left
from bridge.rules.recognition.sensors import NEVER
from drivers.placement import Sensing, difference

TAKES_MADE_MOVE_BACK = 0.6  # a move that counts as made was taken back
REPLACES_MADE_MOVE = 0.1  # a move that counts as made was another one
REPLACES_PRESSED_MOVE = 1.4  # a move that stood when the clock was pressed for it was another one
MOVED_ON = 1.5  # the piece moved last has left its square again, where nobody could have taken it
BEING_TAKEN = 0.8  # the same, where the opponent could


def cost_of_line(reading: Reading, root: Reading, evidence: Evidence) -> float:
    """What speaks against the line up to `reading` besides the squares that differ and the times of its own moves."""
    line = reading.line(root)
    cost = 0.0
    if evidence.made and not evidence.made.issubset(line):
        last = max(made.ply for made in evidence.made)
        if not evidence.pressed.issubset(line):
            cost += REPLACES_PRESSED_MOVE
        else:
            cost += REPLACES_MADE_MOVE if reading.ply >= last else TAKES_MADE_MOVE_BACK
    if evidence.presses:
        late_until = replied_at(root, line)
        cost += press_cost(evidence.presses, line, evidence.unpressed, late_until, evidence.tolerance)
        if evidence.sensing is Sensing.OCCUPANCY and line and has_left(reading, evidence.log.placement):
            cost += _cost_of_leaving(reading, evidence)
    if len(line) > 1 and any(_still_moving(*pair, reading, evidence) for pair in pairwise(line)):
        cost += LIFTED_BEFORE_REPLY
    if evidence.sensing is Sensing.OCCUPANCY:
        cost += cost_of_hands(reading, line, evidence)
    return cost


def _cost_of_leaving(moved: Reading, evidence: Evidence) -> float:
    """What it costs that the piece moved last is gone from its square, at the press or since."""
    if not _can_be_taken(moved):
        return MOVED_ON
    left = evidence.log.lifted[moved.move.to_square] if moved.move is not None else NEVER
    pressed_without = any(press.color == moved.mover and left <= press.at for press in evidence.presses)
    return BEING_TAKEN if pressed_without else 0.0


def _can_be_taken(moved: Reading) -> bool:
    if moved.move is None:
        return False
    board, taken = moved.position.board(), chess.BB_SQUARES[moved.move.to_square]
    if moved.position.pawns & taken and any(board.generate_legal_ep()):
        return True
    return next(board.generate_legal_moves(to_mask=taken), None) is not None


def _still_moving(moved: Reading, reply: Reading, last: Reading, evidence: Evidence) -> bool:
    """Whether the piece moved before the reply was lifted again before the reply was there, and is still away."""
    move, log = moved.move, evidence.log
    if move is None or log.lifted[move.to_square] >= reply.born - evidence.tolerance:
        return False
    gone = difference(last.placement, log.placement) & chess.BB_SQUARES[move.to_square]
    return bool(gone) and log.filled[move.to_square] < log.lifted[move.to_square]
