"""The result that players show with the two kings in the centre, by the custom of DGT boards.

Both kings on light squares: White won; both on dark ones: Black won; one on each: drawn. What stood on the four squares
makes room for them, on other squares or beside the board. Kings never stand there both by legal play, since any two of
these squares are neighbours.
"""

from __future__ import annotations

import chess

from bridge.rules.notices import ResultSeen
from bridge.rules.position import Position
from bridge.rules.recognition.sensors import SensorLog
from drivers.placement import Placement, Sensing, code_at, code_seen_by, difference, occupied, seen_by, squares_with

CENTER = chess.BB_D4 | chess.BB_E4 | chess.BB_D5 | chess.BB_E5
WHITE_KING = chess.KING
BLACK_KING = chess.KING | 8
KINGS = "kings"
"""The reason of a result that the kings show: the players say so, and nothing on the board proves it."""


def king_signal(position: Position, log: SensorLog, sensing: Sensing) -> ResultSeen | None:
    """The result that the kings show, when nothing else has moved since `position` but what stood in the centre, or is
    known to stand wrong.

    A board that does not know pieces shows that both kings have left and that two squares of the centre are filled.
    """
    sensed = log.believed
    if sensing is Sensing.IDENTITY:
        in_centre, stand = _kings_read(sensed), position.kings & CENTER
        signalled = in_centre.bit_count() == 2 and in_centre != stand
    else:
        in_centre = occupied(sensed) & CENTER
        signalled = in_centre.bit_count() == 2 and _kings_put(position, log, in_centre)
    if not signalled or not _only_room_made(position, log, sensing):
        return None
    light = in_centre & chess.BB_LIGHT_SQUARES
    if light == in_centre:
        return ResultSeen("1-0", KINGS)
    return ResultSeen("1/2-1/2", KINGS) if light else ResultSeen("0-1", KINGS)


def king_put_in_the_centre(square: chess.Square, to: chess.Square) -> bool:
    """Whether a king that went so far made no move, but began to show a result."""
    return bool(chess.BB_SQUARES[to] & CENTER) and chess.square_distance(square, to) > 1


def kings_away(position: Position, sensed: Placement) -> bool:
    """Whether both kings are off their squares, but for one that stands in the centre: no move does that."""
    homes = position.kings & ~CENTER
    return bool(homes) and not homes & occupied(sensed)


def _kings_read(sensed: Placement) -> chess.Bitboard:
    """The squares of the two kings, when each stands in the centre; else nothing."""
    white, black = squares_with(sensed, WHITE_KING), squares_with(sensed, BLACK_KING)
    each_once = white.bit_count() == black.bit_count() == 1
    return white | black if each_once and not (white | black) & ~CENTER else chess.BB_EMPTY


def _kings_put(position: Position, log: SensorLog, in_centre: chess.Bitboard) -> bool:
    """Whether both kings have left their squares outside the centre, and something was put there since."""
    if not kings_away(position, log.believed):
        return False
    homes = position.kings & ~CENTER
    began = min(log.lifted[square] for square in chess.scan_forward(homes))
    stood = in_centre & (position.white | position.black) & ~position.kings
    return all(log.filled[square] > began for square in chess.scan_forward(stood))


def _only_room_made(position: Position, log: SensorLog, sensing: Sensing) -> bool:
    """Whether outside the centre nothing differs but the kings' squares, where pieces from the centre went, and what
    the arbiter knows to stand wrong.
    """
    sensed = log.believed
    changed = difference(seen_by(sensing, position.placement), sensed) & ~CENTER & ~position.kings
    for square, _ in log.astray:
        changed &= ~chess.BB_SQUARES[square]
    stood = position.white | position.black
    if changed & stood:
        return False
    cleared = [code_at(position.placement, each) for each in chess.scan_forward(CENTER & stood & ~position.kings)]
    for square in chess.scan_forward(changed):
        came = [code for code in cleared if code_seen_by(sensing, code) == code_at(sensed, square)]
        if not came:
            return False
        cleared.remove(came[0])
    return True
