"""Where a game is played, and between whom: the facts that the sensors do not know."""

from __future__ import annotations

from dataclasses import dataclass, field

from bridge.messages.topics import Topics, checked_slug


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the pairing names them."""

    name: str
    title: str | None = None
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """The board of a round that a game is played on.

    `event` and `eboard` (the e-board's serial) are slugs; `round` and `board` count from 1. `game_id` tells the games
    of one place apart.
    """

    event: str
    round: int
    board: int
    eboard: str
    game_id: str
    white: Player = Player("")
    black: Player = Player("")
    topics: Topics = field(default_factory=Topics)

    def __post_init__(self) -> None:
        checked_slug(self.event)
        checked_slug(self.eboard)
        if self.round < 1 or self.board < 1:
            raise ValueError("rounds and boards are counted from 1")

    def topic(self, leaf: str) -> str:
        """The topic of this board with that last level."""
        return self.topics.board(self.event, self.round, self.board, leaf)
