"""Kings in the centre, and pieces set up for the next game."""

from __future__ import annotations

import chess
import pytest

from bridge.rules.endings.renewal import RESET_SECONDS, SIGNAL_SECONDS
from bridge.rules.notices import GameStarted, ResultSeen
from bridge.rules.position import position_from_fen
from drivers.placement import Sensing, from_fen
from drivers.reports import Dump
from tests.bridge.rules.table import Table

ENDING = "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 40"
FAR_AWAY = "0:g1- 0.5:{white}K 1:g8- 1.5:{black}k"


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("e4", "d5", "1-0"), ("d5", "e4", "1-0"),
        ("d4", "e5", "0-1"), ("e5", "d4", "0-1"),
        ("e4", "e5", "1/2-1/2"), ("d4", "d5", "1/2-1/2"), ("d4", "e4", "1/2-1/2"), ("d5", "e5", "1/2-1/2"),
    ],
)  # fmt: skip
def test_kings_in_the_centre_say_the_result(white: str, black: str, result: str) -> None:
    table = Table(ENDING).play(FAR_AWAY.format(white=white, black=black)).wait()
    assert table.game.result == ResultSeen(result, "kings")
    assert table.raised == ["result_signal"]
    assert table.moves == ""


def test_kings_must_rest_there_a_moment() -> None:
    table = Table(ENDING).play(FAR_AWAY.format(white="e4", black="d5"))
    table.wait(SIGNAL_SECONDS / 2)
    assert table.game.result is None
    assert table.wait(SIGNAL_SECONDS).game.result is not None


@pytest.mark.parametrize(("white", "black"), [("e4", "d6"), ("e3", "d5"), ("e4", "c5")])
def test_kings_elsewhere_say_nothing(white: str, black: str) -> None:
    assert Table(ENDING).play(FAR_AWAY.format(white=white, black=black)).wait(5.0).game.result is None


def test_kings_that_walk_there_by_legal_moves_say_nothing() -> None:
    table = Table("8/8/3k4/8/8/3K4/3P4/8 b - - 0 60").play("0:d6- 0.5:d5k 0.9:B 5:d3- 5.5:e3K 6:W").wait()
    assert (table.moves, table.raised) == ("Kd5 Ke3", [])


MATED = "0:f2- 0.3:f3P 0.6:W 2:e7- 2.3:e5p 2.6:B 4:g2- 4.3:g4P 4.6:W 6:d8- 6.3:h4q 6.6:B"


def reset(table: Table) -> Table:
    table.standing = from_fen(chess.STARTING_BOARD_FEN)
    table.tell(Dump(table.standing), table.now + 20.0)
    return table


def test_the_next_game_begins_with_its_first_move() -> None:
    table = reset(Table().play(MATED)).wait(RESET_SECONDS + 0.1)
    assert table.raised[-1] == "game_reset"
    assert (table.moves, table.game.number) == ("f3 e5 g4 Qh4#", 1)
    at = table.now + 60.0
    table.play(f"{at}:d2- {at + 0.4}:d4P {at + 0.8}:W").wait()
    assert (table.moves, table.game.number, table.game.result) == ("d4", 2, None)
    assert table.notices.count(GameStarted(position_from_fen(chess.STARTING_FEN))) == 1


def test_pieces_must_stand_a_moment_before_they_are_set_up() -> None:
    table = reset(Table().play(MATED)).wait(RESET_SECONDS / 2)
    assert "game_reset" not in table.raised


def test_knights_that_go_home_begin_no_game() -> None:
    home = "0:g1- 0.4:f3N 0.8:W 2:g8- 2.4:f6n 2.8:B 4:f3- 4.4:g1N 4.8:W 6:f6- 6.4:g8n 6.8:B"
    table = Table().play(home).wait()
    assert (table.moves, table.raised, table.game.number) == ("Nf3 Nf6 Ng1 Ng8", [], 1)


