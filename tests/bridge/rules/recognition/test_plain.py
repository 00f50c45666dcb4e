"""What is found in the plain case is what the whole search would find."""

from __future__ import annotations

import random

import chess
import pytest

from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import TimePassed
from bridge.rules.position import position_of
from bridge.rules.recognition.evidence import Evidence
from bridge.rules.recognition.explaining import search
from bridge.rules.recognition.plain import plain_move
from bridge.rules.recognition.reading import Reading
from bridge.rules.recognition.sensors import SensorLog, observe
from bridge.rules.recognition.settle import settle_seconds
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.hand import CALM, CLUB, SLOPPY, Style, at_pace, play
from drivers.placement import placement_of
from drivers.reports import Dump, SquaresChanged

SCANS = (0.0, 0.2)
START = chess.Board()
CHESS960 = chess.Board.from_chess960_pos(518 - 17)


@pytest.mark.parametrize("style", [CALM, CLUB, at_pace(SLOPPY, 3.0)], ids=["calm", "club", "blitz"])
@pytest.mark.parametrize("scan", SCANS)
@pytest.mark.parametrize("start", [START, CHESS960], ids=["standard", "chess960"])
def test_it_agrees_with_the_search(style: Style, scan: float, start: chess.Board) -> None:
    plain_ones = moves = 0
    for seed in range(3):
        rng = random.Random(seed)
        line = _random_line(start, rng)
        moves += len(line)
        game = new_game(Setup(position_of(start), scan_period=scan), -1.0)
        game, _ = step(game, Dump(placement_of(start)), -1.0)
        for act in play(start, line, style, rng):
            while (due := wake_at(game)) is not None and due <= act.at:
                game, _ = step(game, TimePassed(), due)
            if isinstance(act.does, SquaresChanged):
                plain_ones += _agree(game, act.does, act.at)
            game, _ = step(game, act.does, act.at)
    assert plain_ones > moves / 2


def _agree(game: Game, changed: SquaresChanged, now: float) -> bool:
    """Whether the case is plain; then both must come to the same."""
    log = observe(game.log, changed.changes, now)
    plain = plain_move(game.root, log, seen=not game.gap)
    if plain is None or len(game.readings) > 1 or game.presses:
        return False
    readings, chosen = search(game.readings, _evidence(game, log))
    assert len(readings) == 2
    assert _facts(chosen) == _facts(plain.reading)
    assert settle_seconds(chosen, game.setup) == settle_seconds(chosen, game.setup, goes_on=plain.goes_on)
    return True


def _facts(reading: Reading) -> tuple[object, ...]:
    return tuple(getattr(reading, name) for name in Reading.__dataclass_fields__)


def _evidence(game: Game, log: SensorLog) -> Evidence:
    return Evidence(
        log,
        game.setup.sensing,
        game.tolerance,
        game.presses,
        game.unpressed,
        game.published,
        game.made,
        frozenset(),
        seen=not game.gap,
    )


def _random_line(start: chess.Board, rng: random.Random) -> list[chess.Move]:
    board, line = start.copy(), []
    while len(line) < 60 and not board.is_game_over():
        line.append(rng.choice(list(board.legal_moves)))
        board.push(line[-1])
    return line
