from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bridge.broker.connection import Heard
from bridge.cli.screen import Screen
from bridge.config import Language
from bridge.messages.envelope import Message, Stamp
from bridge.messages.infos import round_info
from tests.bridge.messages.table import MIDNIGHT, Table, at_board, kept

NOW = datetime(2026, 5, 2, 0, 0, 0, tzinfo=UTC)


def screen_of(table: Table, now: datetime, language: Language = Language.ENGLISH) -> list[str]:
    screen = Screen(7, NOW, language)
    for message in table.messages:
        if message.retain and "/board/" in message.topic:
            screen.hear(heard(message))
    return screen.lines(now)


def heard(message: Message) -> Heard:
    return Heard(message.topic, message.payload, retained=True)


def told_of(round_number: int, *boards: int) -> Message:
    places = [replace(at_board(number), round=round_number) for number in boards]
    return round_info("İzmir Açık", places, Stamp(1, "session-1", NOW))


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([], ["The broker knows no board 7. It knows none at all: does touchmove run?", "Waiting for board 7."]),
        ([(3, 5)], ["The broker knows no board 7. It knows: 5.", "Waiting for board 7."]),
        ([(4, 1, 3, 2, 12), (3, 7)], ["The broker knows no board 7. It knows: 1-3, 12.", "Waiting for board 7."]),
        ([(4, 7, 8)], ["Board 7: nothing has been heard yet."]),
    ],
)
def test_a_board_of_which_nothing_is_heard(rounds: list[tuple[int, ...]], said: list[str]) -> None:
    screen = Screen(7, NOW)
    for number, *boards in rounds:
        screen.hear(heard(told_of(number, *boards)))
    assert screen.lines(NOW + timedelta(seconds=2)) == ["Board 7: nothing has been heard yet.", "", "q: leave"]
    assert screen.lines(NOW + timedelta(seconds=3)) == [*said, "", "q: leave"]


def test_a_round_that_is_cleared_is_no_longer_known() -> None:
    screen, told = Screen(7, NOW), told_of(3, 5)
    screen.hear(heard(told))
    screen.hear(Heard(told.topic, b"", retained=False))
    assert "It knows none at all" in screen.lines(NOW + timedelta(seconds=3))[0]


def test_while_the_broker_is_gone_no_old_position_is_taken_for_the_present_one() -> None:
    screen, table = Screen(7, NOW), Table()
    for message in kept(table.messages).values():
        if "/board/" in message.topic:
            screen.hear(heard(message))
    assert "Board 7" in screen.lines(NOW)[0]
    screen.trouble = "127.0.0.1:1883: nothing listens there."
    assert screen.lines(NOW) == ["127.0.0.1:1883: nothing listens there.", "It is tried again.", "", "q: leave"]
    screen.begin_anew(NOW)
    assert screen.lines(NOW)[0] == "Board 7: nothing has been heard yet."


def test_names_clocks_position_and_moves() -> None:
    table = Table()
    table.play("e4", "e5", "Nf3")
    table.clock(3661.0, 3540.0, True)
    later = MIDNIGHT + timedelta(seconds=table.now + 61)
    assert screen_of(table, later) == [
        "Board 7  izmir-open, round 3",
        "● Öztürk, Can                   0:59:00",
        "  Yılmaz, Ayşe                  1:00:00",
        "",
        "  8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜",
        "  7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟",
        "  6 · · · · · · · ·",
        "  5 · · · · ♟ · · ·",
        "  4 · · · · ♙ · · ·",
        "  3 · · · · · ♘ · ·",
        "  2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙",
        "  1 ♖ ♘ ♗ ♕ ♔ ♗ · ♖",
        "    a b c d e f g h",
        "",
        "  1. e4       e5",
        "  2. Nf3",
        "",
        "q: leave",
    ]


def test_a_move_that_is_not_released_yet_is_open() -> None:
    table = Table()
    table.put(e2="", e4="P")
    assert "  1. e4…" in screen_of(table, NOW)


def test_an_alert_is_shown_until_it_is_closed() -> None:
    table = Table()
    table.play("e4", "e5")
    table.put(f1="", f3="B")
    table.wait()
    table.press(True)
    table.wait()
    for language, text in (
        (Language.ENGLISH, "Board 7: White completed an illegal move."),
        (Language.TURKISH, "Masa 7: Geçersiz hamle tamamlandı. Taraf: Beyaz."),
    ):
        lines = screen_of(table, NOW, language)
        assert "For the arbiter alone:" in lines
        assert any(line.startswith(f"  ACT   {text}") for line in lines)
    screen = Screen(7, NOW)
    about_board = [message for message in kept(table.messages).values() if "/board/" in message.topic]
    for message in about_board:
        screen.hear(heard(message))
        if "/alert/" in message.topic:
            screen.hear(Heard(message.topic, b"", retained=False))
    assert "For the arbiter alone:" not in screen.lines(NOW)
