"""What is played beyond a result: moves are read on, because the result may have been meant for another board, or for a
later game.

While a result stands that an arbiter or the kings have set, a second game follows the board as if there were none. Its
alerts are not told. Once one of its moves was played with the clock running, the record follows it, and the arbiter is
told; otherwise it may be an analysis, and nothing of it is shown unless the result is taken back.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from bridge.rules import words
from bridge.rules.alerts import Alert, AlertKind, Severity
from bridge.rules.copying import replace
from bridge.rules.endings.king_signal import KINGS
from bridge.rules.notices import Played, ResultSeen, Stage
from bridge.rules.state import Game, alert_id, with_alert

ABOUT_THE_RESULT = frozenset({AlertKind.RESULT_SIGNAL, AlertKind.PLAY_AFTER_RESULT, AlertKind.GAME_RESET})
ABOUT_THE_DEVICES = frozenset({AlertKind.LINK_LOST, AlertKind.FLAG, AlertKind.BOARD_REVERSED})


@dataclass(frozen=True, slots=True)
class Beyond:
    """The game as it goes on beyond its result, which was set at `since` (seconds) after so many `plies`; `shown`: the
    record follows it.
    """

    game: Game
    plies: int
    since: float
    shown: bool = False


def ended(before: Game, game: Game, result: ResultSeen, now: float) -> Game:
    """The game with this result; what is played beyond it goes on from `before`, unless something does already."""
    if game.result is not None or game.beyond is not None:
        return replace(game, result=result)
    beyond = Beyond(replace(before, ruling=None), len(game.moves), now)
    return replace(game, result=result, beyond=beyond)


def went_on(game: Game, following: Game, now: float) -> Game:
    """The game with a result, after what goes on beyond it has become `following`."""
    beyond = game.beyond
    if beyond is None:
        return game
    if following.next is not None:  # The pieces are back where the result was set.
        following = replace(game, result=None, beyond=None)
    if following.result is not None and following.result.reason == KINGS:
        following = replace(following, result=None, beyond=None)
    first = _first_move(beyond, following)
    shown = beyond.shown or (first is not None and _clock_ran(following, first))
    game = replace(game, beyond=dataclasses.replace(beyond, game=following, shown=shown))
    if shown or max(following.last_pressed) > beyond.since:
        game = replace(game, dump_asked_at=following.dump_asked_at)
    if not shown:
        return game
    game = _showing(game, following)
    return game if beyond.shown or first is None else with_alert(game, _alert(game, beyond, first, now))


def taken_up(game: Game, beyond: Beyond) -> Game:
    """The game that goes on with everything that was played beyond its result; what an arbiter must know of it is told
    then.
    """
    following = beyond.game
    known = {(alert.id, alert.kind) for alert in game.alerts}
    kept = tuple(alert for alert in game.alerts if alert.kind not in ABOUT_THE_RESULT)
    after = replace(
        following, alerts=kept, alert_count=game.alert_count, ruling=game.ruling, beyond=None,
        dump_asked_at=game.dump_asked_at, clock=game.clock, clock_at=game.clock_at,
    )  # fmt: skip
    for alert in following.alerts:
        untold = (alert.id, alert.kind) not in known and alert.kind not in ABOUT_THE_RESULT | ABOUT_THE_DEVICES
        if untold and alert.severity is not Severity.INFO:
            after = _told_now(after, alert)
    return after


def _told_now(game: Game, alert: Alert) -> Game:
    name = alert_id(game)
    incidents = tuple(
        dataclasses.replace(each, alert=name) if each.alert == alert.id else each for each in game.incidents
    )
    return with_alert(replace(game, incidents=incidents), dataclasses.replace(alert, id=name))


def _first_move(beyond: Beyond, following: Game) -> Played | None:
    """The first legal move that counts as made beyond the result."""
    for played in following.moves[beyond.plies : beyond.plies + 1]:
        if played.move and not played.illegal and played.stage is not Stage.TENTATIVE and played.at >= beyond.since:
            return played
    return None


def _clock_ran(following: Game, first: Played) -> bool:
    """Whether it was played with the clock: its player has pressed since, or the clock then ran for the opponent. A
    clock that nobody stopped when the game was over runs for the player himself.
    """
    mover, clock = first.before.turn, following.clock
    if following.last_pressed[mover] >= first.at:
        return True
    runs = clock is not None and clock.running is (not mover) and not following.paused
    return runs and following.clock_at >= first.at


def _showing(game: Game, following: Game) -> Game:
    """The game with the moves that `following` has, and its own result and alerts."""
    return replace(
        game, log=following.log, readings=following.readings, published=following.published,
        record=following.record, made=following.made, completed_at=following.completed_at,
        certain_ply=following.certain_ply, gap=following.gap, incidents=game.incidents,
    )  # fmt: skip


def _alert(game: Game, beyond: Beyond, first: Played, now: float) -> Alert:
    result = game.result.result if game.result is not None else "*"
    return Alert(
        alert_id(game),
        AlertKind.PLAY_AFTER_RESULT,
        now,
        ply=first.ply,
        color=first.before.turn,
        explanation=f"{result} is set, but play goes on with the clock running: {words.move(first.before, first.move)} "
        f"is half-move {first.ply}. If the result was meant for another board, set it to *, and the game goes on with "
        f"all its moves. If it stands, have the clock stopped, restore half-move {beyond.plies}, and set it again.",
        cannot_show="The sensors cannot show whether the result was meant for this board.",
        played=first.move,
    )
