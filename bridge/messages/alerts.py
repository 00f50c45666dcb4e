"""Alerts on the wire: retained while open, and a log of what became of them. For arbiters only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import chess

from bridge.messages.alert_payloads import AlertData, AlertNews, Fact, Restoration
from bridge.messages.envelope import Pile
from bridge.messages.facts import facts_data
from bridge.messages.places import BoardPlace
from bridge.messages.texts import alert_text
from bridge.messages.topics import slug
from bridge.messages.words import color_name
from bridge.rules.alerts import Alert
from bridge.rules.notices import AlertAcknowledged, AlertChanged, AlertClosed, AlertRaised, Notice


def write_alert_notices(pile: Pile, place: BoardPlace, notices: Iterable[Notice]) -> None:
    """Write what the notices say about alerts: the retained copy, and the news."""
    for notice in notices:
        match notice:
            case AlertRaised(alert):
                _write(pile, place, alert, "raised")
            case AlertChanged(alert):
                _write(pile, place, alert, "changed")
            case AlertAcknowledged(alert):
                _write(pile, place, alert, "acknowledged")
            case AlertClosed(alert, reason):
                pile.event(place.topic("alert-log"), AlertNews("closed", reason, alert_data(alert, place.board)))
                pile.clear(alert_topic(place, alert))
            case _:
                pass


def _write(pile: Pile, place: BoardPlace, alert: Alert, what: Literal["raised", "acknowledged", "changed"]) -> None:
    write_open_alert(pile, place, alert)
    pile.event(place.topic("alert-log"), AlertNews(what, "", alert_data(alert, place.board)))


def write_open_alert(pile: Pile, place: BoardPlace, alert: Alert) -> None:
    """Write the retained copy of an open alert."""
    pile.state(alert_topic(place, alert), alert_data(alert, place.board))


def alert_topic(place: BoardPlace, alert: Alert) -> str:
    """Where an alert is retained while it is open."""
    return place.topic(f"alert/{slug(alert.id)}")


def alert_data(alert: Alert, board: int) -> AlertData:
    """An alert as payload."""
    return AlertData(
        id=slug(alert.id),
        kind=alert.kind.value,
        severity=alert.severity.value,
        article=alert.article,
        board=board,
        ply=alert.ply,
        color=color_name(alert.color),
        squares=[chess.square_name(square) for square in alert.squares],
        text=alert_text(alert, board),
        explanation=alert.explanation,
        confidence=alert.confidence.value,
        evidence=[
            Fact(round(fact.at - alert.at, 3), chess.square_name(fact.square), fact.symbol) for fact in alert.evidence
        ],
        cannot_show=alert.cannot_show,
        restore=[Restoration(chess.square_name(square), symbol) for square, symbol in alert.restore],
        permitted=list(alert.permitted),
        state=alert.state.value,
        decision=alert.decision,
        facts=None if alert.facts is None else facts_data(alert.facts),
    )
