"""What a game takes from one input: what the sensors show, the presses and times of the clock, whether it is heard."""

from __future__ import annotations

from typing import assert_never

import chess

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.correcting.rerooting import see_played_on
from bridge.rules.endings.flag_alerts import flag_fell, flags_after_times
from bridge.rules.inputs import TimePassed
from bridge.rules.notices import ClockShown
from bridge.rules.recognition.presses import BOUNCE_SECONDS, Pressed
from bridge.rules.recognition.sensors import SensorLog, observe, observe_dump
from bridge.rules.recognition.tracking import recognise
from bridge.rules.state import Game, Stood, alert_id, with_alert, without_alerts
from drivers.placement import difference, occupied
from drivers.reports import (
    Battery,
    ClockGone,
    ClockPaused,
    ClockResumed,
    ClockTimes,
    Dump,
    FlagFell,
    Garbled,
    Identified,
    LinkDown,
    LinkUp,
    Oriented,
    Press,
    Report,
    Silent,
    SquaresChanged,
    Trouble,
)

CLOCK_TOLD_SECONDS = 10.0  # a running clock that is heard is told at least as often
PRESSES_KEPT = 8  # presses without a move at most; nobody counts more of them


def receive(game: Game, received: Report | TimePassed, now: float) -> Game:
    """The game that knows what was received at `now` (seconds); what follows from it is another matter."""
    match received:
        case SquaresChanged(changes):
            return _sensed(game, observe(game.log, changes, now))
        case Dump(placement):
            return _dumped(game, _seen_again(game, observe_dump(game.log, placement, now)))
        case TimePassed():
            return game
        case Press(color):
            return game if game.result is not None else pressed(game, color, now)
        case ClockTimes(white, black, running):
            shown = ClockShown(white, black, running)
            if shown == game.clock and game.clock_at >= game.linked_at:
                return game
            return flags_after_times(replace(game, clock=shown, clock_at=now), now)
        case ClockPaused():
            return replace(game, paused=True)
        case ClockResumed(color):
            return _resumed(replace(game, paused=False), color, now)
        case FlagFell(color):
            return flag_fell(game, color, now)
        case LinkDown(reason):
            return _link_lost(game, reason, now)
        case Silent(seconds):
            return _link_lost(game, f"no answer for {seconds:.0f} s", now)
        case LinkUp():
            game = without_alerts(game, AlertKind.LINK_LOST)
            log = game.log.as_it_stands().seen_from(now)
            return replace(game, log=log, linked=True, gap=True, linked_at=now)
        case ClockGone():
            return replace(game, clock=None)
        case Identified() | Battery() | Oriented() | Garbled() | Trouble():
            return game
        case _:
            assert_never(received)


def pressed(game: Game, color: chess.Color, now: float) -> Game:
    """The game that knows of a press of the clock by this side."""
    game = see_played_on(game, color) if game.restoring else game
    if game.restoring:
        return game
    if _bounced(game, color, now):
        return replace(game, lever_at=now)
    press = Pressed(color, now, stopped=_stopped(game), after=game.last_pressed[not color])
    game = replace(game, paused=False) if game.paused else game
    game = _with_very_late(game, not color)
    unpressed = game.unpressed - {not color}  # Their clock ran, so the opponent has pressed before.
    presses = (*game.presses[1 - PRESSES_KEPT :], press)
    last = (game.last_pressed[0], now) if color else (now, game.last_pressed[1])
    first = game.pressed_at < game.log.changed_at
    game = replace(
        game, presses=presses, last_pressed=last, lever_at=now, unpressed=unpressed,
        pressed_at=now if first else game.pressed_at, pressed_by=color if first else game.pressed_by,
    )  # fmt: skip
    return recognise(game, game.log) if game.question is not None else game


def _with_very_late(game: Game, color: chess.Color) -> Game:
    """The game in which a press of this side that still is a question was one for its last completed move."""
    if not game.presses or color not in game.unpressed:
        return game
    late = game.assigned.left
    kept = tuple(press for press in game.presses if press.color is not color or press not in late)
    return game if len(kept) == len(game.presses) else replace(game, presses=kept)


def _bounced(game: Game, color: chess.Color, now: float) -> bool:
    """Whether it was the lever that moved and no player: at once after a press, with nothing new to press for.

    That is neither a move of this side that has not been pressed for, nor a piece of it that has left its square.
    """
    if now - game.lever_at > BOUNCE_SECONDS or game.log.changed_at >= game.lever_at:
        return False
    pressed_for = game.assigned.readings
    if any(reading.mover is color and reading not in pressed_for for reading in game.open_line):
        return False
    own = game.position.white if color else game.position.black
    gone = difference(game.published.placement, game.log.placement) & own & ~occupied(game.log.placement)
    return not gone or any(press.color is color for press in game.presses)


def _stopped(game: Game) -> bool:
    """Whether the clock runs for nobody: the arbiter has paused it, or it is still being set before the game."""
    not_started = not game.record and game.clock is not None and game.clock.running is None
    return game.paused or not_started


def _resumed(game: Game, color: chess.Color, now: float) -> Game:
    """The clock runs again: for the side to move the arbiter has started it, and so the last move is completed."""
    line = game.open_line
    if game.result is not None or not line or game.presses or color is not game.position.turn or not game.agrees:
        return game
    return replace(game, presses=(Pressed(not color, now, stopped=True),))


def _sensed(game: Game, log: SensorLog) -> Game:
    if log.placement == game.log.placement:
        return game if log.astray == game.log.astray else recognise(game, log)
    if own_piece_lifted(game, log):
        return replace(game, log=log, dumps_asked=0)
    return recognise(game, log)


def own_piece_lifted(game: Game, log: SensorLog) -> bool:
    """Whether the player to move has just lifted one of his pieces, and all is well: no reading can change by that."""
    if log is game.log or not game.agrees or game.presses or game.gap or log.fresh & (log.fresh - 1):
        return False
    own = game.position.white if game.position.turn else game.position.black
    return bool(log.fresh & own & ~occupied(log.placement))


def _dumped(game: Game, log: SensorLog) -> Game:
    if game.log.dumped_at < game.linked_at:
        game = replace(game, heard=Stood(log.standing, log.dumped_at, len(game.presses)))
    if log.placement == game.log.placement and not game.gap:
        return replace(game, log=log)
    return recognise(game, log)


def _seen_again(game: Game, log: SensorLog) -> SensorLog:
    """The memory after a reading of all squares; the first one since the link came back tells what happened before."""
    return log.seen_from(log.dumped_at) if game.log.dumped_at < game.linked_at else log


def _link_lost(game: Game, reason: str, now: float) -> Game:
    if not game.linked:
        return game
    explanation = f"The e-board is not heard: {reason.removesuffix('.')}. The last certain position is kept."
    alert = Alert(alert_id(game), AlertKind.LINK_LOST, now, game.published.ply, explanation=explanation)
    return replace(with_alert(game, alert), linked=False, clock=_clock_when_lost(game, now), clock_at=now)


def _clock_when_lost(game: Game, now: float) -> ClockShown | None:
    """What the clock showed when the e-board was heard last, as far as that is known."""
    at = min(now, game.clock_at + CLOCK_TOLD_SECONDS)
    white, black = game.seconds_left(chess.WHITE, at), game.seconds_left(chess.BLACK, at)
    if game.clock is None or white is None or black is None:
        return None
    return ClockShown(white, black, game.clock.running)
