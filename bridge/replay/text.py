"""What a replay tells, for people: one line for each notice, a few for the end of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from bridge.messages.corrections import verb_of
from bridge.messages.fact_texts import fact_texts
from bridge.replay.recordings import Recording
from bridge.replay.run import Step, replay
from bridge.replay.summary import move_text
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
    Notice,
    Played,
    Refused,
    ResultSeen,
)
from bridge.rules.state import Game
from drivers.placement import to_fen


def text_lines(recording: Recording) -> Iterator[tuple[float, str]]:
    """What the replay of a recording tells, each with its time (seconds). Clock times and wanted dumps are left out."""
    last: Step | None = None
    for last in replay(recording):
        for notice in last.notices:
            if isinstance(notice, GameStarted):
                yield last.at, _game_end(recording.id, last.before)
            text = notice_text(notice)
            if text:
                yield last.at, f"{last.at:9.3f}  {recording.id}  {text}"
    if last is not None:
        yield last.at, _game_end(recording.id, last.after)


def notice_text(notice: Notice) -> str:  # one for each kind of notice
    """The notice in words; empty when it says nothing about the game."""
    match notice:
        case MoveSeen(played):
            return f"{_numbered(played)} ({_how(played)})"
        case MovesWithdrawn(_, withdrawn):
            return f"withdrawn: {', '.join(map(_numbered, withdrawn))}"
        case AlertRaised(alert):
            article = f" [{alert.article}]" if alert.article else ""
            return f"{alert.severity.value.upper()} {alert.kind.value}: {alert.explanation}{article}"
        case AlertChanged(alert):
            return f"changed {alert.kind.value}: {'; '.join(english for english, _ in fact_texts(alert))}"
        case AlertAcknowledged(alert):
            return f"acknowledged {alert.kind.value}"
        case AlertClosed(alert, reason):
            decided = f" ({alert.decision})" if alert.decision else ""
            return f"closed {alert.kind.value}: {reason}{decided}"
        case Corrected(correction):
            return f"{correction.by}: {verb_of(correction)} ({correction.why})"
        case Refused(correction, _, reason):
            return f"{correction.by}: {verb_of(correction)} is refused: {reason}"
        case ResultSeen(result, reason):
            return f"result {result} ({reason.replace('_', ' ')})"
        case GameStarted(position):
            return f"a new game begins from {position.fen}"
        case ClockShown() | DumpWanted():
            return ""
        case _:
            assert_never(notice)


def _numbered(played: Played) -> str:
    return f"{played.before.fullmove_number}{'.' if played.before.turn else '...'} {move_text(played)}"


def _how(played: Played) -> str:
    if not played.move:
        return f"set by an arbiter: {played.after.fen}"
    return played.stage.value if played.seen else f"{played.stage.value}, not seen"


def _game_end(board: str, game: Game) -> str:
    moves = " ".join(_numbered(played) if played.before.turn or not index else move_text(played)
                     for index, played in enumerate(game.moves))  # fmt: skip
    result = game.result.result if game.result is not None else "*"
    return f"{board}: {moves or 'no moves'} {result}\n{board}: {to_fen(game.placement)} stands on the board"
