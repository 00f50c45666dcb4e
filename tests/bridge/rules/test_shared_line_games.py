"""Whole games on e-boards that share one line, through their bytes: every move is recorded, over a pulled cable too."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest

from benchmarks.bus import OPENING_SECONDS, HallOnBus
from benchmarks.table import Followed, Played, games_in
from bridge.rules.alerts import AlertKind, Confidence
from bridge.rules.notices import AlertRaised
from drivers.hand import CALM, Act, at_pace, play
from drivers.placement import EMPTY, code_of
from drivers.reports import Press, SquaresChanged

HOUSE = Path(__file__).parents[3]
GAMES = list(games_in([HOUSE / "tests" / "games", HOUSE / "bridge" / "demo"]))
THIRTY = [GAMES[index % len(GAMES)] for index in range(30)]
BRISK = at_pace(CALM, 0.15)
"""A third of a second to three for a move."""


def hall(games: list[Played]) -> HallOnBus:
    return HallOnBus(
        [
            (played.start, play(played.start, played.moves, BRISK, random.Random(f"{played.name} {index}")))
            for index, played in enumerate(games)
        ]
    )


def uci(followed: Followed) -> list[str]:
    return [played.move.uci() for played in followed.game.moves]


def raised(followed: Followed) -> list[AlertKind]:
    return [told.alert.kind for _, told in followed.notices if isinstance(told, AlertRaised)]


def expected(games: list[Played]) -> list[list[str]]:
    return [[move.uci() for move in played.moves] for played in games]


def test_thirty_games_on_one_line() -> None:
    followed = hall(THIRTY).play()
    assert [uci(each) for each in followed] == expected(THIRTY)
    assert [raised(each) for each in followed] == [[]] * 30


def test_a_cable_that_is_out_for_twenty_seconds_costs_no_move_on_any_board() -> None:
    line = hall(THIRTY[:12])
    line.wait_until(OPENING_SECONDS + 40.3)
    before = [len(seat.game.moves) for seat in line.seats.values()]
    line.pull_cable()
    line.wait_until(line.now + 20.0)
    line.plug_in()
    followed = line.play()
    assert [uci(each) for each in followed] == expected(THIRTY[:12])
    assert {kind for each in followed for kind in raised(each)} == {AlertKind.LINK_LOST}
    assert max(before) < 30, "the games were going on"


def test_a_cable_pulled_in_mid_capture_and_back_five_moves_later() -> None:
    script = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6"
    acts = list(_acts(script.split()))
    line = HallOnBus([(chess.Board(), acts), (chess.Board(), [])])
    victim_lifted = next(act.at for act in acts if act.does == SquaresChanged(((chess.D5, EMPTY),)))
    line.wait_until(OPENING_SECONDS + victim_lifted + 0.4)
    assert [move.move.uci() for move in line.seats["1001"].game.moves] == ["e2e4", "d7d5"]
    line.pull_cable()
    line.wait_until(line.now + 20.0)
    line.plug_in()
    followed, other = line.play()
    assert uci(followed) == script.split()
    assert raised(followed) == raised(other) == [AlertKind.LINK_LOST]


@pytest.mark.parametrize(("boards", "confidence"), [(30, Confidence.WEAK), (2, Confidence.STRONG)])
def test_touches_seen_through_a_full_line_are_weak_evidence(boards: int, confidence: Confidence) -> None:
    """The knight is off its square for four seconds, and a pawn is moved."""
    knight = code_of(chess.Piece(chess.KNIGHT, chess.WHITE))
    acts = [
        Act(10.0, SquaresChanged(((chess.G1, EMPTY),))),
        Act(14.0, SquaresChanged(((chess.G1, knight),))),
        *(Act(15.0 + act.at, act.does) for act in _acts(["e2e4", "e7e5"])),
    ]
    line = HallOnBus([(chess.Board(), acts if index == 0 else []) for index in range(boards)])
    followed = line.play()[0]
    (alert,) = [told.alert for _, told in followed.notices if isinstance(told, AlertRaised)]
    assert (alert.kind, alert.confidence) == (AlertKind.TOUCH_MOVE_VIOLATION, confidence)
    assert ("It is read every" in alert.cannot_show) == (confidence is Confidence.WEAK)


def _acts(moves: list[str]) -> list[Act]:
    """A move every four seconds, a victim taken off first, each with its press."""
    board, at = chess.Board(), 1.0
    acts = []
    for text in moves:
        move, mover = chess.Move.from_uci(text), board.turn
        if board.is_capture(move):
            acts.append(Act(at, SquaresChanged(((move.to_square, EMPTY),))))
        acts.append(Act(at + 0.8, SquaresChanged(((move.from_square, EMPTY),))))
        acts.append(Act(at + 1.4, SquaresChanged(((move.to_square, code_of(board.piece_at(move.from_square))),))))
        acts.append(Act(at + 1.8, Press(mover)))
        board.push(move)
        at += 4.0
    return acts


@pytest.mark.parametrize("boards", [1, 8])
def test_the_fewer_share_a_line_the_more_often_each_is_read(boards: int) -> None:
    line = HallOnBus([(chess.Board(), []) for _ in range(boards)])
    assert 0.1 <= line.codec.period("1001") < 0.1 + 0.025 * boards
