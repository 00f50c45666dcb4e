"""A board in the terminal, drawn from what the broker says about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import chess
import msgspec

from bridge.broker.connection import Heard
from bridge.messages.envelope import Envelope

LAST_MOVES = 8
"""Pairs of moves that are shown."""

_decode = msgspec.json.Decoder(Envelope).decode


@dataclass(slots=True)
class Screen:
    """Everything that was heard about one board. `heard` by the part of the topic behind the board."""

    board: int
    heard: dict[str, Envelope] = field(default_factory=dict)

    def hear(self, message: Heard) -> None:
        """Take in a message about the board. Raises msgspec.MsgspecError when it is none of touchmove's."""
        leaf = message.topic.partition("/board/")[2].partition("/")[2]
        if not message.payload:
            self.heard.pop(leaf, None)
        else:
            self.heard[leaf] = _decode(message.payload)

    def lines(self, now: datetime) -> list[str]:
        """What to show now."""
        if "position" not in self.heard:
            return [f"Board {self.board}: nothing has been heard yet.", "", "q: leave"]
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
            f"  {alert['severity'].upper():<6}{alert['text']['en']} {alert['article']}".rstrip() for alert in alerts
        ]
        return ["", "For the arbiter alone:", *rows] if rows else []


def _diagram(fen: str) -> list[str]:
    """The position, White below."""
    board = chess.Board(fen)
    rows = []
    for rank in reversed(range(8)):
        pieces = (board.piece_at(chess.square(file, rank)) for file in range(8))
        rows.append(f"  {rank + 1} " + " ".join(piece.unicode_symbol() if piece else "·" for piece in pieces))
    return [*rows, "    a b c d e f g h"]
