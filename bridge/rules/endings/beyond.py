"""What is played after a result: read on all the same, and published when it proves to be the game.

A result may have been set for the wrong board, or before the first move, or the kings may have stood in the centre for
nothing. So a second game, `Game.beyond`, goes on without the result. Nobody sees it, and its alerts are never raised,
until moves are completed while the clock runs; an analysis has no clock.
"""

from __future__ import annotations

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.notices import Played
from bridge.rules.state import Game, alert_id, has_alert, with_alert

KIND = AlertKind.PLAY_AFTER_RESULT
SIGNAL_GIVEN = Alert("", AlertKind.RESULT_SIGNAL, 0.0, 0)
"""In the second game, so that kings in the centre end it no second time."""


def going_on(game: Game) -> Game:
    """The same game as if it had no result; nothing is told about it."""
    return replace(game, result=None, alerts=(SIGNAL_GIVEN,), next=None, beyond=None, ruling=None, restoring=False)


def played_on(game: Game, now: float) -> Game:
    """The game with a result, and with the moves that were played after it, once they prove to be the game's."""
    beyond = game.beyond
    if beyond is None or game.result is None or game.next is not None:
        return game
    new = beyond.record[len(game.record) :]
    known = has_alert(game, KIND)
    if not (known or _is_play(beyond, new)):
        return game
    carried = replace(
        beyond, result=game.result, alerts=game.alerts, alert_count=game.alert_count, number=game.number,
        beyond=beyond, ruling=game.ruling,
    )  # fmt: skip
    return carried if known else with_alert(carried, _alert(carried, new[0], now))


def _is_play(beyond: Game, new: tuple[Played, ...]) -> bool:
    """Whether legal moves were completed after the result while the clock ran."""
    if not new or new[0].illegal or not new[0].seen:
        return False
    pressed = beyond.last_pressed[new[0].before.turn] >= new[0].at
    clock = beyond.clock
    runs = clock is not None and clock.running is not None and not beyond.paused
    return pressed or (runs and len(new) > 1)


def _alert(game: Game, first: Played, now: float) -> Alert:
    result = "" if game.result is None else game.result.result
    return Alert(
        alert_id(game),
        KIND,
        now,
        ply=first.ply,
        color=first.before.turn,
        explanation=f"The result {result} was given, and play went on with {words.move(first.before, first.move)} "
        f"(half-move {first.ply}) while the clock ran. The moves are recorded. If the game goes on, take the result "
        "back (game.set_result with *); otherwise let it stand and close this alert.",
        cannot_show="The sensors cannot show whether the players know of the result.",
    )
