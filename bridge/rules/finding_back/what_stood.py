"""Which pieces stood on an e-board that does not know them all: inferred from where pieces left and arrived.

An e-board that knows the pieces says it itself. On others a piece that arrived is one that left before, and what was
played over a gap leads to few positions. Each of these is tried; the moves that follow tell which it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

import chess

from bridge.rules.recognition.missed import missed_lines
from bridge.rules.recognition.sensors import SensorLog
from bridge.rules.state import Game, Stood
from drivers.placement import (
    EMPTY,
    Placement,
    Sensing,
    code_at,
    difference,
    occupied,
    placement_of,
    seen_by,
    with_code,
)

WAYS_AT_MOST = 6  # inferred placements that are tried
PIECES_AT_MOST = 3  # that arrived elsewhere; of more nobody can say which is which
PLIES_AT_MOST = 4  # half-moves of a gap that are looked through


def what_stood(game: Game, stood: Stood, log: SensorLog) -> Iterator[Placement]:
    """The placements of pieces, each known, that may have stood then; the likeliest first."""
    if game.setup.sensing is Sensing.IDENTITY:
        yield stood.placement
        return
    yield from islice(_carried(game, stood, log), WAYS_AT_MOST)
    if stood is game.heard:
        yield from islice(_played(game, stood), WAYS_AT_MOST)


def _carried(game: Game, stood: Stood, log: SensorLog) -> Iterator[Placement]:
    """Pieces were carried to other squares, or taken off: each that arrived is one that left, the last one first."""
    pieces, sensing = game.root.position.placement, game.setup.sensing
    differs = difference(seen_by(sensing, pieces), stood.placement)
    gone = [*chess.scan_forward(differs & occupied(pieces))]
    arrived = [*chess.scan_forward(differs & occupied(stood.placement))]
    if not len(gone) > 0 or len(arrived) > min(len(gone), PIECES_AT_MOST):
        return
    arrived.sort(key=lambda square: log.filled[square])
    for origins in permutations(sorted(gone, key=lambda square: log.lifted[square]), len(arrived)):
        placement = pieces
        for square in gone:
            placement = with_code(placement, square, EMPTY)
        for origin, square in zip(origins, arrived, strict=True):
            placement = with_code(placement, square, code_at(pieces, origin))
        if seen_by(sensing, placement) == stood.placement:
            yield placement


def _played(game: Game, stood: Stood) -> Iterator[Placement]:
    """Positions that legal moves over the gap lead to, the fewest half-moves first."""
    found = set[Placement]()
    for plies in range(1, PLIES_AT_MOST + 1):
        for line in missed_lines(game.root.position, stood.placement, plies, game.setup.sensing, WAYS_AT_MOST).lines:
            board = game.root.position.board()
            for move in line:
                board.push(move)
            placement = placement_of(board)
            if placement not in found:
                found.add(placement)
                yield placement
