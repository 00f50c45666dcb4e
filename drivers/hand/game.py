"""Two players at one board: the moves of a game as a stream of acts on the pieces and the clock."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

import chess

from drivers.hand.act import Act, Step, timed
from drivers.hand.incidents import Incident
from drivers.hand.mishaps import mishap
from drivers.hand.moves import REACTION, Hand, steps_of
from drivers.hand.places import possible
from drivers.hand.style import Between, Style
from drivers.reports import ClockResumed, Press

LEVER = 0.05  # seconds; the least time between two presses of one clock
LATE_PRESS = Between(0.05, 0.25)  # seconds after the opponent's last act; cases: 0.12

NO_INCIDENTS: Mapping[int, Incident] = MappingProxyType({})


class Pressing(Enum):
    """What becomes of the press after a move."""

    DUE = "due"
    LATE = "late"
    """Only after the opponent's reply has begun."""
    NONE = "none"
    """Forgotten, or already done within the half-move."""


@dataclass(slots=True)
class _Table:
    """The board as it stands after the last half-move, and whose time runs."""

    board: chess.Board
    hand: Hand
    running: chess.Color
    released: float = 0.0
    pressing: Pressing = Pressing.NONE
    press_at: float = 0.0
    hand_free: dict[chess.Color, float] = field(default_factory=lambda: {chess.WHITE: 0.0, chess.BLACK: 0.0})

    def half_move(self, move: chess.Move, incident: Incident | None, *, orderly_next: bool) -> list[Act]:
        """The acts of one half-move, with the press of the one before where it falls into it, in order of time."""
        begin = self._begin(orderly=incident is not None)
        acts = timed(begin, self._steps(move, incident))
        released = acts[-1].at
        acts = sorted([*self._press_before(acts), *acts], key=lambda act: act.at)
        self._follow_clock(acts)
        self.board.push(move)
        self.released = released
        if incident is Incident.LATE_PRESS and not orderly_next and self.running is not self.board.turn:
            self.press_at, self.pressing = released, Pressing.LATE
        else:
            self._decide_press(orderly=incident is not None or orderly_next)
        return acts

    def last_press(self) -> list[Act]:
        """The press after the last half-move, if one is still due."""
        return [] if self.pressing is Pressing.NONE else [Act(self.press_at, Press(not self.board.turn))]

    def _begin(self, *, orderly: bool) -> float:
        """When the player on the move first touches a piece."""
        style = self.hand.style
        if self.pressing is Pressing.DUE and not orderly and self.hand.happens(style.overlaps):
            begin = self.released + self.hand.takes(style.overlap_after)
        else:
            over = max(self.press_at, self.released) if self.pressing is Pressing.DUE else self.released
            begin = over + self.hand.thinks()
        return max(begin, self.hand_free[self.board.turn])

    def _steps(self, move: chess.Move, incident: Incident | None) -> list[Step]:
        if incident is not None:
            return mishap(incident, self.board, move, self.hand)
        for habit, chance in self.hand.style.habits:
            if self.hand.happens(chance) and possible(habit, self.board, move):
                return mishap(habit, self.board, move, self.hand)
        return steps_of(self.board, move, self.hand)

    def _press_before(self, acts: list[Act]) -> list[Act]:
        """The opponent's press after his last move, now that his reply is known."""
        if self.pressing is Pressing.NONE:
            return []
        if self.pressing is Pressing.LATE:
            self.press_at = acts[-1].at + self.hand.takes(LATE_PRESS)
        opponent = not self.board.turn
        self.hand_free[opponent] = self.press_at + REACTION
        return [Act(self.press_at, Press(opponent))]

    def _follow_clock(self, acts: list[Act]) -> None:
        for act in acts:
            match act.does:
                case Press(color):
                    self.running = not color
                case ClockResumed(color):
                    self.running = color
                case _:
                    pass

    def _decide_press(self, *, orderly: bool) -> None:
        """How the player who has just moved presses; a lever that is down already cannot be pressed."""
        style, mover = self.hand.style, not self.board.turn
        earliest = self.press_at + LEVER
        self.press_at = max(self.released + self.hand.takes(style.press), earliest)
        if self.running is not mover or (not orderly and self.hand.happens(style.forgets_press)):
            self.pressing = Pressing.NONE
        elif not orderly and self.hand.happens(style.presses_late):
            self.pressing = Pressing.LATE
        else:
            self.pressing = Pressing.DUE


def play(
    start: chess.Board,
    moves: Iterable[chess.Move],
    style: Style,
    rng: random.Random,
    incidents: Mapping[int, Incident] = NO_INCIDENTS,
) -> Iterator[Act]:
    """Both players play the moves from `start`, White's (or Black's) time running from 0.

    `incidents` says what happens at which half-move, 1 for the first; it is played without any other disorder.
    Acts come in order of time and are consistent: what is lifted stood there, no piece is in two places, nobody
    presses a lever that is down. Folded over the start placement they give the placement after the last move.

    Raises ValueError for an illegal move, and for an incident that cannot happen at its move.
    """
    table = _Table(start.copy(), Hand(style, rng), start.turn)
    for ply, move in enumerate(moves, 1):
        if not table.board.is_legal(move):
            raise ValueError(f"{move.uci()} is not legal in {table.board.fen()}")
        yield from table.half_move(move, incidents.get(ply), orderly_next=ply + 1 in incidents)
    yield from table.last_press()
