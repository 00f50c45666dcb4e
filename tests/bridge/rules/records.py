"""Records of games written as moves."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from bridge.rules.notices import Played, Stage
from bridge.rules.position import Position
from bridge.rules.recognition.successors import played
from drivers.placement import Sensing


def record_of(start: Position, moves: Iterable[chess.Move]) -> tuple[Played, ...]:
    """The moves, legal or not, as they stand in the record once they are completed."""
    record: list[Played] = []
    before = start
    for ply, move in enumerate(moves, start=1):
        _, after, _ = played(before, move, Sensing.IDENTITY)
        illegal = not before.board().is_legal(move)
        record.append(Played(ply, move, before, after, float(ply), Stage.COMPLETED, illegal))
        before = after
    return tuple(record)


def moves_of(text: str) -> list[chess.Move]:
    """Moves in UCI, between spaces."""
    return [chess.Move.from_uci(word) for word in text.split()]
