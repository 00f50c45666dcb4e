"""An illegal move is told and counted however soon it is answered (FIDE Laws of Chess (2023) Art. 7.5)."""

from __future__ import annotations

import itertools

import chess
import pytest

from bridge.rules.irregularities.penalties import PenaltyFacts
from bridge.rules.notices import Stage
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

PINNED = "4k3/4r3/8/8/8/8/p3N3/4K2R w - - 0 1"
ANSWERS = {
    "0.3 s after the press": "0.5:W 0.8:e7- 1.1:d7r 1.4:B",
    "0.1 s after the press": "0.5:W 0.6:e7- 0.8:d7r 1:B",
    "with the piece in the hand at the press": "0.45:e7- 0.5:W 0.8:d7r 1:B",
    "before the press": "0.35:e7- 0.48:d7r 0.5:W 1:B",
    "without a press": "0.5:W 0.8:e7- 1.1:d7r",
    "after a verdict": "0.5:W 2.8:e7- 3.1:d7r 3.4:B",
}


@pytest.mark.parametrize(
    ("answer", "color", "sensing", "scan", "deaf"),
    [*itertools.product(ANSWERS, chess.COLORS, Sensing, (0.0, 0.23), (False, True))],
)
def test_an_answered_illegal_move(answer: str, color: chess.Color, sensing: Sensing, scan: float, deaf: bool) -> None:
    script, board = f"0:e2- 0.3:c3N {ANSWERS[answer]}", chess.Board(PINNED)
    fen, script = (PINNED, script) if color else (board.mirror().fen(), mirrored(script))
    table = Table(fen, sensing=sensing, scan=scan, deaf=deaf).play(script).wait()
    assert table.raised == ["illegal_move"]
    assert table.moves == ("illegal:e2c3 Rd7" if color else "illegal:e7c6 Rd2")
    assert table.stages[0] is Stage.COMPLETED
    assert [each.color for each in table.game.incidents] == [color]
    alert = table.alert
    assert (alert.color, alert.ply, alert.reason is not None) == (color, 1, True)
    assert isinstance(alert.facts, PenaltyFacts)
    assert alert.facts.before.turn is color
    assert table.game.presses == ()


def test_the_second_one_is_the_second_one() -> None:
    table = Table(PINNED).play("0:e2- 0.3:c3N 0.5:W 0.7:e7- 0.9:e6r 1.1:B 2:c3- 2.3:b3N 2.5:W 2.7:a2- 2.9:a1q 3.2:B")
    assert table.wait().moves == "illegal:e2c3 Re6+ illegal:c3b3 a1=Q+"
    counts = [alert.facts.count_before for alert in table.game.alerts if isinstance(alert.facts, PenaltyFacts)]
    assert counts == [0, 1]


def test_it_is_told_before_it_is_completed_twice() -> None:
    table = Table(PINNED).play("0:e2- 0.3:c3N 0.5:W 0.8:e7- 1:d7r 1.05:d7- 1.2:c7r 1.5:B").wait()
    assert (table.moves, table.raised) == ("illegal:e2c3 Rc7", ["illegal_move"])


THROUGH_PAWNS = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 2"


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("scan", [0.0, 0.23])
@pytest.mark.parametrize("capture", ["0:d8- 0.9:d1- 1.4:d8Q", "0:d1- 0.5:d8- 0.9:d8Q"])
def test_an_illegal_capture_that_was_seen_is_no_unseen_legal_one(capture: str, scan: float, color: chess.Color) -> None:
    fen = "r1bqkb1r/pppp1ppp/2n5/3nP3/3p4/2P2N2/PP3PPP/RNBQKB1R w KQkq - 1 6"
    script = f"{capture} 1.9:W"
    fen, script = (fen, script) if color else (chess.Board(fen).mirror().fen(), mirrored(script))
    table = Table(fen, sensing=Sensing.OCCUPANCY, scan=scan).play(script).wait()
    assert (table.moves, table.raised, table.alert.color) == ("", ["illegal_move"], color)


@pytest.mark.parametrize("script", ["0.9:d1- 1.9:W", "0:d8- 0.2:d8q 0.9:d1- 1.9:W"])
def test_a_capture_that_nobody_saw_is_guessed_still(script: str) -> None:
    fen = "r1bqkb1r/pppp1ppp/2n5/3nP3/3p4/2P2N2/PP3PPP/RNBQKB1R w KQkq - 1 6"
    table = Table(fen, sensing=Sensing.OCCUPANCY).play(script).wait()
    assert (table.moves, table.raised) == ("Qxd4", [])


def test_play_goes_on_from_an_illegal_capture() -> None:
    table = Table(THROUGH_PAWNS, sensing=Sensing.OCCUPANCY)
    table.play("0:d8- 0.9:d1- 1.4:d8Q 1.9:W 4:e8- 4.2:d8- 4.8:d8k 5.2:B").wait()
    assert (table.moves, table.raised) == ("illegal:d1d8 Kxd8", ["illegal_move"])
    assert table.stages == [Stage.COMPLETED] * 2
