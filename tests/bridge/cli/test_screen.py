from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bridge.broker.connection import Heard
from bridge.cli.screen import Screen
from bridge.messages.envelope import Message
from tests.bridge.messages.table import MIDNIGHT, Table, kept

NOW = datetime(2026, 5, 2, 0, 0, 0, tzinfo=UTC)


def screen_of(table: Table, now: datetime) -> list[str]:
    screen = Screen(7)
    for message in table.messages:
        if message.retain:
            screen.hear(heard(message))
    return screen.lines(now)


def heard(message: Message) -> Heard:
    return Heard(message.topic, message.payload, retained=True)


def test_a_board_of_which_nothing_is_known() -> None:
    assert Screen(3).lines(NOW) == ["Board 3: nothing has been heard yet.", "", "q: leave"]


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
    lines = screen_of(table, NOW)
    assert "For the arbiter alone:" in lines
    assert any(line.startswith("  ACT   Board 7: White completed an illegal move.") for line in lines)
    screen = Screen(7)
    for message in kept(table.messages).values():
        screen.hear(heard(message))
        if "/alert/" in message.topic:
            screen.hear(Heard(message.topic, b"", retained=False))
    assert "For the arbiter alone:" not in screen.lines(NOW)
