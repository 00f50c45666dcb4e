import itertools

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.hand import CALM, CLUB, SLOPPY, Incident, at_pace, play
from drivers.placement import BLACK_BIT
from drivers.reports import Press, SquaresChanged
from tests.drivers.hand.physics import GAME_FILES, games, read_games, rng, watch

STYLES = [CALM, CLUB, SLOPPY]
OPENING = [chess.Move.from_uci(uci) for uci in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1"]]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
@settings(deadline=None, max_examples=30)
@given(game=games(), seed=st.integers(0, 2**32))
def test_hands_do_only_what_hands_can_do(style, game, seed):
    start, moves = game
    watch(start, moves, list(play(start, moves, style, rng(seed))))


@pytest.mark.parametrize("path", GAME_FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_style_plays_every_game(style, path):
    for game in read_games(path):
        assert not game.errors
        moves = list(game.mainline_moves())
        watch(game.board(), moves, list(play(game.board(), moves, style, rng(len(moves)))))


def test_the_game_files_hold_the_rare_moves():
    seen = set()
    for game in itertools.chain.from_iterable(map(read_games, GAME_FILES)):
        board = game.board()
        for move in game.mainline_moves():
            if move.promotion:
                seen.add(chess.piece_name(move.promotion))
            if board.is_en_passant(move):
                seen.add("en passant")
            if board.is_castling(move):
                seen.add("chess960 castling" if board.chess960 else "castling")
            board.push(move)
    assert seen == {"queen", "rook", "knight", "en passant", "castling", "chess960 castling"}


def test_the_same_dice_give_the_same_acts():
    start = chess.Board()
    first, again, other = (list(play(start, OPENING, SLOPPY, rng(seed))) for seed in (1, 1, 2))
    assert first == again != other


def test_the_start_board_is_not_touched_and_acts_come_lazily():
    start = chess.Board()
    endless = itertools.cycle(chess.Move.from_uci(uci) for uci in ("g1f3", "g8f6", "f3g1", "f6g8"))
    acts = list(itertools.islice(play(start, endless, CALM, rng()), 9))
    assert len(acts) == 9
    assert start == chess.Board()


def test_calm_players_wait_for_the_press():
    acts = list(play(chess.Board(), OPENING, CALM, rng()))
    presses = [index for index, act in enumerate(acts) if isinstance(act.does, Press)]
    assert [acts[index].does.color for index in presses] == [chess.WHITE, chess.BLACK] * 4 + [chess.WHITE]
    for index in presses:
        release, press, after = acts[index - 1], acts[index], acts[index + 1 : index + 2]
        assert CALM.press.low <= press.at - release.at <= CALM.press.high
        assert all(act.at - press.at >= CALM.think.low for act in after)


def test_without_thinking_the_hands_are_as_slow_as_ever():
    slow, fast = (list(play(chess.Board(), OPENING, at_pace(CALM, pace), rng())) for pace in (1, 0))
    assert slow[-1].at > 9 * CALM.think.low
    assert fast[-1].at < 9 * 5
    assert [act.does for act in slow] == [act.does for act in fast]


def _manners(acts):
    """What a game shows of each player's manners with the clock, told by the color of the piece that was just put."""
    manners, put_by = set(), None
    for before, act in itertools.pairwise(acts):
        if isinstance(before.does, SquaresChanged) and (code := before.does.changes[0][1]):
            put_by = code < BLACK_BIT
        if isinstance(act.does, Press):
            early = isinstance(before.does, SquaresChanged) and not before.does.changes[0][1]
            manners.add(
                "reply before the press" if early else "press after the reply" if put_by != act.does.color else ""
            )
    return manners


def test_sloppy_players_reply_early_press_late_and_forget():
    seen, missing = set(), 0
    for seed in range(100):
        acts = list(play(chess.Board(), OPENING, SLOPPY, rng(seed)))
        seen |= _manners(acts)
        missing += sum(isinstance(act.does, Press) for act in acts) < len(OPENING)
    assert seen == {"", "reply before the press", "press after the reply"}
    assert 0 < missing < 30


def test_an_illegal_move_is_refused():
    with pytest.raises(ValueError, match="e2e5 is not legal"):
        list(play(chess.Board(), [chess.Move.from_uci("e2e5")], CALM, rng()))


def test_an_incident_that_cannot_happen_is_refused():
    with pytest.raises(ValueError, match="ROOK_FIRST cannot happen at e2e4"):
        list(play(chess.Board(), OPENING, CALM, rng(), {1: Incident.ROOK_FIRST}))


def test_black_may_begin():
    board = chess.Board()
    board.push_san("e4")
    acts = list(play(board, [chess.Move.from_uci("e7e5")], CALM, rng()))
    assert acts[-1].does == Press(chess.BLACK)
