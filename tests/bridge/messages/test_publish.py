from __future__ import annotations

from typing import Any

import chess
import pytest

from bridge.messages.publish import full_state
from bridge.rules.game import new_game
from bridge.rules.inputs import StartGame
from bridge.rules.notices import Stage
from drivers.reports import ClockGone, ClockTimes, Dump, LinkDown, LinkUp, Silent
from tests.asyncapi_check import complaints
from tests.bridge.messages.table import PLACE, Table, data, kept, leaves

FRIED_LIVER = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "Ng5", "d5", "exd5", "Nxd5", "Nxf7", "Kxf7"]
PLACEMENT = PLACE.topics.eboard(PLACE.eboard, "placement")
PUBLIC = {"game", "position", "moves", "move", "clock", "result"}


def test_a_move_is_told_at_once_as_tentative_and_later_as_made() -> None:
    table = Table()
    written = table.put(e2="", e4="P")
    assert leaves(written) == ["move", "position", "moves", "placement"]
    assert data(written[0]) == {
        "type": "move",
        "ply": 1,
        "uci": "e2e4",
        "san": "e4",
        "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "stage": "tentative",
    }
    assert data(written[1]) == {
        "fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "ply": 1,
        "turn": "black",
        "last": {"uci": "e2e4", "san": "e4", "stage": "tentative"},
        "variant": "standard",
        "heard": True,
    }
    later = table.wait()
    assert [data(message)["stage"] for message in later if message.topic == table.topic("move")] == ["made"]


def test_the_press_that_completes_a_move_says_nothing_to_spectators() -> None:
    table = Table()
    table.play("e4", press=False)
    assert table.game.moves[-1].stage is Stage.MADE
    told = table.press(chess.WHITE) + table.wait()
    assert table.game.moves[-1].stage is Stage.COMPLETED or table.put(e7="", e5="p")
    assert not PUBLIC.intersection(leaves(told))


def test_a_move_that_is_replaced_is_withdrawn() -> None:
    table = Table()
    table.put(e2="", e3="P")
    written = table.put(e3="", e4="P")
    moves = [data(message) for message in written if message.topic == table.topic("move")]
    assert moves[0] == {"type": "withdraw", "from_ply": 1}
    assert moves[-1]["san"] == "e4"
    assert [move["san"] for move in data(kept(table.messages)[table.topic("moves")])["moves"]] == ["e4"]


def test_an_illegal_move_stands_without_a_mark_and_the_alert_goes_to_the_arbiter_alone() -> None:
    table = Table()
    table.play("e4", "e5")
    table.put(f1="", f3="B")  # a bishop that moves like a knight
    table.wait()
    told = table.press(chess.WHITE) + table.wait()
    assert "illegal_move" in [data(message)["kind"] for message in told if "/alert/" in message.topic]
    public = [message for message in table.messages if message.topic.rpartition("/")[2] in PUBLIC]
    for word in (b"illegal", b"alert", b"completed", b"legal", b"press"):
        assert not any(word in message.payload for message in public), word


@pytest.mark.parametrize("press", [True, False])
def test_late_subscribers_see_the_whole_game_in_retained_messages(press: bool) -> None:
    table = Table()
    table.play(*FRIED_LIVER, press=press)
    state = kept(table.messages)
    assert [move["san"] for move in data(state[table.topic("moves")])["moves"]] == FRIED_LIVER
    assert data(state[table.topic("position")])["fen"] == table.board.fen()
    rebuilt = kept(full_state(table.place, table.game, table.stamp))
    for topic, message in rebuilt.items():
        assert data(message) == data(state[topic])


def test_all_messages_keep_to_the_document_and_are_numbered_without_gaps() -> None:
    table = Table()
    table.clock(5400.0, 5400.0, chess.WHITE)
    table.play(*FRIED_LIVER)
    table.put(a2="", b2="", a3="P", b1="")
    table.wait()
    table.press(chess.WHITE)
    table.receive(StartGame(table.game.setup.start))
    assert complaints(table.messages) == []
    assert [message.seq for message in table.messages] == list(range(1, len(table.messages) + 1))


@pytest.mark.parametrize("press", [True, False])
def test_the_time_left_after_a_move_is_told_when_the_reply_is_made(press: bool) -> None:
    table = Table()

    def times() -> list[float | None]:
        return [move["clock"] for move in data(kept(table.messages)[table.topic("moves")])["moves"]]

    table.clock(5390.0, 5400.0, chess.WHITE)
    table.play("e4", press=press)
    table.clock(5390.0, 5400.0, chess.BLACK if press else chess.WHITE)
    assert times() == [None]
    table.put(e7="", e5="p")
    assert times() == [None, None]  # as if nothing were known of the clock, whether it was pressed or not
    table.wait()
    assert times() == [5390.0, None]
    assert times() == [move["clock"] for move in rebuilt_moves(table)]


def test_no_time_is_told_without_a_clock_nor_after_the_last_move() -> None:
    table = Table()
    table.play("f3", "e5")
    table.wait()
    table.clock(300.0, 290.0, chess.WHITE)
    table.play("g4", "Qh4#")
    assert [move["clock"] for move in rebuilt_moves(table)] == [None, None, 300.0, None]


def rebuilt_moves(table: Table) -> list[dict[str, Any]]:
    told = kept(full_state(table.place, table.game, table.stamp))
    moves: list[dict[str, Any]] = data(told[table.topic("moves")])["moves"]
    return moves


