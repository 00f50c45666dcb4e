"""A restart in the middle of a round: a thousand games in the journal, until every board is live again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

import chess

from benchmarks.games import Recorded, blitz_games, recorded
from benchmarks.measure import Measurement
from benchmarks.program import STATE, running
from benchmarks.thousand import BOARDS, hall
from bridge.config import load
from bridge.journal import Checkpoint, Record
from bridge.journal.course import Course, follow, game_id, key_of
from bridge.journal.store import Store
from bridge.messages.envelope import Message, Stamp
from bridge.messages.places import BoardPlace
from bridge.messages.publish import full_state
from bridge.rules.game import new_game, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.setup import Setup
from bridge.service.board import CHECKPOINT_INPUTS
from bridge.service.places import place_of
from bridge.service.run import JOURNAL
from drivers.placement import placement_of
from drivers.reports import LinkUp

PLIES = 80
AGO_SECONDS = 3600.0
"""The round began an hour ago."""
MOST_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Past:
    """A game as the rules have followed it: inputs with their moments, what it was after each, and how it stands."""

    setup: Setup
    inputs: Sequence[tuple[float, Input]]
    courses: Sequence[Course]
    last: chess.Board


def measure() -> Iterator[Measurement]:
    """Nothing but the processor is waited for, so its time counts, on a machine as fast as the budgets' own; then the
    time that it took here and now. Without a checkpoint, as after an update, every game is folded from its beginning.
    """
    taken, seconds = asyncio.run(_restarted(checkpoints=True))
    name = f"restart with {BOARDS} boards × {PLIES} half-moves, until all are live"
    yield Measurement(name, taken, "s", MOST_SECONDS)
    yield Measurement("the same, on this machine now", seconds, "s")
    taken, seconds = asyncio.run(_restarted(checkpoints=False))
    yield Measurement("the same without checkpoints, after an update", taken, "s")
    yield Measurement("the same, on this machine now", seconds, "s")


async def _restarted(*, checkpoints: bool) -> tuple[float, float]:
    async with hall(BOARDS) as tables:
        config = load(tables.file)
        board = config.boards[0]
        setup = config.setup_of(board)
        games = [game for game in blitz_games() if not _after(game).is_game_over()]
        pasts = [_past(_played_on(game, seed), setup) for seed, game in enumerate(games)]
        places = [place_of(config, board) for board in config.boards]
        _write(tables.file.parent / STATE, places, pasts, checkpoints=checkpoints)
        for emulator, past in zip(tables.emulators, cycle(pasts), strict=False):
            emulator.set_placement(placement_of(past.last), asyncio.get_running_loop().time())
        begin = time.perf_counter()
        async with running(tables.file) as service:
            share = await service.share_during(service.all_ready(BOARDS))
            seconds = time.perf_counter() - begin
        return share.usual / 100 * seconds, seconds


def _played_on(game: Recorded, seed: int) -> Recorded:
    """The game with so many half-moves; when it ends earlier, it goes on at random."""
    rng, board, moves = random.Random(seed), _after(game), list(game.moves)
    while len(moves) < PLIES:
        moves.append(rng.choice([move for move in board.legal_moves if not _ends(board, move)]))
        board.push(moves[-1])
    return recorded(game.start, tuple(moves), seed)


def _after(game: Recorded) -> chess.Board:
    board = game.start.copy()
    for move in game.moves:
        board.push(move)
    return board


def _ends(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.is_game_over()


def _past(game: Recorded, setup: Setup) -> Past:
    now = time.time() - AGO_SECONDS
    inputs: list[tuple[float, Input]] = [(now, TimePassed()), (now + 0.5, LinkUp())]
    inputs += [(now + 1.0 + at, report) for at, report in game.reports]
    courses = [Course(new_game(setup, now), now)]
    kept: list[tuple[float, Input]] = []

    def receive(received: Input, at: float) -> None:
        courses.append(follow(courses[-1], received, at)[0])
        kept.append((at, received))

    for at, received in inputs:
        while (due := wake_at(courses[-1].game)) is not None and due < at:
            receive(TimePassed(), due)
        receive(received, at)
    return Past(setup, kept, courses[1:], _after(game))


def _write(directory: Path, places: Sequence[BoardPlace], pasts: Sequence[Past], *, checkpoints: bool) -> None:
    """The journal as it is when the program is killed: every input, and what everybody has been told last. Since the
    last checkpoint each board has had another number of inputs, as many as there may be.
    """
    directory.mkdir()
    store = Store(directory / JOURNAL)
    seq = 1
    for number, (place, past) in enumerate(zip(places, cycle(pasts), strict=False)):
        key = key_of(place, 1)
        told: list[Message] = full_state(
            replace(place, game_id=game_id(place, 1)), past.courses[-1].game, Stamp(seq, "before", datetime.now(UTC))
        )
        seq += len(told)
        checkpoint = Checkpoint(key, past.setup, past.courses[-1 - number % CHECKPOINT_INPUTS])
        records = [Record(key, *each) for each in past.inputs]
        store.write(records, told, seq, seq - 1, [checkpoint] if checkpoints else [])
    store.close()
