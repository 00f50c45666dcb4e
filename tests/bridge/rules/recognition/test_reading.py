"""How well a line agrees with the sensors, and what a hand may hold meanwhile."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.position import position_from_fen
from bridge.rules.recognition.reading import DOES_NOT_FIT, Reading, has_left, misfit
from drivers.placement import from_fen

FEN = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"


def root() -> Reading:
    start = position_from_fen(FEN)
    return Reading(None, None, start, start.placement, 0, 0.0)


PLACEMENTS = {
    "all in place": ("4k3/8/8/3p4/4P3/2N5/8/4K3", True),
    "own piece in hand": ("4k3/8/8/3p4/8/2N5/8/4K3", True),
    "victim in hand": ("4k3/8/8/8/4P3/2N5/8/4K3", True),
    "both in hand": ("4k3/8/8/8/8/2N5/8/4K3", True),
    "two own pieces gone": ("4k3/8/8/3p4/8/8/8/4K3", False),
    "two enemy pieces gone": ("8/8/8/8/4P3/2N5/8/4K3", False),
    "something arrived": ("4k3/8/8/3p4/4P3/2N5/8/Q3K3", False),
    "another piece on a square": ("4k3/8/8/3q4/4P3/2N5/8/4K3", False),
}


@pytest.mark.parametrize(("shown", "fits"), PLACEMENTS.values(), ids=PLACEMENTS)
def test_what_a_hand_may_hold_fits(shown: str, *, fits: bool) -> None:
    assert (misfit(root(), from_fen(shown)) < DOES_NOT_FIT) is fits


def test_the_exact_placement_costs_nothing() -> None:
    assert misfit(root(), from_fen(FEN.split(maxsplit=1)[0])) == 0


def test_what_is_less_likely_costs_more() -> None:
    costs = [misfit(root(), from_fen(PLACEMENTS[name][0])) for name in PLACEMENTS]
    in_place, own, victim, both, two_own, two_enemy, arrived, other = costs
    assert in_place < own < victim < both < two_own
    assert both < two_enemy
    assert both < other
    assert victim < arrived


def test_line_from_the_root() -> None:
    first = root()
    board = first.position.board()
    lines = [first]
    for uci in ("e4d5", "e8e7"):
        move = chess.Move.from_uci(uci)
        board.push(move)
        position = position_from_fen(board.fen())
        lines.append(Reading(lines[-1], move, position, position.placement, len(lines), float(len(lines))))
    first, second, third = lines
    assert list(third.upward(first)) == [third, second, first]
    assert list(third.upward(second)) == [third, second]
    assert third.line(first) == [second, third]
    assert first.line(first) == []
    assert (second.mover, third.mover) == (chess.WHITE, chess.BLACK)


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        ("4k3/8/8/3P4/8/2N5/8/4K3", False),
        ("4k3/8/8/8/8/2N5/8/4K3", True),
        ("4k3/8/8/3q4/8/2N5/8/4K3", True),
        ("4k3/8/8/3P4/8/8/8/4K3", False),
    ],
)
def test_whether_the_piece_moved_last_has_left_its_square(shown: str, *, left: bool) -> None:
    board = chess.Board(FEN)
    board.push_uci("e4d5")
    after = position_from_fen(board.fen())
    taken = Reading(root(), chess.Move.from_uci("e4d5"), after, after.placement, 1, 1.0)
    assert has_left(taken, from_fen(shown)) is left
    assert not has_left(root(), from_fen(shown))
