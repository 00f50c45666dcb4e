"""Rapid and blitz without adequate supervision: both kings in check, or a pawn on the last rank.

FIDE Laws of Chess (2023) Art. A.5.4: the arbiter who sees it waits until the next move is completed; if an illegal
position is still on the board then, the game is drawn. Under adequate supervision Art. 7.5 holds instead.
"""

from __future__ import annotations

import chess

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.irregularities.penalties import without_waiting
from bridge.rules.position import Position
from bridge.rules.setup import Setup, Tempo
from bridge.rules.state import Game, alert_id, with_alert


def see_illegal_position(game: Game, now: float) -> Game:
    """The game with an alert when the completed move that followed an illegal position has not ended it."""
    if len(game.record) < 2 or not game.record[-2].illegal:
        return game
    last = game.record[-1]
    return with_illegal_position(game, last.before, last.after, last.ply, now)


def with_illegal_position(game: Game, before: Position, after: Position, ply: int, now: float) -> Game:
    """The game with an alert when both positions are illegal and the event is one in which that draws the game."""
    article, squares = game.edition.illegal_position, illegal_on(after)
    if article is None or not awaits_next_move(game.setup):
        return game
    if any(alert.kind is AlertKind.ILLEGAL_POSITION and alert.ply == ply for alert in game.alerts):
        return game
    if not squares or not illegal_on(before):
        return game
    alert = Alert(
        alert_id(game),
        AlertKind.ILLEGAL_POSITION,
        now,
        ply=ply,
        article=game.edition.article(article),
        squares=tuple(chess.scan_forward(squares)),
        explanation="The position was illegal, the next move has been completed, and it is illegal still: "
        "the arbiter declares the game drawn.",
        evidence=game.log.since(game.root.born),
        cannot_show="The sensors cannot show whether the players have agreed on a correction.",
    )
    waited = replace(game, alerts=tuple(each if each.ply != ply - 1 else without_waiting(each) for each in game.alerts))
    return with_alert(waited, alert)


def awaits_next_move(setup: Setup) -> bool:
    """Whether the arbiter waits for the next move to be completed before he acts on an illegal position."""
    return setup.tempo is not Tempo.STANDARD and not setup.adequate_supervision


def illegal_on(position: Position) -> chess.Bitboard:
    """The kings, if both are in check, and the pawns on the last rank; no square when the position is none such."""
    board = position.board()
    kings = {color: board.king(color) for color in chess.COLORS}
    attacked = [king for color, king in kings.items() if king is not None and board.is_attacked_by(not color, king)]
    squares = board.pawns & chess.BB_BACKRANKS
    return squares | chess.SquareSet(attacked).mask if len(attacked) == len(kings) else squares
