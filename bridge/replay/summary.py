"""What a replay tells, as JSON objects: one for each notice about the game, and a summary at the end of each game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias, assert_never

import chess
import msgspec

from bridge.messages.corrections import written_correction
from bridge.messages.facts import facts_data
from bridge.messages.notation import written
from bridge.replay.recordings import Recording
from bridge.replay.run import Step, replay
from bridge.rules.alerts import Alert
from bridge.rules.notices import (
    AlertAcknowledged,
    AlertChanged,
    AlertClosed,
    AlertRaised,
    ClockShown,
    Corrected,
    DumpWanted,
    GameStarted,
    MoveSeen,
    MovesWithdrawn,
    Played,
    Refused,
    ResultSeen,
)
from bridge.rules.state import Game
from drivers.placement import to_fen

JsonObject: TypeAlias = dict[str, object]

Told: TypeAlias = (
    MoveSeen
    | MovesWithdrawn
    | AlertRaised
    | AlertAcknowledged
    | AlertChanged
    | AlertClosed
    | ClockShown
    | ResultSeen
    | GameStarted
    | Corrected
    | Refused
)
"""Every notice but `DumpWanted`, which matters to the e-board alone."""

TIME_DIGITS = 4
"""Digits of a second that are written."""


def objects(recording: Recording) -> Iterator[tuple[float, JsonObject]]:
    """What the replay of a recording tells, each with its time (seconds). Wanted dumps are left out."""
    raised: list[Alert] = []
    last: Step | None = None
    for last in replay(recording):
        for notice in last.notices:
            if isinstance(notice, GameStarted):
                yield last.at, summary(recording.id, last.before, raised)
                raised = []
            if isinstance(notice, AlertRaised):
                raised.append(notice.alert)
            if not isinstance(notice, DumpWanted):
                yield last.at, notice_object(recording.id, last.at, notice)
    if last is not None:
        yield last.at, summary(recording.id, last.after, raised)


def summary(board: str, game: Game, raised: list[Alert]) -> JsonObject:
    """What became of a game: its moves (`illegal:` before the UCI of one that stands although it is not legal), the
    squares as last sensed, the position after the moves, and every alert that was `raised`.
    """
    return {
        "type": "summary",
        "id": board,
        "moves": [move_text(played) for played in game.moves],
        "uci": [written(played.before, played.move).uci for played in game.moves],
        "placement": to_fen(game.placement),
        "fen": game.position.fen,
        "alerts": [_alert_in_short(alert) for alert in raised],
        "result": None if game.result is None else game.result.result,
    }


def move_text(played: Played) -> str:
    """The move in algebraic notation, or `illegal:` and its UCI; `0000` where no known move leads to the position."""
    text = written(played.before, played.move)
    return f"illegal:{text.uci}" if _is_illegal(played) else text.san


def _is_illegal(played: Played) -> bool:
    """Whether a move stands that is not legal; a position that an arbiter has set is no move."""
    return played.illegal and bool(played.move)


def notice_object(board: str, at: float, notice: Told) -> JsonObject:
    """A notice of this board at that time (seconds)."""
    return {"t": _time(at), "type": type_name(notice), "id": board, **_facts(notice)}


def type_name(notice: Told) -> str:
    """`move_seen` for MoveSeen, and so on."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(notice).__name__).lower()


def _facts(notice: Told) -> JsonObject:  # one for each kind of notice
    match notice:
        case MoveSeen(played):
            return _move(played)
        case MovesWithdrawn(ply, withdrawn):
            return {"ply": ply, "moves": [_move(played) for played in withdrawn]}
        case AlertRaised(alert) | AlertChanged(alert):
            return _alert(alert)
        case AlertAcknowledged(alert):
            return {"alert": alert.id, "kind": alert.kind.value}
        case AlertClosed(alert, reason):
            return {"alert": alert.id, "kind": alert.kind.value, "reason": reason, "decision": alert.decision}
        case ClockShown(white, black, running):
            return {"white": white, "black": black, "running": _color(running)}
        case ResultSeen(result, reason, confirmed):
            return {"result": result, "reason": reason, "confirmed": confirmed}
        case GameStarted(position):
            return {"fen": position.fen, "variant": "chess960" if position.chess960 else "standard"}
        case Corrected(correction):
            return written_correction(correction)
        case Refused(correction, code, reason):
            return {**written_correction(correction), "code": code.value, "reason": reason}
        case _:
            assert_never(notice)


def _move(played: Played) -> JsonObject:
    text = written(played.before, played.move)
    return {
        "ply": played.ply, "san": text.san, "uci": text.uci, "stage": played.stage.value, "at": _time(played.at),
        "illegal": _is_illegal(played), "seen": played.seen, "fen": played.after.fen,
    }  # fmt: skip


def _alert(alert: Alert) -> JsonObject:
    return {
        "alert": alert.id,
        "kind": alert.kind.value,
        "severity": alert.severity.value,
        "ply": alert.ply,
        "color": _color(alert.color),
        "article": alert.article,
        "squares": [chess.square_name(square) for square in alert.squares],
        "explanation": alert.explanation,
        "confidence": alert.confidence.value,
        "evidence": [
            {"t": _time(fact.at), "sq": chess.square_name(fact.square), "piece": fact.symbol} for fact in alert.evidence
        ],
        "cannot_show": alert.cannot_show,
        "restore": [{"sq": chess.square_name(square), "piece": piece} for square, piece in alert.restore],
        "permitted": list(alert.permitted),
        "facts": None if alert.facts is None else msgspec.to_builtins(facts_data(alert.facts)),
    }


def _alert_in_short(alert: Alert) -> JsonObject:
    return {
        "kind": alert.kind.value,
        "t": _time(alert.at),
        "ply": alert.ply,
        "article": alert.article,
        "squares": [chess.square_name(square) for square in alert.squares],
    }


def _color(color: chess.Color | None) -> str | None:
    return None if color is None else chess.COLOR_NAMES[color]


def _time(seconds: float) -> float:
    return round(seconds, TIME_DIGITS)
