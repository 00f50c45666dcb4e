"""A square that reads nothing, whatever stands there: told from what went to it.

It is known for one when a piece of the start position stood there and was never read. A piece that was lifted and
pressed for without having arrived anywhere is on such a square, if just one legal move brings it there.
"""

from __future__ import annotations

import chess

from bridge.rules.copying import replace
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import NEVER, SensorLog
from bridge.rules.recognition.settle import settle_seconds
from bridge.rules.recognition.successors import played
from bridge.rules.state import Game
from drivers.placement import difference, occupied

UNREAD_AT_MOST = 4  # squares; when more read nothing, another position stands there


def go_on_to_unread_square(game: Game, log: SensorLog) -> Game | None:
    """The game in which the side to move has moved to a square that reads nothing; None when it has not."""
    unread, shown = unread_squares(game), game.published
    if not unread:
        return None
    log = log.as_it_stands()
    for square in chess.scan_forward(unread & occupied(shown.placement)):
        log = log.with_unread(square, shown.placement)
    differs = difference(shown.placement, log.placement)
    gone = differs & occupied(shown.placement) & ~occupied(log.placement)
    if not 1 <= gone.bit_count() <= 2 or shown is not game.readings[-1]:
        return None
    pressed, lifted = game.last_pressed[shown.position.turn], max(log.lifted[each] for each in chess.scan_forward(gone))
    if not shown.born <= lifted <= pressed:
        return None
    moves = [move for move in shown.position.board().generate_legal_moves(gone) if _fits(game, move, log, unread)]
    return _moved(game, moves[0], log, pressed) if len(moves) == 1 else None


def unread_squares(game: Game) -> chess.Bitboard:
    """The squares on which a piece stood at the start and was never read."""
    filled = game.log.filled
    unread = chess.BB_EMPTY
    for square in chess.scan_forward(occupied(game.setup.start.placement)):
        if filled[square] == NEVER:
            unread |= chess.BB_SQUARES[square]
    return unread if unread.bit_count() <= UNREAD_AT_MOST else chess.BB_EMPTY


def _fits(game: Game, move: chess.Move, log: SensorLog, unread: chess.Bitboard) -> bool:
    """Whether the board looks as after this move, but for what arrived on a square that reads nothing."""
    if move.promotion:
        return False  # Nobody can say what the pawn became.
    _, _, placement = played(game.published.position, move, game.setup.sensing)
    missing = difference(placement, log.placement)
    return bool(missing) and not missing & ~(unread & occupied(placement))


def _moved(game: Game, move: chess.Move, log: SensorLog, at: float) -> Game:
    shown = game.published
    _, after, placement = played(shown.position, move, game.setup.sensing)
    for square in chess.scan_forward(difference(placement, log.placement)):
        log = log.with_unread(square, placement)
    log = log.forgetting([*chess.scan_forward(difference(shown.placement, placement))])  # Nobody holds them.
    reading = Reading(shown, move, after, placement, shown.ply + 1, at, shown.cost, seen=False)
    return replace(
        game, log=log, readings=(*game.readings, reading), published=reading,
        settle_at=reading.born + settle_seconds(reading, game.setup),
    )  # fmt: skip
