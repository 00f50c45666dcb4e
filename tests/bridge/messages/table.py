"""A board with its game and everything that was published about it: real rules, real messages, time as an argument."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import chess

from bridge.messages.envelope import Message, Stamp
from bridge.messages.places import BoardPlace, Player
from bridge.messages.publish import full_state, to_messages
from bridge.rules.game import new_game, step, wake_at
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.position import position_from_fen
from bridge.rules.setup import Setup
from drivers.placement import difference, placement_of
from drivers.reports import ClockTimes, Dump, Press, SquaresChanged

THINKING_SECONDS = 20.0
MIDNIGHT = datetime(2026, 5, 2, tzinfo=UTC)
PLACE = BoardPlace(
    "izmir-open", 3, 7, "30123", "izmir-open-3-7-1", Player("Yılmaz, Ayşe", "WFM", 2105), Player("Öztürk, Can")
)


@dataclass
class Table:
    fen: str = chess.STARTING_FEN
    chess960: bool = False
    place: BoardPlace = PLACE
    first: int = 1
    now: float = 0.0
    messages: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        start = position_from_fen(self.fen, chess960=self.chess960)
        self.game = new_game(Setup(start), self.now)
        self.board = start.board()
        self.messages += full_state(self.place, self.game, self.stamp)
        self.receive(Dump(placement_of(self.board)))

    @property
    def stamp(self) -> Stamp:
        return Stamp(self.first + len(self.messages), "session-1", MIDNIGHT + timedelta(seconds=self.now))

    def receive(self, received: Input, seconds: float = 0.5) -> list[Message]:
        self.now += seconds
        before = self.game
        self.game, notices = step(before, received, self.now)
        written = to_messages(self.place, before, self.game, notices, self.stamp)
        self.messages += written
        return written

    def wait(self) -> list[Message]:
        """Let time pass as long as somebody thinks about a move."""
        written: list[Message] = []
        until = self.now + THINKING_SECONDS
        while (due := wake_at(self.game)) is not None and due < until:
            written += self.receive(TimePassed(), max(0.0, due - self.now))
        return written

    def put(self, **pieces: str) -> list[Message]:
        """Change squares one after the other: `put(e2="", e4="P")`."""
        written: list[Message] = []
        for name, symbol in pieces.items():
            square = chess.parse_square(name)
            piece = chess.Piece.from_symbol(symbol) if symbol else None
            code = (piece.piece_type | (0 if piece.color else 8)) if piece else 0
            written += self.receive(SquaresChanged(((square, code),)))
        return written

    def play(self, *sans: str, press: bool = True) -> None:
        """Play moves as a hand does: everything that leaves first, then what arrives, the clock at the end."""
        for san in sans:
            was = placement_of(self.board)
            mover = self.board.turn
            self.board.push_san(san)
            changed = list(chess.scan_forward(difference(was, placement_of(self.board))))
            for square in changed:
                self.receive(SquaresChanged(((square, 0),)))
            for square in changed:
                if piece := self.board.piece_at(square):
                    self.put(**{chess.square_name(square): piece.symbol()})
            self.wait()
            if press:
                self.press(mover)

    def press(self, color: chess.Color) -> list[Message]:
        return self.receive(Press(color))

    def clock(self, white: float, black: float, running: chess.Color | None) -> list[Message]:
        return self.receive(ClockTimes(white, black, running))

    def topic(self, leaf: str) -> str:
        return self.place.topic(leaf)


def data(message: Message) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(message.payload)["data"]
    return found


def kept(messages: Iterable[Message]) -> dict[str, Message]:
    """What a broker retains after these messages."""
    retained: dict[str, Message] = {}
    for message in messages:
        if message.retain and message.payload:
            retained[message.topic] = message
        elif message.retain:
            retained.pop(message.topic, None)
    return retained


def leaves(messages: Iterable[Message]) -> list[str]:
    return [message.topic.rpartition("/")[2] for message in messages]


def at_board(number: int) -> BoardPlace:
    return replace(PLACE, board=number, eboard=f"301{number:02}", game_id=f"izmir-open-3-{number}-1")
