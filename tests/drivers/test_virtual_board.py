"""The physical side of a virtual e-board: squares, scan, silence, and what the host wrote."""

from __future__ import annotations

import chess
import pytest

from drivers.eboard import EmulatorOptions
from drivers.framing import Cut, Frames
from drivers.placement import SOME_PIECE, Code, Placement, Sensing, from_fen, seen_by, turned
from drivers.virtual_board import VirtualBoard

START = from_fen(chess.STARTING_BOARD_FEN)


def cut(buffer: bytes, at: int) -> Cut[bytes] | None:
    """Commands of three bytes."""
    return (at + 3, (buffer[at : at + 3],)) if len(buffer) >= at + 3 else None


class Toy(VirtualBoard):
    """Says `seen` for each look that showed something new, repeats each command, and ticks each second from 10 s on."""

    def __init__(self, options: EmulatorOptions, sensing: Sensing = Sensing.IDENTITY) -> None:
        super().__init__(options, sensing, Frames(cut))
        self.seen: list[tuple[float, list[tuple[chess.Square, Code]]]] = []
        self.tick_at = 10.0

    @property
    def placement(self) -> Placement:
        return self._placement

    def _obey(self, command: bytes, now: float) -> None:
        self._shining = frozenset({command[0]})
        self._send(command, now)

    def _see(self, changes: list[tuple[chess.Square, Code]], now: float) -> None:
        self.seen.append((now, changes))
        self._send(b"seen", now)

    def _next_message(self) -> float | None:
        return self.tick_at

    def _tell_regularly(self, now: float) -> None:
        self._send(b"tick", now)
        self.tick_at += 1.0


def pieces(board: Toy) -> list[bytes]:
    return [*iter(board.data_to_send, b"")]


@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize("is_turned", [False, True])
def test_it_begins_with_the_start_position_as_far_as_it_can_tell(sensing: Sensing, is_turned: bool) -> None:
    seen = seen_by(sensing, START)
    assert Toy(EmulatorOptions(turned=is_turned), sensing).placement == (turned(seen) if is_turned else seen)


def test_what_hands_do_is_seen_at_once_without_a_scan() -> None:
    board = Toy(EmulatorOptions())
    board.set_square(chess.E2, 0, 1.0)
    board.set_square(chess.E2, 0, 1.1)
    assert board.seen == [(1.0, [(chess.E2, 0)])]
    assert pieces(board) == [b"seen"]


def test_squares_are_those_of_the_board_and_codes_what_it_can_tell() -> None:
    board = Toy(EmulatorOptions(turned=True), Sensing.OCCUPANCY)
    board.set_square(chess.E4, chess.PAWN, 1.0)
    assert board.seen == [(1.0, [(chess.D5, SOME_PIECE)])]
    board.receive(bytes((chess.A1, 0, 0)), 2.0)
    assert board.lit == {chess.H8}


def test_a_scan_sees_later_and_not_everything() -> None:
    board = Toy(EmulatorOptions(scan=0.25))
    board.set_square(chess.E2, 0, 1.0)
    due = board.next_timeout()
    assert due is not None
    assert 1.0 < due <= 1.25
    board.set_square(chess.E2, chess.PAWN, (1.0 + due) / 2)
    board.handle_timeout(5.0)
    assert board.seen == []


def test_a_whole_position_is_set_up() -> None:
    board, wanted = Toy(EmulatorOptions()), from_fen("4k3/8/8/8/8/8/8/4K3")
    board.set_placement(wanted, 1.0)
    assert board.placement == wanted


def test_regular_messages_come_in_their_order() -> None:
    board = Toy(EmulatorOptions())
    assert board.next_timeout() == 10.0
    board.set_square(chess.E2, 0, 11.5)
    assert pieces(board) == [b"tick", b"tick", b"seen"]


def test_half_a_command_waits_a_little() -> None:
    board = Toy(EmulatorOptions())
    board.receive(b"\x01a", 1.0)
    board.receive(b"b\x02c", 1.1)
    assert pieces(board) == [b"\x01ab"]
    board.receive(b"\x03de", 2.0)
    assert pieces(board) == [b"\x03de"], "the rest did not come, so it was no command"


def test_silence_loses_everything_that_is_said_or_heard_in_it() -> None:
    board = Toy(EmulatorOptions())
    board.receive(b"\x01ab", 1.0)
    board.fall_silent(2.0, 1.0)
    board.receive(b"\x02ab", 2.0)
    board.set_square(chess.E2, 0, 2.5)
    assert pieces(board) == []
    board.receive(b"\x03ab", 3.0)
    assert pieces(board) == [b"\x03ab"]


def test_there_is_no_clock() -> None:
    board = Toy(EmulatorOptions())
    board.start_clock(chess.WHITE, 1.0)
    board.press(chess.WHITE, 2.0)
    board.stop_clock(3.0)
    assert pieces(board) == []
