"""A table at which a game is played on an e-board: acts of hands, what the e-board sees of them, what the rules say."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import chess
import chess.pgn

from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import DumpWanted, Notice
from bridge.rules.position import position_of
from bridge.rules.setup import Patience, Setup
from bridge.rules.state import Game
from drivers.hand import Act
from drivers.hand.act import Deed
from drivers.hand.perturb import NO_TROUBLE, Trouble, as_sensed, through_scan, troubled
from drivers.placement import Placement, Sensing, placement_of, seen_by, with_code
from drivers.reports import Dump, LinkDown, LinkUp, SquaresChanged

DUMP_SECONDS = 0.1
"""From asking an e-board for all squares to its answer."""
GAP_SECONDS = (0.5, 4.0)
"""For how long a lost line is lost."""
ACTS_A_HALF_MOVE = 3.5
"""Changes and presses, measured."""
RUN_ON_SECONDS = 8.0
"""After the last act, so that what is being considered is decided."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What an e-board makes of the acts: what it tells apart, the seconds of its scan (0: at once), what goes wrong on
    the line, and how often in a half-move the line is lost for some seconds. `known`: the scan that its service reckons
    with, which depends on its kind alone (None: the real one).
    """

    sensing: Sensing = Sensing.IDENTITY
    scan: float = 0.0
    trouble: Trouble = NO_TROUBLE
    gaps: float = 0.0
    known: float | None = None

    @property
    def reckoned(self) -> float:
        """The seconds of a scan that the rules are told."""
        return self.scan if self.known is None else self.known


CLEAR_SIGHT = Sight()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that an e-board sees, or that comes from elsewhere. What is not `told` stands on the board all the
    same, and a dump shows it; a press that is not told is not heard.
    """

    at: float
    does: Input
    told: bool = True


Watcher: TypeAlias = Callable[[float, Input, Game, Sequence[Notice]], None]
"""Hears of every step: when, what came in, the game after it, and what was concluded."""


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


def follow(
    start: chess.Board,
    acts: Iterable[Act],
    sight: Sight = CLEAR_SIGHT,
    seed: str = "",
    patience: Patience = Patience.BALANCED,
) -> Followed:
    """Take the acts to the rules as an e-board of this sight sees and tells them; what goes wrong follows `seed`."""
    rng = random.Random(f"line {seed}")
    table = _Table(start, sight, patience)
    table.take(Dump(table.placement), -1.0)
    seen = through_scan(table.placement, as_sensed(acts, sight.sensing), sight.scan)
    back_at = 0.0
    for act in seen:
        table.wait_until(act.at)
        if table.linked and rng.random() < sight.gaps / ACTS_A_HALF_MOVE:
            table.take(LinkDown("the cable is out"), act.at)
            back_at = act.at + rng.uniform(*GAP_SECONDS)
        table.stand(act.does)
        if table.linked:
            for told in troubled((act,), rng, sight.trouble):
                table.take(told.does, act.at)
        elif act.at >= back_at:
            table.take(LinkUp(), act.at)
            table.take(Dump(table.placement), act.at)
    if not table.linked:
        table.take(LinkUp(), table.now)
        table.take(Dump(table.placement), table.now)
    table.wait_until(table.now + RUN_ON_SECONDS)
    return Followed(table.game, tuple(table.notices))


def follow_events(  # noqa: PLR0913, PLR0917 -- what a table consists of
    start: chess.Board,
    standing: Placement,
    events: Iterable[Event],
    sight: Sight = CLEAR_SIGHT,
    patience: Patience = Patience.BALANCED,
    watcher: Watcher | None = None,
) -> Followed:
    """Take events to the rules as they are; `standing` is what the e-board reads before the first. What happens while
    the line is lost is not heard, but what stands is shown when it is back.
    """
    table = _Table(start, sight, patience, watcher)
    table.placement = seen_by(sight.sensing, standing)
    table.take(Dump(table.placement), -1.0)
    for event in events:
        table.wait_until(event.at)
        table.stand(event.does)
        seen_on_board = isinstance(event.does, SquaresChanged)
        if event.told and (table.linked or not seen_on_board):
            table.take(event.does, event.at)
        if isinstance(event.does, LinkUp):
            table.take(Dump(table.placement), event.at)
    table.wait_until(table.now + RUN_ON_SECONDS)
    return Followed(table.game, tuple(table.notices))


class _Table:
    """The e-board's squares as they are, dumps that were asked for, and the rules."""

    def __init__(self, start: chess.Board, sight: Sight, patience: Patience, watcher: Watcher | None = None) -> None:
        self.placement = seen_by(sight.sensing, placement_of(start))
        setup = Setup(position_of(start), sensing=sight.sensing, scan_period=sight.reckoned, patience=patience)
        self.game = new_game(setup, -2.0)
        self._watcher = watcher
        self.notices: list[tuple[float, Notice]] = []
        self.now = -2.0
        self._dump_at: float | None = None

    @property
    def linked(self) -> bool:
        """Whether the e-board is heard."""
        return self.game.linked

    def stand(self, deed: Deed | Input) -> None:
        """The squares change, whether anybody is told or not. The line is as the rules have heard."""
        if isinstance(deed, SquaresChanged):
            for square, code in deed.changes:
                self.placement = with_code(self.placement, square, code)

    def take(self, received: Input, now: float) -> None:
        """Tell the rules."""
        self.game, notices = step(self.game, received, now)
        self.notices += ((now, notice) for notice in notices)
        if self._watcher is not None:
            self._watcher(now, received, self.game, notices)
        if self._dump_at is None and any(isinstance(notice, DumpWanted) for notice in notices):
            self._dump_at = now + DUMP_SECONDS

    def wait_until(self, limit: float) -> None:
        """Let time pass: answer dumps, wake the rules."""
        while (moment := self._next()) is not None and moment < limit:
            self.now = max(self.now, moment)
            if moment != self._dump_at:
                self.take(TimePassed(), self.now)
                continue
            self._dump_at = None
            if self.linked:
                self.take(Dump(self.placement), self.now)
        self.now = max(self.now, limit)

    def _next(self) -> float | None:
        return min((at for at in (self._dump_at, wake_at(self.game)) if at is not None), default=None)
