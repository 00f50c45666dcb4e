import itertools

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.hand import CALM, placement_after, set_up, signal_result
from drivers.placement import EMPTY, EMPTY_BOARD, code_at, from_fen, placement_of, squares_with
from drivers.reports import ClockPaused
from tests.drivers.hand.physics import games, rng

START = placement_of(chess.Board())
KINGS = "6k1/8/8/8/8/8/8/6K1"


def _kings(placement):
    return "".join(chess.square_name(chess.lsb(squares_with(placement, code))) for code in (6, 14))


@pytest.mark.parametrize(
    ("fen", "result", "kings"),
    [
        (KINGS, "1-0", "e4d5"),
        (KINGS, "0-1", "d4e5"),
        (KINGS, "1/2-1/2", "e4e5"),
        ("6k1/8/8/3P4/8/8/8/6K1", "0-1", "d4e5"),
        ("6k1/8/8/8/4P3/8/8/6K1", "1-0", "e4d5"),
        ("6k1/8/8/8/4P3/8/8/6K1", "1/2-1/2", "d4d5"),
        ("8/8/8/4K3/3k4/8/8/8", "0-1", "d4e5"),
    ],
)
def test_kings_in_the_centre_say_who_won(fen, result, kings):
    before = from_fen(fen)
    acts = list(signal_result(before, result, CALM, rng(), at=7.0))
    assert (acts[0].at, acts[0].does) == (7.0, ClockPaused())
    assert _kings(placement_after(before, acts)) == kings
    lifted = list(itertools.takewhile(lambda act: act.does.changes[0][1] == EMPTY, acts[1:]))
    assert not squares_with(placement_after(before, lifted), 6) | squares_with(placement_after(before, lifted), 14)


def test_only_results_can_be_signalled():
    with pytest.raises(ValueError, match=r"'\*' cannot be signalled"):
        list(signal_result(START, "*", CALM, rng()))
    with pytest.raises(ValueError, match="a king is missing"):
        list(signal_result(EMPTY_BOARD, "1-0", CALM, rng()))


@settings(deadline=None, max_examples=40)
@given(game=games(), wanted=games(), seed=st.integers(0, 99))
def test_the_pieces_are_set_up_one_by_one(game, wanted, seed):
    before, after = placement_of(_end(*game)), placement_of(wanted[0])
    acts = list(set_up(before, after, CALM, rng(seed), at=3.0))
    assert placement_after(before, acts) == after
    standing, at = before, 3.0
    for act in acts:
        ((square, code),) = act.does.changes
        assert (code_at(standing, square) == EMPTY) != (code == EMPTY)
        assert act.at >= at
        standing, at = placement_after(standing, [act]), act.at


def test_nothing_is_done_when_the_pieces_stand():
    assert list(set_up(START, START, CALM, rng())) == []


def _end(start, moves):
    board = start.copy()
    for move in moves:
        board.push(move)
    return board
