"""Castling that stands half on the board: told as what it is, not as displaced pieces."""

from __future__ import annotations

import chess
import pytest

from bridge.laws.tariff import Irregularity
from bridge.rules.irregularities.penalties import PenaltyFacts
from bridge.rules.irregularities.proposals import Incident, Penalty
from bridge.rules.notices import MoveSeen, Stage
from drivers.placement import Sensing
from tests.bridge.rules.table import Table, mirrored

LEGAL = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
NO_RIGHT = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"
THROUGH_CHECK = "4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1"
ROOK_FIRST = "0:h1- 0.4:f1R 0.9:e1- 1.3:g1K 1.6:W"


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize(
    ("fen", "script", "rook_move"),
    [
        (NO_RIGHT, ROOK_FIRST, "h1f1"),
        (THROUGH_CHECK, ROOK_FIRST, "h1f1"),
        (NO_RIGHT, "0:a1- 0.4:d1R 0.9:e1- 1.3:c1K 1.6:W", "a1d1"),
    ],
)
def test_the_rooks_move_stands(fen: str, script: str, rook_move: str, color: chess.Color, sensing: Sensing) -> None:
    board = chess.Board(fen)
    move = chess.Move.from_uci(rook_move)
    if not color:
        board, script = board.mirror(), mirrored(script)
        move = chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square))
    table = Table(board.fen(), sensing=sensing).play(script).wait()
    assert ([played.move for played in table.game.moves], table.raised) == ([move], ["castling_rook_first"])
    alert = table.alert
    assert (alert.color, alert.ply, alert.permitted) == (color, 1, (move.uci(),))
    assert alert.article == "FIDE Laws of Chess (2023) Art. 4.4.2"
    assert {symbol for _, symbol in alert.restore} == {"K" if color else "k", ""}


def test_the_rooks_move_stands_in_chess960() -> None:
    table = Table("4k3/8/8/8/8/8/8/2R1K1R1 w - - 0 1", chess960=True)
    table.play("0:g1- 0.4:f1R 0.9:e1- 1.3:g1K 1.6:W").wait()
    assert (table.moves, table.raised, table.alert.permitted) == ("Rf1", ["castling_rook_first"], ("g1f1",))


def test_the_game_goes_on_while_the_king_stands_wrong() -> None:
    table = Table(NO_RIGHT).play(f"{ROOK_FIRST} 6:e8- 6.4:e7k 6.8:B").wait()
    assert (table.moves, table.raised) == ("Rf1 Ke7", ["castling_rook_first"])


def test_a_king_moved_in_the_opponents_time_is_no_castling() -> None:
    table = Table(NO_RIGHT).play("0:h1- 0.4:g1R 0.6:g1- 0.7:f1R 1:W 5:e1- 5.4:g1K 6:W").wait()
    assert table.moves == "Rf1"
    assert table.raised == ["touch_out_of_turn", "displaced_piece"]


@pytest.mark.parametrize("sensing", Sensing)
def test_legal_castling_with_the_rook_put_down_first_leaves_only_the_rooks_move(sensing: Sensing) -> None:
    table = Table(LEGAL, sensing=sensing).play(ROOK_FIRST).wait()
    assert (table.moves, table.raised) == ("O-O", ["castling_rook_first"])
    assert table.alert.permitted == ("h1f1",)
    assert table.alert.restore == ((chess.E1, "K"), (chess.G1, ""))


def test_a_rook_that_was_only_touched_first_may_go_elsewhere() -> None:
    table = Table(LEGAL).play("0:h1- 0.2:e1- 0.8:g1K 1.3:f1R 1.6:W").wait()
    assert (table.moves, table.raised) == ("O-O", ["castling_rook_first"])
    assert set(table.alert.permitted) > {"h1f1", "h1g1", "h1h8"}
    assert table.alert.restore == ()


@pytest.mark.parametrize("chess960", [False, True])
def test_a_rook_held_while_the_king_castles_has_not_moved(chess960: bool) -> None:
    table = Table(LEGAL, chess960=chess960).play("0:h1- 0.2:e1- 0.8:g1K 1.6:W").wait()
    assert (table.moves, table.raised) == ("", ["castling_incomplete"])
    assert {"h1f1", "h1g1", "h1h8"} < set(table.alert.permitted)
    assert {move[:2] for move in table.alert.permitted} == {"h1"}


