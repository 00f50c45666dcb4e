import itertools

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.rules.alerts import AlertKind
from drivers.hand import (
    BENIGN,
    CALM,
    SLOPPY,
    VIOLATIONS,
    Incident,
    expected_alerts,
    placement_after,
    play,
    possible,
    tolerated_alerts,
)
from drivers.placement import EMPTY, code_at, placement_of
from drivers.reports import ClockPaused, ClockResumed, Press, SquaresChanged
from tests.drivers.hand.physics import games, half_moves, rng, watch

# Incident, position, move, and everything that is done, times left out: "e2" lifted, "e4P" placed, "+w" White presses,
# "||" the clock is paused, ">w" White's time runs again. The dice are the seed that gives this one of several ways.
BARE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
CASTLE = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
PROMOTE = "8/P7/8/8/8/7k/8/7K w - - 0 1"
NO_CASTLE = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
TAKE = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
PINNED_ROOK = "4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1"
PINNED = "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1"
SCENES = [
    (Incident.SLIDE, BARE, "e2e4", "e2 e3P e3 e4P +w"),
    (Incident.FUMBLE, BARE, "e2e4", "e2 e2P e2 e4P +w"),
    (Incident.ADJUST_OWN, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "e1 e1K e1 d1K +w"),
    (Incident.ADJUST_OUT_OF_TURN, BARE, "e2e4", "e8 e8k e2 e4P +w"),
    (Incident.REST_ON_WRONG_SQUARE, "4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1a2", "a1 b3K b3 a2K +w"),
    (Incident.BUMP, BARE, "e1d1", "e1 d1K e2 e2P +w"),
    (Incident.TOUCH_MOVE, BARE, "e1d1", "e2 e2P e1 d1K +w"),
    (Incident.ROOK_FIRST, CASTLE, "e1g1", "h1 f1R e1 g1K +w"),
    (Incident.PRESS_WITHOUT_MOVE, BARE, "e2e4", "+w || >w e2 e4P +w"),
    (Incident.PROMOTION_MISSING, PROMOTE, "a7a8q", "a7 a8P +w || a8 a8Q >b"),
    (Incident.DISPLACED, BARE, "e1d1", "e1 d1K e2 +w e2P"),
    (Incident.KNOCKED_ASIDE, BARE, "e1d1", "e1 d1K e2 f3P +w f3 e2P"),
    (Incident.LATE_PRESS, BARE, "e2e4", "e2 e4P +w"),
    (Incident.CASTLING_INCOMPLETE, CASTLE, "e1g1", "e1 g1K +w || h1 f1R >b"),
    (Incident.TWO_HANDED_CASTLING, CASTLE, "e1g1", "e1 h1 g1K f1R +w"),
    (Incident.ILLEGAL_CASTLING, NO_CASTLE, "e1d2", "e1 g1K h1 f1R +w || g1 e1K f1 h1R >w e1 d2K +w"),
    (Incident.CAPTURE_INCOMPLETE, TAKE, "e4d5", "d5 +w || e4 d5P >b"),
    (Incident.EN_PASSANT_INCOMPLETE, EN_PASSANT, "e5d6", "e5 d6P +w || d5 >b"),
    (Incident.PROMOTION_PIECE_MISSING, PROMOTE, "a7a8q", "a7 +w || a8Q >b"),
    (Incident.SECOND_MOVE, BARE, "e1d1", "e1 d1K +w e2 e3P || e3 e2P >b"),
    (Incident.OPPONENTS_PIECE, BARE, "e2e4", "e8 d7k +w || d7 e8k >w e2 e4P +w"),
    (Incident.ENEMY_PIECE_TOUCHED, TAKE, "e4e5", "e4 d5 d5p e5P +w"),
    (Incident.KING_CAPTURED, PINNED_ROOK, "e2e3", "e2 f2R +w e1 e4 e1r +b || e1 e4r e1K f2 e2R >w e2 e3R +w"),
]


def _written(acts):
    words = []
    for act in acts:
        match act.does:
            case SquaresChanged(((square, code),)):
                words.append(chess.square_name(square) + ".PNBRQKW?pnbrqkw"[code].strip("."))
            case Press(color):
                words.append("+w" if color else "+b")
            case ClockPaused():
                words.append("||")
            case ClockResumed(color):
                words.append(">w" if color else ">b")
    return " ".join(words)


@pytest.mark.parametrize(("incident", "fen", "uci", "acts"), SCENES, ids=str)
def test_what_an_incident_looks_like(incident, fen, uci, acts):
    ways = {
        _written(play(chess.Board(fen), [chess.Move.from_uci(uci)], CALM, rng(n), {1: incident})) for n in range(60)
    }
    assert acts in ways