def test_castling_in_chess960_is_king_takes_rook_and_o_o() -> None:
    table = Table("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", chess960=True)
    table.play("O-O")
    last = data(kept(table.messages)[table.topic("position")])["last"]
    assert (last["uci"], last["san"]) == ("b1h1", "O-O")


def test_the_end_of_a_game_is_a_result_that_nobody_has_confirmed() -> None:
    table = Table()
    table.play("f3", "e5", "g4", "Qh4#")
    state = kept(table.messages)
    assert data(state[table.topic("result")]) == {"result": "0-1", "reason": "checkmate", "confirmed": False}
    assert data(state[table.topic("moves")])["result"] == "0-1"
    table.receive(StartGame(table.game.setup.start))
    state = kept(table.messages)
    assert table.topic("result") not in state
    assert data(state[table.topic("moves")])["moves"] == []


def test_the_clock_is_told_at_a_change_of_side_and_once_a_second() -> None:
    table = Table()
    told = [
        table.clock(white, 600.0, running)
        for white, running in [(600.0, chess.WHITE), (599.9, chess.WHITE), (599.4, chess.WHITE), (598.9, chess.WHITE),
                               (598.8, chess.BLACK), (598.8, None)]
    ]  # fmt: skip
    assert [bool(messages) for messages in told] == [True, True, False, True, True, True]
    assert [message.qos for messages in told for message in messages] == [0] * 5


def test_the_alerts_of_a_game_end_when_the_next_one_begins() -> None:
    table = Table()
    table.play("e4", "e5")
    table.put(f1="", f3="B")
    table.wait()
    table.press(chess.WHITE)
    table.wait()
    assert any("/alert/" in topic for topic in kept(table.messages))
    written = table.receive(StartGame(table.game.setup.start))
    assert not any("/alert/" in topic for topic in kept(table.messages))
    reasons = {data(message)["reason"] for message in written if message.topic == table.topic("alert-log")}
    assert reasons == {"the next game has begun"}


def test_arbiters_see_the_sensors_as_they_were_when_the_alert_was_raised() -> None:
    table = Table()
    table.play("e4", "e5")
    table.put(f1="", f3="B")  # told to nobody until the press
    table.wait()
    table.press(chess.WHITE)
    table.wait()
    topic = table.place.topics.eboard(table.place.eboard, "placement")
    assert data(kept(table.messages)[topic])["placement"] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5B2/PPPP1PPP/RNBQK1NR"


def test_nothing_is_said_of_squares_before_the_eboard_has_told_them() -> None:
    table = Table()
    unread = new_game(table.game.setup, 0.0)
    assert PLACEMENT not in kept(full_state(table.place, unread, table.stamp))


def test_arbiters_see_a_piece_in_the_hand_when_the_board_is_read_anew() -> None:
    table = Table()
    table.play("e4", "e5")
    table.put(g1="")
    assert data(kept(table.messages)[PLACEMENT])["placement"].endswith("/RNBQKBNR")
    table.receive(Dump(table.game.placement))
    assert data(kept(table.messages)[PLACEMENT])["placement"] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R"


def test_arbiters_see_what_stands_as_soon_as_the_first_dump_explains_it() -> None:
    table = Table()
    topic = table.place.topics.eboard(table.place.eboard, "placement")
    assert data(kept(table.messages)[topic])["placement"] == chess.STARTING_BOARD_FEN


def clock_of(table: Table) -> Any:
    return data(kept(table.messages)[table.topic("clock")])


@pytest.mark.parametrize("color", chess.COLORS)
@pytest.mark.parametrize("lost", [LinkDown("the cable is out"), Silent(3.0)])
def test_the_clock_of_a_lost_eboard_stands_and_both_say_so(color: chess.Color, lost: LinkDown | Silent) -> None:
    table = Table()
    table.receive(ClockTimes(300.0, 280.0, color))
    table.now += 4.0
    written = table.receive(lost)
    assert {"position", "clock"} <= set(leaves(written))
    assert "move" not in leaves(written)
    white, black = (295.5, 280.0) if color else (300.0, 275.5)
    assert clock_of(table) == {"white": white, "black": black, "running": None, "heard": False}
    assert data(kept(table.messages)[table.topic("position")])["heard"] is False
    assert not complaints(table.messages)


def test_a_clock_that_was_not_heard_for_long_is_not_said_to_have_run_on() -> None:
    table = Table()
    table.receive(ClockTimes(300.0, 280.0, chess.WHITE))
    table.now += 3600.0  # the program did not run
    table.receive(LinkDown("touchmove was not running"))
    assert clock_of(table)["white"] == 290.0


def test_it_runs_again_when_it_is_heard_and_has_told_its_times() -> None:
    table = Table()
    table.receive(ClockTimes(300.0, 280.0, chess.WHITE))
    table.receive(LinkDown("the cable is out"), 20.0)
    table.receive(LinkUp())
    assert clock_of(table) == {"white": 290.0, "black": 280.0, "running": None, "heard": True}
    assert data(kept(table.messages)[table.topic("position")])["heard"] is True
    table.receive(ClockTimes(290.0, 280.0, chess.WHITE))
    assert clock_of(table) == {"white": 290.0, "black": 280.0, "running": "white", "heard": True}


def test_a_clock_that_is_unplugged_is_cleared() -> None:
    table = Table()
    table.receive(ClockTimes(300.0, 280.0, chess.WHITE))
    (cleared,) = table.receive(ClockGone())
    assert (cleared.topic, cleared.payload) == (table.topic("clock"), b"")
