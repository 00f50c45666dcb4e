"""Visiting every position that can still arise, the nearest ones first."""

from __future__ import annotations

from collections import deque

import chess

from bridge.rules.endings.mate.answer import Strategy
from bridge.rules.endings.mate.blocked import blocked
from bridge.rules.endings.mate.exploring import Node, explore

BLOCKED_NODES = 40
"""What asking `blocked` costs, in moves that are looked at: 26 on the average of our rows, 53 on walls."""


def closure(board: chess.Board) -> Strategy:
    """Visit all positions after `board`; no end is too far, so running out of positions is a proof."""
    return explore(board, _OldestFirst(), _lost)


def _lost(board: chess.Board) -> tuple[bool, int]:
    if board.has_insufficient_material(chess.WHITE):
        return True, 0
    return blocked(board), BLOCKED_NODES


class _OldestFirst:
    """The order in which they were found."""

    def __init__(self) -> None:
        self._queue: deque[Node] = deque()

    def add(self, node: Node, board: chess.Board) -> None:  # noqa: ARG002
        self._queue.append(node)

    def take(self) -> Node | None:
        return self._queue.popleft() if self._queue else None
