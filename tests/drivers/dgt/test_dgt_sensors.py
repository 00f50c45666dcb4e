"""The fields of the board, and the side of it on which White sits."""

from __future__ import annotations

import chess
import pytest

from drivers.dgt.sensors import Sensors
from drivers.eboard import Orientation
from drivers.placement import Placement, from_fen, placement_of, to_fen, turned
from drivers.reports import Dump, Oriented, Report, SquaresChanged

START = from_fen(chess.STARTING_BOARD_FEN)

# As a real board sends it when White sits at fields 48-63 …
NORMAL = bytes.fromhex(
    "08 09 0A 0C 0B 0A 09 08"  # r n b q k b n r
    "07 07 07 07 07 07 07 07" + "00" * 32 + "01 01 01 01 01 01 01 01"
    "02 03 04 06 05 04 03 02"  # R N B Q K B N R
)
# … and, recorded from another one, when White sits at fields 0-15: h1 is field 0, the white king on field 3.
TURNED = bytes.fromhex(
    "02 03 04 05 06 04 03 02"  # R N B K Q B N R
    "01 01 01 01 01 01 01 01" + "00" * 32 + "07 07 07 07 07 07 07 07"
    "08 09 0A 0B 0C 0A 09 08"  # r n b k q b n r
)
E2_NORMAL, E4_NORMAL = 0x34, 0x24
E2_TURNED, E4_TURNED = 0x0B, 0x1B


def sensors(orientation: Orientation = Orientation.AUTO) -> Sensors:
    return Sensors(orientation)


@pytest.mark.parametrize(("fields", "is_turned"), [(NORMAL, False), (TURNED, True)])
def test_the_start_position_tells_where_white_sits(fields: bytes, is_turned: bool) -> None:
    board = sensors()
    assert board.load(fields) == [Oriented(is_turned), Dump(START)]
    assert board.load(fields) == [Dump(START)]


@pytest.mark.parametrize("number", [0, 300, 518, 959])
def test_so_does_every_start_position_of_chess960(number: int) -> None:
    placement = placement_of(chess.Board.from_chess960_pos(number))
    upright = bytes(NORMAL[field] for field in fields_of(placement))
    assert sensors().load(upright) == [Oriented(False), Dump(placement)]
    assert sensors().load(upright[::-1]) == [Oriented(True), Dump(placement)]


def fields_of(placement: Placement) -> list[int]:
    """For every field, a field of the usual start position where the same piece stands."""
    usual = chess.BaseBoard()
    board = chess.BaseBoard(to_fen(placement))
    first = {usual.piece_at(square): square ^ 0x38 for square in chess.SQUARES}
    return [first[board.piece_at(field ^ 0x38)] for field in range(64)]


def test_changes_of_a_turned_board_are_seen_from_whites_side() -> None:
    board = sensors()
    board.load(TURNED)
    assert board.change(E2_TURNED, 0x00) == [SquaresChanged(((chess.E2, 0),))]
    assert board.change(E4_TURNED, 0x01) == [SquaresChanged(((chess.E4, chess.PAWN),))]
    assert board.placement == from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")


def test_until_a_start_position_stands_a_board_that_is_not_turned_is_assumed() -> None:
    board = sensors()
    lifted = bytearray(TURNED)
    lifted[E2_TURNED] = 0
    (dump,) = board.load(bytes(lifted))
    assert isinstance(dump, Dump)
    reports = board.change(E2_TURNED, 0x01)
    # the last pawn is put down: only now the side of White is known, and everything is told once more
    assert reports == [SquaresChanged(((chess.D7, chess.PAWN),)), Oriented(True), Dump(START)]


def test_a_decision_holds_until_the_next_start_position_the_other_way_round() -> None:
    board = sensors()
    board.load(TURNED)
    for field in range(64):
        reports: list[Report] = board.change(field, 0)
    assert board.turned
    for field, code in enumerate(NORMAL):
        reports += board.change(field, code)
    assert [report for report in reports if isinstance(report, Oriented)] == [Oriented(False)]
    assert board.placement == START


@pytest.mark.parametrize(
    ("orientation", "placement"), [(Orientation.NORMAL, turned(START)), (Orientation.TURNED, START)]
)
def test_the_user_may_decide(orientation: Orientation, placement: Placement) -> None:
    assert sensors(orientation).load(TURNED) == [Dump(placement)]


def test_a_piece_may_turn_into_another_one() -> None:
    board = sensors()
    board.load(NORMAL)
    assert board.change(E2_NORMAL, 0x07) == [SquaresChanged(((chess.E2, chess.PAWN | 8),))]


def test_what_reads_as_before_is_no_change() -> None:
    board = sensors()
    assert board.change(E4_NORMAL, 0x00) == [SquaresChanged(((chess.E4, 0),))], "nothing is known yet"
    board.load(NORMAL)
    assert board.change(E2_NORMAL, 0x01) == []
    assert board.change(E4_NORMAL, 0x00) == []


def test_a_reading_that_no_update_told_is_noticed() -> None:
    board = sensors()
    assert not board.differs(NORMAL)
    board.load(NORMAL)
    assert not board.differs(NORMAL)
    assert board.differs(TURNED)
