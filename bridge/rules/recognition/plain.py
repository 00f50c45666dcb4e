"""The plain case: one reading is open, nothing is pressed for, and one piece of the player to move went to one square.

Nearly all half-moves are like this. What is found here is what `explaining.search` would find; it only comes there
sooner.
"""

from __future__ import annotations

from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.growth import read_on
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.successors import arriving, pushed
from drivers.placement import Sensing, code_at, difference


def plain_move(readings: tuple[Reading, ...], evidence: Evidence) -> Reading | None:
    """The reading one legal move further that explains the board exactly, against which nothing speaks; None when the
    case is not plain, or there is no such move.
    """
    root, log = readings[0], evidence.log
    if len(readings) > 1 or evidence.presses or evidence.sensing is not Sensing.IDENTITY:
        return None
    differs = difference(root.placement, log.placement)
    position = root.position
    origin = differs & (position.white if position.turn else position.black)
    destination = differs ^ origin
    if not differs & log.fresh or origin.bit_count() != 1 or destination.bit_count() != 1:
        return None
    if position.castling_rights and origin & (position.kings | position.castling_rights):
        return None  # He may be castling.
    board = position.board()
    for move in list(board.generate_legal_moves(origin, destination)):
        if arriving(position, move) == code_at(log.placement, move.to_square):
            reading = read_on(root, *pushed(board, move, evidence.sensing), evidence)
            return reading if reading.placement == log.placement and reading.cost == root.cost else None
    return None
