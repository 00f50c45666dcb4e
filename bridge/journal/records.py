"""What the journal keeps of a game: its inputs with their times."""

from __future__ import annotations

from dataclasses import dataclass

from bridge.rules.inputs import Input


@dataclass(frozen=True, slots=True)
class GameKey:
    """One game: the board that it is played on, in the service's own words, and the game's id."""

    board: str
    game: str


@dataclass(frozen=True, slots=True)
class Record:
    """One input of a game. `at` is the `now` that `step` was given; it must go on growing after a restart."""

    key: GameKey
    at: float
    received: Input
