"""What the opponent has begun since a press: a verdict on the press is about what stood before that.

Who sees the clock pressed for an unfinished or illegal move may answer at once. The answer neither silences the verdict
nor puts it off, and nobody is blamed for it.
"""

from __future__ import annotations

from dataclasses import replace as with_fields

import chess

from bridge.rules.copying import replace
from bridge.rules.recognition.differences import differences
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.state import Game
from drivers.placement import Sensing, code_at, with_code


def without_reply(game: Game, press: Pressed) -> Game:
    """The game as the board would show it if the opponent had touched nothing since the press of the player to move."""
    if game.log.changed_at <= press.at or game.published.position.turn is not press.color:
        return game
    squares = _touched_by_opponent(game, press)
    if not squares:
        return game
    log, placement = game.log, game.log.placement
    for square in chess.scan_forward(squares):
        placement = with_code(placement, square, code_at(game.published.placement, square))
    changed_at = max(
        (_changed(log, square) for square in chess.scan_forward(~squares & chess.BB_ALL)), default=press.at
    )
    return replace(game, log=with_fields(log, placement=placement, changed_at=changed_at))


def _touched_by_opponent(game: Game, press: Pressed) -> chess.Bitboard:
    """The squares that differ because the opponent has lifted one piece since the press, and put it down perhaps."""
    seen, log = differences(game.published, game.log.placement), game.log
    gone = _since(log, seen.enemy_gone & ~seen.own_arrived, press.at)
    if gone.bit_count() != 1:
        return chess.BB_EMPTY
    left = log.lifted[chess.lsb(gone)]
    arrived = seen.enemy_arrived
    if game.setup.sensing is Sensing.OCCUPANCY:  # There whatever arrives counts as the mover's.
        arrived |= seen.own_arrived
    return gone | _since(log, arrived, left)


def _since(log: SensorLog, squares: chess.Bitboard, moment: float) -> chess.Bitboard:
    return chess.SquareSet(square for square in chess.scan_forward(squares) if _changed(log, square) > moment).mask


def _changed(log: SensorLog, square: chess.Square) -> float:
    return max(log.lifted[square], log.filled[square])
