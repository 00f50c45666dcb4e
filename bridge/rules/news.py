"""Notices are derived: what a step concluded is the difference between the game before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bridge.rules.alerts import Alert, AlertKind
from bridge.rules.notices import (
    AlertClosed,
    AlertRaised,
    DumpWanted,
    GameStarted,
    MoveSeen,
    MovesWithdrawn,
    Notice,
    Played,
    ResultSeen,
)
from bridge.rules.state import Game

CLOSED_BECAUSE: Mapping[AlertKind, str] = {
    AlertKind.DISPLACED_PIECE: "the pieces stand as they should, or the game is over",
    AlertKind.OUT_OF_SYNC: "the board agrees with the record again",
    AlertKind.WRONG_START_POSITION: "the initial position stands",
    AlertKind.BOARD_REVERSED: "the initial position stands",
    AlertKind.TOUCH_REVIEW: "the move has been completed",
    AlertKind.LINK_LOST: "the e-board answers again",
}


def news(before: Game, after: Game) -> tuple[Notice, ...]:
    """What happened between two states of the same board, in the order in which it should be told."""
    if before is after:
        return ()
    if before.number != after.number:
        started = GameStarted(after.setup.start)
        return (
            *_ended(before),
            started,
            *_raised(frozenset(), after),
            *_about_moves((), after.moves),
            *_result(None, after),
        )
    told: list[Notice] = []
    if before.published is not after.published or before.made is not after.made or before.record is not after.record:
        told += _about_line(before, after)
    if before.alerts is not after.alerts:
        told += _closed(before, after)
        told += _raised(frozenset(before.alerts), after)
    if after.result is not before.result:
        told += _result(before.result, after)
    if after.clock is not before.clock and after.clock is not None:
        told.append(after.clock)
    if after.dump_asked_at > before.dump_asked_at:
        told.append(DumpWanted())
    return tuple(told)


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


def _closed(before: Game, after: Game) -> Iterator[Notice]:
    open_now = {alert.id for alert in after.alerts}
    for alert in before.alerts:
        if alert.id not in open_now:
            yield AlertClosed(alert, CLOSED_BECAUSE.get(alert.kind, "it no longer holds"))


def _ended(before: Game) -> Iterator[Notice]:
    """The alerts of a game end with it."""
    return (AlertClosed(alert, "the next game has begun") for alert in before.alerts)


def _raised(known: frozenset[Alert], after: Game) -> Iterator[Notice]:
    for alert in after.alerts:
        if alert not in known:
            yield AlertRaised(alert)


def _result(before: ResultSeen | None, after: Game) -> Iterator[Notice]:
    if after.result is not None and after.result != before:
        yield after.result
