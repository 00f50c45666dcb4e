"""Questions for the arbiter: asked once, with every choice, and closed when a later move has answered them."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.alerts import Confidence, Severity
from drivers.placement import Sensing
from tests.bridge.rules.mirror import play, seen_by
from tests.bridge.rules.table import Table

TWO_VICTIMS = "6k1/8/8/2n1q3/P2P2p1/5B1N/8/7K w - - 0 1"
ONE_VICTIM = "6k1/8/8/2n5/3P4/8/8/7K w - - 0 1"
PAWN = "6k1/P6p/8/8/8/8/6K1/8 w - - 0 1"
TOOK = "0:d4- 0.4:c5P 0.8:W"

both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])


def test_what_is_asked_about_a_capture_that_was_not_seen() -> None:
    alert = Table(TWO_VICTIMS, sensing=Sensing.OCCUPANCY).play(TOOK).wait().alert
    assert (alert.kind.value, alert.severity, alert.confidence) == ("ambiguous_move", Severity.CHECK, Confidence.WEAK)
    assert (alert.ply, alert.color, alert.squares) == (1, chess.WHITE, (chess.E5, chess.C5))
    assert alert.permitted == ("d4e5", "d4c5")
    assert alert.explanation == "White played dxe5 or dxc5; dxe5 is recorded."
    assert "which piece was taken" in alert.cannot_show
    assert [(fact.square, fact.at) for fact in alert.evidence] == [(chess.D4, 0.0)]


@both_colors
@pytest.mark.parametrize("sensing", [Sensing.COLOR, Sensing.OCCUPANCY])
def test_what_is_asked_about_a_promotion(color: chess.Color, sensing: Sensing) -> None:
    alert = play(PAWN, "0:a7- 0.5:a8Q 1:W", color, sensing=sensing).alert
    assert alert.kind.value == "promotion_choice_needed"
    assert (alert.color, [chess.square_name(each) for each in alert.squares]) == (color, [seen_by(color, "a8")])
    assert alert.permitted == tuple(seen_by(color, "a7a8q a7a8r a7a8b a7a8n").split())


@both_colors
def test_boards_that_know_the_pieces_ask_nothing(color: chess.Color) -> None:
    for fen, script in ((TWO_VICTIMS, TOOK), (PAWN, "0:a7- 0.5:a8Q 1:W")):
        assert play(fen, script, color).raised == []


@both_colors
def test_nothing_is_asked_where_there_is_one_choice(color: chess.Color) -> None:
    assert play(ONE_VICTIM, TOOK, color, sensing=Sensing.OCCUPANCY).raised == []


def test_a_move_is_asked_about_when_it_is_completed_and_not_before() -> None:
    table = Table(PAWN, sensing=Sensing.OCCUPANCY).play("0:a7- 0.5:a8Q").wait(60.0)
    assert table.raised == []
    assert table.play("61:W").wait().raised == ["promotion_choice_needed"]


@both_colors
def test_a_question_stays_while_play_goes_on_with_either_choice(color: chess.Color) -> None:
    script = f"{TOOK} 4:g8- 4.4:g7k 4.8:B 8:h3- 8.4:f2N 8.8:W"
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.raised, table.closed) == (["ambiguous_move"], [])


@both_colors
def test_a_move_that_only_another_choice_allows_closes_the_question(color: chess.Color) -> None:
    table = play(TWO_VICTIMS, f"{TOOK} 4:e5- 4.4:f6q 4.8:B", color, sensing=Sensing.OCCUPANCY)
    assert (table.raised, table.closed) == (["ambiguous_move"], ["ambiguous_move"])
    assert table.game.alerts == ()


@both_colors
def test_the_question_about_a_later_move_stays_when_an_earlier_one_is_answered(color: chess.Color) -> None:
    script = f"{TOOK} 4:g4- 4.4:h3p 5:B 8:a4- 8.4:a5P 8.8:W 12:e5- 12.5:e6q 13:B"
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert table.moves == seen_by(color, "dxc5 gxh3 a5 Qe6")
    assert table.raised == ["ambiguous_move", "ambiguous_move"]
    assert [(alert.kind.value, alert.ply) for alert in table.game.alerts] == [("ambiguous_move", 2)]


@both_colors
def test_the_question_about_a_later_move_is_closed_when_its_other_choice_is_gone(color: chess.Color) -> None:
    """The rook may have taken the knight; but the pawn had, and the queen, which the pawn was said to have, plays."""
    script = f"{TOOK} 4:h7- 4.4:h6k 5:B 8:c1- 8.4:g1R 8.8:W 12:e5- 12.5:e6q 13:B"
    table = play("8/7k/8/2n1q3/3P4/8/K7/2R3r1 w - - 0 1", script, color, sensing=Sensing.OCCUPANCY)
    assert table.moves == seen_by(color, "dxc5 Kh6 Rxg1 Qe6+")
    assert (len(table.raised), table.game.alerts) == (2, ())


@both_colors
@pytest.mark.parametrize("proof", ["c5- 4.4:b7n", "e5- 4.4:e6P"], ids=["the other piece plays", "the pawn plays"])
def test_a_move_that_no_other_choice_allows_closes_the_question(color: chess.Color, proof: str) -> None:
    replied = "4:" if "n" in proof else "3:g8- 3.4:g7k 3.8:B 4:"
    script = f"0:d4- 0.4:e5P 0.8:W {replied}{proof} 5:{'B' if 'n' in proof else 'W'}"
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert table.moves.startswith(seen_by(color, "dxe5"))
    assert (table.raised, table.closed, table.withdrawn) == (["ambiguous_move"], ["ambiguous_move"], [])


@both_colors
def test_nothing_is_asked_when_the_reply_has_told_already(color: chess.Color) -> None:
    """The press waits for the reply; the queen that was said to be taken plays."""
    script = "0:d4- 0.4:c5P 0.8:W 1.2:e5- 1.6:f6q 2.0:B"
    table = play(TWO_VICTIMS, script, color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.raised) == (seen_by(color, "dxc5 Qf6"), [])


@both_colors
@pytest.mark.parametrize(
    ("fen", "moves", "left"),
    [
        (
            "3r4/6k1/8/3Q3p/8/8/3b4/7K w - - 0 1",
            "Qxh5 Rc8",
            "d5h5 d5d2",
        ),  # a rook, a pawn, a bishop with a rook behind it
        ("3r4/6k1/8/3Q3n/8/8/3p4/7K w - - 0 1", "Qxh5 Rc8", "d5h5 d5d2"),  # a rook, a knight, a pawn
        ("3r4/6k1/8/3Q4/8/8/3b4/7K w - - 0 1", "Qxd2 Rc8", ""),
    ],
)
def test_when_the_likeliest_of_three_is_ruled_out_the_arbiter_is_asked_about_the_others(
    color: chess.Color, fen: str, moves: str, left: str
) -> None:
    table = play(fen, "0:d5- 0.5:d2Q 1:W 8:d8- 8.4:c8r 9:B", color, sensing=Sensing.OCCUPANCY)
    assert (table.moves, table.closed) == (seen_by(color, moves), ["ambiguous_move"])
    assert [alert.permitted for alert in table.game.alerts] == [tuple(seen_by(color, left).split())] * bool(left)
    assert {alert.ply for alert in table.game.alerts} <= {1}
