"""Whether a side can still mate: rows with the right answer, and what holds for every answer."""

from __future__ import annotations

from itertools import pairwise

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.rules.endings.mate import BUDGET, Answer, Method, Verdict, can_mate, is_dead
from bridge.rules.position import Position, position_from_fen, position_of
from tests.bridge.rules.endings.mate.rows import LITTLE, SHARED, Row, decided, own_rows, shared_rows
from tests.bridge.rules.positions import boards

OWN = own_rows()
SMALL = 600
"""Nodes for property tests: enough that every method gets its turn in small positions."""

positions_of_rows = st.sampled_from([row.position for row in OWN])
positions = st.one_of(boards().map(position_of), positions_of_rows)
colors = st.sampled_from(chess.COLORS)


def mated_by(position: Position, line: tuple[str, ...] | list[str], color: chess.Color) -> bool:
    """Whether the moves are legal and end in that side's mate."""
    board = position.board()
    for move in line:
        board.push_uci(move)
    return board.is_checkmate() and board.turn != color


def check(row: Row) -> None:
    answer = decided(row.position, row.color, LITTLE if row.hard else BUDGET)
    assert answer.verdict is row.right or (row.hard and answer.verdict is Verdict.UNKNOWN)
    if answer.verdict is Verdict.YES:
        assert mated_by(row.position, answer.line, row.color)


@pytest.mark.parametrize("row", OWN, ids=lambda row: row.name)
def test_row(row: Row) -> None:
    check(row)


if SHARED.exists():

    @pytest.mark.parametrize("row", shared_rows(), ids=lambda row: row.name)
    def test_row_beside_the_project(row: Row) -> None:
        check(row)


def test_there_are_enough_rows() -> None:
    assert len(OWN) == 131
    assert len({row.name for row in OWN}) == len(OWN)
    assert sum(row.right is Verdict.YES for row in OWN) == 59
    assert sum(row.hard for row in OWN) < 30


@pytest.mark.parametrize("row", [row for row in OWN if row.right is Verdict.YES], ids=lambda row: row.name)
def test_row_shows_a_mate_itself(row: Row) -> None:
    assert row.line is not None
    assert mated_by(row.position, row.line.split(), row.color)


@pytest.mark.parametrize(
    ("fen", "color", "verdict", "method"),
    [
        ("8/8/4k3/8/8/4K3/5B2/8 w - - 0 1", chess.WHITE, Verdict.NO, Method.MATERIAL),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", chess.WHITE, Verdict.YES, Method.ON_BOARD),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", chess.BLACK, Verdict.NO, Method.ON_BOARD),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess.WHITE, Verdict.NO, Method.ON_BOARD),
        ("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", chess.BLACK, Verdict.YES, Method.ON_BOARD),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.BLACK, Verdict.NO, Method.BLOCKED),
        ("r7/K1k5/8/8/8/8/8/8 w - - 3 3", chess.BLACK, Verdict.NO, Method.CLOSURE),
        ("7k/5K1R/8/8/8/8/8/6R1 b - - 0 1", chess.WHITE, Verdict.YES, Method.CLOSURE),
        ("4k3/8/8/8/4P3/4K3/8/8 w - - 0 1", chess.WHITE, Verdict.YES, Method.PLAY_OUT),
        ("8/8/4k3/8/8/3K4/5n2/2B5 w - - 0 1", chess.WHITE, Verdict.YES, Method.SEARCH),
        ("4K3/8/5R1k/8/8/8/8/8 w - - 0 1", chess.WHITE, Verdict.UNKNOWN, Method.ILLEGAL_BOARD),
        ("8/8/8/8/8/4K3/4P3/8 w - - 0 1", chess.BLACK, Verdict.UNKNOWN, Method.ILLEGAL_BOARD),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", chess.WHITE, Verdict.UNKNOWN, Method.ILLEGAL_BOARD),
        (chess.STARTING_FEN.replace("KQkq -", "KQkq e3"), chess.WHITE, Verdict.UNKNOWN, Method.ILLEGAL_BOARD),
    ],
)
def test_what_gives_the_answer(fen: str, color: chess.Color, verdict: Verdict, method: Method) -> None:
    answer = can_mate(position_from_fen(fen), color)
    assert (answer.verdict, answer.method) == (verdict, method)