@pytest.mark.parametrize("incident", [Incident.ILLEGAL_MOVE, Incident.TAKE_BACK_BEFORE_PRESS])
def test_an_illegal_move_is_tried_and_undone(incident):
    board, move = chess.Board(PINNED), chess.Move.from_uci("e1d1")
    for seed in range(40):
        acts = list(play(board, [move], CALM, rng(seed), {1: incident}))
        up, tried = acts[0].does.changes[0], acts[1].does.changes[0]
        assert up == (chess.E1, EMPTY)
        assert not board.is_legal(chess.Move(chess.E1, tried[0]))
        assert placement_after(placement_of(board), acts[: _undone(acts)]) == placement_of(board)


def _undone(acts):
    """How many acts there are until the piece is back."""
    return next(n for n, act in enumerate(acts, 1) if n > 2 and act.does == SquaresChanged(((chess.E1, 6),)))


def test_a_piece_that_shields_the_king_is_moved_away_when_it_can_be():
    board = chess.Board("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1")
    for seed in range(10):
        acts = list(play(board, [chess.Move.from_uci("e2e3")], CALM, rng(seed), {1: Incident.ILLEGAL_MOVE}))
        square = acts[1].does.changes[0][0]
        assert chess.square_rank(square) == 1


def test_the_arbiter_comes_to_an_illegal_move():
    acts = list(play(chess.Board(BARE), [chess.Move.from_uci("e2e4")], CALM, rng(), {1: Incident.ILLEGAL_MOVE}))
    kinds = [type(act.does).__name__ for act in acts]
    change = "SquaresChanged"
    assert kinds == [change] * 2 + ["Press", "ClockPaused"] + [change] * 2 + ["ClockResumed"] + [change] * 2 + ["Press"]
    assert 3 <= acts[3].at - acts[2].at <= 5


@pytest.mark.parametrize("style", [CALM, SLOPPY], ids=lambda style: style.name)
@settings(deadline=None, max_examples=30)
@given(game=games(longest=30), data=st.data())
def test_incidents_stay_within_what_hands_can_do(style, game, data):
    start, moves = game
    incidents = {}
    for ply, (board, move) in enumerate(half_moves(start, moves), 1):
        fitting = [incident for incident in Incident if possible(incident, board, move)]
        if data.draw(st.booleans()):
            incidents[ply] = data.draw(st.sampled_from(fitting))
    watch(start, moves, list(play(start, moves, style, rng(len(moves)), incidents)))


@settings(deadline=None, max_examples=30)
@given(game=games(longest=40))
def test_what_is_called_illegal_is_illegal_and_what_is_called_touched_could_move(game):
    start, moves = game
    for ply, (board, move) in enumerate(half_moves(start, moves)):
        legal = {placement_of(after) for after in _afterwards(board)}
        if possible(Incident.ILLEGAL_MOVE, board, move):
            acts = list(play(board, [move], CALM, rng(ply), {1: Incident.ILLEGAL_MOVE}))
            at_press = next(n for n, act in enumerate(acts) if isinstance(act.does, Press))
            assert placement_after(placement_of(board), acts[:at_press]) not in legal
        if possible(Incident.TOUCH_MOVE, board, move):
            first, second, *_ = play(board, [move], CALM, rng(ply), {1: Incident.TOUCH_MOVE})
            ((touched, _),) = first.does.changes
            assert second.does.changes == ((touched, code_at(placement_of(board), touched)),)
            assert second.at - first.at >= 0.9
            assert touched != move.from_square
            assert any(other.from_square == touched for other in board.legal_moves)


def _afterwards(board):
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield after


def test_every_incident_is_either_benign_or_a_violation():
    assert frozenset(Incident) == BENIGN | VIOLATIONS
    assert not BENIGN & VIOLATIONS


def test_violations_raise_alerts_that_the_bridge_knows():
    known = {kind.value for kind in AlertKind}
    for incident, edition in itertools.product(Incident, ("1997", "2014", "2018", "2023")):
        assert expected_alerts(incident, edition) <= known
        assert tolerated_alerts(incident) <= known
    assert all(expected_alerts(incident) for incident in VIOLATIONS)
    assert {incident for incident in BENIGN if expected_alerts(incident)} == {Incident.ADJUST_OUT_OF_TURN}


def test_an_unknown_edition_is_refused():
    with pytest.raises(ValueError, match="'2020' is no edition"):
        expected_alerts(Incident.SLIDE, "2020")