def test_a_first_move_taken_back_begins_no_game() -> None:
    table = Table().play("0:e2- 0.4:e4P 0.8:W 5:e4- 5.5:e2P").wait()
    assert "game_reset" not in table.raised
    assert table.game.number == 1


ENDGAME = "6k1/p7/8/8/8/8/7P/6K1 w - - 0 1"


def test_the_kings_signal_leaves_the_last_move_in_the_record() -> None:
    table = Table(ENDGAME).play("0:h2- 0.4:h4P 6:g8- 6.2:g1- 6.6:d5k 7:e4K").wait()
    assert (table.moves, table.game.result and table.game.result.result) == ("h4", "1-0")


def test_kings_put_back_do_not_open_the_game_again() -> None:
    table = Table("8/8/3k4/8/8/3K4/3P4/8 w - - 0 1").play("1:d3- 1.2:d6- 1.6:e4K 2:d5k").wait(3)
    assert table.game.result is not None
    table.play("8:e4- 8.4:d3K 9:d5- 9.4:d6k 12:d3- 12.4:e3K").wait()
    assert (table.moves, table.game.result, table.raised) == ("", ResultSeen("1-0", "kings"), ["result_signal"])


def test_the_second_king_may_take_its_time() -> None:
    table = Table(ENDGAME).play("0:h2- 0.4:h4P 0.8:W 6:g8- 6.6:d5k 20:g1- 20.6:e4K").wait()
    assert (table.moves, table.game.result and table.game.result.result) == ("h4", "1-0")


CROWDED = "3r2k1/5ppp/8/3q4/3PP3/8/5PPP/3Q2K1 {} - - 0 30"


@pytest.mark.parametrize("turn", ["w", "b"])
@pytest.mark.parametrize("sensing", Sensing)
@pytest.mark.parametrize(
    ("cleared", "white", "black", "result"),
    [
        ("e4- d5-", "e4", "d5", "1-0"), ("d5-", "d5", "e5", "1/2-1/2"), ("d4-", "e5", "d4", "0-1"),
        ("d5- e4- d4- ", "d4", "e4", "1/2-1/2"),
    ],
)  # fmt: skip
def test_pieces_make_room_for_the_kings(
    cleared: str, white: str, black: str, result: str, sensing: Sensing, turn: str
) -> None:
    stood = [square for square in ("d5", "d4", "e4") if f"{square}-" not in cleared]
    if sensing is not Sensing.IDENTITY and set(stood) - {white, black}:
        cleared = "d5- e4- d4-"  # Otherwise nobody can tell which two of the filled squares are the kings'.
    off = [f"{1 + at / 2}:{what}" for at, what in enumerate(cleared.split())]
    table = Table(CROWDED.format(turn), sensing=sensing).play(
        " ".join([*off, "3:g1-", "3.2:g8-", f"3.8:{white}K", f"4.2:{black}k"])
    )
    table.wait()
    assert table.game.result == ResultSeen(result, "kings")
    assert (table.raised, table.moves) == (["result_signal"], "")


def test_what_stood_in_the_centre_may_stand_elsewhere() -> None:
    table = Table(CROWDED.format("w")).play("1:d5- 1.4:a5q 3:g1- 3.2:g8- 3.8:d5K 4.2:e5k").wait()
    assert table.game.result == ResultSeen("1/2-1/2", "kings")


def test_a_piece_missing_elsewhere_is_no_room_for_kings() -> None:
    table = Table(CROWDED.format("w")).play("1:h2- 3:g1- 3.2:g8- 3.8:e5K 4.2:d5k").wait()
    assert table.game.result is None


def test_the_first_king_in_the_centre_was_not_moved_out_of_turn() -> None:
    table = Table(CROWDED.format("w")).play("3:g8- 3.4:e5k 5.5:g1- 5.9:d5K").wait()
    assert "touch_out_of_turn" not in table.raised
    assert table.game.result == ResultSeen("1/2-1/2", "kings")