@given(positions, colors)
def test_yes_comes_with_a_line_and_nothing_else_does(position: Position, color: chess.Color) -> None:
    answer = can_mate(position, color, SMALL)
    if answer.verdict is Verdict.YES:
        assert mated_by(position, answer.line, color)
    else:
        assert not answer.line


@given(positions, colors)
def test_colors_exchanged_give_the_same_answer(position: Position, color: chess.Color) -> None:
    answer = can_mate(position, color, SMALL)
    other = can_mate(position_of(position.board().mirror()), not color, SMALL)
    assert (other.verdict, other.method, other.nodes) == (answer.verdict, answer.method, answer.nodes)
    assert [flipped(move) for move in answer.line] == list(other.line)


def flipped(uci: str) -> str:
    """The move on the other side of the board: ranks count from the other end."""
    return "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in uci)


@settings(max_examples=40)
@given(positions, colors)
def test_more_budget_changes_no_answer(position: Position, color: chess.Color) -> None:
    answers = [can_mate(position, color, budget) for budget in (0, 50, SMALL, 5 * SMALL)]
    for smaller, larger in pairwise(answers):
        assert smaller.verdict is Verdict.UNKNOWN or larger == smaller


NEVER_AGAIN = [row for row in OWN if row.right is Verdict.NO and not row.hard]


@given(st.sampled_from(NEVER_AGAIN), st.lists(st.integers(0, 1 << 16), min_size=1, max_size=8))
def test_no_stays_no_whatever_is_played(row: Row, choices: list[int]) -> None:
    assert decided(row.position, row.color, BUDGET).verdict is Verdict.NO
    board = row.position.board()
    for choice in choices:
        moves = list(board.legal_moves)
        if moves:
            board.push(moves[choice % len(moves)])
    assert decided(position_of(board), row.color, BUDGET).verdict is Verdict.NO


def test_budget_is_kept() -> None:
    hopeless = next(row.position for row in OWN if row.name.startswith("bishops around locked pawns"))
    nothing = can_mate(hopeless, chess.WHITE, 0)
    assert nothing == Answer(Verdict.UNKNOWN, Method.BUDGET_ENDED)
    little = can_mate(hopeless, chess.WHITE, 5000)
    assert little.verdict is Verdict.UNKNOWN
    assert 5000 <= little.nodes < 5300  # what one position offers comes on top


def test_time_runs_out() -> None:
    hopeless = next(row.position for row in OWN if row.name.startswith("bishops around locked pawns"))
    looks = iter([False, False, True])
    answer = can_mate(hopeless, chess.WHITE, 50_000, lambda: next(looks))
    assert answer.method is Method.BUDGET_ENDED
    assert answer.nodes < 1500
    assert next(looks, None) is None


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/4K3/5B2/8 w - - 0 1",
        "kb6/2N5/1K6/8/8/8/8/8 b - - 0 50",
        "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ],
)
def test_dead_position(fen: str) -> None:
    assert is_dead(position_from_fen(fen))
    assert is_dead(position_of(position_from_fen(fen).board().mirror()))


@pytest.mark.parametrize("row", [row for row in OWN if row.right is not Verdict.NO], ids=lambda row: row.name)
def test_position_is_not_dead_where_a_side_may_mate(row: Row) -> None:
    assert not is_dead(row.position)


@given(boards().map(position_of))
def test_dead_means_that_neither_side_can_mate(position: Position) -> None:
    if is_dead(position):
        assert all(can_mate(position, color, SMALL).verdict is Verdict.NO for color in chess.COLORS)
