"""The game: `step` takes one input and says what follows. It is the only place where a game changes.

Every stage of the path is a function from a game to a game: receive the input, recognise what the sensors show, let
moves settle, complete them, judge presses, report differences, ask for a dump. Time enters as `now`; `wake_at` says
when time alone would change something.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

import chess

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import Correction, FromArbiter
from bridge.rules.correcting.rerooting import see_played_on, see_restored
from bridge.rules.correcting.ruling import rule
from bridge.rules.endings.draw_alerts import see_draws
from bridge.rules.endings.flag_alerts import flag_fell
from bridge.rules.endings.on_the_board import KINGS
from bridge.rules.endings.renewal import begun, reset_due, see_ending, see_kings, see_reset, signal_due
from bridge.rules.inputs import Input, StartGame, TimePassed
from bridge.rules.irregularities.illegal import suspect_illegal, without_half_of_castling
from bridge.rules.irregularities.illegal_position import see_illegal_position
from bridge.rules.irregularities.mismatch import mismatch_due, report_mismatch
from bridge.rules.irregularities.penalties import with_windows
from bridge.rules.irregularities.verdict import judge_press, verdict_due
from bridge.rules.news import news
from bridge.rules.notices import ClockShown, Notice
from bridge.rules.recognition.completion import complete, completion_due
from bridge.rules.recognition.dumps import ask_for_dump, dump_due
from bridge.rules.recognition.presses import Pressed
from bridge.rules.recognition.sensors import SensorLog, observe, observe_dump
from bridge.rules.recognition.tracking import guess_again, read_anew, recognise
from bridge.rules.setup import Setup
from bridge.rules.state import Game, alert_id, fresh_game, with_alert, without_alerts
from bridge.rules.touch.touch_review import see_touch_put_back, without_reviews
from bridge.rules.touch.turn import see_touch_out_of_turn
from drivers.placement import occupied
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
)

PRESSES_KEPT = 8  # presses without a move at most; nobody counts more of them

Concerns: TypeAlias = Sequence[Callable[[Game], float | None]]


def new_game(setup: Setup, now: float) -> Game:
    """A game before its first move; what stands on the board is not known yet."""
    return replace(fresh_game(setup, SensorLog(changed_at=now), now), linked_at=now)


def step(game: Game, received: Input, now: float) -> tuple[Game, tuple[Notice, ...]]:
    """The game after `received`, and what is concluded from it.

    `now` in seconds must not go back from one call to the next. The same inputs at the same times give the same
    notices, always.

    What one input may bring, in a plain example of each phase (the tests hold it against real games): `m` a move, or
    its next stage, `w` moves withdrawn, `a` and `c` an alert raised and closed, `d` a dump wanted, `g` a game started::

        phase              squares  dump  press  time  flag  lost  heard  start
        resting            -        -     d      -     a     a     -      g
        piece in hand      m        m     d      d     a     a     -      g
        tentative          w        w     md     m     a     a     -      g
        made               -        -     d      -     a     a     -      g
        question open      -        -     -      a     a     a     -      g
        out of sync        -        c     d      d     a     a     -      cg
        over               -        -     -      -     a     a     -      g
        next game waiting  -        -     d      -     -     a     -      cg
        not heard          -        -     -      -     a     -     c      cg
        heard, not read    -        -     d      -     a     a     -      g

    `lost` and `heard` are `LinkDown` or `Silent`, and `LinkUp`. Times of the clock are told in every phase; that it is
    paused, and what an e-board says of itself, in none; that it is resumed, only by a move that stands and is completed
    because the arbiter has started the opponent's clock.
    """
    after = _step(game, received, now)
    return after, news(game, after)


def wake_at(game: Game) -> float | None:
    """When `step(game, TimePassed(), now)` is due, because time alone will change something.

    The moment may have passed already; `now` must not go back all the same.
    """
    return _next_due(game if game.next is None else game.next)


def _step(game: Game, received: Input, now: float) -> Game:
    if isinstance(received, StartGame):
        setup = game.setup.starting_from(received.position)
        following = fresh_game(setup, game.log.as_it_stands(), now, game.number + 1)
        return replace(following, clock=game.clock, linked=game.linked)
    if isinstance(received, FromArbiter):
        return _corrected(game, received, now)
    if game.next is not None:
        return _step_both(game, game.next, received, now)
    after = _receive(game, received, now)
    uneventful = isinstance(received, ClockTimes) or _own_piece_lifted(game, after.log)
    return after if uneventful and not _is_due(game, now) else _told(game, _advance(after, now), now)


def _corrected(game: Game, asked: Correction, now: float) -> Game:
    """The arbiter means the game that is shown, also while the next one waits behind it."""
    ruled = rule(game, asked, now)
    refused = ruled.ruling is not None and ruled.ruling.refusal is not None
    if refused:
        return ruled
    return _told(game, ruled if ruled.next is not None else _advance(ruled, now), now)


def _step_both(game: Game, following: Game, received: Input, now: float) -> Game:
    """While the next game waits, it alone recognises moves; it takes over when one of them counts as made."""
    following = _step(following, received, now)
    if begun(following):
        return following
    if isinstance(received, LinkDown | Silent | LinkUp):
        game = _receive(game, received, now)  # Only what happens to the game on show is told.
    game = replace(
        game, log=following.log, clock=following.clock, linked=following.linked,
        dump_asked_at=following.dump_asked_at, next=following,
    )  # fmt: skip
    back = game.result is None and game.placement == game.published.placement
    return replace(game, next=None) if back and following.published is following.root else game


def _receive(game: Game, received: Report | TimePassed, now: float) -> Game:
    match received:
        case SquaresChanged(changes):
            return _sensed(game, observe(game.log, changes, now))
        case Dump(placement):
            return _dumped(game, observe_dump(game.log, placement, now))
        case TimePassed():
            return game
        case Press() if game.result is not None:
            return game
        case Press(color):
            game = see_played_on(game, color) if game.restoring else game
            if game.restoring:
                return game
            press = Pressed(color, now, stopped=_stopped(game))
            unpressed = game.unpressed - {not color}  # His clock ran, so the opponent has pressed before.
            presses = (*game.presses[1 - PRESSES_KEPT :], press)
            last = (game.last_pressed[0], now) if color else (now, game.last_pressed[1])
            first = game.pressed_at < game.log.changed_at
            game = replace(
                game, presses=presses, last_pressed=last, unpressed=unpressed, paused=False,
                pressed_at=now if first else game.pressed_at, pressed_by=color if first else game.pressed_by,
            )  # fmt: skip
            return recognise(game, game.log) if game.question is not None else game
        case ClockTimes(white, black, running):
            shown = ClockShown(white, black, running)
            return game if shown == game.clock else replace(game, clock=shown)
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
            return replace(game, log=game.log.as_it_stands(), linked=True, gap=True, linked_at=now)
        case ClockGone() | Identified() | Battery() | Oriented() | Garbled():
            return game
        case _:
            assert_never(received)


def _stopped(game: Game) -> bool:
    """Whether the clock runs for nobody: the arbiter has paused it, or it is still being set before the game."""
    not_started = not game.record and game.clock is not None and game.clock.running is None
    return game.paused or not_started


def _resumed(game: Game, color: chess.Color, now: float) -> Game:
    """The clock runs again: for the side to move the arbiter has started it, and so the last move is completed."""
    line = game.open_line
    if not line or game.presses or color is not game.position.turn or not game.agrees:
        return game
    return replace(game, presses=(Pressed(not color, now, stopped=True),))


def _sensed(game: Game, log: SensorLog) -> Game:
    if log.placement == game.log.placement:
        return game
    if game.result is not None and game.result.reason == KINGS and log.placement == game.published.placement:
        game = replace(without_alerts(game, AlertKind.RESULT_SIGNAL), result=None)  # The players go on.
    if _own_piece_lifted(game, log):
        return replace(game, log=log, dumps_asked=0)
    return recognise(game, log)


def _own_piece_lifted(game: Game, log: SensorLog) -> bool:
    """Whether the player to move has just lifted one of his pieces, and all is well: no reading can change by that."""
    if log is game.log or not game.agrees or game.presses or game.gap or log.fresh & (log.fresh - 1):
        return False
    own = game.position.white if game.position.turn else game.position.black
    return bool(log.fresh & own & ~occupied(log.placement))


def _dumped(game: Game, log: SensorLog) -> Game:
    if log.placement == game.log.placement and not game.gap:
        return replace(game, log=log)
    return recognise(game, log)


def _advance(game: Game, now: float) -> Game:
    """Everything that follows from the state of the game at this moment."""
    if game.restoring:
        game = see_restored(game)
        return game if game.agrees else ask_for_dump(game, now)
    if game.result is None:
        record = game.record
        if game.presses:
            game = without_half_of_castling(game)
        if game.question is not None:
            game = suspect_illegal(game)
        game = _with_stages(game, now)
        if not game.undisturbed:
            reread = guess_again(read_anew(game, now), now)
            game = game if reread is game else _with_stages(reread, now)
        while (press := game.question) is not None:
            game = judge_press(game, now)
            if game.question is press:
                break
        if game.log.changed_at == now:
            game = see_touch_put_back(see_touch_out_of_turn(game, now), now)
        if game.record is not record:
            game = without_reviews(see_illegal_position(game, now))
            game = see_ending(game) if game.published is game.root else game
    if not game.explained or game.log.astray or game.result is not None:
        game = see_kings(game, now)
        game = see_reset(game, now)
    if game.alerts or not game.undisturbed:
        reported = report_mismatch(game, now)
        disregards = reported.log.placement != game.log.placement
        game = recognise(reported, reported.log) if disregards else reported
    return game if game.agrees and game.question is None else ask_for_dump(game, now)


def _told(before: Game, game: Game, now: float) -> Game:
    """The game whose alerts say what follows from how far its moves have come since `before`."""
    if game.record is before.record and game.made is before.made and game.result is before.result:
        return game
    if game.history is None and not game.alerts:
        return game
    return with_windows(see_draws(game, now))


def _is_due(game: Game, now: float) -> bool:
    due = _next_due(game)
    return due is not None and due <= now


def _next_due(game: Game) -> float | None:
    """When time alone would change something next."""
    if game.restoring:
        return dump_due(game)
    if game.agrees and game.question is None and not game.log.astray:
        return game.settle_at if not game.presses else _first(game, (completion_due,))
    if not game.explained or game.log.astray:
        concerns = _CONCERNS
    elif game.presses or not game.undisturbed:
        concerns = _WHILE_EXPLAINED
    else:
        concerns = _WHILE_UNDISTURBED
    return _first(game, concerns)


def _first(game: Game, concerns: Concerns) -> float | None:
    first = game.settle_at
    for concern in concerns:
        due = concern(game)
        if due is not None and (first is None or due < first):
            first = due
    return first


def _with_stages(game: Game, now: float) -> Game:
    """The game in which every move has come as far as it has: tentative, made, or completed."""
    if game.published.parent is not game.root or (game.settle_at is not None and now >= game.settle_at):
        game = _settle(game, now)
    return complete(game, now) if game.presses or game.made else game


def _settle(game: Game, now: float) -> Game:
    """Moves that have been replied to count as made, and the last one when it has stood long enough."""
    line = game.open_line
    settled = game.settle_at is not None and now >= game.settle_at
    made = frozenset(line if settled else line[:-1])
    if not settled and made <= game.made:
        return game
    return replace(game, made=game.made | made, settle_at=None if settled else game.settle_at)


def _link_lost(game: Game, reason: str, now: float) -> Game:
    if not game.linked:
        return game
    explanation = f"The e-board is not heard: {reason}. The last certain position is kept."
    alert = Alert(alert_id(game), AlertKind.LINK_LOST, now, game.published.ply, explanation=explanation)
    return replace(with_alert(game, alert), linked=False)


_WHILE_UNDISTURBED: Concerns = (dump_due,)
_WHILE_EXPLAINED: Concerns = (*_WHILE_UNDISTURBED, completion_due, verdict_due, mismatch_due)
_CONCERNS: Concerns = (*_WHILE_EXPLAINED, signal_due, reset_due)
"""Each says when time alone would change something about the game; the first ones also while all is well."""
