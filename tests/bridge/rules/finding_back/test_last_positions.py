"""The game goes on from the nearest of the last positions from which legal play leads to what stands."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.alerts import Severity
from bridge.rules.finding_back.last_positions import MISREAD_SECONDS
from bridge.rules.notices import MoveSeen, MovesWithdrawn, Stage
from drivers.placement import EMPTY, Sensing, code_seen_by, with_code
from tests.bridge.rules.mirror import play
from tests.bridge.rules.table import Table

every_board = pytest.mark.parametrize("sensing", Sensing, ids=lambda sensing: sensing.value)
both_colors = pytest.mark.parametrize("color", chess.COLORS, ids=lambda color: chess.COLOR_NAMES[color])
deaf_too = pytest.mark.parametrize("deaf", [False, True], ids=["answers with dumps", "does not"])

OPENING = "0:e2- 0.4:e4P 0.8:W 2:e7- 2.4:e5p 2.8:B"
KNIGHT = "6:g1- 6.7:f3N 7.5:W"


@every_board
@deaf_too
def test_a_pressed_move_is_taken_back_and_the_record_follows(sensing: Sensing, deaf: bool) -> None:
    table = Table(sensing=sensing, deaf=deaf).play(f"{OPENING} {KNIGHT} 10:f3- 10.7:g1N 11:B")
    table.play("14:b1- 14.7:c3N 15.2:W 18:b8- 18.7:c6n 19.2:B 21:f1- 21.5:c4B 22:W").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nc3 Nc6 Bc4", ["takeback"])


@every_board
def test_another_move_is_played_before_anybody_has_looked(sensing: Sensing) -> None:
    """The piece goes back and another one is moved within a second."""
    table = Table(sensing=sensing).play(f"{OPENING} {KNIGHT} 10:f3- 10.4:g1N 10.6:b1- 11:c3N 11.4:W").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nc3", ["takeback"])
    assert table.stages[-1] is Stage.COMPLETED


def test_the_alert_names_the_move_who_pressed_and_both_remedies() -> None:
    alert = Table().play(f"{OPENING} {KNIGHT} 10:f3- 10.7:g1N 11:B").wait().alert
    assert (alert.ply, alert.color, alert.severity) == (3, chess.WHITE, Severity.CHECK)
    assert alert.played == chess.Move(chess.G1, chess.F3)
    assert {*alert.restore} == {(chess.G1, ""), (chess.F3, "N")}
    for part in ("Nf3 (half-move 3)", "White pressed at 7.5 s", "Black pressed at 11.0 s", "restore", "let it stand"):
        assert part in alert.explanation


@every_board
def test_two_half_moves_are_taken_back(sensing: Sensing) -> None:
    table = Table(sensing=sensing).play(f"{OPENING} 6:e5- 6.5:e7p 7.5:e4- 8:e2P").wait()
    assert (table.moves, table.raised[-1]) == ("", "takeback")
    assert table.play("90:d2- 90.4:d4P 91:W 94:d7- 94.5:d5p 95:B").wait().moves == "d4 d5"


@both_colors
def test_a_capture_is_taken_back(color: chess.Color) -> None:
    fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    table = play(fen, "0:e4- 0.3:d5- 0.7:d5P 1:W 8:d5- 8.5:e4P 9.2:d5p 9.6:B 20:b1- 20.5:c3N 21:W", color)
    assert len(table.wait().moves.split()) == 1
    assert table.moves in {"Nc3", "Nc6"}
    assert table.raised == ["takeback"]


def test_the_same_move_again_is_only_a_piece_straightened() -> None:
    table = Table().play(f"{OPENING} {KNIGHT} 10:f3- 10.3:g1N 10.5:g1- 10.8:f3N 14:b8- 14.5:c6n 15:B").wait()
    assert (table.moves, table.raised) == ("e4 e5 Nf3 Nc6", ["touch_out_of_turn"])


def test_the_pieces_touched_to_take_a_move_back_bind_nobody() -> None:
    table = Table().play(f"{OPENING} {KNIGHT} 10:f3- 12.7:g1N 13:B 16:b1- 16.7:c3N 17:W").wait()
    assert table.raised == ["takeback"]


@every_board
def test_it_is_no_takeback_when_nothing_has_happened_where_the_move_went(sensing: Sensing) -> None:
    """Castling in two steps: without the rook the king seems to have moved in the place of the knight before."""
    fen = "rnbqk1nr/pppp1ppp/8/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    table = Table(fen, sensing=sensing).play("0:g8- 0.5:e7n 1:B 5:d2- 5.4:d3P 6:W 9:e8- 9.7:g8k 13:h8- 14:f8r 15:B")
    assert (table.wait().moves, table.raised) == ("Ne7 d3 O-O", [])


# What a dump shows soon after is what was played: reports were lost on the way.
BEFORE_THE_SENSORS = "0:g1- 0.2:W 0.3:f3N"  # so nothing shows that it stood when the clock was pressed
WHILE_IT_STOOD = "0:g1- 0.3:f3N 0.6:W"


def on_h3_instead(table: Table, at: float) -> Table:
    """A dump shows the knight on h3 instead of f3."""
    table.wait_until(at)
    assert (table.moves, table.stages) == ("Nf3", [Stage.COMPLETED])
    knight = code_seen_by(table.sensing, chess.KNIGHT)
    table.standing = with_code(with_code(table.standing, chess.F3, EMPTY), chess.H3, knight)
    table.notices.clear()
    return table.play(f"{at}:dump").wait()


@every_board
def test_a_dump_soon_after_puts_a_completed_move_right_without_a_word(sensing: Sensing) -> None:
    table = on_h3_instead(Table(sensing=sensing).play(BEFORE_THE_SENSORS), 1.5)
    assert (table.moves, table.raised) == ("Nh3", [])
    told = [notice for notice in table.notices if isinstance(notice, MoveSeen | MovesWithdrawn)]
    assert isinstance(told[0], MovesWithdrawn)
    assert isinstance(told[1], MoveSeen)


@every_board
@pytest.mark.parametrize(("script", "at"), [(BEFORE_THE_SENSORS, MISREAD_SECONDS + 1), (WHILE_IT_STOOD, 1.5)])
def test_later_or_when_it_stood_at_the_press_the_arbiter_hears_of_it(sensing: Sensing, script: str, at: float) -> None:
    table = on_h3_instead(Table(sensing=sensing).play(script), at)
    assert (table.moves, table.raised) == ("Nh3", ["takeback"])
