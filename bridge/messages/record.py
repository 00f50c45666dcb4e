"""The record of a game as players and spectators may see it: `position`, `moves` and the news on `move`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from bridge.messages.games import GameView, color_name, variant_of
from bridge.messages.notation import Written, written
from bridge.messages.payloads import (
    LastMove,
    MoveLine,
    MoveNews,
    MovesData,
    PositionData,
    Result,
    ShownStage,
    WithdrawNews,
)
from bridge.rules.notices import Played, Stage
from bridge.rules.position import Position


class _Shown(NamedTuple):
    """All that may be known of a move outside the arbiters' room."""

    text: Written
    after: Position
    stage: ShownStage

    def same_move(self, other: _Shown) -> bool:
        return self.text == other.text and self.after == other.after


def news(before: Sequence[Played], after: Sequence[Played]) -> list[MoveNews | WithdrawNews]:
    """What must be told on `move` to turn one record into the other; nothing when they look the same."""
    if before == after:
        return []
    was, now = [_shown(played) for played in before], [_shown(played) for played in after]
    pairs = list(zip(was, now, strict=False))
    kept = next((i for i, (old, new) in enumerate(pairs) if not old.same_move(new)), len(pairs))
    told = next((i for i, (old, new) in enumerate(pairs) if old != new), len(pairs))
    withdrawn = [WithdrawNews(kept + 1)] if kept < len(was) else []
    return [*withdrawn, *(_move_news(index + 1, shown) for index, shown in enumerate(now) if index >= told)]


def position_data(game: GameView) -> PositionData:
    """The payload of `position`."""
    last = _shown(game.moves[-1]) if game.moves else None
    return PositionData(
        fen=game.position.fen,
        ply=len(game.moves),
        turn=color_name(game.position.turn),
        last=None if last is None else LastMove(last.text.uci, last.text.san, last.stage),
        check=game.position.board().is_check(),
        variant=variant_of(game),
    )


def moves_data(game: GameView) -> MovesData:
    """The payload of `moves`."""
    return MovesData(
        start_fen=game.setup.start.fen,
        variant=variant_of(game),
        moves=[_move_line(index + 1, _shown(played)) for index, played in enumerate(game.moves)],
        result=cast("Result", game.result.result) if game.result else "*",
    )


def _shown(played: Played) -> _Shown:
    stage: ShownStage = "tentative" if played.stage is Stage.TENTATIVE else "made"
    return _Shown(written(played.before, played.move), played.after, stage)


def _move_news(ply: int, shown: _Shown) -> MoveNews:
    return MoveNews(ply, shown.text.uci, shown.text.san, shown.after.fen, shown.stage)


def _move_line(ply: int, shown: _Shown) -> MoveLine:
    return MoveLine(ply, shown.text.uci, shown.text.san, shown.stage, clock=None)
