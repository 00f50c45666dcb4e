"""A board in the terminal, drawn from what the broker says about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import chess
import msgspec

from bridge.broker.connection import Heard
from bridge.config import Language
from bridge.messages.envelope import Envelope
from bridge.messages.payloads import RoundData

LAST_MOVES = 8
"""Pairs of moves that are shown."""
SILENCE_SECONDS = 3.0
"""After this a broker in the same building has told everything that it retains."""


class _RoundInfo(msgspec.Struct):
    data: RoundData


_decode = msgspec.json.Decoder(Envelope).decode
_decode_round = msgspec.json.Decoder(_RoundInfo).decode


@dataclass(slots=True)
class Screen:
    """Everything that was heard about one board since `begun`, and which boards the rounds have. `heard` by the part
    of the topic behind the board, `rounds` by topic. `language`: of the alerts. `trouble`: why nothing is heard now.
    """

    board: int
    begun: datetime
    language: Language = Language.ENGLISH
    trouble: str = ""
    heard: dict[str, Envelope] = field(default_factory=dict)
    rounds: dict[str, RoundData] = field(default_factory=dict)

    def hear(self, message: Heard) -> None:
        """Take in a message about the board, or the info of a round. Raises msgspec.MsgspecError when it is none of
        touchmove's.
        """
        _, about_board, behind = message.topic.partition("/board/")
        leaf = behind.partition("/")[2]
        if about_board and message.payload:
            self.heard[leaf] = _decode(message.payload)
        elif about_board:
            self.heard.pop(leaf, None)
        elif message.payload:
            self.rounds[message.topic] = _decode_round(message.payload).data
        else:
            self.rounds.pop(message.topic, None)

    def begin_anew(self, now: datetime) -> None:
        """The broker tells everything again: what was closed meanwhile is not among it."""
        self.begun, self.trouble = now, ""
        self.heard.clear()
        self.rounds.clear()

    def lines(self, now: datetime) -> list[str]:
        """What to show now."""
        if self.trouble:
            return [self.trouble, "It is tried again.", "", "q: leave"]
        if "position" not in self.heard:
            return [*self._silence(now), "", "q: leave"]
        return [
            *self._header(now),
            "",
            *_diagram(self._data("position")["fen"]),
            "",
            *self._moves(),
            *self._alerts(),
            "",
            "q: leave",
        ]

    def _silence(self, now: datetime) -> list[str]:
        boards = self._boards()
        if self.board in boards or (now - self.begun).total_seconds() < SILENCE_SECONDS:
            return [f"Board {self.board}: nothing has been heard yet."]
        known = f"It knows: {_ranges(boards)}." if boards else "It knows none at all: does touchmove run?"
        return [f"The broker knows no board {self.board}. {known}", f"Waiting for board {self.board}."]

    def _boards(self) -> set[int]:
        """The boards of each event's last round; what is known of earlier ones stays at the broker."""
        last = {told.event: told for told in sorted(self.rounds.values(), key=lambda told: told.round)}
        return {number for told in last.values() for number in told.boards}

    def _data(self, leaf: str) -> dict[str, Any]:
        found: dict[str, Any] = self.heard[leaf].data if leaf in self.heard else {}
        return found

    def _header(self, now: datetime) -> list[str]:
        game, result = self._data("game"), self._data("result")
        turn = self._data("position")["turn"]
        rows = [f"Board {self.board}  {game.get('event', '')}, round {game.get('round', '')}"]
        for color in ("black", "white"):
            mark = "●" if turn == color and not result else " "
            name = game.get(color, {}).get("name") or color.capitalize()
            rows.append(f"{mark} {name:<28.28} {self._clock(color, now):>8}")
        if result:
            rows.append(f"  {result['result']} ({result['reason']})")
        if self._data("position").get("heard") is False:
            rows.append("  The e-board is not heard.")
        return rows

    def _clock(self, color: str, now: datetime) -> str:
        if "clock" not in self.heard:
            return ""
        told = self.heard["clock"]
        seconds = float(told.data[color])
        if told.data["running"] == color:
            seconds -= (now - datetime.fromisoformat(told.ts)).total_seconds()
        whole = max(0, round(seconds))
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"

    def _moves(self) -> list[str]:
        moves = self._data("moves")
        board = chess.Board(moves["start_fen"], chess960=moves["variant"] == "chess960") if moves else chess.Board()
        first = board.fullmove_number * 2 - (board.turn == chess.WHITE)
        pairs: dict[int, list[str]] = {}
        for index, move in enumerate(moves.get("moves", ())):
            ply = first + index
            open_end = "…" if move["stage"] == "tentative" else ""
            pairs.setdefault((ply + 1) // 2, [] if ply % 2 else ["…"]).append(move["san"] + open_end)
        last = [f"{number:3}. {' '.join(f'{san:<8}' for san in sans)}" for number, sans in pairs.items()]
        return [line.rstrip() for line in last[-LAST_MOVES:]]

    def _alerts(self) -> list[str]:
        alerts = [self.heard[leaf].data for leaf in sorted(self.heard) if leaf.startswith("alert/")]
        rows = [
            f"  {alert['severity'].upper():<6}{alert['text'][self.language.value]} {alert['article']}".rstrip()
            for alert in alerts
        ]
        return ["", "For the arbiter alone:", *rows] if rows else []


def _ranges(numbers: Iterable[int]) -> str:
    """The numbers in order, like `1-8, 12`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)


def _diagram(fen: str) -> list[str]:
    """The position, White below."""
    board = chess.Board(fen)
    rows = []
    for rank in reversed(range(8)):
        pieces = (board.piece_at(chess.square(file, rank)) for file in range(8))
        rows.append(f"  {rank + 1} " + " ".join(piece.unicode_symbol() if piece else "·" for piece in pieces))
    return [*rows, "    a b c d e f g h"]
