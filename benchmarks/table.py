"""A table at which a game is played on an e-board: acts of hands, what the e-board sees of them, what the rules say."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import DumpWanted, Notice
from bridge.rules.position import position_of
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.hand import Act
from drivers.hand.perturb import through_scan
from drivers.placement import placement_of, with_code
from drivers.reports import Dump, SquaresChanged

DUMP_SECONDS = 0.1
"""From asking an e-board for all squares to its answer."""
RUN_ON_SECONDS = 8.0
"""After the last act, so that what is being considered is decided."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played: a name, the position before the first move, the moves."""

    name: str
    start: chess.Board
    moves: tuple[chess.Move, ...]


@dataclass(frozen=True, slots=True)
class Followed:
    """How the rules followed a game: its last state, and every notice with its time in seconds."""

    game: Game
    notices: tuple[tuple[float, Notice], ...]


def games_in(paths: Iterable[Path]) -> Iterator[Played]:
    """Every game with a move in the PGN files, and in those of the directories, at `paths`."""
    for path in paths:
        for file in sorted(path.rglob("*.pgn")) if path.is_dir() else [path]:
            for number, game in enumerate(_games_of(file), 1):
                moves = tuple(game.mainline_moves())
                if moves:
                    yield Played(f"{file.stem} {number}", game.board(), moves)


def _games_of(file: Path) -> Iterator[chess.pgn.Game]:
    text = io.StringIO(file.read_text(encoding="utf-8"))
    return iter(lambda: chess.pgn.read_game(text), None)


def follow(start: chess.Board, acts: Iterable[Act], scan: float = 0.0) -> Followed:
    """Take the acts to the rules as an e-board sees them whose scan takes so many seconds (0: at once)."""
    table = _Table(start, scan)
    table.take(Dump(table.placement), -1.0)
    now = 0.0
    for act in through_scan(placement_of(start), acts, scan):
        now = act.at
        table.wait_until(now)
        if isinstance(act.does, SquaresChanged):
            for square, code in act.does.changes:
                table.placement = with_code(table.placement, square, code)
        table.take(act.does, now)
    table.wait_until(now + RUN_ON_SECONDS)
    return Followed(table.game, tuple(table.notices))


class _Table:
    """The e-board's squares, dumps that were asked for, and the rules."""

    def __init__(self, start: chess.Board, scan: float) -> None:
        self.placement = placement_of(start)
        self.game = new_game(Setup(position_of(start), scan_period=scan), -2.0)
        self.notices: list[tuple[float, Notice]] = []
        self._now = -2.0
        self._dump_at: float | None = None

    def take(self, received: Input, now: float) -> None:
        self.game, notices = step(self.game, received, now)
        self.notices += ((now, notice) for notice in notices)
        if self._dump_at is None and any(isinstance(notice, DumpWanted) for notice in notices):
            self._dump_at = now + DUMP_SECONDS

    def wait_until(self, limit: float) -> None:
        """Let time pass: answer dumps, wake the rules."""
        while (moment := self._next()) is not None and moment < limit:
            self._now = max(self._now, moment)
            if moment == self._dump_at:
                self._dump_at = None
                self.take(Dump(self.placement), self._now)
            else:
                self.take(TimePassed(), self._now)
        self._now = max(self._now, limit)

    def _next(self) -> float | None:
        return min((at for at in (self._dump_at, wake_at(self.game)) if at is not None), default=None)
