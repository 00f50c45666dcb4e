"""Visiting the positions first that look nearest to White's mate in one corner, then in another."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush

import chess

from bridge.rules.endings.mate.aims import corners_for, far_from_mate
from bridge.rules.endings.mate.answer import GAVE_UP, Strategy, Verdict, within
from bridge.rules.endings.mate.exploring import Node, explore

FIRST_TRY = 15_000  # moves looked at for one corner; each round of corners looks at twice as many
ROUNDS = 4  # the longest tries remember all they may by then
OLDEST_EVERY = 8  # so that nothing waits for ever, however little it promises


def search(board: chess.Board) -> Strategy:
    """Try the corners in turn, with more patience each time round."""
    for patience in (FIRST_TRY << tries for tries in range(ROUNDS)):
        for corner in corners_for(board):
            found = yield from within(patience, explore(board, _MostPromising(corner), _lost))
            if found.verdict is not Verdict.UNKNOWN:
                return found
    return GAVE_UP


def _lost(board: chess.Board) -> tuple[bool, int]:
    return board.has_insufficient_material(chess.WHITE), 0


class _MostPromising:
    """The lowest estimate first, and now and then the oldest position."""

    def __init__(self, corner: chess.Square) -> None:
        self._corner = corner
        self._heap: list[tuple[float, int, Node]] = []
        self._queue: deque[Node] = deque()
        self._taken: set[int] = set()
        self._visits = 0

    def add(self, node: Node, board: chess.Board) -> None:
        heappush(self._heap, (far_from_mate(board, self._corner), node[0], node))
        self._queue.append(node)

    def take(self) -> Node | None:
        self._visits += 1
        while self._heap and self._queue:
            node = self._queue.popleft() if self._visits % OLDEST_EVERY == 0 else heappop(self._heap)[2]
            if node[0] not in self._taken:
                self._taken.add(node[0])
                return node
        return None
