"""What an e-board makes of the acts: pure changes to a stream of acts, for examining the recogniser without bytes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import chess

from drivers.hand.act import Act
from drivers.placement import BLACK_BIT, EMPTY, SOME_PIECE, Code, Placement, Sensing, code_seen_by, codes
from drivers.reports import SquaresChanged
from drivers.scan import Scan

PIECE_CODES: Sequence[Code] = tuple(kind | color for color in (0, BLACK_BIT) for kind in chess.PIECE_TYPES)
"""All twelve pieces that an identifying e-board can take another one for."""


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


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong between an e-board and its listener: the shares (0–1) of the changes that never arrive, that
    arrive twice, and that arrive with a reading that is wrong, as it stays until all squares are read.
    """

    lost: float = 0.0
    doubled: float = 0.0
    wrong: float = 0.0


NO_TROUBLE = Trouble()


def troubled(acts: Iterable[Act], rng: random.Random, trouble: Trouble) -> Iterator[Act]:
    """The acts as they arrive. Deeds on the clock always do."""
    for act in acts:
        if not isinstance(act.does, SquaresChanged):
            yield act
            continue
        if rng.random() < trouble.lost:
            continue
        told = _misread(act.at, act.does, rng) if rng.random() < trouble.wrong else act
        yield told
        if rng.random() < trouble.doubled:
            yield told


def _misread(at: float, deed: SquaresChanged, rng: random.Random) -> Act:
    """The same squares with other readings: another piece, or none where pieces are not told apart."""
    changes = []
    for square, code in deed.changes:
        others = [EMPTY] if code == SOME_PIECE else [other for other in PIECE_CODES if other != code]
        changes.append((square, rng.choice(others)))
    return Act(at, SquaresChanged(tuple(changes)))


def as_sensed(acts: Iterable[Act], sensing: Sensing) -> Iterator[Act]:
    """The acts with the pieces as an e-board of this sensing kind reads them; the acts that it cannot see stay."""
    for act in acts:
        if isinstance(act.does, SquaresChanged):
            seen = tuple((square, code_seen_by(sensing, code)) for square, code in act.does.changes)
            yield Act(act.at, SquaresChanged(seen))
        else:
            yield act


def _seen(scan: Scan, order: Sequence[chess.Square], now: float) -> Iterator[Act]:
    for sighting in scan.advance(now):
        yield Act(sighting.at, SquaresChanged(((order[sighting.cell], sighting.code),)))
