import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.hand import CALM, SLOPPY, Act, placement_after, play
from drivers.hand.perturb import NO_TROUBLE, Trouble, as_sensed, in_frames, through_scan, troubled
from drivers.placement import BLACK_BIT, EMPTY, SOME_BLACK, SOME_PIECE, Sensing, code_at, placement_of, with_code
from drivers.reports import Press, SquaresChanged
from tests.drivers.hand.physics import GAME_FILES, games, read_games, rng

START = placement_of(chess.Board())


def changed(at, *changes):
    return Act(at, SquaresChanged(tuple(changes)))


@settings(deadline=None, max_examples=30)
@given(game=games(), period=st.sampled_from((0.0, 0.05, 0.23)), backwards=st.booleans())
def test_a_scan_shows_the_truth_in_the_end_and_in_order(game, period, backwards):
    start, moves = game
    order = chess.SQUARES[::-1] if backwards else chess.SQUARES
    acts = list(play(start, moves, SLOPPY, rng()))
    seen = list(through_scan(placement_of(start), acts, period, order))
    assert placement_after(placement_of(start), seen) == placement_after(placement_of(start), acts)
    assert [act.at for act in seen] == sorted(act.at for act in seen)
    assert [act for act in seen if isinstance(act.does, Press)] == [act for act in acts if isinstance(act.does, Press)]
    if period == 0:
        assert seen == acts


def test_a_scan_sees_arrivals_before_departures_and_misses_what_is_short():
    e2, e3, e4 = chess.E2, chess.E3, chess.E4
    acts = [changed(0.13, (e2, 0)), changed(0.14, (e3, 1)), changed(0.15, (e3, 0)), changed(0.16, (e4, 1))]
    seen = list(through_scan(START, acts, 0.64))
    assert [act.does.changes for act in seen] == [((e4, 1),), ((e2, 0),)]
    assert [act.at for act in seen] == pytest.approx([0.28, 0.64 + 0.12])


@settings(deadline=None, max_examples=30)
@given(game=games(), period=st.sampled_from((0.1, 0.3)))
def test_frames_show_the_truth_in_the_end_and_in_order(game, period):
    start, moves = game
    acts = list(play(start, moves, SLOPPY, rng()))
    seen = list(in_frames(acts, period))
    assert placement_after(placement_of(start), seen) == placement_after(placement_of(start), acts)
    assert [act.at for act in seen] == sorted(act.at for act in seen)


def test_a_frame_holds_what_changed_since_the_last():
    acts = [changed(0.1, (12, 0)), Act(0.15, Press(chess.WHITE)), changed(0.2, (28, 1)), changed(0.6, (52, 0))]
    assert list(in_frames(acts, 0.5)) == [
        Act(0.15, Press(chess.WHITE)),
        changed(0.5, (12, 0), (28, 1)),
        changed(1.0, (52, 0)),
    ]


def test_changes_are_lost_doubled_and_misread_but_presses_are_not():
    acts = list(play(chess.Board(), [chess.Move.from_uci("e2e4")], CALM, rng()))
    assert list(troubled(acts, rng(), NO_TROUBLE)) == acts
    assert list(troubled(acts, rng(), Trouble(lost=1))) == acts[2:]
    assert list(troubled(acts, rng(), Trouble(doubled=1))) == [acts[0], acts[0], acts[1], acts[1], acts[2]]
    misread = list(troubled(acts, rng(), Trouble(wrong=1)))
    assert misread[2] == acts[2]
    for wrong, act in zip(misread[:2], acts[:2], strict=True):
        ((square, code),), ((wrong_square, wrong_code),) = act.does.changes, wrong.does.changes
        assert (wrong.at, wrong_square) == (act.at, square)
        assert wrong_code != code


def test_an_occupancy_board_misreads_a_piece_as_none():
    (wrong,) = troubled([changed(1.0, (chess.E4, SOME_PIECE))], rng(), Trouble(wrong=1))
    assert wrong == changed(1.0, (chess.E4, EMPTY))


@pytest.mark.parametrize(
    ("sensing", "black_pawn"),
    [(Sensing.IDENTITY, chess.PAWN | BLACK_BIT), (Sensing.COLOR, SOME_BLACK), (Sensing.OCCUPANCY, SOME_PIECE)],
)
def test_pieces_are_seen_as_far_as_the_eboard_tells_them_apart(sensing, black_pawn):
    acts = [changed(0.0, (chess.E7, EMPTY)), changed(0.3, (chess.E5, chess.PAWN | BLACK_BIT)), Act(0.5, Press(False))]
    assert list(as_sensed(acts, sensing)) == [acts[0], changed(0.3, (chess.E5, black_pawn)), acts[2]]


def test_sloppy_play_looks_like_the_recorded_blitz_games():
    """Recorded: 25 of 36 captures without an empty square between, 17 visits and 458 changes in 199 half-moves."""
    half_moves = captures = direct = visits = changes = 0
    for seed, game in enumerate([game for path in GAME_FILES for game in read_games(path)] * 4):
        board, moves = game.board(), list(game.mainline_moves())
        seen = through_scan(placement_of(board), play(board, moves, SLOPPY, rng(seed)), 0.23)
        stream = [act.does.changes[0] for act in seen if isinstance(act.does, SquaresChanged)]
        half_moves, changes = half_moves + len(moves), changes + len(stream)
        placement = placement_of(board)
        for (square, code), following in zip(stream, [*stream[1:], None], strict=True):
            visits += code != EMPTY and following == (square, EMPTY)
            before = code_at(placement, square)
            direct += EMPTY not in (before, code) and (before ^ code) & BLACK_BIT != 0
            placement = with_code(placement, square, code)
        for move in moves:
            captures += board.is_capture(move) and not board.is_en_passant(move)
            board.push(move)
    assert direct / captures == pytest.approx(25 / 36, abs=0.1)
    assert visits / half_moves == pytest.approx(17 / 199, abs=0.03)
    assert changes / half_moves == pytest.approx(458 / 199, abs=0.15)
