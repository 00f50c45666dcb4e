"""Visiting positions one by one, each of them once, in an order that somebody else chooses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import chess

from bridge.rules.endings.mate.answer import GAVE_UP, NO_MATE, Finding, Strategy, Verdict
from bridge.rules.endings.mate.states import State, set_up, state_of

MOST_POSITIONS = 150_000
"""Positions that are remembered before the visit is given up; each takes about 1 kB."""


class Node(NamedTuple):
    """A position that was found: its number, its state, and whether a capture or a pawn's move led to it."""

    number: int
    state: State
    irreversible: bool


class Order(Protocol):
    """Which of the positions that were found is visited next."""

    def add(self, node: Node, board: chess.Board) -> None:
        """Take a position that was found; the board stands in it now."""

    def take(self) -> Node | None:
        """The next position to be visited; None when all of them were."""


Lost = Callable[[chess.Board], tuple[bool, int]]
"""Whether White provably cannot mate any more, and what it cost to say so, in nodes. No is no proof of the contrary."""


def explore(start: chess.Board, order: Order, lost: Lost) -> Strategy:
    """Visit what can be reached from `start` until White has mated.

    `lost` is asked after captures and pawns' moves, for what it tells hardly changes after others. When every position
    was visited there is no mate: none was left out but those where `lost` had proved it. There is no limit to the
    length of a line; cycles do not matter, because only what can be reached is asked for.
    """
    board, root = start.copy(stack=False), state_of(start)
    found = _Found({root}, [(0, chess.Move.null())])
    order.add(Node(0, root, irreversible=False), board)
    while (node := order.take()) is not None:
        set_up(board, node.state)
        over, looked = lost(board) if node.irreversible else (False, 0)
        moves = [] if over else list(board.generate_legal_moves())
        mated = _visit(board, node, moves, found, order)
        yield looked + len(moves)
        if mated:
            return Finding(Verdict.YES, found.line())
        if len(found.seen) > MOST_POSITIONS:
            return GAVE_UP
    return NO_MATE


class _Found(NamedTuple):
    """The positions found so far, and for each number the one before it and the move between them."""

    seen: set[State]
    came_from: list[tuple[int, chess.Move]]

    def line(self) -> tuple[chess.Move, ...]:
        """The moves to the position found last."""
        moves, number = [], len(self.came_from) - 1
        while number:
            number, move = self.came_from[number]
            moves.append(move)
        return tuple(reversed(moves))


def _visit(board: chess.Board, node: Node, moves: list[chess.Move], found: _Found, order: Order) -> bool:
    """Find the positions after these moves. True when the last one found is White's mate."""
    for move in moves:
        irreversible = board.is_zeroing(move)
        board.push(move)
        state = state_of(board)
        if state not in found.seen:
            found.seen.add(state)
            found.came_from.append((node.number, move))
            if not board.turn and board.is_checkmate():
                return True
            order.add(Node(len(found.came_from) - 1, state, irreversible), board)
        board.pop()
    return False
