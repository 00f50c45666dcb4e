"""The question, and the order in which the ways to answer it are tried."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import count, islice

import chess

from bridge.rules.endings.mate.answer import Answer, Finding, Method, Verdict, within
from bridge.rules.endings.mate.blocked import blocked
from bridge.rules.endings.mate.closure import closure
from bridge.rules.endings.mate.lines import mating_line, mirrored
from bridge.rules.endings.mate.play_outs import play_outs
from bridge.rules.endings.mate.search import search
from bridge.rules.position import Position

BUDGET = 120_000
"""Nodes for a side at the end of a game: between one and two seconds where nothing is found; few need a tenth of it."""

FEW_MOVES = 3  # legal moves; with so few, a capture may be forced that leaves too little
FORCED = 150  # nodes that show it: the commonest dead end in real games after bare material
FIRST_GAMES = 3_000  # nodes; one or two whole play-outs of a middlegame, which find most of the mates that there are
FIRST_TURN = 2_000  # nodes for closure and play-outs, twice as many for the search; each round doubles them
ASKED_EVERY = 256  # nodes between two looks at the time


def can_mate(
    position: Position, color: chess.Color, budget: int = BUDGET, out_of_time: Callable[[], bool] = bool
) -> Answer:
    """Whether `color` can checkmate from the position by any possible series of legal moves, both sides helping.

    FIDE Laws of Chess (2023) Art. 5.1.2, 5.2.2, 6.9 and 7.5.5 ask for it. Art. 9.6 does not count here.

    About `budget` moves are looked at, at most; none with 0, which leaves what is seen at once. `out_of_time` is asked
    now and then whether to stop before that; by default it says no. All else is decided by the arguments, and a larger
    budget never changes a yes or a no. Boards that are no position of chess are answered with unknown.
    """
    board = position.board()
    if board.status() != chess.STATUS_VALID:
        return Answer(Verdict.UNKNOWN, Method.ILLEGAL_BOARD)
    if color == chess.BLACK:
        board.apply_mirror()
    at_once = _at_once(board)
    if at_once is not None:
        return at_once
    nodes, ask_at = 0, ASKED_EVERY
    work = _work(board)
    try:
        while nodes < budget:
            nodes += next(work)
            if nodes >= ask_at:
                if out_of_time():
                    break
                ask_at = nodes + ASKED_EVERY
    except StopIteration as end:
        method, finding = end.value
        return _made_sure(position, color, method, finding, nodes)
    return Answer(Verdict.UNKNOWN, Method.BUDGET_ENDED, nodes=nodes)


def is_dead(position: Position) -> bool:
    """Whether it is seen quickly that neither side can mate, so that the game has ended: a dead position.

    FIDE Laws of Chess (2023) Art. 5.2.2. So is a stalemate. False says that this was not seen, not that a mate is
    possible.
    """
    moves = sum(1 for _ in islice(position.board().generate_legal_moves(), FEW_MOVES + 1))
    budget = FORCED if moves <= FEW_MOVES else 0
    return all(can_mate(position, color, budget).verdict is Verdict.NO for color in chess.COLORS)


def _at_once(board: chess.Board) -> Answer | None:
    """What can be said without playing a move. Mate on the board goes first: material says nothing about how."""
    if next(board.generate_legal_moves(), None) is None:
        mated = board.turn == chess.BLACK and board.is_check()
        return Answer(Verdict.YES if mated else Verdict.NO, Method.ON_BOARD)
    if board.has_insufficient_material(chess.WHITE):
        return Answer(Verdict.NO, Method.MATERIAL)
    return Answer(Verdict.NO, Method.BLOCKED) if blocked(board) else None


def _work(board: chess.Board) -> Generator[int, None, tuple[Method, Finding]]:
    """Let the strategies take turns until one of them has found something.

    The turns do not depend on the budget: a smaller one only ends them earlier.
    """
    strategies = {
        Method.CLOSURE: closure(board),
        Method.PLAY_OUT: play_outs(board),
        Method.SEARCH: search(board),
    }
    turns = _turns(board)
    while True:
        method, nodes = next(turns)
        finding = yield from within(nodes, strategies[method])
        if finding.verdict is not Verdict.UNKNOWN:
            return method, finding


def _turns(board: chess.Board) -> Iterator[tuple[Method, int]]:
    if sum(1 for _ in islice(board.generate_legal_moves(), FEW_MOVES + 1)) <= FEW_MOVES:
        yield Method.CLOSURE, FORCED
    yield Method.PLAY_OUT, FIRST_GAMES
    for nodes in (FIRST_TURN << rounds for rounds in count()):
        yield Method.CLOSURE, nodes
        yield Method.PLAY_OUT, nodes
        yield Method.SEARCH, 2 * nodes


def _made_sure(position: Position, color: chess.Color, method: Method, finding: Finding, nodes: int) -> Answer:
    """The answer; a mate only when the line leads to it on the position that was asked about, else unknown."""
    if finding.verdict is not Verdict.YES:
        return Answer(finding.verdict, method, nodes=nodes)
    moves = finding.moves if color == chess.WHITE else map(mirrored, finding.moves)
    line = mating_line(position, moves, color)
    return Answer(Verdict.UNKNOWN, method, nodes=nodes) if line is None else Answer(Verdict.YES, method, line, nodes)
