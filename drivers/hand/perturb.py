"""What an e-board makes of the acts: pure changes to a stream of acts, for examining the recogniser without bytes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

import chess

from drivers.hand.act import Act
from drivers.placement import Placement, codes
from drivers.reports import SquaresChanged
from drivers.scan import Scan


def through_scan(
    start: Placement, acts: Iterable[Act], period: float, order: Sequence[chess.Square] = chess.SQUARES
) -> Iterator[Act]:
    """The acts as seen by an e-board that looks at one square after the other, all of them in `period` seconds.

    Each change comes when the pointer passes its square (in the given order of all 64), one square an act; what was
    undone before that is never seen. Deeds on the clock pass at once.
    """
    cell_of = {square: cell for cell, square in enumerate(order)}
    standing = tuple(codes(start))
    scan = Scan([standing[square] for square in order], period)
    for act in acts:
        yield from _seen(scan, order, act.at)
        if isinstance(act.does, SquaresChanged):
            for square, code in act.does.changes:
                scan.put(cell_of[square], code, act.at)
        else:
            yield act
    while (due := scan.next_sighting()) is not None:
        yield from _seen(scan, order, due)


def in_frames(acts: Iterable[Act], period: float) -> Iterator[Act]:
    """The acts as told by an e-board that reports once in `period` seconds: all squares that changed since, in one
    act without order, each with its last reading. Deeds on the clock pass at once.
    """
    changes: dict[chess.Square, int] = {}
    frame = 0.0
    for act in acts:
        if changes and act.at >= frame:
            yield Act(frame, SquaresChanged(tuple(changes.items())))
            changes = {}
        if isinstance(act.does, SquaresChanged):
            frame = frame if changes else (act.at // period + 1) * period
            changes.update(act.does.changes)
        else:
            yield act
    if changes:
        yield Act(frame, SquaresChanged(tuple(changes.items())))


def lossy(acts: Iterable[Act], rng: random.Random, lost: float, doubled: float) -> Iterator[Act]:
    """The acts of which a share `lost` of the changes never arrives and a share `doubled` arrives twice (0–1)."""
    for act in acts:
        if not isinstance(act.does, SquaresChanged):
            yield act
            continue
        if rng.random() < lost:
            continue
        yield act
        if rng.random() < doubled:
            yield act


def _seen(scan: Scan, order: Sequence[chess.Square], now: float) -> Iterator[Act]:
    for sighting in scan.advance(now):
        yield Act(sighting.at, SquaresChanged(((order[sighting.cell], sighting.code),)))
