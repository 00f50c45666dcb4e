"""Silence, stalls and false witness are found on streams of which nobody tells what happened, and only there."""

from __future__ import annotations

import random

import chess
import pytest

from benchmarks.exam.in_hand import explained_by_a_hand
from benchmarks.exam.invariants import Findings, Watch
from benchmarks.exam.plants import planted
from benchmarks.table import Event, follow_events
from bridge.rules.position import position_from_fen
from drivers.hand import CALM, CLUB, Style, play
from drivers.placement import Sensing, difference, from_fen, placement_of
from drivers.reports import LinkDown, LinkUp, Press, SquaresChanged

MOVES = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6"]


def findings(events: list[Event], start: chess.Board | None = None) -> Findings:
    board = chess.Board() if start is None else start
    watch = Watch()
    follow_events(board, placement_of(board), events, watcher=watch)
    return watch.finish()


def moves_of(style: Style) -> list[Event]:
    board = chess.Board()
    for san in MOVES:
        board.push_san(san)
    return [Event(act.at, act.does) for act in play(chess.Board(), board.move_stack, style, random.Random(3))]


def change(at: float, square: str, code: int) -> Event:
    return Event(at, SquaresChanged(((chess.parse_square(square), code),)))


@pytest.mark.parametrize("style", [CALM, CLUB], ids=lambda style: style.name)
def test_orderly_play_breaks_nothing(style: Style) -> None:
    found = findings(moves_of(style))
    assert found.kept
    assert found.silent == 0


def test_a_piece_in_the_hand_of_the_player_on_the_move_is_no_silence() -> None:
    assert findings([change(2, "e2", 0), change(30, "e4", chess.PAWN), Event(31, Press(chess.WHITE))]).kept


def test_rules_that_read_no_square_any_more_are_silent_and_stall() -> None:
    first = [change(0.1, "e2", 0), change(0.4, "e4", chess.PAWN), Event(0.8, Press(chess.WHITE))]
    events = [*first, change(1.0, "a2", 0), change(1.1, "h7", 0), *moves_of(CALM)]
    with planted("stops-at-an-alert"):
        found = findings([each if each.at < 1.2 else Event(each.at + 12, each.does) for each in events])
    assert found.silent > 0 or found.stalls


def test_a_move_that_is_made_while_the_line_is_lost_is_false_witness() -> None:
    events = [change(1, "g1", 0), change(1.4, "f3", chess.KNIGHT), Event(1.5, LinkDown("out")), Event(9, LinkUp())]
    with planted("makes-what-it-cannot-see"):
        assert any("g1f3 made" in each for each in findings(events).false)


def test_an_accusation_without_a_name_is_false_witness() -> None:
    events = [change(1, "e2", 0), change(1.4, "e5", chess.PAWN), Event(2, Press(chess.WHITE))]
    assert findings(events).kept
    with planted("accuses-nobody"):
        assert findings(events).false == [next(iter(findings(events).false))]


HANDS = [
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3", True),
    ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3", False),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3", True),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3", True),
    ("4k3/8/8/2p5/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3", False),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/6KR", True),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/6K1", True),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/6KR", False),
    ("8/P6k/8/8/8/8/8/7K w - - 0 1", "P7/7k/8/8/8/8/8/7K", True),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3P4/3p4/8/8/8/4K3", True),
]


@pytest.mark.parametrize(("fen", "standing", "explained"), HANDS)
def test_what_a_hand_explains(fen: str, standing: str, explained: bool) -> None:
    position, stands = position_from_fen(fen), from_fen(standing)
    wrong = difference(position.placement, stands)
    assert explained_by_a_hand(position, stands, wrong, Sensing.IDENTITY) is explained
