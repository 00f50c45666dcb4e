"""The lamps: their commands byte by byte, and how long what is sent when."""

from __future__ import annotations

import chess
import pytest

from drivers.tabutronic.lamps import (
    COLOR_SIZE,
    LampControl,
    color_command,
    lit_by_color,
    lit_by_plain,
    plain_command,
)


def squares(names: str) -> frozenset[chess.Square]:
    return frozenset(map(chess.parse_square, names.split()))


E2_E4 = squares("e2 e4")

PLAIN = {
    "e2 e4": "00 00 00 00 10 00 10 00",
    "a1": "00 00 00 00 00 00 00 01",
    "h8": "80 00 00 00 00 00 00 00",
    "d4 e4 d5 e5": "00 00 00 18 18 00 00 00",
    "": "00 00 00 00 00 00 00 00",
}


@pytest.mark.parametrize(("lit", "command"), PLAIN.items())
def test_lamps_of_one_color(lit: str, command: str) -> None:
    assert plain_command(squares(lit)) == bytes.fromhex(command)
    assert lit_by_plain(bytes.fromhex(command)) == squares(lit)


def test_colored_lamps_at_the_corners_of_e2() -> None:
    command = color_command(squares("e2"))
    assert len(command) == COLOR_SIZE
    assert command[:2] == b"\xff\x55"
    assert command[-2:] == b"\r\n"
    assert {at: byte for at, byte in enumerate(command[2:-2], 2) if byte} == dict.fromkeys((40, 43, 67, 70), 0x40)


@pytest.mark.parametrize("lit", ["", "e2 e4", "a1", "h8 a8 d5", "d4 f4"])
def test_with_colors_only_what_is_lit_seems_to_be(lit: str) -> None:
    assert lit_by_color(color_command(squares(lit))) == squares(lit)


# ---- when ----


def ready(pause: float = 0.6, letter: str = "") -> LampControl:
    """At 10 s, with nothing lit; the lamps are known when there is a letter."""
    control = LampControl(pause)
    control.begin(0.0)
    control.take()
    if letter:
        control.acknowledged(letter, 0.1)
    while control.due is not None:
        control.advance(control.due)
        control.take()
    return control


def sent(control: LampControl, until: float) -> list[tuple[float, bytes]]:
    """What is sent until then, without an acknowledgement."""
    commands = []
    while (due := control.due) is not None and due <= until:
        control.advance(due)
        if command := control.take():
            commands.append((round(due, 3), command))
    return commands


def test_nothing_is_sent_before_a_board_has_spoken() -> None:
    control = LampControl(0.6)
    control.light(E2_E4, 0.0)
    assert control.due is None
    assert control.take() == b""
    control.begin(3.0)
    assert control.take() == plain_command(E2_E4)


def test_what_is_acknowledged_is_sent_once() -> None:
    control = ready(letter="L")
    control.light(E2_E4, 10.0)
    assert control.take() == plain_command(E2_E4)
    control.acknowledged("L", 10.3)
    assert control.due is None


def test_what_is_not_acknowledged_is_sent_twice() -> None:
    control = ready(letter="L")
    control.light(E2_E4, 10.0)
    assert control.take() == plain_command(E2_E4)
    assert sent(control, 60.0) == [(11.0, plain_command(E2_E4))]
    assert control.due is None


def test_between_two_commands_is_a_pause_and_only_the_last_wish_counts() -> None:
    control = ready(letter="L")
    control.light(squares("a1"), 10.0)
    assert control.take() == plain_command(squares("a1"))
    control.acknowledged("L", 10.1)
    control.light(squares("a2"), 10.2)
    control.light(squares("a3"), 10.3)
    assert control.take() == b""
    assert sent(control, 10.7) == [(10.6, plain_command(squares("a3")))]


def test_the_same_wish_again_is_none() -> None:
    control = ready(letter="L")
    control.light(frozenset(), 10.0)
    assert control.take() == b""


def test_unknown_lamps_are_tried_both_ways() -> None:
    control = LampControl(0.2)
    control.light(E2_E4, 0.0)
    control.begin(1.0)
    assert control.take() == plain_command(E2_E4)
    assert sent(control, 10.0) == [(1.4, color_command(E2_E4)), (2.4, plain_command(E2_E4))]


def test_colored_lamps_are_recognised() -> None:
    control = LampControl(0.2)
    control.light(E2_E4, 0.0)
    control.begin(1.0)
    assert control.take() == plain_command(E2_E4)
    assert sent(control, 1.5) == [(1.4, color_command(E2_E4))]
    control.acknowledged("D", 1.6)
    assert control.due is None
    control.light(squares("a1"), 5.0)
    assert control.take() == color_command(squares("a1"))


def test_a_late_acknowledgement_has_plain_lamps_set_right() -> None:
    """They took the beginning of the other command for one of theirs."""
    control = LampControl(0.2)
    control.light(E2_E4, 0.0)
    control.begin(1.0)
    control.take()
    assert sent(control, 1.5) == [(1.4, color_command(E2_E4))]
    control.acknowledged("L", 1.55)
    assert sent(control, 2.0) == [(1.6, plain_command(E2_E4))]


def test_after_a_new_line_everything_is_shown_again() -> None:
    control = ready(letter="L")
    control.light(E2_E4, 10.0)
    control.take()
    control.hold()
    assert control.due is None
    control.begin(12.0)
    assert control.take() == plain_command(E2_E4)
