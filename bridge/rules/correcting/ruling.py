"""What an arbiter says, carried out: every correction ends in another game, or in a refusal that changes nothing."""

from __future__ import annotations

import dataclasses
from typing import assert_never

from bridge.rules.alerts import Alert, AlertKind, AlertState
from bridge.rules.copying import replace
from bridge.rules.correcting.corrections import (
    AcceptPosition,
    Accident,
    AcknowledgeAlert,
    Adjusted,
    Adjusting,
    ChooseMove,
    ChoosePromotion,
    CloseAlert,
    Correction,
    FillStretch,
    Identify,
    IllegalStands,
    Refusal,
    RefusalCode,
    ReplaceMove,
    RestorePly,
    Ruling,
    SetPosition,
    SetResult,
    Touched,
    TwoHands,
)
from bridge.rules.correcting.excuses import adjusting, excuse, touched, two_hands
from bridge.rules.correcting.filling import fill_stretch
from bridge.rules.correcting.identifying import identify
from bridge.rules.correcting.rewriting import (
    Outcome,
    accept_position,
    choose_move,
    choose_promotion,
    illegal_stands,
    replace_move,
    restore_ply,
    set_position,
    set_result,
)
from bridge.rules.endings.renewal import see_ending
from bridge.rules.irregularities.mismatch import STANDING
from bridge.rules.state import Game

CLOSE_BY_THEMSELVES = frozenset(
    {
        *STANDING,
        AlertKind.IDENTITY_DOUBTFUL,
        AlertKind.RESULT_SIGNAL,
        AlertKind.LINK_LOST,
        AlertKind.DRAW_CLAIM_POSSIBLE,
    }
)


def rule(game: Game, asked: Correction, now: float) -> Game:
    """The game after the correction; a refused one is remembered as the last ruling, and nothing else changes."""
    outcome = _outcome(game, asked, now)
    if isinstance(outcome, Refusal):
        return replace(game, ruling=Ruling(asked, outcome))
    return replace(outcome, ruling=Ruling(asked))


def _outcome(game: Game, asked: Correction, now: float) -> Outcome:  # one for each kind of correction
    match asked:
        case RestorePly():
            return restore_ply(game, asked, now)
        case ReplaceMove():
            return replace_move(game, asked, now)
        case ChooseMove():
            return choose_move(game, asked, now)
        case ChoosePromotion():
            return choose_promotion(game, asked, now)
        case FillStretch():
            return fill_stretch(game, asked)
        case Identify():
            return identify(game, asked, now)
        case AcceptPosition():
            return accept_position(game, asked, now)
        case SetPosition():
            return set_position(game, asked, now)
        case IllegalStands():
            return illegal_stands(game, now)
        case Touched():
            return touched(game, asked, now)
        case Adjusting():
            return adjusting(game, asked)
        case Adjusted() | Accident():
            return excuse(game, asked.squares, now)
        case TwoHands():
            return two_hands(game, asked, now)
        case SetResult():
            return set_result(game, asked, now)
        case AcknowledgeAlert():
            return _acknowledge(game, asked.alert)
        case CloseAlert():
            return _close(game, asked)
        case _:
            assert_never(asked)


def _acknowledge(game: Game, name: str) -> Outcome:
    alert = _alert(game, name)
    if alert is None:
        return _no_such_alert(name)
    seen_to = dataclasses.replace(alert, state=AlertState.ACKNOWLEDGED)
    return replace(game, alerts=tuple(seen_to if each is alert else each for each in game.alerts))


def _close(game: Game, asked: CloseAlert) -> Outcome:
    alert = _alert(game, asked.alert)
    if alert is None:
        return _no_such_alert(asked.alert)
    if alert.kind in CLOSE_BY_THEMSELVES:
        reason = "This alert closes by itself when it is no longer so; acknowledge it, or correct the game."
        return Refusal(RefusalCode.STILL_SO, reason)
    game = replace(game, alerts=tuple(each for each in game.alerts if each is not alert))
    if asked.false_alarm:
        game = replace(game, incidents=tuple(each for each in game.incidents if each.alert != alert.id))
    if alert.kind is AlertKind.TOUCH_OUT_OF_TURN:
        game = replace(game, log=game.log.forgetting(alert.squares))  # Else the same lifts would be told again.
    return see_ending(game) if game.result is None and game.published is game.root else game


def _alert(game: Game, name: str) -> Alert | None:
    return next((alert for alert in game.alerts if alert.id == name), None)


def _no_such_alert(name: str) -> Refusal:
    return Refusal(RefusalCode.NO_SUCH_ALERT, f"No alert {name} is open.")
