"""A completed move that is taken back on the board, as it is told to the arbiter.

FIDE Laws of Chess (2023) Art. 4.7 and 6.2.1: a move that was made and completed stands. Players who agree to take one
back, or an arbiter who orders it, look the same to sensors; so the record follows the board, nobody is accused, and the
arbiter hears of it with both remedies.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.notices import Played
from bridge.rules.recognition.sensors import NEVER
from bridge.rules.state import Game, alert_id, with_alert
from drivers.placement import code_at, difference, symbol_of

ABOUT_THE_DEVICES = frozenset({AlertKind.LINK_LOST, AlertKind.FLAG, AlertKind.BOARD_REVERSED})
CANNOT_SHOW = "The sensors cannot show whether the players had agreed, or whether an arbiter ordered it."


def report_takeback(before: Game, game: Game, gone: Sequence[Played], now: float) -> Game:
    """The game, which has gone back from `before`, with the alert. `gone`: the completed moves that were taken back.

    Alerts about later half-moves mean nothing any longer and are closed.
    """
    kept = tuple(each for each in game.alerts if each.ply <= game.root.ply or each.kind in ABOUT_THE_DEVICES)
    first = gone[0]
    squares = tuple(chess.scan_forward(difference(before.root.placement, game.root.placement)))
    alert = Alert(
        alert_id(game),
        AlertKind.TAKEBACK,
        now,
        ply=first.ply,
        color=first.before.turn,
        article=game.edition.article(game.edition.released),
        squares=squares,
        explanation=_explanation(before, gone),
        evidence=before.log.since(first.at),
        cannot_show=CANNOT_SHOW,
        restore=tuple((square, symbol_of(code_at(before.root.position.placement, square))) for square in squares),
        found=tuple((square, symbol_of(code_at(game.placement, square))) for square in squares),
        played=first.move,
    )
    return with_alert(replace(game, alerts=kept), alert)


def _explanation(before: Game, gone: Sequence[Played]) -> str:
    moves = words.listed([words.move(each.before, each.move) for each in gone], "and")
    last = gone[-1]
    pressed = [_pressed(before, color, last.at) for color in (last.before.turn, not last.before.turn)]
    what = f"half-move {gone[0].ply}" if len(gone) == 1 else f"half-moves {gone[0].ply} to {last.ply}"
    return (
        f"{moves} ({what}) had been completed and was taken back on the board; {pressed[0]}, {pressed[1]}. The record "
        "follows the board. To restore it, have the pieces put as the squares say; to let it stand, close this alert."
    )


def _pressed(before: Game, color: chess.Color, since: float) -> str:
    at = before.last_pressed[color]
    done = "has not pressed since that move" if at < since or at == NEVER else f"pressed at {at:.1f} s"
    return f"{words.side(color)} {done}"
