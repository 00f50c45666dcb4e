"""The examiner's table: games from files, followed through whatever an e-board and its line make of them."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import chess
import pytest

from benchmarks.table import Played, Sight, follow, games_in
from bridge.rules.notices import AlertRaised
from drivers.hand import CALM, Act, play
from drivers.hand.perturb import Trouble
from drivers.placement import Sensing

PGN = """
[Event "First"]

1. e4 e5 2. Nf3 *

[Event "Nothing played"]

*

[Event "From a position"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 *
"""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "some.pgn").write_text(PGN, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("1. d4 *", encoding="utf-8")
    return tmp_path


def test_games_are_read_from_files_and_directories(directory: Path) -> None:
    games = list(games_in([directory]))
    assert [(each.name, len(each.moves)) for each in games] == [("some 1", 3), ("some 3", 2)]
    assert games[1].start.board_fen() == "4k3/8/8/8/8/8/4P3/4K3"
    assert [each.moves for each in games_in([directory / "below" / "some.pgn"])] == [each.moves for each in games]


def hands(*sans: str) -> tuple[Played, list[Act]]:
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    played = Played("a game", chess.Board(), tuple(board.move_stack))
    return played, list(play(played.start, played.moves, CALM, random.Random(1)))


MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6")


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("scan", [0.0, 0.2])
def test_what_hands_play_is_followed_to_the_end(sensing: Sensing, scan: float) -> None:
    played, acts = hands(*MOVES)
    followed = follow(played.start, acts, Sight(sensing, scan))
    assert tuple(each.move for each in followed.game.moves) == played.moves
    assert followed.game.setup.scan_period == scan
    assert all(one <= other for (one, _), (other, _) in pairwise(followed.notices))


TROUBLES = {
    "changes that get lost": Sight(trouble=Trouble(lost=0.2)),
    "changes that come twice": Sight(trouble=Trouble(doubled=1.0)),
    "changes that are wrong": Sight(trouble=Trouble(wrong=0.2)),
}


@pytest.mark.parametrize("sight", TROUBLES.values(), ids=TROUBLES)
def test_dumps_heal_what_goes_wrong_on_the_line(sight: Sight) -> None:
    played, acts = hands(*MOVES)
    assert tuple(each.move for each in follow(played.start, acts, sight, "1").game.moves) == played.moves


def test_a_line_that_is_lost_now_and_then_is_told_and_heard_again() -> None:
    played, acts = hands(*MOVES)
    followed = follow(played.start, acts, Sight(gaps=1.0), "1")
    assert "link_lost" in [told.alert.kind.value for _, told in followed.notices if isinstance(told, AlertRaised)]
    assert followed.game.linked
    assert followed.game.placement == follow(played.start, acts).game.placement


def test_the_same_seed_goes_wrong_in_the_same_way() -> None:
    played, acts = hands(*MOVES)
    sight = Sight(trouble=Trouble(lost=0.3, doubled=0.3, wrong=0.3), gaps=0.3)
    same = [follow(played.start, acts, sight, "7").notices for _ in range(2)]
    assert same[0] == same[1] != follow(played.start, acts, sight, "8").notices
