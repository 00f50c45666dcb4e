"""A game that an arbiter has put on another footing: from which reading it goes on, and what the board must show first.

While the board does not show that position, hands put it right: nothing is recognised, judged or reported then.
"""

from __future__ import annotations

import dataclasses

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.irregularities.found import found_on, restored
from bridge.rules.irregularities.mismatch import STANDING
from bridge.rules.notices import Played
from bridge.rules.recognition.reading import Reading, born_at
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.recognition.tracking import recognise
from bridge.rules.state import Game, alert_id, with_alert, without_alerts
from drivers.placement import difference

ABOUT_THE_BOARD = frozenset({*STANDING, AlertKind.RESULT_SIGNAL, AlertKind.GAME_RESET})
ABOUT_THE_DEVICES = frozenset({AlertKind.LINK_LOST, AlertKind.FLAG, AlertKind.BOARD_REVERSED})


def rooted(game: Game, reading: Reading, record: tuple[Played, ...], now: float) -> Game:
    """The game that goes on from the position of `reading`, which is the one after `record`, without a result.

    Alerts about later moves and about the board are closed. Touches before that move are remembered, later ones not.
    """
    root = born_at(reading, now)
    last = root.ply if root.move is not None else root.ply - 1  # A position that was set is no move.
    log = _until(game.log.as_it_stands(), reading.born)
    game = replace(
        game, log=log, readings=(root,), published=root, record=record, made=frozenset(), settle_at=None, presses=(),
        unpressed=frozenset(), completed_at=now, certain_ply=root.ply, result=None, next=None, beyond=None,
        restoring=True, alerts=tuple(alert for alert in game.alerts if _stays(alert, last)),
    )  # fmt: skip
    game = see_restored(game)
    return _with_task(game, now) if game.restoring else game


def see_restored(game: Game) -> Game:
    """The game that goes on, if the board shows the position that the arbiter waits for."""
    if not (game.restoring and game.linked and game.agrees) or game.log.dumped_at < game.linked_at:
        return game
    game = without_alerts(game, *STANDING)
    return replace(game, log=_until(game.log, game.completed_at), restoring=False, gap=False)


def see_played_on(game: Game, color: chess.Color) -> Game:
    """The game that goes on, if the side to move has made a move from that position and presses the clock, though the
    position itself has never stood on the board.
    """
    if not game.linked or color != game.root.position.turn:
        return game
    moved = recognise(replace(game, restoring=False), game.log)
    return without_alerts(moved, *STANDING) if moved.agrees and moved.published is not moved.root else game


def _until(log: SensorLog, moment: float) -> SensorLog:
    """The same memory without the lifts after `moment`."""
    lifts = tuple(lift for lift in log.lifts if lift.at <= moment)
    return dataclasses.replace(log, lifts=lifts, adjusting=chess.BB_EMPTY)


def _stays(alert: Alert, ply: int) -> bool:
    return alert.kind in ABOUT_THE_DEVICES or (alert.ply <= ply and alert.kind not in ABOUT_THE_BOARD)


def _with_task(game: Game, now: float) -> Game:
    """The game with an alert that says what must be put right on the board."""
    squares = tuple(chess.scan_forward(difference(game.root.placement, game.log.placement)))
    where = words.squares(squares) if squares else "all squares, once they are read,"
    alert = Alert(
        alert_id(game),
        AlertKind.DISPLACED_PIECE,
        now,
        ply=game.root.ply,
        squares=squares,
        explanation=f"The arbiter has put the game on another position: {where} must be as in it before play goes on.",
        restore=restored(game.root.position, squares),
        found=found_on(game, squares),
        ordered=True,
    )
    return with_alert(game, alert)
