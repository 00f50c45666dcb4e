"""A board on the table of the rules' tests: what the sensors show is written like `0:e2- 0.4:e4P 0.8:W`.

`e2-` empties a square, `e4P` puts a piece on it, `W` and `B` press the clock, `pause` stops it, `white` and `black`
start it for that side, `dump` reads all squares as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import chess

from bridge.rules.alerts import Alert
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import (
    AlertChanged,
    AlertClosed,
    AlertRaised,
    DumpWanted,
    MoveSeen,
    MovesWithdrawn,
    Notice,
    Stage,
)
from bridge.rules.position import position_from_fen
from bridge.rules.setup import Setup
from drivers.hand import Act
from drivers.hand.perturb import as_sensed
from drivers.placement import EMPTY, Sensing, code_from_symbol, code_seen_by, seen_by, with_code
from drivers.reports import ClockPaused, ClockResumed, Dump, Press, SquaresChanged

EXCHANGED = {"W": "B", "B": "W", "white": "black", "black": "white", "pause": "pause", "dump": "dump"}
LONG = 30.0  # seconds in which everything that can happen by itself has happened


def mirrored(script: str) -> str:
    """The same script with the colors exchanged."""
    words = [word.partition(":")[::2] for word in script.split()]
    return " ".join(f"{at}:{_mirrored(what)}" for at, what in words)


def _mirrored(what: str) -> str:
    if what in EXCHANGED:
        return EXCHANGED[what]
    square = chess.square_mirror(chess.parse_square(what[:2]))
    return chess.square_name(square) + what[2:].swapcase()


class Table:
    """One game. The start position stands from -1 s on; dumps are answered when asked for, unless `deaf`.

    `circumstances` are further fields of its `Setup`.
    """

    def __init__(
        self,
        fen: str = chess.STARTING_FEN,
        *,
        chess960: bool = False,
        sensing: Sensing = Sensing.IDENTITY,
        scan: float = 0.0,
        deaf: bool = False,
        edition: str = "2023",
        **circumstances: Any,
    ) -> None:
        start = position_from_fen(fen, chess960=chess960)
        setup = Setup(start, edition=edition, sensing=sensing, scan_period=scan, **circumstances)
        self.sensing = sensing
        self.standing = seen_by(sensing, setup.start.placement)
        self.game = new_game(setup, -2.0)
        self.now = -2.0
        self.notices: list[Notice] = []
        self._deaf = deaf
        self.tell(Dump(self.standing), -1.0)

    def play(self, script: str) -> Table:
        """Take the events of the script, and wake the game in between."""
        for word in script.split():
            at, _, what = word.partition(":")
            self.wait_until(float(at))
            self.tell(self._input(what), float(at))
        return self

    def take(self, acts: Iterable[Act]) -> Table:
        """Take what hands did, as the e-board sees it, and wake the game in between."""
        for act in as_sensed(acts, self.sensing):
            self.wait_until(act.at)
            if isinstance(act.does, SquaresChanged):
                for square, code in act.does.changes:
                    self.standing = with_code(self.standing, square, code)
            self.tell(act.does, act.at)
        return self

    def wait(self, seconds: float = LONG) -> Table:
        """Let time pass."""
        self.wait_until(self.now + seconds)
        return self

    def wait_until(self, limit: float) -> None:
        while (due := wake_at(self.game)) is not None and due < limit:
            self.tell(TimePassed(), max(due, self.now))
            assert wake_at(self.game) != due, f"the game wakes at {due} s for ever"
        self.now = max(limit, self.now)

    def tell(self, received: Input, now: float) -> None:
        self.now = now
        self.game, notices = step(self.game, received, now)
        self.notices += notices
        if DumpWanted() in notices and not self._deaf:
            self.tell(Dump(self.standing), now)

    @property
    def moves(self) -> str:
        """The record in algebraic notation; an illegal move as `illegal:` and its UCI."""
        return " ".join(
            f"illegal:{played.move.uci()}" if played.illegal else played.before.board().san(played.move)
            for played in self.game.moves
        )

    @property
    def stages(self) -> list[Stage]:
        return [played.stage for played in self.game.moves]

    @property
    def raised(self) -> list[str]:
        """The kinds of all alerts so far, in order."""
        return [notice.alert.kind.value for notice in self.notices if isinstance(notice, AlertRaised)]

    @property
    def closed(self) -> list[str]:
        return [notice.alert.kind.value for notice in self.notices if isinstance(notice, AlertClosed)]

    @property
    def changed(self) -> list[Alert]:
        """What alerts came to say later, in order."""
        return [notice.alert for notice in self.notices if isinstance(notice, AlertChanged)]

    @property
    def alert(self) -> Alert:
        """The last alert that was raised."""
        return [notice.alert for notice in self.notices if isinstance(notice, AlertRaised)][-1]

    @property
    def seen(self) -> list[tuple[str, Stage]]:
        """Every move in every stage that was told."""
        return [(told.played.move.uci(), told.played.stage) for told in self.notices if isinstance(told, MoveSeen)]

    @property
    def withdrawn(self) -> list[str]:
        return [
            played.move.uci() for told in self.notices if isinstance(told, MovesWithdrawn) for played in told.withdrawn
        ]

    def _input(self, what: str) -> Input:
        match what:
            case "W" | "B":
                return Press(what == "W")
            case "dump":
                return Dump(self.standing)
            case "pause":
                return ClockPaused()
            case "white" | "black":
                return ClockResumed(what == "white")
            case _:
                square, symbol = chess.parse_square(what[:2]), what[2:]
                code = EMPTY if symbol == "-" else code_seen_by(self.sensing, code_from_symbol(symbol))
                self.standing = with_code(self.standing, square, code)
                return SquaresChanged(((square, code),))
