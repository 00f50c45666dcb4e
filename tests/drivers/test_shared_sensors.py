"""The squares of an e-board, and the side of it on which White sits."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.eboard import Orientation
from drivers.placement import (
    Placement,
    Sensing,
    code_at,
    code_of,
    from_codes,
    from_fen,
    placement_of,
    seen_by,
    turned,
    with_code,
)
from drivers.reports import Dump, Oriented, Report, SquaresChanged
from drivers.sensors import Sensors

START = from_fen(chess.STARTING_BOARD_FEN)
TURNED = from_fen("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")  # what is read when White sits at the other side
AFTER_E4 = from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
BLACK_PAWN = code_of(chess.Piece(chess.PAWN, chess.BLACK))

placements = st.lists(st.integers(0, 15), min_size=64, max_size=64).map(from_codes)


def sensors(orientation: Orientation = Orientation.AUTO, loaded: Placement | None = None) -> Sensors:
    board = Sensors(orientation)
    if loaded is not None:
        board.load(loaded)
    return board


@pytest.mark.parametrize(("read", "is_turned"), [(START, False), (TURNED, True)])
def test_the_start_position_tells_where_white_sits(read: Placement, is_turned: bool) -> None:
    board = sensors()
    assert board.load(read) == [Oriented(is_turned), Dump(START)]
    assert board.load(read) == [Dump(START)]


@pytest.mark.parametrize("number", [0, 300, 518, 959])
def test_so_does_every_start_position_of_chess960(number: int) -> None:
    placement = placement_of(chess.Board.from_chess960_pos(number))
    assert sensors().load(placement) == [Oriented(False), Dump(placement)]
    assert sensors().load(turned(placement)) == [Oriented(True), Dump(placement)]


def test_an_e_board_that_does_not_know_its_pieces_cannot_tell() -> None:
    some_pieces = seen_by(Sensing.OCCUPANCY, START)
    board = sensors()
    assert board.load(some_pieces) == [Dump(some_pieces)]
    assert board.turned is None


def test_changes_of_a_turned_board_are_seen_from_whites_side() -> None:
    board = sensors(loaded=TURNED)
    assert board.change(chess.D7, 0) == [SquaresChanged(((chess.E2, 0),))]
    assert board.change(chess.D5, chess.PAWN) == [SquaresChanged(((chess.E4, chess.PAWN),))]
    assert board.placement == AFTER_E4
    assert (board.seen_as(chess.D5), board.seen_as(chess.E4)) == (chess.E4, chess.D5)


def test_until_a_start_position_stands_a_board_that_is_not_turned_is_assumed() -> None:
    board = sensors()
    (dump,) = board.load(with_code(TURNED, chess.D7, 0))
    assert isinstance(dump, Dump)
    reports = board.change(chess.D7, chess.PAWN)
    # the last pawn is put down: only now the side of White is known, and everything is told once more
    assert reports == [SquaresChanged(((chess.D7, chess.PAWN),)), Oriented(True), Dump(START)]


def test_a_decision_holds_until_the_next_start_position_the_other_way_round() -> None:
    board = sensors(loaded=TURNED)
    for square in chess.SQUARES:
        reports: list[Report] = board.change(square, 0)
    assert board.turned
    for square in chess.SQUARES:
        reports += board.change(square, code_at(START, square))
    told = [report for report in reports if not isinstance(report, SquaresChanged)]
    assert len(told) == 2, "one decision, after which everything is told once more"
    assert told[0] == Oriented(False)
    assert isinstance(told[1], Dump)
    assert board.placement == START


@pytest.mark.parametrize(
    ("orientation", "placement"), [(Orientation.NORMAL, turned(START)), (Orientation.TURNED, START)]
)
def test_the_user_may_decide(orientation: Orientation, placement: Placement) -> None:
    assert sensors(orientation).load(TURNED) == [Dump(placement)]


def test_what_was_found_out_before_is_kept() -> None:
    board = Sensors(Orientation.AUTO, turned=True)
    assert board.load(turned(AFTER_E4)) == [Dump(AFTER_E4)]


def test_a_piece_may_turn_into_another_one() -> None:
    assert sensors(loaded=START).change(chess.E2, BLACK_PAWN) == [SquaresChanged(((chess.E2, BLACK_PAWN),))]


def test_what_reads_as_before_is_no_change() -> None:
    board = sensors()
    assert board.change(chess.E4, 0) == [SquaresChanged(((chess.E4, 0),))], "nothing is known yet"
    board.load(START)
    assert board.change(chess.E2, chess.PAWN) == []
    assert board.change(chess.E4, 0) == []


def test_a_reading_that_no_report_told_is_noticed() -> None:
    board = sensors()
    assert not board.differs(START)
    board.load(START)
    assert not board.differs(START)
    assert board.differs(TURNED)


def test_a_scan_tells_all_its_changes_as_one() -> None:
    board = sensors()
    assert board.scan(TURNED) == [Oriented(True), Dump(START)], "nothing is known yet"
    assert board.scan(TURNED) == []
    assert board.scan(turned(AFTER_E4)) == [SquaresChanged(((chess.E4, chess.PAWN), (chess.E2, 0)))]
    assert board.scan(START) == [
        SquaresChanged(tuple((square, code_at(turned(START), square)) for square in reversed(changed(AFTER_E4)))),
        Oriented(False),
        Dump(START),
    ]


def changed(before: Placement) -> list[chess.Square]:
    """Where `before` is not what it becomes when somebody sets up the start position the other way round."""
    return [square for square in chess.SQUARES if code_at(before, square) != code_at(turned(START), square)]


@given(st.lists(placements, min_size=1, max_size=5), st.sampled_from(Orientation))
def test_the_reports_of_scans_add_up_to_the_placement(read: list[Placement], orientation: Orientation) -> None:
    board, believed = sensors(orientation), 0
    for reading in read:
        for report in board.scan(reading):
            match report:
                case Dump(placement):
                    believed = placement
                case SquaresChanged(changes):
                    for square, code in changes:
                        believed = with_code(believed, square, code)
        assert believed == board.placement
