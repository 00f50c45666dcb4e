"""What is concluded from plain play is what the whole step would conclude."""

from __future__ import annotations

import random
from dataclasses import fields

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.rules.correcting.corrections import Adjusting
from bridge.rules.game import new_game, step, wake_at, whole_step
from bridge.rules.inputs import Input, TimePassed
from bridge.rules.notices import MoveSeen, Played
from bridge.rules.plain_play import plain_step
from bridge.rules.position import position_of
from bridge.rules.recognition.reading import Reading
from bridge.rules.setup import Setup
from bridge.rules.state import Game
from drivers.hand import CALM, CLUB, SLOPPY, Style, at_pace, play
from drivers.hand.perturb import NO_TROUBLE, Trouble, through_scan, troubled
from drivers.placement import EMPTY, code_from_symbol, placement_of
from drivers.reports import Dump, SquaresChanged
from tests.bridge.rules.arbiters import some_corrections
from tests.bridge.rules.streams import garbage, setups, waits
from tests.bridge.rules.table import Table

STANDARD, CHESS960 = chess.Board(), chess.Board.from_chess960_pos(501)
BLITZ = at_pace(SLOPPY, 3.0)
WAKES_AT_MOST = 8  # between two inputs: a day without any has thousands that are all alike
LOSSY = Trouble(lost=0.01, doubled=0.02, wrong=0.01)


@pytest.mark.parametrize(
    ("style", "scan", "trouble", "start", "least"),
    [
        pytest.param(CALM, 0.0, NO_TROUBLE, STANDARD, 0.9, id="calm"),
        pytest.param(CLUB, 0.0, NO_TROUBLE, STANDARD, 0.8, id="club"),
        pytest.param(CLUB, 0.23, NO_TROUBLE, STANDARD, 0.7, id="club, scanned"),
        pytest.param(BLITZ, 0.0, NO_TROUBLE, STANDARD, 0.5, id="blitz"),
        pytest.param(BLITZ, 0.23, NO_TROUBLE, CHESS960, 0.4, id="blitz, Chess960, scanned"),
        pytest.param(CLUB, 0.0, LOSSY, CHESS960, 0.0, id="lossy"),
    ],
)
def test_in_games_that_hands_play(
    style: Style, scan: float, trouble: Trouble, start: chess.Board, least: float
) -> None:
    """`least`: the share of the steps that must be plain, or the test shows little."""
    plain: list[bool] = []
    for seed in range(6):
        rng = random.Random(seed)
        acts = play(start, random_line(start, rng), style, rng)
        seen = troubled(through_scan(placement_of(start), acts, scan), rng, trouble)
        setup = Setup(position_of(start), scan_period=scan)
        plain += followed(setup, [(-1.0, Dump(placement_of(start))), *((act.at, act.does) for act in seen)])
    assert sum(plain) >= least * len(plain)


@pytest.mark.parametrize(
    ("script", "last"),
    [
        pytest.param("0:a8-", (chess.A8, EMPTY), id="a piece that is being taken is off"),
        pytest.param("0:e1- 0.4:g1K", (chess.G1, chess.KING), id="the king has castled, the rook not yet"),
        pytest.param("0:a1- 0.4:a1R 1:B", (chess.A1, chess.ROOK), id="a piece is back"),
    ],
)
def test_what_is_told_once_more_is_nothing_new(script: str, last: tuple[chess.Square, int]) -> None:
    table = Table("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").play(script).wait(2.0)
    assert table.game.calm
    assert table.game.dumps_asked > 0
    agreed(table.game, SquaresChanged((last,)), table.now, [])


def test_a_piece_straightened_before_the_rook_is_lifted_is_for_the_whole_step() -> None:
    table = Table("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    table.tell(Adjusting("arbiter", "he said so", (chess.E1,)), 0.0)  # So nobody holds the king, as far as is known.
    table.play("1:e1- 1.4:g1K 1.6:a8-").wait_until(2.2)
    agreed(table.game, SquaresChanged(((chess.A8, code_from_symbol("r")),)), 2.2, [])


@given(setups, st.lists(st.tuples(waits, garbage | some_corrections), max_size=60))
def test_whatever_is_said(setup: Setup, inputs: list[tuple[float, Input]]) -> None:
    now = 0.0
    said: list[tuple[float, Input]] = []
    for wait, received in inputs:
        now += wait
        said.append((now, received))
    followed(setup, said)


def followed(setup: Setup, inputs: list[tuple[float, Input]]) -> list[bool]:
    """For each step, whether it was plain. Both ways must agree wherever it was."""
    game = new_game(setup, -2.0)
    plain: list[bool] = []
    for at, received in inputs:
        for _ in range(WAKES_AT_MOST):
            if (due := wake_at(game)) is not None and due < at:
                game = agreed(game, TimePassed(), due, plain)
        game = agreed(game, received, at, plain)
    return plain


def agreed(game: Game, received: Input, now: float, plain: list[bool]) -> Game:
    quick, whole = plain_step(game, received, now), whole_step(game, received, now)
    plain.append(quick is not None)
    if quick is not None:
        assert facts(quick[0]) == facts(whole[0])
        assert [told_of(notice) for notice in quick[1]] == [told_of(notice) for notice in whole[1]]
    return step(game, received, now)[0]


def facts(value: object) -> object:
    """The fields of a game with readings told apart by what they say; those that both ways found are two objects."""
    match value:
        case Game():
            return [(field.name, facts(getattr(value, field.name))) for field in fields(Game)]
        case Reading():
            said = [getattr(value, field.name) for field in fields(Reading) if field.name != "parent"]
            return (id(value.parent), *said)
        case tuple() | list():
            return [facts(each) for each in value]
        case frozenset():
            return sorted(map(repr, map(facts, value)))
        case _:
            return value


def told_of(notice: object) -> object:
    if isinstance(notice, MoveSeen):
        return [getattr(notice.played, field.name) for field in fields(Played)]
    return notice


def random_line(start: chess.Board, rng: random.Random) -> list[chess.Move]:
    board = start.copy()
    line: list[chess.Move] = []
    while len(line) < 40 and not board.is_game_over():
        line.append(rng.choice(list(board.legal_moves)))
        board.push(line[-1])
    return line