@pytest.mark.parametrize(
    ("script", "sensing"),
    [
        *(("0.6:h1- 0.8:W", sensing) for sensing in Sensing),
        *(("0.6:h1- 0.8:h2R 1.2:W", sensing) for sensing in Sensing),
        ("0.6:h1- 0.8:e1R 1.2:W", Sensing.IDENTITY),
    ],
)
def test_the_rook_is_not_where_it_belongs(script: str, sensing: Sensing) -> None:
    table = Table(LEGAL, sensing=sensing).play(f"0:e1- 0.4:g1K {script}").wait()
    assert table.raised == ["castling_incomplete"]
    assert table.alert.permitted == ("e1g1",)
    assert (chess.F1, "R") in table.alert.restore


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("script", ["0.6:h1- 0.8:W", "0.8:W"])
def test_castling_pressed_for_unfinished_is_counted_wherever_the_rook_is(script: str, color: chess.Color) -> None:
    script = f"0:e1- 0.4:g1K {script}"
    table = Table(LEGAL if color else chess.Board(LEGAL).mirror().fen(), increment=2.0)
    table.play(script if color else mirrored(script)).wait()
    pressed_at = float(script.split()[-1].partition(":")[0])
    facts, (incident,) = table.alert.facts, table.game.incidents
    assert isinstance(facts, PenaltyFacts)
    assert (facts.proposal.penalty, facts.proposal.minutes, facts.before.turn) == (Penalty.TIME, 2, color)
    assert incident == Incident(color, Irregularity.CASTLING_INCOMPLETE, pressed_at, table.alert.id)


def test_a_rook_held_for_long_before_the_press_is_no_matter() -> None:
    table = Table(LEGAL).play("0:e1- 0.4:g1K 0.8:h1- 8:f1R 8.4:W").wait()
    assert (table.moves, table.raised) == ("O-O", [])


PRESSED = "0:e1- 0.4:g1K 0.9:h1- 1.3:W"


def seen_moves(table: Table) -> list[tuple[str, Stage]]:
    told = [notice.played for notice in table.notices if isinstance(notice, MoveSeen)]
    return [(played.before.board().san(played.move), played.stage) for played in told]


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("scan", [0.0, 0.23])
def test_castling_with_the_rook_in_the_hand_is_not_recorded(sensing: Sensing, color: chess.Color, scan: float) -> None:
    fen, script = (LEGAL, PRESSED) if color else (chess.Board(LEGAL).mirror().fen(), mirrored(PRESSED))
    table = Table(fen, sensing=sensing, scan=scan).play(script).wait()
    assert (table.moves, table.raised) == ("", ["castling_incomplete"])
    assert (table.alert.color, table.alert.ply, len(table.game.incidents)) == (color, 1, 1)
    assert {stage for _, stage in seen_moves(table)} == {Stage.TENTATIVE}


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("later", ["5:f1R 6:W", "5:f1R", "3:h1R 5:h1- 5.4:f1R 6:W"])
def test_castling_that_is_finished_later_is_recorded(later: str, sensing: Sensing) -> None:
    table = Table(LEGAL, sensing=sensing).play(f"{PRESSED} {later} 8:a8- 8.4:b8r 8.8:B").wait()
    assert (table.moves, table.raised) == ("O-O Rb8", ["castling_incomplete"])
    assert table.stages == [Stage.COMPLETED] * 2


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("at", [1.4, 1.7, 2.1])
def test_a_rook_that_arrives_soon_after_the_press_is_in_time(at: float, sensing: Sensing) -> None:
    table = Table(LEGAL, sensing=sensing).play(f"{PRESSED} {at}:f1R 4:a8- 4.4:b8r 4.8:B").wait()
    assert (table.moves, table.raised) == ("O-O Rb8", [])


def test_castling_is_not_made_while_the_rook_is_in_the_hand() -> None:
    table = Table(LEGAL).play("0:e1- 0.4:g1K 0.9:h1-").wait(5)
    assert table.stages == [Stage.TENTATIVE]
    assert table.play("6:f1R").stages == [Stage.MADE]


def test_castling_long_in_pieces_in_chess960() -> None:
    table = Table("4k3/8/8/8/8/8/8/1R3K2 w B - 0 1", chess960=True).play("0:f1- 0.4:c1K 0.9:b1- 1.3:W").wait()
    assert (table.moves, table.raised) == ("", ["castling_incomplete"])
    assert table.play("40:d1R 41:W").wait().moves == "O-O-O"
