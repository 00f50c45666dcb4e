"""Notices are derived: what a step concluded is the difference between the game before and after it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from bridge.rules.alerts import Alert, AlertKind, AlertState
from bridge.rules.correcting.corrections import CloseAlert, Correction, Ruling
from bridge.rules.notices import (
    AlertAcknowledged,
    AlertChanged,
    AlertClosed,
    AlertRaised,
    Corrected,
    DumpWanted,
    GameStarted,
    MoveSeen,
    MovesWithdrawn,
    Notice,
    Played,
    Refused,
    ResultSeen,
)
from bridge.rules.state import Game

CLOSED_BECAUSE: Mapping[AlertKind, str] = {
    AlertKind.DISPLACED_PIECE: "the pieces stand as they should, or the game is over",
    AlertKind.OUT_OF_SYNC: "the board agrees with the record again",
    AlertKind.WRONG_START_POSITION: "the initial position stands",
    AlertKind.BOARD_REVERSED: "the initial position stands",
    AlertKind.TOUCH_REVIEW: "the move has been completed",
    AlertKind.FLAG: "the clock shows time again",
    AlertKind.IDENTITY_DOUBTFUL: "the pieces read as what they are, or are off the board",
    AlertKind.LINK_LOST: "the e-board answers again",
    AlertKind.DRAW_CLAIM_POSSIBLE: "another move has been made, or the game is over",
}


def news(before: Game, after: Game) -> tuple[Notice, ...]:
    """What happened between two states of the same board, in the order in which it should be told."""
    if before is after:
        return ()
    if before.number != after.number:
        return (*_ended(before), *_started(after))
    told: list[Notice] = []
    asked = None
    if after.ruling is not before.ruling and after.ruling is not None:
        asked = after.ruling.correction
        told.append(_about_ruling(after.ruling))
    if before.published is not after.published or before.made is not after.made or before.record is not after.record:
        told += _about_line(before, after)
    if before.alerts is not after.alerts:
        told += _closed(before, after, asked)
        told += _about_alerts(before.alerts, after.alerts)
    if after.result is not before.result:
        told += _result(before.result, after)
    if after.clock is not before.clock and after.clock is not None:
        told.append(after.clock)
    if after.dump_asked_at > before.dump_asked_at:
        told.append(DumpWanted())
    return tuple(told)


def _started(game: Game) -> Iterator[Notice]:
    yield GameStarted(game.setup.start)
    yield from _about_alerts((), game.alerts)
    yield from _about_moves((), game.moves)
    yield from _result(None, game)


def _about_line(before: Game, after: Game) -> Iterator[Notice]:
    """What happened to the moves after those that both records hold: stages, then what is gone, then what is new."""
    if before.record is after.record:
        return _about_moves(before.open_moves, after.open_moves)
    done = min(len(before.record), len(after.record))
    while done and before.record[done - 1] is not after.record[done - 1]:
        done -= 1  # Completed moves have been read anew.
    return _about_moves((*before.record[done:], *before.open_moves), (*after.record[done:], *after.open_moves))


def _about_moves(old: tuple[Played, ...], new: tuple[Played, ...]) -> Iterator[Notice]:
    same = 0
    for was, played in zip(old, new, strict=False):
        if was.after is not played.after and (was.before is not played.before or was.move != played.move):
            break
        same += 1
        if played.stage is not was.stage:
            yield MoveSeen(played)
    if len(old) > same:
        yield MovesWithdrawn(old[same].ply, old[same:])
    for played in new[same:]:
        yield MoveSeen(played)


def _about_ruling(ruling: Ruling) -> Notice:
    if ruling.refusal is None:
        return Corrected(ruling.correction)
    return Refused(ruling.correction, ruling.refusal.code, ruling.refusal.reason)


def _closed(before: Game, after: Game, asked: Correction | None) -> Iterator[Notice]:
    """What is closed; in a step in which an arbiter has spoken, it is closed by what he said."""
    open_now = {alert.id for alert in after.alerts}
    for alert in before.alerts:
        if alert.id not in open_now:
            by_itself = CLOSED_BECAUSE.get(alert.kind, "it no longer holds")
            because = by_itself if asked is None else f"{asked.by}: {asked.why}"
            yield _as_closed(alert, because, asked.decision if isinstance(asked, CloseAlert) else "")


def _ended(before: Game) -> Iterator[Notice]:
    """The alerts of a game end with it."""
    return (_as_closed(alert, "the next game has begun") for alert in before.alerts)


def _as_closed(alert: Alert, reason: str, decision: str = "") -> AlertClosed:
    return AlertClosed(dataclasses.replace(alert, state=AlertState.CLOSED, decision=decision), reason)


def _about_alerts(old: tuple[Alert, ...], new: tuple[Alert, ...]) -> Iterator[Notice]:
    """What is raised, what an arbiter has begun to look after, and what says something else now."""
    known = {alert.id: alert for alert in old}
    for alert in new:
        if alert.id not in known:
            yield AlertRaised(alert)
        elif known[alert.id].state is not alert.state:
            yield AlertAcknowledged(alert)
        elif known[alert.id] != alert:
            yield AlertChanged(alert)


def _result(before: ResultSeen | None, after: Game) -> Iterator[Notice]:
    if after.result is not None and after.result != before:
        yield after.result
