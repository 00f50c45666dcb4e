"""The record of a game as players and spectators may see it: `position`, `moves` and the news on `move`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar, cast

from msgspec import UNSET

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
from bridge.messages.words import color_name, variant_of
from bridge.rules.notices import Played, Stage
from bridge.rules.position import Position
from bridge.rules.state import Game

T = TypeVar("T")


class _Shown(NamedTuple):
    """All that may be known of a move outside the arbiters' room."""

    text: Written
    after: Position
    stage: ShownStage

    def same_move(self, other: _Shown) -> bool:
        return self.text == other.text and self.after == other.after


def news(before: Sequence[Played], after: Sequence[Played]) -> list[MoveNews | WithdrawNews]:
    """What must be told on `move` to turn one record into the other; nothing when they look the same."""
    untouched = _common(before, after, lambda old, new: old is new or old == new)
    was, now = [_shown(played) for played in before[untouched:]], [_shown(played) for played in after[untouched:]]
    kept = _common(was, now, _Shown.same_move)
    told = _common(was, now, _Shown.__eq__)
    withdrawn = [WithdrawNews(untouched + kept + 1)] if kept < len(was) else []
    return [*withdrawn, *(_move_news(untouched + 1 + index, now[index]) for index in range(told, len(now)))]


def position_data(game: Game) -> PositionData:
    """The payload of `position`."""
    last = _shown(game.moves[-1]) if game.moves else None
    return PositionData(
        fen=game.position.fen,
        ply=len(game.moves),
        turn=color_name(game.position.turn),
        last=None if last is None else LastMove(last.text.uci, last.text.san, last.stage),
        variant=variant_of(game),
        heard=game.linked,
    )


def moves_data(game: Game) -> MovesData:
    """The payload of `moves`."""
    return MovesData(
        start_fen=game.setup.start.fen,
        variant=variant_of(game),
        moves=[
            _move_line(ply, played, reply)
            for ply, (played, reply) in enumerate(zip_longest(game.moves, game.moves[1:]), start=1)
        ],
        result=cast("Result", game.result.result) if game.result else "*",
    )


def _common(one: Sequence[T], other: Sequence[T], same: Callable[[T, T], bool]) -> int:
    """How many items at the beginning of both are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if not same(a, b)), min(len(one), len(other)))


def _shown(played: Played) -> _Shown:
    return _Shown(written(played.before, played.move), played.after, _shown_stage(played))


def _shown_stage(played: Played) -> ShownStage:
    return "tentative" if played.stage is Stage.TENTATIVE else "made"


def _move_news(ply: int, shown: _Shown) -> MoveNews:
    return MoveNews(ply, shown.text.uci, shown.text.san, shown.after.fen, shown.stage)


def _move_line(ply: int, played: Played, reply: Played | None) -> MoveLine:
    text = written(played.before, played.move)
    # Until the reply is made, a time would tell that the clock was pressed, and none that it was not (Art. 12.6).
    clock = played.clock if reply is not None and reply.stage is not Stage.TENTATIVE else None
    fen = played.after.fen if not played.move else UNSET
    return MoveLine(ply, text.uci, text.san, _shown_stage(played), clock, fen)
