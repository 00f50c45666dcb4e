"""Everything that hands may do wrong is told as what it is, and the game is recorded move for move all the same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest

from benchmarks.table import Played, Sight, follow
from bridge.rules.correcting.questions import QUESTIONS
from bridge.rules.notices import AlertRaised
from drivers.hand import (
    CALM,
    SHOWN_BY_KINDS_ONLY,
    Incident,
    expected_alerts,
    play,
    possible,
    tolerated_alerts,
)
from drivers.placement import Sensing
from tests.bridge.rules.test_hand_games import GAMES

PLACES_EACH = 4  # half-moves at which each incident is tried
BEFORE, AFTER = 2, 3  # half-moves played without one, so that the game has begun and goes on

SPECIAL = (
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "a2a3 a7a6 e1g1 e8g8 b2b3 b7b6"),
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "a2a3 a7a6 e1c1 e8c8 h2h3 h7h6"),
    ("4k3/2p5/8/3P4/8/8/8/4K3 w - - 0 1", "e1e2 c7c5 d5c6 e8d8 e2e3 d8c7"),
    ("4k3/8/p7/8/4p3/8/3P3P/4K3 w - - 0 1", "h2h3 e8e7 d2d4 e4d3 e1d2 a6a5"),
    ("4k3/pp6/8/8/8/8/PP6/R3K2R w - - 0 1", "a2a3 a7a6 e1e2 b7b6 b2b3 a6a5"),
    ("r3k2r/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "a2a3 a7a6 b2b3 e8e7 a3a4 b7b6"),
)


def _all_games() -> Iterator[tuple[chess.Board, list[chess.Move]]]:
    for fen, moves in SPECIAL:
        yield chess.Board(fen), [chess.Move.from_uci(uci) for uci in moves.split()]
    for played in GAMES:
        yield played.start, list(played.moves)


def _scenes(incident: Incident) -> Iterator[tuple[Played, int]]:
    """Stretches of games with a half-move at which the incident can happen, and its number in the stretch."""
    found = 0
    for start, moves in _all_games():
        boards = [start.copy(stack=False)]
        for move in moves:
            boards.append(boards[-1].copy())
            boards[-1].push(move)
        fitting = [ply for ply in range(BEFORE, len(moves)) if possible(incident, boards[ply], moves[ply])]
        for ply in fitting[:1]:
            stretch = tuple(moves[ply - BEFORE : ply + AFTER])
            yield Played("stretch", boards[ply - BEFORE].copy(stack=False), stretch), BEFORE + 1
            found += 1
        if found >= PLACES_EACH:
            return


@pytest.mark.parametrize("sensing", [Sensing.IDENTITY, Sensing.OCCUPANCY])
@pytest.mark.parametrize("incident", Incident)
def test_incident(incident: Incident, sensing: Sensing) -> None:
    scenes = list(_scenes(incident))
    assert scenes
    for (stretch, ply), seed in ((scene, seed) for scene in scenes for seed in range(3)):
        acts = play(stretch.start, stretch.moves, CALM, random.Random(seed), {ply: incident})
        followed = follow(stretch.start, acts, Sight(sensing=sensing), str(seed))
        recorded = [(each.move.from_square, each.move.to_square) for each in followed.game.moves]
        assert recorded == [(move.from_square, move.to_square) for move in stretch.moves], stretch.start.fen()
        raised = {told.alert.kind for _, told in followed.notices if isinstance(told, AlertRaised)} - QUESTIONS
        kinds = {kind.value for kind in raised}
        unseen = sensing is Sensing.OCCUPANCY and incident in SHOWN_BY_KINDS_ONLY
        expected = frozenset() if unseen else expected_alerts(incident)
        assert expected <= kinds <= expected | tolerated_alerts(incident), (stretch.start.fen(), seed)
